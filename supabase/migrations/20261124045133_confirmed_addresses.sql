set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.drop_unproven_identities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.identities i
  where i.user_id = new.id and i.provider <> 'email'
    and i.identity_data ->> 'email_verified' = 'false';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' or private.is_recovery(s, old) or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_confirmation(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '1 hour'
    and session.created_at between account.email_confirmed_at and account.email_confirmed_at + interval '5 seconds'
    and (
      account.invited_at is not null
      or account.confirmation_sent_at is not null and coalesce(account.encrypted_password, '') = ''
    )
$function$;

CREATE OR REPLACE FUNCTION private.is_pretence(name text, bearer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (select 1 from public.roles r where r.user_id = bearer) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.profiles p where p.is_team and private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$function$;

CREATE TRIGGER drop_unproven_identities AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.drop_unproven_identities();

COMMENT ON FUNCTION "private"."drop_unproven_identities"() IS 'Another site may let anybody enter somebody else''s address. Whoever confirms the address by a link in its mail keeps the account; a sign-in at a site that had not checked the address leads there no more.';

COMMENT ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) IS 'Whether a session began, within the hour, with the link that confirmed the address of an account whose owner has chosen no password yet: the project''s own mails sign in first. The service gives whoever is invited a random one.';

REVOKE ALL ON FUNCTION "private"."drop_unproven_identities"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_unproven_identities"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) TO "postgres";
