-- Who is told of an event: one notice for each person and event in the site, and one part of one mail.
create table private.notices (
  person_id uuid not null references public.profiles (id) on delete cascade,
  -- Not a reference, here and in mail_parts: no event is ever deleted, and each of a hundred thousand would be looked up.
  event_id bigint not null,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote')),
  read_at timestamptz,
  primary key (person_id, event_id)
);
comment on table private.notices is
  'What a person is told in the site. Rows say what was told, not what it was: the text is looked up when it is shown, and gone when that is deleted.';
create index notices_event_idx on private.notices (event_id);
create index notices_unread_idx on private.notices (person_id, event_id desc) where read_at is null;

create table private.mail_addresses (
  id uuid primary key default gen_random_uuid(),
  address text not null unique check (address = lower(address) and char_length(address) <= 254 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  mail public.mail_pace not null default 'at-once',
  created_at timestamptz not null default now()
);
comment on table private.mail_addresses is
  'Addresses that follow without an account. Nobody but the database reads them; one goes with the last post it follows.';

create table private.mail_follows (
  post_id bigint not null references public.posts (id) on delete cascade,
  address_id uuid not null references private.mail_addresses (id) on delete cascade,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (post_id, address_id)
);
comment on table private.mail_follows is
  'Which posts an address follows: official updates and changes of state. Only once its owner confirmed it, each by itself.';
create index mail_follows_address_idx on private.mail_follows (address_id);

create table private.mails (
  id bigint generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('notices', 'confirm', 'summary', 'test')),
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  post_id bigint,
  day date,
  state text not null default 'ready'
    check (state in ('ready', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  outcome text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(person_id, address_id) = 1),
  unique (person_id, kind, day)
);
comment on table private.mails is
  'Every mail, with what became of it. Neither its text nor the address is kept: both are looked up when it goes out.';
comment on column private.mails.key is 'Its Message-ID, the same for every attempt.';
comment on column private.mails.post_id is 'The one post it is about; null when it is about several.';
comment on column private.mails.day is 'Of a summary: which day''s it is, so that each goes out once.';
comment on column private.mails.state is
  'claimed: a program prepares it, and another one may do so later. sending: its text is on the way, which happens once: when the answer is lost, it stays unknown whether it arrived.';
create index mails_due_idx on private.mails (due_at) where state in ('ready', 'claimed', 'sending');
create index mails_person_idx on private.mails (person_id, id desc) where person_id is not null;
create index mails_address_idx on private.mails (address_id) where address_id is not null;

create table private.mail_parts (
  event_id bigint not null,
  person_id uuid references public.profiles (id) on delete cascade,
  address_id uuid references private.mail_addresses (id) on delete cascade,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote')),
  due_at timestamptz not null,
  mail_id bigint references private.mails (id) on delete cascade,
  check (num_nonnulls(person_id, address_id) = 1),
  unique nulls not distinct (event_id, person_id, address_id)
);
comment on table private.mail_parts is 'What a person or address is told by mail: each event once. mail_id is the mail it went into.';
create index mail_parts_person_idx on private.mail_parts (person_id) where person_id is not null;
create index mail_parts_address_idx on private.mail_parts (address_id) where address_id is not null;
create index mail_parts_due_idx on private.mail_parts (due_at) where mail_id is null;
create index mail_parts_mail_idx on private.mail_parts (mail_id) where mail_id is not null;

create table private.silenced (
  key bytea primary key,
  reason text not null,
  since timestamptz not null default now()
);
comment on table private.silenced is
  'Addresses no mail goes to any more: they do not exist, or their owner complained. A salted hash, not the address.';

alter table private.notices enable row level security;
alter table private.mail_addresses enable row level security;
alter table private.mail_follows enable row level security;
alter table private.mails enable row level security;
alter table private.mail_parts enable row level security;
alter table private.silenced enable row level security;
grant all on private.notices, private.mail_addresses, private.mail_follows, private.mails, private.mail_parts,
  private.silenced to service_role;

create function private.address_key(address text) returns bytea
language sql stable security definer set search_path = ''
as $$
  select sha256(convert_to(s.value || E'\n' || lower(btrim(address)), 'UTF8')) from private.salt s
$$;

-- What is gone is told to nobody who was not told yet, and its notices go.
create function private.take_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  taken bigint[];
begin
  taken := case tg_table_name
    when 'posts' then array(select e.id from private.events e where e.post_id = old.id)
    when 'comments' then array(select e.id from private.events e where e.comment_id = old.id)
    else array(select e.id from private.events e where e.change_id = old.id)
  end;
  delete from private.untold where event_id = any (taken);
  delete from private.notices where event_id = any (taken);
  delete from private.mail_parts where event_id = any (taken);
  return null;
end
$$;
create trigger take_back after delete on public.posts
  for each row execute function private.take_back();
create trigger take_back after delete on public.comments
  for each row execute function private.take_back();
create trigger take_back_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.take_back();
create trigger take_back after delete on public.post_events
  for each row execute function private.take_back();

-- Whoever may hear of an event, beyond an id: with why, and how by mail (null: not at all, or not before the address is
-- confirmed). reason is null for whoever does not want to hear of it. A batch is the first max_rows people, so the last
-- id says where the next one starts.
create function private.audience(event private.events, beyond uuid, max_rows integer)
returns table (person_id uuid, reason text, in_site boolean, pace public.mail_pace)
language plpgsql stable set search_path = ''
as $$
declare
  post constant bigint := event.post_id;
  posts constant bigint[] := private.followed_as(post);
  people uuid[];
begin
  people := array(
    select distinct c.id from (
      (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
       order by v.user_id limit max_rows)
      union all
      (select distinct f.person_id from private.follows f where f.post_id = any (posts) and f.person_id > beyond
       order by f.person_id limit max_rows)
      union all
      (select m.author_id from public.comments m where m.post_id = post and m.author_id > beyond and m.deleted_at is null
       group by m.author_id order by m.author_id limit max_rows)
      union all
      select p.author_id from public.posts p where p.id = any (posts) and p.author_id > beyond
      union all
      select n.person_id from private.mentions n where n.comment_id = event.comment_id and n.person_id > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select f.person_id,
      case
        when f.person_id is not distinct from event.actor_id or u.id is null or f.level = 'muted' then null
        when called.person_id is not null then 'mention'
        when f.level = 'all' and answered.id is not null then 'reply'
        when f.level = 'all' or (f.level = 'updates' and event.kind = 'post.state') then f.reason
      end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.follows_of(people, post, event.created_at) f
    join private.notice_settings s on s.person_id = f.person_id
    left join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    left join private.mentions called on called.comment_id = event.comment_id and called.person_id = f.person_id
    left join public.comments said on said.id = event.comment_id
    left join public.comments answered on answered.id = said.parent_id and answered.author_id = f.person_id
    order by 1;
end
$$;

-- When a mail of this pace is due that tells of something that happened at a moment.
create function private.mail_due(pace public.mail_pace, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case pace
    when 'at-once' then moment + r.correction
    when 'daily' then next.day + case when next.day <= now() then interval '1 day' else '0' end
    when 'weekly' then next.week + case when next.week <= now() then interval '7 days' else '0' end
  end
  from private.notice_rules r, lateral (
    select
      (date_trunc('day', now() at time zone 'utc') + make_interval(hours => r.summary_hour)) at time zone 'utc' as day,
      (date_trunc('week', now() at time zone 'utc') + make_interval(days => r.summary_weekday - 1, hours => r.summary_hour))
        at time zone 'utc' as week
  ) next
$$;

-- The same for every pace at which there are mails at all.
create function private.paces(moment timestamptz) returns table (pace public.mail_pace, due_at timestamptz)
language sql stable set search_path = ''
as $$
  select p, private.mail_due(p, moment) from unnest(enum_range(null::public.mail_pace)) p where p <> 'never'
$$;

-- Tells the next people of the oldest event that is not told to everybody. Whatever happens in between, each is told
-- once: what was told and how far that went are written in one transaction. How many it looked at; null when nothing
-- waits. Several may run at once.
create function private.tell(max_rows integer default 2000) returns integer
language plpgsql set search_path = ''
as $$
declare
  waiting private.untold;
  event private.events;
  looked_at integer;
  last_one uuid;
begin
  select w.* into waiting
  from private.untold w join private.visible_events e on e.id = w.event_id
  order by w.event_id for update of w skip locked limit 1;
  if not found then
    return null;
  end if;
  select e.* into event from private.events e where e.id = waiting.event_id;
  select v.post_id into event.post_id from private.visible_events v where v.id = event.id;
  if not waiting.people_told then
    with heard as materialized (
      select * from private.audience(event, waiting.beyond, max_rows)
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), noticed as (
      insert into private.notices (person_id, event_id, reason)
      select h.person_id, event.id, h.reason from heard h where h.reason is not null and h.in_site
      on conflict do nothing
    ), mailed as (
      insert into private.mail_parts (event_id, person_id, reason, due_at)
      select event.id, h.person_id, h.reason, p.due_at from heard h join paces p on p.pace = h.pace
      where h.reason is not null
      on conflict do nothing
    )
    select count(*), max(h.person_id::text)::uuid into looked_at, last_one from heard h;
  else
    -- Whoever has the address as an account hears of it there.
    with heard as materialized (
      select f.address_id, a.mail, a.address, min(f.confirmed_at) as confirmed_at
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      where f.post_id = any (private.followed_as(event.post_id)) and f.address_id > waiting.beyond
        and event.kind = 'post.state'
      group by f.address_id, a.id
      order by f.address_id limit max_rows
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), mailed as (
      insert into private.mail_parts (event_id, address_id, reason, due_at)
      select event.id, h.address_id, 'follow', p.due_at from heard h join paces p on p.pace = h.mail
      where h.confirmed_at < event.created_at
        and not exists (
          select from auth.users u join private.mail_parts m on m.person_id = u.id and m.event_id = event.id
          where u.email = h.address
        )
      on conflict do nothing
    )
    select count(*), max(h.address_id::text)::uuid into looked_at, last_one from heard h;
  end if;
  if looked_at = max_rows then
    update private.untold set beyond = last_one where event_id = event.id;
  elsif not waiting.people_told then
    update private.untold set people_told = true, beyond = default where event_id = event.id;
  else
    delete from private.untold where event_id = event.id;
  end if;
  return looked_at;
end
$$;
grant execute on function private.tell(integer) to service_role;

-- How many would hear of a change of state of these posts now: people, and how many mails, those of addresses without
-- an account among them. Admins only.
create function public.admin_followers(post_ids bigint[]) returns table (people integer, mails integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  return query
    with heard as (
      select h.person_id, bool_or(h.pace is not null) as is_mailed
      from unnest(ids) i
      join public.posts p on p.id = i and p.deleted_at is null
      cross join lateral private.audience(
        row(null, 'post.state', i, null, null, (select auth.uid()), now())::private.events,
        '00000000-0000-0000-0000-000000000000', null
      ) h
      where h.reason is not null group by h.person_id
    ), by_mail_alone as (
      select distinct f.address_id from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      where f.post_id in (select unnest(private.followed_as(i)) from unnest(ids) i)
        and f.confirmed_at is not null and a.mail <> 'never'
        and not exists (select from heard h join auth.users u on u.id = h.person_id where u.email = a.address and h.is_mailed)
    )
    select (select count(*) from heard)::integer + (select count(*) from by_mail_alone)::integer,
           (select count(*) from heard h where h.is_mailed)::integer + (select count(*) from by_mail_alone)::integer;
end
$$;
revoke execute on function public.admin_followers(bigint[]) from public, anon;
grant execute on function public.admin_followers(bigint[]) to authenticated, service_role;

-- How much the caller has not read: notices, and posts they are about. It counts to a hundred.
create function public.unread_notices() returns table (notices integer, posts integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  return query
    select count(*)::integer, count(distinct n.post_id)::integer
    from (
      select e.post_id from private.notices n join private.visible_events e on e.id = n.event_id
      where n.person_id = me and n.read_at is null
      order by n.event_id desc limit 100
    ) n;
end
$$;
revoke execute on function public.unread_notices() from public, anon;
grant execute on function public.unread_notices() to authenticated, service_role;

-- What the caller is told, a row for each post, that with the newest notice first. before_event is newest_event of the
-- last row seen. items are its newest five notices, as JSON; comments and changes count all of them.
create function public.my_notices(before_event bigint default null, max_rows integer default 20)
returns table (
  post_id bigint, title text, category_slug text, slug text, state public.post_state,
  newest_event bigint, newest_at timestamptz, unread integer, comments integer, changes integer, items jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
    ), page as (
      select t.post_id, max(t.id) as newest from told t group by t.post_id
      having before_event is null or max(t.id) < before_event
      order by 2 desc limit least(max_rows, 50)
    )
    select t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest, max(t.created_at),
      (count(*) filter (where t.read_at is null))::integer,
      (count(*) filter (where t.kind = 'comment.created'))::integer,
      (count(*) filter (where t.kind = 'post.state'))::integer,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object(
        'event_id', t.id, 'kind', t.kind, 'reason', t.reason, 'is_read', t.read_at is not null,
        'created_at', t.created_at, 'comment_id', t.comment_id, 'parent_id', t.parent_id,
        'excerpt', left(t.body, 300), 'from_state', t.from_state, 'to_state', t.to_state, 'note', t.note,
        'actor', case when a.id is not null then
          jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url, 'is_team', a.is_team) end
      ) order by t.id desc), '$[0 to 4]')
    from page
    join told t on t.post_id = page.post_id
    join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$$;
revoke execute on function public.my_notices(bigint, integer) from public, anon;
grant execute on function public.my_notices(bigint, integer) to authenticated, service_role;

-- Marks as read what the caller has seen: of one post, or everything; up_to is the newest event that was on the
-- screen, so that what came since stays unread. Answers as unread_notices does.
create function public.read_notices(of_post bigint default null, up_to bigint default null)
returns table (notices integer, posts integer)
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  update private.notices n set read_at = now()
  from private.visible_events e
  where n.person_id = me and n.read_at is null and e.id = n.event_id
    and (of_post is null or e.post_id = of_post) and (up_to is null or n.event_id <= up_to);
  return query select * from public.unread_notices();
end
$$;
revoke execute on function public.read_notices(bigint, bigint) from public, anon;
grant execute on function public.read_notices(bigint, bigint) to authenticated, service_role;

-- The caller's settings.
create function public.my_notice_settings()
returns table (
  in_site boolean, mail public.mail_pace, by_vote public.follow_level, by_comment public.follow_level,
  by_post public.follow_level, summary boolean, feed_key uuid
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select s.in_site, s.mail, s.by_vote, s.by_comment, s.by_post, s.summary, s.feed_key
    from private.notice_settings s where s.person_id = me;
end
$$;
revoke execute on function public.my_notice_settings() from public, anon;
grant execute on function public.my_notice_settings() to authenticated, service_role;

-- What waits to be mailed goes at the new pace, or not at all.
create function private.repace(person uuid, address uuid, pace public.mail_pace) returns void
language sql set search_path = ''
as $$
  delete from private.mail_parts m
  where pace = 'never' and m.mail_id is null and (m.person_id = person or m.address_id = address);
  update private.mail_parts m set due_at = private.mail_due(pace, e.created_at)
  from private.events e
  where e.id = m.event_id and m.mail_id is null and (m.person_id = person or m.address_id = address);
$$;

-- Changes the caller's settings; what is null stays as it is.
create function public.set_notice_settings(
  in_site boolean default null, mail public.mail_pace default null, by_vote public.follow_level default null,
  by_comment public.follow_level default null, by_post public.follow_level default null, summary boolean default null
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
  new_pace constant public.mail_pace := set_notice_settings.mail;
begin
  update private.notice_settings s set
    in_site = coalesce(set_notice_settings.in_site, s.in_site),
    mail = coalesce(new_pace, s.mail),
    by_vote = coalesce(set_notice_settings.by_vote, s.by_vote),
    by_comment = coalesce(set_notice_settings.by_comment, s.by_comment),
    by_post = coalesce(set_notice_settings.by_post, s.by_post),
    summary = coalesce(set_notice_settings.summary, s.summary)
  where s.person_id = me;
  if new_pace is not null then
    perform private.repace(me, null, new_pace);
  end if;
end
$$;
revoke execute on function public.set_notice_settings(
  boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean
) from public, anon;
grant execute on function public.set_notice_settings(
  boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean
) to authenticated, service_role;
