set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_linking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Older versions of the auth service have no such column.
  account constant uuid := to_jsonb(new) ->> 'linking_target_id';
begin
  if account is not null and not exists (
    select from auth.sessions s where s.user_id = account and s.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Sign in again to link another sign-in method.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_when = 'BEFORE' then
    new.recovery_sent_at := null;
    return new;
  end if;
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.hide_reported(of_post bigint, of_comment bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  author constant uuid := case when of_comment is null
    then (select p.author_id from public.posts p where p.id = of_post)
    else (select c.author_id from public.comments c where c.id = of_comment) end;
begin
  if private.counts_as_team(author) or (
    select m.reports_to_hide from private.moderation m
  ) > (
    select count(*) from private.reports r
    where r.settled_at is null and (r.post_id = of_post or r.comment_id = of_comment) and private.is_trusted(r.reporter_id)
  ) then
    return false;
  end if;
  perform private.conceal(
    array_remove(array[of_post], null), array_remove(array[of_comment], null), 'reports', 'several people reported it'
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_other_sessions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  here auth.sessions;
begin
  select s.* into here from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = me;
  delete from auth.sessions s where s.user_id = me and s.id is distinct from here.id;
  perform private.forget_devices(me);
  insert into private.known_devices (user_id, key) select me, private.device_key(here) where here.ip is not null;
end
$function$;

CREATE TRIGGER guard_linking BEFORE INSERT ON auth.flow_state FOR EACH ROW EXECUTE FUNCTION private.guard_linking();

CREATE CONSTRAINT TRIGGER guard_password_at_end AFTER UPDATE OF encrypted_password ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text)) EXECUTE FUNCTION private.guard_password();

COMMENT ON FUNCTION "private"."guard_linking"() IS 'The auth service lets every session link an account of another site, which then signs in for good. A stolen one shall not: it begins within ten minutes of a sign-in. Which session asks, the service does not say.';

COMMENT ON FUNCTION "private"."guard_password"() IS 'The auth service does not say who asks for a new password, but ends every other session in the same transaction: at its end the one that is left must have begun just now. Where an operator sets it, none is left. The local backend asks the caller''s own session first. The link of a mail serves once.';

COMMENT ON FUNCTION "public"."end_other_sessions"() IS 'Ends every session of the caller''s own but this one, and forgets the devices but this one.';

REVOKE ALL ON FUNCTION "private"."guard_linking"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_linking"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."end_other_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_other_sessions"() TO "authenticated", "postgres";
