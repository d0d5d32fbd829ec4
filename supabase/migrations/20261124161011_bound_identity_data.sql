set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bound_identity_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.identity_data := coalesce((
    select jsonb_object_agg(d.key, d.value)
    from jsonb_each(new.identity_data) d
    where private.token_bytes(d.value::text) <= 300 and d.key = any (
      case new.provider when 'email' then '{sub,email,email_verified,phone_verified}'::text[]
      else private.known_user_data() end
    )
  ), '{}');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.bound_user_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.token_bytes(new.raw_user_meta_data::text) > 2048 then
    new.raw_user_meta_data := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(new.raw_user_meta_data) d
      where private.token_bytes(d.value::text) <= 150 and d.key = any (private.known_user_data())
    ), '{}');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.known_user_data()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN ARRAY['name'::text, 'full_name'::text, 'user_name'::text, 'preferred_username'::text, 'avatar_url'::text, 'email'::text, 'email_verified'::text, 'phone_verified'::text, 'sub'::text, 'iss'::text, 'provider_id'::text, 'came_from'::text];

CREATE TRIGGER bound_identity_data BEFORE INSERT OR UPDATE OF identity_data ON auth.identities FOR EACH ROW EXECUTE FUNCTION private.bound_identity_data();

COMMENT ON FUNCTION "private"."bound_identity_data"() IS 'The auth service copies what a sign-up brings along into the identity of its address as well, and a session carries it in its cookies.';

COMMENT ON FUNCTION "private"."known_user_data"() IS 'What the site and its sign-ins use of what an account says about itself.';

REVOKE ALL ON FUNCTION "private"."bound_identity_data"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bound_identity_data"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."known_user_data"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."known_user_data"() TO "postgres";
