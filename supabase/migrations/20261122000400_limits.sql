-- How much one account may do, what its forms have sent, and how often anybody may try to get into one.
create table private.limits (
  action text not null check (action in ('post', 'comment', 'edit', 'vote', 'image')),
  standing text not null check (standing in ('any', 'newcomer', 'member', 'regular')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  sentence text not null,
  primary key (action, standing)
);
comment on table private.limits is
  'How much one account may do in a period, by how well the board knows it. An operator changes a limit with an update; it counts from the next request on.';
insert into private.limits (action, standing, max_count, period, sentence) values
  ('post', 'newcomer', 5, '1 hour', 'You have posted a lot.'),
  ('post', 'member', 8, '1 hour', 'You have posted a lot.'),
  ('post', 'regular', 10, '1 hour', 'You have posted a lot.'),
  ('comment', 'newcomer', 20, '1 hour', 'You have commented a lot.'),
  ('comment', 'member', 40, '1 hour', 'You have commented a lot.'),
  ('comment', 'regular', 60, '1 hour', 'You have commented a lot.'),
  ('edit', 'newcomer', 20, '1 hour', 'You have edited a lot.'),
  ('edit', 'member', 40, '1 hour', 'You have edited a lot.'),
  ('edit', 'regular', 60, '1 hour', 'You have edited a lot.'),
  ('vote', 'any', 120, '1 minute', 'You have voted a lot.'),
  ('image', 'newcomer', 20, '1 hour', 'You have added a lot of images.'),
  ('image', 'member', 30, '1 hour', 'You have added a lot of images.'),
  ('image', 'regular', 40, '1 hour', 'You have added a lot of images.');

create table private.budgets (
  standing text primary key check (standing in ('newcomer', 'member', 'regular')),
  stored_bytes bigint not null check (stored_bytes > 0),
  -- Eight pictures of a form that is being filled, and a portrait.
  loose_bytes bigint not null default 47185920 check (loose_bytes > 0)
);
comment on table private.budgets is
  'How many bytes one account may keep in the storage in all, and how many of them in objects that nothing shows.';
insert into private.budgets (standing, stored_bytes) values
  ('newcomer', 104857600), ('member', 262144000), ('regular', 1073741824);
alter table private.budgets enable row level security;
grant all on private.budgets to service_role;

create table private.usage (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- Not a reference: every vote of everybody would lock the one row of its limit.
  action text not null,
  started_at timestamptz not null default now(),
  used integer not null,
  primary key (user_id, action)
);
comment on table private.usage is 'What an account has done in its current period; refused writes do not count.';
alter table private.limits enable row level security;
alter table private.usage enable row level security;
grant all on private.limits, private.usage to service_role;

-- A newcomer for a day; regular after a week with a post that stands, and as an admin. In plpgsql because its tables
-- come in later chapters.
create function private.standing_of(person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  age constant interval := now() - (select p.created_at from public.profiles p where p.id = person);
begin
  return case
    when exists (select 1 from public.roles r where r.user_id = person and r.role = 'admin') then 'regular'
    when age < interval '1 day' then 'newcomer'
    when age > interval '7 days' and exists (select 1 from public.posts t where t.author_id = person) then 'regular'
    else 'member'
  end;
end
$$;

-- Counts what the signed-in person does, whichever way the request came. Import and operators have no account.
-- Triggers run in the order of their names: those that refuse begin with a_ and come before any that write. They run
-- at depth 0 alone: for what the person does, not for what follows from it, such as votes that go with their post.
create function private.spend() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = tg_argv[0] and standing = 'any';
    if not found then
      select * into rule from private.limits where action = tg_argv[0] and standing = private.standing_of(me);
    end if;
    insert into private.usage as u (user_id, action, used) values (me, rule.action, 1)
    on conflict (user_id, action) do update set
      used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
      started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
    returning * into spent;
    if spent.used > rule.max_count then
      wait := greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer);
      raise exception '% Try again in %.', rule.sentence,
        case
          when wait < 90 then wait || case when wait = 1 then ' second' else ' seconds' end
          else ceil(wait / 60.0)::integer || ' minutes'
        end
        using errcode = 'PT429', hint = 'rate_limit', detail = wait::text;
    end if;
  end if;
  return coalesce(new, old);
end
$$;

create trigger a_spend_edit before update of name, avatar_url on public.profiles
  for each row
  when (pg_trigger_depth() = 0 and (old.name, old.avatar_url) is distinct from (new.name, new.avatar_url))
  execute function private.spend('edit');

create table private.sendings (
  user_id uuid not null references public.profiles (id) on delete cascade,
  key uuid not null,
  made bigint,
  sent_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table private.sendings is
  'What a form has sent, by a key of the form''s own, for a day: when its answer gets lost and it is sent again, nothing is made twice.';
alter table private.sendings enable row level security;
grant all on private.sendings to service_role;

-- Null for a new key; else what was made with it. Of two at once the second waits for the first.
create function private.claim_sending(sent_key uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$$;

create function private.finish_sending(sent_key uuid, made bigint) returns void
language sql security definer set search_path = ''
as $$
  update private.sendings set made = finish_sending.made where user_id = auth.uid() and key = sent_key
$$;
grant execute on function private.claim_sending(uuid), private.finish_sending(uuid, bigint) to authenticated;

create table private.attempt_limits (
  kind text not null check (kind in ('sign-in', 'sign-up', 'recover', 'confirm-resend')),
  scope text not null check (scope in ('account and address', 'address')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  primary key (kind, scope)
);
comment on table private.attempt_limits is
  'How often something may be tried from a network address, for one account and in all. Never per account alone: anybody could lock anybody out. An operator changes a limit with an update.';
insert into private.attempt_limits (kind, scope, max_count, period) values
  ('sign-in', 'account and address', 8, '5 minutes'),
  ('sign-in', 'address', 60, '5 minutes'),
  ('sign-up', 'account and address', 5, '10 minutes'),
  ('sign-up', 'address', 30, '10 minutes'),
  ('recover', 'account and address', 3, '10 minutes'),
  ('recover', 'address', 30, '10 minutes'),
  ('confirm-resend', 'account and address', 3, '10 minutes'),
  ('confirm-resend', 'address', 30, '10 minutes');

create table private.attempts (
  key bytea not null,
  tried_at timestamptz not null default now()
);
comment on table private.attempts is 'Attempts of the last hour. The key is a salted hash: neither e-mail nor network address is kept.';
create index attempts_key_idx on private.attempts (key, tried_at);
create index attempts_tried_at_idx on private.attempts (tried_at);

create table private.salt (value uuid not null default gen_random_uuid());
comment on table private.salt is 'What the keys of attempts are hashed with: one value, made here and known nowhere else.';
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
    private.network_of(address)
  ), 'UTF8'))
  from private.salt s
$$;

-- Counts an attempt and says how many seconds to wait before the next one is let through; 0 for now.
-- It never looks whether the account exists. Without an address nothing is counted: a limit of the account
-- alone lets anybody lock its owner out.
-- Only the site's server calls this; a client could use up the attempts of others.
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
    where l.kind = count_attempt.kind and count_attempt.address <> ''
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
  if wait = 0 and count_attempt.address <> '' then
    insert into private.attempts (key)
    select private.attempt_key(count_attempt.kind, l.scope, left(account, 320), left(address, 64))
    from private.attempt_limits l
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$$;
revoke execute on function public.count_attempt(text, text, text) from public, anon, authenticated;
grant execute on function public.count_attempt(text, text, text) to service_role;

-- After a sign-in: the count of this account at this address starts again.
create function public.forget_attempts(account text, address text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.attempts
  where key = private.attempt_key('sign-in', 'account and address', left(account, 320), left(address, 64))
$$;
revoke execute on function public.forget_attempts(text, text) from public, anon, authenticated;
grant execute on function public.forget_attempts(text, text) to service_role;

-- How long one request may keep the database busy; whoever asked may be gone long before. PostgREST puts this in force
-- for each request, and the local backend does the same.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
