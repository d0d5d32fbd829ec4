set local check_function_bodies = off;

DROP FUNCTION "public"."choose_first_password"(text, text, text);

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
  if char_length(token) < 20 or char_length(token) > 500 or char_length(password) < 8 or octet_length(password) > 72 then
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

COMMENT ON FUNCTION "public"."choose_first_password"(text, text, text, text) IS 'Chooses name and password of an account that isn''t confirmed yet, for whoever holds the token of the link in its mail; the password counts once the auth service confirms the address by that link. False for any other token, for that of another address than `of_email`, and after twenty tries.';

REVOKE ALL ON FUNCTION "public"."choose_first_password"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_first_password"(text, text, text, text) TO "anon", "authenticated", "postgres", "service_role";
