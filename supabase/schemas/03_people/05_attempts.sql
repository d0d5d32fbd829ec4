-- How often someone may try to sign in or have emails sent.

create table private.attempt_limits (
  kind text,
  scope text check (scope in ('account and address', 'address', 'site')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  primary key (kind, scope),
  check (kind in (
    'sign-in', 'sign-up', 'recover', 'confirm-resend', 'follow', 'captcha', 'send-code', 'enter-code', 'code',
    'own-sign-in'
  ))
);
comment on table private.attempt_limits is
  'How often something may be tried: per network for one account, per network in total, and overall. Never per account alone, because then anyone could lock anyone out. Operators change a limit with an update.';

alter table private.attempt_limits enable row level security;

create table private.attempts (
  key bytea not null,
  tried_at timestamptz not null default now()
);
comment on table private.attempts is
  'Attempts of the last hour. The key is a salted hash; email and network addresses aren''t stored.';

create index attempts_key_idx on private.attempts (key, tried_at);
create index attempts_tried_at_idx on private.attempts (tried_at);

alter table private.attempts enable row level security;

create table private.salt (
  value uuid not null default gen_random_uuid()
);
comment on table private.salt is 'The salt of the attempts'' keys: one value, created here and known nowhere else.';

alter table private.salt enable row level security;

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
comment on function private.network_of is
  'The network of an address. Whoever has one IPv6 address has 2^64 of them, so those count as one. IPv4 may be written as IPv6.';

create function private.attempt_key(kind text, scope text, account text, address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(concat_ws(
    E'\n', s.value, kind, scope,
    case when scope = 'account and address' then private.mailbox_of(account) end,
    case when scope <> 'site' then private.network_of(address) end
  ), 'UTF8'))
  from private.salt s
$$;
comment on function private.attempt_key is
  'The key that attempts are counted under: a salted hash of the kind, the scope and the account or network.';

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
  if address = '' and kind in ('sign-in', 'enter-code', 'own-sign-in') then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
    order by l.scope
  loop
    rule_key := private.attempt_key(kind, rule.scope, left(account, 320), left(address, 64));
    -- One at a time per key, so that parallel attempts can't slip through together.
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
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$$;
comment on function public.count_attempt is
  'Counts an attempt and returns how many seconds to wait before the next one, or 0. Doesn''t check whether the account exists. Without an address, everyone counts as one network for what sends emails; attempts to sign in by password or code aren''t counted then, because anyone could lock everyone out. Only the site''s server calls this, because a client could use up other people''s attempts.';
grant execute on function public.count_attempt to service_role;

create function public.forget_attempts(account text, address text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.attempts
  where key = private.attempt_key('sign-in', 'account and address', left(account, 320), left(address, 64))
$$;
comment on function public.forget_attempts is 'Resets the count of this account at this address after a sign-in.';
grant execute on function public.forget_attempts to service_role;
