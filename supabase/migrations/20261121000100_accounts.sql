-- What an account may ask and do about itself, and how often anybody may try to get into one.

-- Who the caller is, as the site shows it. No row for a visitor, an ended session and an account that is gone.
create function public.get_viewer() returns table (
  id uuid, email text, name text, avatar_url text, role text, has_password boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, u.email::text, p.name, p.avatar_url, r.role, coalesce(u.encrypted_password, '') <> ''
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  where p.id = (select auth.uid()) and private.is_present()
$$;
revoke execute on function public.get_viewer() from public, anon;
grant execute on function public.get_viewer() to authenticated, service_role;

-- The path of an object in the avatars bucket, in one's own folder: never an address somebody else controls.
alter table public.profiles add constraint profiles_avatar_is_own check (
  avatar_url ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg|gif|avif)$' and split_part(avatar_url, '/', 1) = id::text
);
comment on column public.profiles.avatar_url is 'Path of an object in the avatars bucket.';
grant update (avatar_url) on public.profiles to authenticated;

create policy "only sessions that stand reach objects" on storage.objects as restrictive
  for all to authenticated
  using (bucket_id not in ('images', 'avatars') or (select private.is_present()))
  with check (bucket_id not in ('images', 'avatars') or (select private.is_present()));

create table private.attempt_limits (
  kind text not null check (kind in ('sign-in', 'sign-up', 'recover', 'confirm-resend')),
  scope text not null check (scope in ('account', 'account and address', 'address')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  primary key (kind, scope)
);
comment on table private.attempt_limits is
  'How often something may be tried per account, per network address, and per both. An operator changes a limit with an update.';
insert into private.attempt_limits (kind, scope, max_count, period) values
  ('sign-in', 'account and address', 8, '5 minutes'),
  ('sign-in', 'account', 40, '15 minutes'),
  ('sign-in', 'address', 60, '5 minutes'),
  ('sign-up', 'account and address', 5, '10 minutes'),
  ('sign-up', 'account', 10, '1 hour'),
  ('sign-up', 'address', 30, '10 minutes'),
  ('recover', 'account and address', 3, '10 minutes'),
  ('recover', 'account', 10, '1 hour'),
  ('recover', 'address', 30, '10 minutes'),
  ('confirm-resend', 'account and address', 3, '10 minutes'),
  ('confirm-resend', 'account', 10, '1 hour'),
  ('confirm-resend', 'address', 30, '10 minutes');

create table private.attempts (
  key bytea not null,
  tried_at timestamptz not null default now()
);
comment on table private.attempts is 'Attempts of the last hour. The key is a salted hash: neither e-mail nor network address is kept.';
create index attempts_key_idx on private.attempts (key, tried_at);
create index attempts_tried_at_idx on private.attempts (tried_at);

create table private.salt (value uuid not null default gen_random_uuid());
insert into private.salt default values;

alter table private.attempt_limits enable row level security;
alter table private.attempts enable row level security;
alter table private.salt enable row level security;
grant all on private.attempt_limits, private.attempts, private.salt to service_role;

-- Whoever has one IPv6 address has the 2^64 beside it, so those count as one. IPv4 may come dressed as IPv6.
create function private.network_of(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when not pg_input_is_valid(plain.address, 'inet') then plain.address
    when family(plain.address::inet) = 6 then host(network(set_masklen(plain.address::inet, 64)))
    else host(plain.address::inet)
  end
  from (select regexp_replace(lower(address), '^::ffff:(?=\d+\.)', '') as address) plain
$$;

create function private.attempt_key(kind text, scope text, account text, address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(concat_ws(
    E'\n', s.value, kind, scope,
    case when scope <> 'address' then lower(normalize(btrim(account), nfkc)) end,
    case when scope <> 'account' then private.network_of(address) end
  ), 'UTF8'))
  from private.salt s
$$;

-- Counts an attempt and says how many seconds to wait before the next one is let through; 0 for now.
-- It never looks whether the account exists.
create function public.count_attempt(kind text, account text, address text) returns integer
language plpgsql security definer set search_path = ''
as $$
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
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind and (l.scope <> 'address' or count_attempt.address <> '')
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
    where l.kind = count_attempt.kind and (l.scope <> 'address' or count_attempt.address <> '');
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$$;
revoke execute on function public.count_attempt(text, text, text) from public;
grant execute on function public.count_attempt(text, text, text) to anon, authenticated, service_role;

-- After a sign-in: the person's own count starts again. Only for the caller's own e-mail address.
create function public.forget_attempts(account text, address text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from auth.users u
    where u.id = (select auth.uid()) and lower(u.email) = lower(btrim(forget_attempts.account))
  ) then
    delete from private.attempts
    where key = private.attempt_key('sign-in', 'account and address', left(account, 320), left(address, 64));
  end if;
end
$$;
revoke execute on function public.forget_attempts(text, text) from public, anon;
grant execute on function public.forget_attempts(text, text) to authenticated, service_role;

-- Everything kept about the caller.
create function public.export_account() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at,
      'email', (select u.email from auth.users u where u.id = p.id)
    ),
    'role', (select r.role from public.roles r where r.user_id = p.id),
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', t.details, 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', c.body,
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.profiles p where p.id = (select auth.uid()) and private.is_present()
$$;
revoke execute on function public.export_account() from public, anon;
grant execute on function public.export_account() to authenticated, service_role;

-- Deletes the caller's account with its sessions. Posts and comments stay under "Deleted user", or go as if
-- they had been deleted one by one: a comment that others answered stays as an empty place.
create function public.delete_account(remove_content boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if remove_content then
    delete from public.posts where author_id = me;
    perform public.delete_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    -- The local backend stores the payload as a JSON string inside json.
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$$;
revoke execute on function public.delete_account(boolean) from public, anon;
grant execute on function public.delete_account(boolean) to authenticated, service_role;
