set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "public"."choose_first_password"(text, text, text, text) FROM "anon";

REVOKE ALL ON FUNCTION "public"."choose_first_password"(text, text, text, text) FROM "authenticated";

ALTER TABLE "private"."attempt_limits" DROP CONSTRAINT "attempt_limits_kind_check";

CREATE OR REPLACE FUNCTION private.keep_an_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One at a time: the auth service counts before it deletes, so two removals at once would both find another one.
  perform 1 from auth.users u where u.id = old.user_id for update;
  if not exists (
    select from auth.identities i join auth.users u on u.id = i.user_id
    where i.user_id = old.user_id and i.id <> old.id
      and (
        u.email is null or lower(i.identity_data ->> 'email') = lower(u.email)
        or lower(old.identity_data ->> 'email') is distinct from lower(u.email)
      )
  ) then
    raise exception 'An account keeps its last sign-in method, and that of its address.' using errcode = '23514';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION public.choose_first_password(token text, name text, password text, of_email text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  chosen constant text := private.clean_line(left(name, 200));
begin
  if char_length(token) < 20 or char_length(token) > 500 or octet_length(password) > 72
    or char_length(password) between 1 and 7
  then
    return false;
  end if;
  -- The expression is that of the auth service's index.
  select u.id into person from auth.users u
  where u.confirmation_token = token and u.confirmation_token !~ '^[0-9 ]*$'
    and u.email_confirmed_at is null and u.encrypted_password <> ''
    and (of_email is null or lower(u.email) = lower(of_email))
  for no key update;
  if person is null then
    return false;
  end if;
  if private.is_pretence(chosen, person) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  insert into private.first_passwords as f (user_id, token, name, encrypted_password)
  values (
    person, token, chosen,
    case when password = '' then '' else extensions.crypt(password, extensions.gen_salt('bf', 10)) end
  )
  on conflict (user_id) do update
  set token = excluded.token, name = excluded.name, encrypted_password = excluded.encrypted_password,
    tries = f.tries + 1
  where f.tries < 20;
  if not found then
    return false;
  end if;
  -- At once as well: what breaks a rule for names is refused here.
  update public.profiles p set name = chosen where p.id = person;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_attempt(kind text, account text, address text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule record;
  rule_key bytea;
  tries integer;
  oldest timestamptz;
  wait integer := 0;
begin
  if not exists (select 1 from private.attempt_limits l where l.kind = count_attempt.kind) then
    raise exception 'Unknown kind of attempt: %', left(kind, 40) using errcode = '22023';
  end if;
  if address = '' and kind in ('sign-in', 'enter-code') then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
    order by l.scope
  loop
    rule_key := private.attempt_key(kind, rule.scope, left(account, 320), left(address, 64));
    -- One at a time for each key, so that parallel attempts cannot slip through together.
    perform pg_advisory_xact_lock(hashtextextended(encode(rule_key, 'hex'), 0));
    select count(*), min(a.tried_at) into tries, oldest
    from private.attempts a where a.key = rule_key and a.tried_at > now() - rule.period;
    if tries >= rule.max_count then
      wait := greatest(wait, ceil(extract(epoch from oldest + rule.period - now()))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into private.attempts (key)
    select private.attempt_key(count_attempt.kind, l.scope, left(account, 320), left(address, 64))
    from private.attempt_limits l
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$function$;

ALTER TABLE "private"."attempt_limits" ADD CONSTRAINT "attempt_limits_kind_check" CHECK ((kind = ANY (ARRAY['sign-in'::text, 'sign-up'::text, 'recover'::text, 'confirm-resend'::text, 'follow'::text, 'captcha'::text, 'send-code'::text, 'enter-code'::text, 'code'::text])));

CREATE TRIGGER keep_an_identity BEFORE DELETE ON auth.identities FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.keep_an_identity();

COMMENT ON FUNCTION "private"."keep_an_identity"() IS 'Nobody loses the last way into their account, nor its address: with the sign-in method of the address the auth service gives the account that of another method.';

COMMENT ON FUNCTION "public"."choose_first_password"(text, text, text, text) IS 'Chooses name and password of an account that isn''t confirmed yet, for whoever holds the token of the link in its mail; the password counts once the auth service confirms the address by that link. False for any other token, for that of another address than `of_email`, and after twenty tries. An empty password is none. Only the site''s server may ask: the auth service makes a token from the address and the code in the mail, and here nobody counts guesses.';

COMMENT ON FUNCTION "public"."count_attempt"(text, text, text) IS 'Counts an attempt and says how many seconds to wait before the next one is let through; 0 for now. It never looks whether the account exists. Without an address everybody counts as one network, for what sends mails; attempts to sign in, by password or code, aren''t counted then, or anybody could lock everybody out. Only the site''s server calls this; a client could use up the attempts of others.';

REVOKE ALL ON FUNCTION "private"."keep_an_identity"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_an_identity"() TO "postgres";

insert into private.attempt_limits (kind, scope, max_count, period) values
  ('enter-code', 'account and address', 8, '10 minutes'),
  ('enter-code', 'address', 30, '10 minutes'),
  ('send-code', 'account and address', 5, '10 minutes'),
  ('send-code', 'address', 30, '10 minutes');
