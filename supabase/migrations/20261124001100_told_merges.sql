-- Who hears of a merge, and that they do.

-- In the order of people, however many votes a merge has brought.
drop index public.votes_merge_idx;
create index votes_merge_idx on public.votes (merge_id, user_id) where merge_id is not null;
drop index private.follows_merge_idx;
create index follows_merge_idx on private.follows (merge_id, person_id) where merge_id is not null;
drop index private.mail_follows_merge_idx;
create index mail_follows_merge_idx on private.mail_follows (merge_id, address_id) where merge_id is not null;

-- A merge, while it stands, with those that its post brought along. Votes and what else follows have its id, or wait at
-- its post.
create function private.brought_by(merge bigint) returns table (id bigint, post_id bigint)
language sql stable set search_path = ''
as $$
  with recursive brought as (
    select m.id, m.post_id from public.post_merges m where m.id = merge and m.undone_at is null
    union
    select m.id, m.post_id from public.post_merges m join brought b on m.into_id = b.post_id where m.undone_at is null
  )
  select b.id, b.post_id from brought b
$$;

-- The next of those who followed a post when it was merged, and why they hear of it; no reason where they do not: it is
-- what became of their post, so whoever wanted official updates alone hears it too, and whoever muted it, or the post that
-- stays, or is blocked, does not.
create function private.merge_audience(event private.events, beyond uuid, max_rows integer)
returns table (person_id uuid, reason text, in_site boolean, pace public.mail_pace)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  merges bigint[];
  posts bigint[];
  stays constant bigint := (select m.stays_id from public.post_merges m where m.id = event.merge_id);
  authors uuid[];
  people uuid[];
begin
  select array_agg(b.id), array_agg(b.post_id) into merges, posts from private.brought_by(event.merge_id) b;
  authors := array(select p.author_id from public.posts p where p.id = any (posts));
  people := array(
    select distinct c.id from (
      select near.id from unnest(merges) merge cross join lateral (
        (select v.user_id as id from public.votes v where v.merge_id = merge and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.merge_id = merge and f.person_id > beyond
         order by f.person_id limit max_rows)
        union all
        (select m.author_id from public.comments m where m.merge_id = merge and m.author_id > beyond and m.deleted_at is null
         group by m.author_id order by m.author_id limit max_rows)
      ) near
      union all
      select waits.id from unnest(posts) post cross join lateral (
        (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.post_id = post and f.person_id > beyond
         order by f.person_id limit max_rows)
      ) waits
      union all
      select author from unnest(authors) author where author > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select s.person_id,
      case
        when s.person_id is not distinct from event.actor_id or u.id is null or chosen.level = 'muted' then null
        when exists (
          select from private.follows w where w.post_id = stays and w.person_id = s.person_id and w.level = 'muted'
        ) then null
        when exists (
          select from private.blocks b where b.person_id = s.person_id and coalesce(b.ends_at > now(), true)
        ) then null
        when chosen.level is not null then 'follow'
        when s.by_post > 'muted' and s.person_id = any (authors) then 'post'
        when s.by_comment > 'muted' and exists (
          select from public.comments m
          where m.author_id = s.person_id and m.merge_id = any (merges) and m.deleted_at is null
        ) then 'comment'
        when s.by_vote > 'muted' and exists (
          select from public.votes v
          where v.user_id = s.person_id and (v.merge_id = any (merges) or v.post_id = any (posts))
        ) then 'vote'
      end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.notice_settings s
    left join auth.users u on u.id = s.person_id and coalesce(u.banned_until < now(), true)
    left join lateral (
      select w.level from private.follows w
      where w.person_id = s.person_id and (w.merge_id = any (merges) or w.post_id = any (posts))
      order by w.merge_id is distinct from event.merge_id and w.post_id <> event.post_id, w.level desc limit 1
    ) chosen on true
    where s.person_id = any (people)
    order by 1;
end
$$;

-- The next addresses without an account that follow what an event is about, and since when.
create function private.mail_audience(event private.events, beyond uuid, max_rows integer)
returns table (address_id uuid, confirmed_at timestamptz)
language plpgsql stable rows 20 set search_path = ''
as $$
begin
  if event.kind = 'post.state' then
    return query
      select f.address_id, min(f.confirmed_at) from private.mail_follows f
      where f.post_id = any (private.followed_as(event.post_id)) and f.address_id > beyond
      group by f.address_id order by f.address_id limit max_rows;
  elsif event.kind = 'post.merged' then
    return query
      select c.address_id, min(c.confirmed_at)
      from private.brought_by(event.merge_id) b cross join lateral (
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.merge_id = b.id and f.address_id > beyond order by f.address_id limit max_rows)
        union all
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.post_id = b.post_id and f.address_id > beyond order by f.address_id limit max_rows)
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  end if;
end
$$;

-- As before; of a merge hears whoever followed the merged post.
create or replace function private.tell(max_rows integer default 2000) returns integer
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
  if event.kind <> 'post.merged' then
    select v.post_id into event.post_id from private.visible_events v where v.id = event.id;
  end if;
  if not waiting.people_told then
    with heard as materialized (
      select * from private.audience(event, waiting.beyond, max_rows) where event.kind <> 'post.merged'
      union all
      select * from private.merge_audience(event, waiting.beyond, max_rows) where event.kind = 'post.merged'
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
      select n.address_id, n.confirmed_at, a.mail, a.address
      from private.mail_audience(event, waiting.beyond, max_rows) n join private.mail_addresses a on a.id = n.address_id
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
        and not exists (select from auth.users u where u.id = event.actor_id and u.email = h.address)
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
