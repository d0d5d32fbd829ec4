-- Limits for mails that anybody can have sent to anybody: for each network, mailbox and hour, and for the whole site.

-- The mailbox an address belongs to: without case and plus part, and without the dots that Gmail ignores.
create function private.mailbox_of(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when given.plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(given.plain, '@', 1), '.', '') || '@gmail.com'
    else given.plain
  end
  from (
    select regexp_replace(lower(normalize(btrim(address), nfkc)), '^([^@+]+)\+[^@]*@', '\1@') as plain
  ) given
$$;

create index mail_addresses_mailbox_idx on private.mail_addresses (private.mailbox_of(address));

alter table private.attempt_limits drop constraint attempt_limits_scope_check;
alter table private.attempt_limits add constraint attempt_limits_scope_check
  check (scope in ('account and address', 'address', 'site'));
comment on table private.attempt_limits is
  'How often something may be tried from a network address, for one account and in all, and from everywhere together. Never per account alone: anybody could lock anybody out. An operator changes a limit with an update.';
-- What an operator changed stays.
update private.attempt_limits set max_count = 10, period = '1 hour'
where kind = 'follow' and scope = 'address' and (max_count, period) = (30, '10 minutes'::interval);
alter table private.attempt_limits drop constraint attempt_limits_kind_check;
alter table private.attempt_limits add constraint attempt_limits_kind_check
  check (kind in ('sign-in', 'sign-up', 'recover', 'confirm-resend', 'follow', 'captcha'));
insert into private.attempt_limits (kind, scope, max_count, period) values
  ('follow', 'site', 60, '1 hour'),
  ('captcha', 'address', 30, '10 minutes');

create or replace function private.attempt_key(kind text, scope text, account text, address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(concat_ws(
    E'\n', s.value, kind, scope,
    case when scope = 'account and address' then private.mailbox_of(account) end,
    case when scope <> 'site' then private.network_of(address) end
  ), 'UTF8'))
  from private.salt s
$$;

-- Counts an attempt and says how many seconds to wait before the next one is let through; 0 for now. It never looks
-- whether the account exists. Without an address everybody counts as one network, for what sends mails; attempts to
-- sign in aren't counted then, or anybody could lock everybody out. Only the site's server calls this; a client could
-- use up the attempts of others.
create or replace function public.count_attempt(kind text, account text, address text) returns integer
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
  if address = '' and kind = 'sign-in' then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
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
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$$;

-- For the site's server, after count_attempt('follow', …): an address without an account asks to follow a post. It
-- gets a mail to confirm that, three a day at most for each mailbox. The answer doesn't say whether it follows already.
create or replace function public.follow_by_mail(post_id bigint, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(left(address, 320)));
  mailbox constant text := private.mailbox_of(given);
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform 1 from public.posts p where p.id = target and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if exists (
    select from private.silenced s where s.key in (private.address_key(given), private.address_key(mailbox))
  ) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('confirmations to ' || mailbox, 0));
  if 3 <= (
    select count(*) from private.mails m join private.mail_addresses a on a.id = m.address_id
    where private.mailbox_of(a.address) = mailbox and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into follower;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  );
end
$$;
