-- Keys of the public API. A request with a key runs as the team member who made it, limited by the key's scopes.

create table private.api_keys (
  id bigint generated always as identity primary key,
  person_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60) check (name = private.clean_line(name)),
  scopes text[] not null check (
    array_position(scopes, null::text) is null and scopes <@ array['read', 'write', 'team', 'admin']
    and scopes @> array['read']
  ),
  digest bytea not null unique,
  last_four text not null,
  aal text not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz,
  ended_at timestamptz,
  last_used_at timestamptz
);
comment on table private.api_keys is 'API keys of team members, stored as digests. A key has 256 random bits.';
comment on column private.api_keys.aal is 'aal2 if the owner had used a second factor when creating the key.';
comment on column private.api_keys.last_used_at is 'Written at most once a minute.';

create index api_keys_person_idx on private.api_keys (person_id);

create function private.key_id() returns bigint
language sql stable security definer set search_path = '' as $$
  select (auth.jwt() ->> 'key')::bigint
$$;
comment on function private.key_id is 'The API key of the request; null without one.';
grant execute on function private.key_id to anon, authenticated, service_role;

create function private.has_scope(wanted text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return claims -> 'key' is null or claims -> 'scopes' ? wanted;
end
$$;
comment on function private.has_scope is 'Whether the request''s API key has a scope. Without a key, it has all.';

create function private.digest_of_key(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(left(token, 100), 'UTF8'))
$$;
comment on function private.digest_of_key is 'The stored digest of an API key.';

create function private.find_key(token text) returns private.api_keys
language plpgsql stable security definer set search_path = '' as $$
declare
  found_key private.api_keys;
begin
  select * into found_key from private.api_keys k where k.digest = private.digest_of_key(token);
  if found_key.id is null then
    raise exception 'This API key isn''t valid.' using errcode = 'PT401', hint = 'key_unknown';
  end if;
  if found_key.ended_at is not null or found_key.ends_at <= now() then
    raise exception 'This API key has expired or was revoked.' using errcode = 'PT401', hint = 'key_ended';
  end if;
  return found_key;
end
$$;
comment on function private.find_key is 'The API key of a token. Refuses unknown, expired and revoked keys.';

create function private.claims_of_key(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  used constant private.api_keys := private.find_key(token);
begin
  return jsonb_build_object(
    'sub', used.person_id, 'role', 'authenticated', 'aud', 'authenticated', 'aal', used.aal, 'key', used.id,
    'scopes', to_jsonb(used.scopes)
  );
end
$$;
comment on function private.claims_of_key is 'The claims that a request with an API key runs with.';
grant execute on function private.claims_of_key to anon, authenticated, service_role;

create function private.is_open_to_keys(method text, path text) returns boolean
language sql immutable set search_path = '' as $$
  select path = any (array[
    '/categories', '/changelog_addresses', '/comments', '/images', '/post_addresses', '/post_events', '/post_merges',
    '/post_notes', '/post_tags', '/post_totals', '/posts', '/profiles', '/site_settings', '/state_texts', '/tags'
  ]) and (
    method in ('GET', 'HEAD') or path in ('/post_notes', '/tags') or method = 'DELETE' and path = '/categories'
  ) or path = any (array[
    '/rpc/admin_add_webhook', '/rpc/admin_archive_category', '/rpc/admin_change_tags', '/rpc/admin_columns',
    '/rpc/admin_delete_entry', '/rpc/admin_delete_webhook', '/rpc/admin_deliveries', '/rpc/admin_entries',
    '/rpc/admin_entry', '/rpc/admin_followers', '/rpc/admin_give_vote', '/rpc/admin_give_vote_by_address',
    '/rpc/admin_order_categories', '/rpc/admin_people', '/rpc/admin_post', '/rpc/admin_posts',
    '/rpc/admin_posts_total', '/rpc/admin_publish_entry', '/rpc/admin_reports', '/rpc/admin_save_category',
    '/rpc/admin_save_entry', '/rpc/admin_set_category', '/rpc/admin_set_looked', '/rpc/admin_set_plan',
    '/rpc/admin_set_state', '/rpc/admin_set_webhook', '/rpc/admin_take_back_entry', '/rpc/admin_take_vote',
    '/rpc/admin_test_webhook', '/rpc/admin_triage', '/rpc/admin_voters', '/rpc/admin_webhooks',
    '/rpc/api_entries', '/rpc/api_post_page', '/rpc/api_posts', '/rpc/changelog_unread', '/rpc/comment_source',
    '/rpc/create_comment', '/rpc/create_post', '/rpc/delete_comment', '/rpc/delete_post', '/rpc/dismiss_reports',
    '/rpc/edit_comment', '/rpc/edit_post', '/rpc/expected_quarters', '/rpc/get_post', '/rpc/get_viewer', '/rpc/hide_comments',
    '/rpc/hide_posts', '/rpc/list_categories', '/rpc/list_comments', '/rpc/list_entries', '/rpc/list_posts',
    '/rpc/list_replies', '/rpc/merge_posts', '/rpc/merge_preview', '/rpc/merged_posts', '/rpc/near_words',
    '/rpc/post_source', '/rpc/report', '/rpc/restore_comment', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/see_changelog',
    '/rpc/set_role', '/rpc/set_vote', '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts',
    '/rpc/unmerge_posts', '/rpc/votes_on', '/rpc/waiting_of'
  ])
$$;
comment on function private.is_open_to_keys is
  'Whether requests with an API key may use a path of the database''s API. Tables can be read; notes and tags can also be written, and categories deleted. Everything else refuses keys: accounts, second factors, sessions, keys, and whatever is added later.';
grant execute on function private.is_open_to_keys to anon, authenticated, service_role;

create function private.before_request() returns void
language plpgsql set search_path = '' as $$
declare
  token constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-signpost-key';
  claims jsonb;
begin
  if token is null then
    return;
  end if;
  claims := private.claims_of_key(token);
  if private.is_open_to_keys(current_setting('request.method', true), current_setting('request.path', true)) is not true then
    raise exception 'API keys can''t do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  perform set_config('request.jwt.claims', claims::text, true);
  perform set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  perform set_config('role', 'authenticated', true);
  perform set_config('statement_timeout', '8s', true);
  if not (claims -> 'scopes' ? 'write') then
    perform set_config('transaction_read_only', 'on', true);
  end if;
end
$$;
comment on function private.before_request is
  'Runs before each request of the database''s API (db_pre_request). A request with the header x-signpost-key runs as the key''s owner. Runs as its caller, because otherwise it couldn''t change the role.';
grant execute on function private.before_request to anon, authenticated, service_role;

-- A project keeps a function that its operator has set there; npm run doctor reports it.
do $$
begin
  if exists (
    select from pg_roles r where r.rolname = 'authenticator'
      and not exists (select from unnest(r.rolconfig) setting where setting like 'pgrst.db_pre_request=%')
  ) then
    alter role authenticator set pgrst.db_pre_request = 'private.before_request';
    notify pgrst, 'reload config';
  end if;
end $$;

create function private.audit_key_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_now constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  post public.posts;
begin
  select * into post from public.posts p
  where tg_table_name <> 'changelog_entries'
    and p.id = coalesce((row_now ->> 'post_id')::bigint, (row_now ->> 'id')::bigint);
  perform private.audit('key.' || lower(tg_op), post.id, post.title, null,
    jsonb_build_object('table', tg_table_name, 'id', row_now -> 'id'));
  return null;
end
$$;
comment on function private.audit_key_write is
  'Logs what an API key writes in its owner''s name, where nothing is logged when a person does it.';

create trigger audit_key_write after insert or update of title, details or delete on public.posts
  for each row when (private.key_id() is not null)
  execute function private.audit_key_write();
create trigger audit_key_write after insert or update of body or delete on public.comments
  for each row when (private.key_id() is not null)
  execute function private.audit_key_write();
-- private.audit_entry logs changes to published and scheduled entries.
create trigger audit_key_write after insert or update of title, body on public.changelog_entries
  for each row when (new.state = 'draft' and private.key_id() is not null)
  execute function private.audit_key_write();
create trigger audit_key_write after insert or delete on public.votes
  for each row when (private.key_id() is not null and pg_trigger_depth() = 0)
  execute function private.audit_key_write();
