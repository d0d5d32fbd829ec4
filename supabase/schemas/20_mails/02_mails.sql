create table private.mails (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('notices', 'confirm', 'summary', 'test', 'webhook', 'account')),
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  post_id bigint,
  day date,
  state text not null default 'ready',
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  outcome text,
  created_at timestamptz not null default now(),
  webhook_id bigint references private.webhooks (id) on delete set null,
  about jsonb,
  check (num_nonnulls(person_id, address_id) = case when about ->> 'event' in ('deleted', 'invited') then 0 else 1 end),
  check (state in ('ready', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  unique (person_id, kind, day)
);
comment on table private.mails is 'Every email and its outcome, without its text.';
comment on column private.mails.key is 'Its Message-ID, and the id of the job that sends it.';
comment on column private.mails.post_id is
  'The one post it is about, or, negative, the one changelog entry; null if it is about several.';
comment on column private.mails.day is 'For a summary: its day, so that each is sent once.';
comment on column private.mails.about is
  'For an email about an account: what happened to the account, and its address at that time. For a deleted account and an invitation, the address is kept until the email is sent.';
comment on column private.mails.state is
  'claimed: an attempt is preparing it. sending: its text is being sent, which happens once. If the response is lost, it stays unknown whether it arrived.';

create index mails_due_idx on private.mails (due_at) where state in ('ready', 'claimed', 'sending');
create index mails_person_idx on private.mails (person_id, id desc) where person_id is not null;
create index mails_address_idx on private.mails (address_id) where address_id is not null;
create index mails_webhook_idx on private.mails (webhook_id) where webhook_id is not null;

create table private.mail_parts (
  event_id bigint not null,
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote', 'changelog')),
  due_at timestamptz not null,
  mail_id bigint references private.mails (id) on delete cascade,
  is_said boolean not null default false,
  check (num_nonnulls(person_id, address_id) = 1),
  unique nulls not distinct (event_id, person_id, address_id)
);
comment on table private.mail_parts is 'The events that a reader is notified about by email, each once.';
comment on column private.mail_parts.is_said is 'Whether the email, as last written, contained it.';

create index mail_parts_person_idx on private.mail_parts (person_id) where person_id is not null;
create index mail_parts_address_idx on private.mail_parts (address_id) where address_id is not null;
create index mail_parts_due_idx on private.mail_parts (due_at) where mail_id is null;
create index mail_parts_mail_idx on private.mail_parts (mail_id) where mail_id is not null;
create index mail_parts_waiting_person_idx on private.mail_parts (person_id) where mail_id is null;
create index mail_parts_waiting_address_idx on private.mail_parts (address_id) where mail_id is null;

create function private.wake_mailer() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from made) then
    perform pg_notify('signpost', 'mail');
  end if;
  return null;
end
$$;
comment on function private.wake_mailer is 'Wakes the mailer after a statement created an email.';

create trigger wake_mailer after insert on private.mails
  referencing new table as made for each statement execute function private.wake_mailer();

create function public.send_test_mail() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
begin
  perform pg_advisory_xact_lock(hashtextextended('test mail of ' || me, 0));
  insert into private.mails (kind, person_id)
  select 'test', me where not exists (
    select from private.mails m where m.person_id = me and m.kind = 'test' and m.created_at > now() - interval '1 minute'
  );
  return found;
end
$$;
comment on function public.send_test_mail is 'Sends the caller a test email, at most one a minute.';
grant execute on function public.send_test_mail to authenticated, service_role;

create function public.admin_mails(
  before_mail bigint default null, only_state text default null, max_rows integer default 50
) returns table(
  id bigint, kind text, reader text, post_id bigint, post_title text, reasons text[], state text, attempts integer,
  outcome text, created_at timestamptz, due_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select m.id, case m.about ->> 'event' when 'invited' then 'invitation' else m.kind end, coalesce(r.name, regexp_replace(coalesce(a.address, m.about ->> 'to'), '^(.)[^@]*', '\1…')), m.post_id, p.title,
      array(select distinct t.reason from private.mail_parts t where t.mail_id = m.id order by 1),
      s.state, m.attempts, m.outcome, m.created_at, m.due_at
    from private.mails m
    cross join lateral (select case m.outcome when '250 saved-to-mailbox' then 'saved' else m.state end as state) s
    left join public.profiles r on r.id = m.person_id
    left join private.mail_addresses a on a.id = m.address_id
    left join public.posts p on p.id = m.post_id and p.deleted_at is null
    where (before_mail is null or m.id < before_mail) and (only_state is null or s.state = only_state)
      and m.outcome is distinct from 'There was nothing to report.'
    order by m.id desc limit least(max_rows, 100);
end
$$;
comment on function public.admin_mails is 'The log of emails, newest first, without addresses and without summaries that had nothing to report. Admins only.';
grant execute on function public.admin_mails to authenticated, service_role;
