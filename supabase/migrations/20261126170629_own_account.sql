set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.own_account(subject text)
 RETURNS TABLE(name text, address text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.name, u.email::text
  from private.own_identities i join auth.users u on u.id = i.person_id join public.profiles p on p.id = u.id
  where i.subject = own_account.subject
$function$;

COMMENT ON FUNCTION "public"."own_account"(text) IS 'The account that is linked to a user of the product, to show it before a token opens it. Only for the site''s server.';

REVOKE ALL ON FUNCTION "public"."own_account"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_account"(text) TO "postgres", "service_role";
