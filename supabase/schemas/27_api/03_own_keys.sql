-- The keys of a team member: making, listing and ending them.

create function private.require_own_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  if private.key_id() is not null then
    raise exception 'API keys can''t do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  return auth.uid();
end
$$;
comment on function private.require_own_session is
  'Returns the id of the caller, who must be on the team and signed in. Refuses API keys.';

create function public.make_api_key(name text, scopes text[], ends_at timestamptz default null) returns text
language plpgsql security definer set search_path = '' as $$
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
    raise exception 'Only an admin can make a key with the scope admin.' using errcode = '42501';
  end if;
  if make_api_key.ends_at <= now() then
    raise exception 'Choose an expiry date in the future.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || me, 0));
  if (
    select count(*) from private.api_keys k
    where k.person_id = me and k.ended_at is null and coalesce(k.ends_at > now(), true)
  ) >= 20 then
    raise exception 'You can have up to 20 API keys. Revoke one first.' using errcode = 'PT429', hint = 'keys_full';
  end if;
  -- 248 is four times 62, so each character is equally likely.
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
$$;
comment on function public.make_api_key is
  'Makes an API key for a team member and returns it once. The last six characters are the first six of the SHA-256 of those before, in hexadecimal. The scope admin includes team. Every key can read. A key outlives the session that made it, so that session must be fresh.';
grant execute on function public.make_api_key to authenticated;

create function public.list_api_keys() returns table(
  id bigint, person_id uuid, person_name text, name text, scopes text[], last_four text, created_at timestamptz,
  ends_at timestamptz, last_used_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_own_session();
  sees_all constant boolean := private.is_admin();
begin
  perform private.require_small_select();
  return query
    select k.id, k.person_id, p.name, k.name, k.scopes, k.last_four, k.created_at, k.ends_at, k.last_used_at
    from private.api_keys k join public.profiles p on p.id = k.person_id
    where (k.person_id = me or sees_all) and k.ended_at is null and coalesce(k.ends_at > now(), true)
    order by k.person_id <> me, k.id desc limit 500;
end
$$;
comment on function public.list_api_keys is
  'The caller''s API keys, newest first, and for admins, those of others after them. For the team.';
grant execute on function public.list_api_keys to authenticated;

create function public.end_api_key(key_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_own_session();
  sees_all constant boolean := private.is_admin();
  gone private.api_keys;
begin
  update private.api_keys k set ended_at = now()
  where k.id = end_api_key.key_id and (k.person_id = me or sees_all) and k.ended_at is null
  returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform private.audit('key.end', null, null, jsonb_build_object(
    'id', gone.id, 'name', gone.name, 'user_id', gone.person_id
  ), null);
  return true;
end
$$;
comment on function public.end_api_key is
  'Revokes an API key immediately: the caller''s own, or any for admins. False if there is none.';
grant execute on function public.end_api_key to authenticated;
