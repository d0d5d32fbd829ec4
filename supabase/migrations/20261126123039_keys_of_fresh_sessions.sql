set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.make_api_key(name text, scopes text[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_own_session();
  letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  bytes constant bytea := extensions.gen_random_bytes(128);
  token text := 'sp_';
  made private.api_keys;
begin
  if not public.is_fresh() then
    raise exception 'Sign in again to make an API key.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  if 'admin' = any (make_api_key.scopes) and not private.is_admin() then
    raise exception 'Only an admin may make a key with the scope admin.' using errcode = '42501';
  end if;
  if make_api_key.ends_at <= now() then
    raise exception 'Choose an end date in the future.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || me, 0));
  if (
    select count(*) from private.api_keys k
    where k.person_id = me and k.ended_at is null and coalesce(k.ends_at > now(), true)
  ) >= 20 then
    raise exception 'You have twenty keys already. End one first.' using errcode = 'PT429', hint = 'keys_full';
  end if;
  -- 248 is four times 62: each letter is as likely as any other.
  select token || string_agg(substr(letters, 1 + b.value % 62, 1), '' order by b.at) into token from (
    select i as at, get_byte(bytes, i) as value from generate_series(0, 127) i
    where get_byte(bytes, i) < 248 order by i limit 43
  ) b;
  token := token || left(encode(private.digest_of_key(token), 'hex'), 6);
  insert into private.api_keys (person_id, name, scopes, digest, last_four, aal, ends_at)
  values (
    me, private.clean_line(make_api_key.name),
    array(select distinct s from unnest(
      make_api_key.scopes || array['read'] || case when 'admin' = any (make_api_key.scopes) then array['team'] else '{}' end
    ) s order by s),
    private.digest_of_key(token), right(token, 4), coalesce(auth.jwt() ->> 'aal', 'aal1'), make_api_key.ends_at
  ) returning * into made;
  perform private.audit('key.create', null, null, null, jsonb_build_object(
    'id', made.id, 'name', made.name, 'scopes', to_jsonb(made.scopes), 'ends_at', made.ends_at
  ));
  return token;
end
$function$;

COMMENT ON FUNCTION "public"."make_api_key"(text, text[], timestamp with time zone) IS 'Makes an API key for the caller, who is of the team, and tells it this once. The last six letters are the first six of the SHA-256 of those before, in hexadecimal. The scope admin brings team along, every key reads. A key outlives the session that made it, so that one began within ten minutes.';
