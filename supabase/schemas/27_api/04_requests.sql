-- Rate limits of the API, and stored responses for requests that are sent again.

create table private.api_limits (
  caller text primary key check (caller in ('key', 'network')),
  max_count integer not null check (max_count > 0),
  period interval not null
);
comment on table private.api_limits is
  'How often the API may be called with one key, and from one network without a key. Operators change a limit with an update.';

create table private.api_usage (
  caller bytea primary key,
  started_at timestamptz not null default now(),
  used integer not null
);
comment on table private.api_usage is
  'Requests of a key or network in the current period, by a salted hash. Removed after an hour.';

create index api_usage_started_at_idx on private.api_usage (started_at);

create table private.api_answers (
  key_id bigint not null references private.api_keys (id) on delete cascade,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 255),
  request bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (key_id, idempotency_key)
);
comment on table private.api_answers is
  'Responses to POST requests with an Idempotency-Key, kept for a day. Without a status, the first request is still running.';

create index api_answers_created_at_idx on private.api_answers (created_at);

create function private.count_api_request(kind text, caller text, requests integer default 1) returns table(
  max_count integer, remaining integer, reset integer, seconds integer
)
language plpgsql security definer set search_path = '' as $$
declare
  rule private.api_limits;
  spent private.api_usage;
begin
  select * into rule from private.api_limits l where l.caller = count_api_request.kind;
  insert into private.api_usage as u (caller, used)
  select sha256(convert_to(concat_ws(E'\n', s.value, 'api', count_api_request.kind, count_api_request.caller), 'UTF8')), count_api_request.requests
  from private.salt s
  on conflict on constraint api_usage_pkey do update set
    used = case when u.started_at <= now() - rule.period then excluded.used else u.used + excluded.used end,
    started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
  returning * into spent;
  if spent.used = count_api_request.requests then
    delete from private.api_usage u where u.started_at < now() - interval '1 hour';
  end if;
  -- Losing counts in a crash does no harm.
  perform set_config('synchronous_commit', 'off', true);
  return query select rule.max_count, rule.max_count - spent.used,
    greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer),
    extract(epoch from rule.period)::integer;
end
$$;
comment on function private.count_api_request is
  'Counts requests. Returns how many are left (negative: refused), in how many seconds the count restarts, and the period.';

create function public.begin_api_request(
  token text, idempotency_key text default null, request text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.begin_api_request is
  'Counts a request of an API key and returns whose key it is. With an idempotency key, it also returns what happened to an earlier request with it: none, running, done, or one with another body. For the site''s server; the key''s holder may call it.';
grant execute on function public.begin_api_request to anon, authenticated, service_role;

create function private.digest_of_request(request text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(coalesce(request, ''), 'UTF8'))
$$;
comment on function private.digest_of_request is 'The stored digest of a request with an idempotency key.';

create function public.finish_api_request(
  token text, idempotency_key text, status integer default null, body jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  used constant private.api_keys := private.find_key(token);
begin
  if finish_api_request.status is null then
    delete from private.api_answers a
    where a.key_id = used.id and a.idempotency_key = finish_api_request.idempotency_key and a.status is null;
  else
    update private.api_answers a set status = finish_api_request.status, body = finish_api_request.body
    where a.key_id = used.id and a.idempotency_key = finish_api_request.idempotency_key and a.status is null;
  end if;
end
$$;
comment on function public.finish_api_request is
  'Stores the response to a request with an idempotency key. Without a status, the request may be sent again.';
grant execute on function public.finish_api_request to anon, authenticated, service_role;

create function public.count_api_network(address text, requests integer default 1) returns jsonb
language sql security definer set search_path = '' as $$
  select to_jsonb(c)
  from private.count_api_request('network', private.network_of(left(address, 64)), greatest(requests, 1)) c
$$;
comment on function public.count_api_network is
  'Counts requests without a key, several at once for a server that is about to answer them. Only the site''s server calls this, because a client could use up other people''s requests.';
grant execute on function public.count_api_network to service_role;

create function public.api_posts(post_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_small_select();
  return (
    select coalesce(jsonb_agg(p.data order by asked.at), '[]')
    from unnest(post_ids[1:100]) with ordinality as asked (id, at)
    -- With an offset, PostgreSQL looks up each post instead of reading all of them.
    cross join lateral (select o.data from private.public_posts o where o.id = asked.id offset 0) p
  );
end
$$;
comment on function public.api_posts is
  'Up to 100 posts in the format of webhooks, in the given order. Deleted ones are missing.';
grant execute on function public.api_posts to anon, authenticated, service_role;

create function public.api_post_page(
  category text default null, in_state public.post_state default null, order_by text default 'top',
  after_cursor text default null, max_rows integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page constant integer := least(greatest(max_rows, 1), 99);
begin
  return (
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(p.data order by l.ordinality) filter (where l.ordinality <= page and p.data is not null), '[]'),
      'next', case when count(*) > page then max(l.row_cursor) filter (where l.ordinality = page) end
    )
    from public.list_posts(category, in_state, order_by, after_cursor, page + 1) with ordinality l
    left join lateral (select o.data from private.public_posts o where o.id = l.id offset 0) p on true
  );
end
$$;
comment on function public.api_post_page is
  'A page of list_posts in the format of webhooks, with the cursor of the next one; null on the last page.';
grant execute on function public.api_post_page to anon, authenticated, service_role;

create function public.api_entries(entry_ids bigint[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(told.entry order by told.at), '[]')
  from (
    select asked.at, private.entry_says(asked.id) as entry
    from unnest(entry_ids[1:50]) with ordinality as asked (id, at)
  ) told
  where told.entry is not null and (select private.require_small_select())
$$;
comment on function public.api_entries is
  'Up to fifty published entries in the format of webhooks, in the given order. All others are missing.';
grant execute on function public.api_entries to anon, authenticated, service_role;
