set local check_function_bodies = off;

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
      s.created_at > now() - interval '10 minutes' or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_recovery(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '10 minutes' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = ''
$function$;

COMMENT ON FUNCTION "private"."guard_password"() IS 'The auth service does not say who asks for a new password, so any session of the account that began just now lets every other session of it set one. The local backend asks the caller''s own session first. Where nobody is signed in, an operator sets it. The link of a mail serves once.';

COMMENT ON FUNCTION "private"."is_recovery"(auth.sessions, auth.users) IS 'Whether a recovery mail began the session within ten minutes. A code or link that signs in looks the same to the database: the auth service keeps both in one place.';
