set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and current_setting('signpost.removes_factor', true) is distinct from old.user_id::text
       and exists (select from auth.users u where u.id = old.user_id) then
      raise exception 'A second factor is removed with its code.' using errcode = '42501', hint = 'code_needed';
    end if;
    return old;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('factor of ' || new.user_id, 0));
  if exists (
    select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id
  ) then
    raise exception 'This account has a second factor already.' using errcode = '42501', hint = 'has_factor';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from auth.sessions s where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes'
  ) or new.status = 'verified' and new.created_at < now() - interval '10 minutes' then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if tg_op = 'UPDATE' and new.status = 'verified' then
    perform set_config('signpost.new_factor', new.id::text, true);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_first_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('signpost.new_factor', true) = new.factor_id::text and not exists (
    select from auth.mfa_factors f
    where f.id = new.factor_id and f.created_at < new.created_at + interval '10 minutes'
  ) then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE TRIGGER guard_first_code BEFORE UPDATE OF aal, factor_id ON auth.sessions FOR EACH ROW WHEN ((new.factor_id IS NOT NULL)) EXECUTE FUNCTION private.guard_first_code();

COMMENT ON FUNCTION "private"."guard_first_code"() IS 'Which session adds a factor, the auth service does not say; it names the one that gives its first code, in the transaction that turns the factor on. That one must have begun within ten minutes before the factor was added: a stolen one shall not use that its owner signed in elsewhere.';

REVOKE ALL ON FUNCTION "private"."guard_first_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_first_code"() TO "postgres";
