set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.begin_api_request(token text, idempotency_key text DEFAULT NULL::text, request text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant private.api_keys := private.find_key(token);
  counted jsonb;
  earlier private.api_answers;
  -- An answer may hold what its owner may no longer read, so it's stored for this role.
  digest constant bytea := private.digest_of_request(concat_ws(' ',
    (select r.role from public.roles r where r.user_id = used.person_id),
    (select 'blocked' from private.blocks b where b.person_id = used.person_id and coalesce(b.ends_at > now(), true)),
    begin_api_request.request));
begin
  select to_jsonb(c) into counted from private.count_api_request('key', used.id::text) c;
  if coalesce(used.last_used_at < now() - interval '1 minute', true) then
    update private.api_keys k set last_used_at = now() where k.id = used.id;
  end if;
  counted := counted || jsonb_build_object('key', used.id, 'person', used.person_id, 'scopes', to_jsonb(used.scopes));
  if begin_api_request.idempotency_key is null or (counted ->> 'remaining')::integer < 0 then
    return counted;
  end if;
  -- No request runs for a minute, so its server must be gone.
  delete from private.api_answers a
  where a.created_at < now() - interval '1 day' or a.status is null and a.created_at < now() - interval '1 minute';
  insert into private.api_answers as a (key_id, idempotency_key, request)
  values (used.id, begin_api_request.idempotency_key, digest)
  on conflict do nothing;
  if found then
    return counted || '{"earlier": "none"}';
  end if;
  select * into earlier from private.api_answers a
  where a.key_id = used.id and a.idempotency_key = begin_api_request.idempotency_key;
  return counted || case
    when earlier.request is distinct from digest then
      '{"earlier": "different"}'::jsonb
    when earlier.status is null then '{"earlier": "running"}'::jsonb
    else jsonb_build_object('earlier', 'done', 'status', earlier.status, 'body', earlier.body)
  end;
end
$function$;
