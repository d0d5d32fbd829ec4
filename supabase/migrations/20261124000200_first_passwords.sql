set local check_function_bodies = off;

-- Hosted projects have it, and own it.
CREATE EXTENSION IF NOT EXISTS "pgcrypto" SCHEMA "extensions";

CREATE TABLE "private"."first_passwords" ("user_id" uuid NOT NULL, "token" text NOT NULL, "name" text NOT NULL, "encrypted_password" text NOT NULL, "tries" integer NOT NULL DEFAULT 1, "is_used" boolean NOT NULL DEFAULT false, CONSTRAINT "first_passwords_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."first_passwords" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.bound_user_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  data constant jsonb := private.hosted_json(new.raw_user_meta_data);
begin
  if private.token_bytes(new.raw_user_meta_data::text) > 2048 then
    new.raw_user_meta_data := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(case jsonb_typeof(data) when 'object' then data else '{}' end) d
      where private.token_bytes(d.value::text) <= 150 and d.key in (
        'name', 'full_name', 'user_name', 'preferred_username', 'avatar_url', 'email', 'email_verified',
        'phone_verified', 'sub', 'iss', 'provider_id', 'came_from'
      )
    ), '{}');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen text;
begin
  delete from private.first_passwords f where f.user_id = new.id and f.is_used returning f.name into chosen;
  if chosen is not null then
    update auth.users u set raw_user_meta_data = jsonb_build_object('name', chosen) || coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(private.hosted_json(u.raw_user_meta_data::jsonb)) d
      where d.key in ('sub', 'email', 'email_verified', 'phone_verified')
    ), '{}')
    where u.id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    -- Somebody without an account, such as those of an imported board, can't sign in.
    if not exists (
      select from public.roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id
    ) then
      raise exception 'This is the last admin. Make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.let_first_password_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.first_passwords;
begin
  new.encrypted_password := '';
  select * into chosen from private.first_passwords f where f.user_id = old.id;
  if chosen.token = old.confirmation_token and coalesce(new.confirmation_token, '') = '' then
    new.encrypted_password := chosen.encrypted_password;
    update private.first_passwords f set is_used = true, encrypted_password = '' where f.user_id = old.id;
    update public.profiles set name = chosen.name where id = old.id;
  else
    delete from private.first_passwords f where f.user_id = old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.rename_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant text := private.name_in(new.raw_user_meta_data::jsonb, new.id);
begin
  -- The service also notes other things here, which name nobody.
  if named <> private.name_in(old.raw_user_meta_data::jsonb, old.id) then
    update public.profiles set name = named where id = new.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.token_bytes(written text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (octet_length(written) + (5 * char_length(regexp_replace(written, '[^<>&]'::text, ''::text, 'g'::text))));

CREATE OR REPLACE FUNCTION public.choose_first_password(token text, name text, password text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  chosen constant text := private.clean_line(left(name, 200));
begin
  if char_length(token) < 20 or char_length(token) > 500 or char_length(password) < 8 or octet_length(password) > 72 then
    return false;
  end if;
  -- The expression is that of the auth service's index.
  select u.id into person from auth.users u
  where u.confirmation_token = token and u.confirmation_token !~ '^[0-9 ]*$'
    and u.email_confirmed_at is null and u.encrypted_password <> ''
  for no key update;
  if person is null then
    return false;
  end if;
  if private.is_pretence(chosen, person) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  insert into private.first_passwords as f (user_id, token, name, encrypted_password)
  values (person, token, chosen, extensions.crypt(password, extensions.gen_salt('bf', 10)))
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

ALTER TABLE "private"."first_passwords" ADD CONSTRAINT "first_passwords_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE CONSTRAINT TRIGGER forget_sign_up AFTER UPDATE OF confirmation_token ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.confirmation_token)::text <> ''::text) AND ((COALESCE(new.confirmation_token, ''::character varying))::text = ''::text))) EXECUTE FUNCTION private.forget_sign_up();

COMMENT ON FUNCTION "private"."bound_user_data"() IS 'What an account keeps about itself stands in its token once and in its cookies three times over, and the headers of a request may hold 16 kB: past 2 kB only what the site and its sign-ins use is kept. It''s cut rather than refused, because anybody may sign up with somebody else''s address and fill it.';

COMMENT ON FUNCTION "private"."forget_sign_up"() IS 'Forgets what an account was signed up with, which may be a stranger''s words, once its address is confirmed: at the end of the transaction, because the auth service writes it once more within.';

COMMENT ON FUNCTION "private"."let_first_password_go"() IS 'Whoever signs up with somebody else''s address chooses a password before anybody has read a mail there. With the first link of a mail that is followed it goes; in its place comes what the holder of the confirmation link chose, with the name.';

COMMENT ON FUNCTION "private"."token_bytes"(text) IS 'How many bytes a text takes in a token: the auth service writes ''<'', ''>'' and ''&'' with six letters.';

COMMENT ON FUNCTION "public"."choose_first_password"(text, text, text) IS 'Chooses name and password of an account that isn''t confirmed yet, for whoever holds the token of the link in its mail; the password counts once the auth service confirms the address by that link. False for any other token, and after twenty tries.';

COMMENT ON TABLE "private"."first_passwords" IS 'The name and password that the holder of a confirmation link chose, until the auth service confirms the address by that link.';

REVOKE ALL ON FUNCTION "private"."forget_sign_up"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_sign_up"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."token_bytes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."token_bytes"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."choose_first_password"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_first_password"(text, text, text) TO "anon", "authenticated", "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."first_passwords" TO "postgres", "service_role";
