create function private.address_key(address text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(convert_to(s.value || E'\n' || lower(btrim(address)), 'UTF8')) from private.salt s
$$;
comment on function private.address_key is 'An email address as a salted hash, for addresses that receive no emails.';

create function private.mailbox_of(address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when given.plain ~ '@(gmail|googlemail)\.com$' then replace(split_part(given.plain, '@', 1), '.', '') || '@gmail.com'
    else given.plain
  end
  from (
    select regexp_replace(lower(normalize(btrim(address), nfkc)), '^([^@+]+)\+[^@]*@', '\1@') as plain
  ) given
$$;
comment on function private.mailbox_of is 'The mailbox of an address: without case, plus part and dots.';

create table private.mail_addresses (
  id uuid default gen_random_uuid() primary key,
  address text not null unique,
  mail public.mail_pace not null default 'at-once'::public.mail_pace,
  created_at timestamptz not null default now(),
  check (address = lower(address) and char_length(address) <= 254 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);
comment on table private.mail_addresses is 'Email addresses that follow posts or the changelog without an account.';

create index mail_addresses_mailbox_idx on private.mail_addresses (private.mailbox_of(address));

create table private.mail_follows (
  post_id bigint references public.posts (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  primary key (post_id, address_id)
);
comment on table private.mail_follows is 'The posts that an address follows, each once it is confirmed.';
comment on column private.mail_follows.merge_id is 'The merge that moved it here, as for votes.';

create index mail_follows_address_idx on private.mail_follows (address_id);
create index mail_follows_merge_idx on private.mail_follows (merge_id, address_id) where merge_id is not null;

create table private.changelog_readers (
  address_id uuid primary key references private.mail_addresses (id) on delete cascade,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.changelog_readers is 'Email addresses that subscribe to the changelog, once confirmed.';

create function private.forget_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'users' then
    delete from private.mail_addresses a where a.address = lower(old.email);
  else
    delete from private.mail_addresses a
    where a.id = old.address_id
      and not exists (select from private.mail_follows f where f.address_id = a.id)
      and not exists (select from private.changelog_readers r where r.address_id = a.id);
  end if;
  return null;
end
$$;
comment on function private.forget_address is
  'Removes an address that follows no post and no longer subscribes to the changelog.';

create trigger forget_address after delete on private.mail_follows
  for each row execute function private.forget_address();

create trigger forget_address after delete on private.changelog_readers
  for each row execute function private.forget_address();

create table private.silenced (
  key bytea primary key,
  reason text not null,
  since timestamptz not null default now()
);
comment on table private.silenced is 'Salted hashes of addresses that bounced or complained. They receive no emails.';

create function private.silence(address text, reason text) returns void
language sql set search_path = '' as $$
  insert into private.silenced (key, reason) values (private.address_key(address), left(reason, 200)) on conflict do nothing
$$;
comment on function private.silence is 'Stops all emails to an address.';
grant execute on function private.silence to service_role;

create function public.silence_address(address text, reason text) returns void
language sql security definer set search_path = '' as $$
  select private.silence(left(address, 320), reason)
$$;
comment on function public.silence_address is 'For the server: records that an address bounced or complained.';
grant execute on function public.silence_address to service_role;
