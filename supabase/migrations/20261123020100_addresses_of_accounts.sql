-- An account and the address it has are one reader: what somebody wants as the one goes for the other as well.

-- Who wants no mails as an account is not followed home by what the address asked for before. Whoever asks anew afterwards,
-- and confirms it, gets what they ask for.
create function private.forget_own_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_addresses a
  using auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email);
  return null;
end
$$;
create trigger forget_own_address after update of mail on private.notice_settings
  for each row when (new.mail = 'never' and old.mail <> 'never') execute function private.forget_own_address();

-- The same for a post that an account mutes.
create function private.mute_own_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mail_follows f
  using private.mail_addresses a, auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email)
    and f.address_id = a.id and f.post_id = any (private.followed_as(new.post_id));
  return null;
end
$$;
create trigger mute_own_address after insert or update of level on private.follows
  for each row when (new.level = 'muted') execute function private.mute_own_address();

-- Those that said so before.
delete from private.mail_addresses a
using auth.users u, private.notice_settings s
where u.email_confirmed_at is not null and a.address = lower(u.email) and s.person_id = u.id and s.mail = 'never';
delete from private.mail_follows f
using private.mail_addresses a, auth.users u, private.follows m
where u.email_confirmed_at is not null and a.address = lower(u.email) and f.address_id = a.id
  and m.person_id = u.id and m.level = 'muted' and f.post_id = any (private.followed_as(m.post_id));

-- As before; but whoever did it is not told by the address they follow with.
create or replace function private.tell(max_rows integer default 2000)
returns integer
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

-- How many would hear of a change of state of these posts now: people, and how many by mail, addresses without an account
-- among them. Who switched off both hears nothing, an address that takes no mails gets none, and an account and its address
-- are one. The team only.
create or replace function public.admin_followers(post_ids bigint[]) returns table (people integer, mails integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  return query
    with heard as (
      select h.person_id, bool_or(h.in_site) as in_site, bool_or(h.pace is not null) as has_pace
      from unnest(ids) i
      join public.posts p on p.id = i and p.deleted_at is null
      cross join lateral private.audience(
        row(null, 'post.state', i, null, null, (select auth.uid()), now())::private.events,
        '00000000-0000-0000-0000-000000000000', null
      ) h
      where h.reason is not null group by h.person_id
    ), accounts as (
      -- The key is that of private.address_key, written out: a call for each of a hundred thousand takes seconds.
      select coalesce(u.email, u.id::text) as address, h.in_site, h.has_pace and not exists (
        select from private.silenced k where k.key = sha256(convert_to(s.value || E'\n' || lower(u.email), 'UTF8'))
      ) as is_mailed
      from heard h join auth.users u on u.id = h.person_id cross join private.salt s
    ), addresses as (
      select distinct a.address
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id cross join private.salt s
      where f.post_id in (select unnest(private.followed_as(i)) from unnest(ids) i)
        and f.confirmed_at is not null and a.mail <> 'never'
        and not exists (select from private.silenced k where k.key = sha256(convert_to(s.value || E'\n' || a.address, 'UTF8')))
        and not exists (select from auth.users u where u.id = (select auth.uid()) and u.email = a.address)
    ), readers as (
      select r.address, bool_or(r.in_site) as in_site, bool_or(r.is_mailed) as is_mailed
      from (select * from accounts union all select a.address, false, true from addresses a) r
      group by r.address
    )
    select count(*)::integer, (count(*) filter (where r.is_mailed))::integer
    from readers r where r.in_site or r.is_mailed;
end
$$;
