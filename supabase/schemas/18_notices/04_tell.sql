create function private.tell(max_rows integer default 2000) returns integer
language plpgsql set search_path = '' as $$
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
  if event.post_id < 0 then
    -- An entry that was unpublished and published again goes to those who follow by now.
    select v.created_at into event.created_at from private.visible_events v where v.id = event.id;
  elsif event.kind <> 'post.merged' then
    select v.post_id into event.post_id from private.visible_events v where v.id = event.id;
  end if;
  if not waiting.people_told then
    with heard as materialized (
      select * from private.audience(event, waiting.beyond, max_rows) where event.kind <> 'post.merged' and event.post_id > 0
      union all
      select * from private.entry_audience(event, waiting.beyond, max_rows) where event.post_id < 0
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
    -- If the address belongs to an account, that account is notified instead.
    with heard as materialized (
      select n.address_id, n.confirmed_at, a.mail, a.address
      from private.mail_audience(event, waiting.beyond, max_rows) n join private.mail_addresses a on a.id = n.address_id
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), mailed as (
      insert into private.mail_parts (event_id, address_id, reason, due_at)
      select event.id, h.address_id,
        case when event.post_id < 0 and exists (
          select from private.changelog_readers r where r.address_id = h.address_id and r.confirmed_at is not null
        ) then 'changelog' else 'follow' end,
        p.due_at
      from heard h join paces p on p.pace = h.mail
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
comment on function private.tell is
  'Notifies the next people about the oldest event that hasn''t reached everyone. Each person is notified once, whatever happens in between, because notifications and progress are written in one transaction. Returns how many people it checked, or null if nothing is pending. Several calls may run at once.';
grant execute on function private.tell to service_role;

create function public.admin_followers(post_ids bigint[]) returns table(people integer, mails integer)
language plpgsql stable security definer set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  me constant uuid := auth.uid();
  salt constant text := (select s.value || E'\n' from private.salt s);
  ids bigint[] := private.bulk_ids(post_ids);
begin
  ids := array(select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null);
  return query
    with asked as materialized (
      select i as post_id, i as followed_id from unnest(ids) i
      union all
      select m.stays_id, m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
    ), chosen as materialized (
      select a.post_id, f.person_id,
        coalesce(max(f.level) filter (where a.followed_id = a.post_id), max(f.level)) as level
      from asked a join private.follows f on f.post_id = a.followed_id
      group by a.post_id, f.person_id
    ), heard as (
      select s.person_id, s.in_site, s.mail
      from (
        select distinct v.user_id as id from public.votes v
        where v.post_id = any (ids)
          and not exists (select from chosen c where c.post_id = v.post_id and c.person_id = v.user_id)
      ) voter
      join private.notice_settings s on s.person_id = voter.id
      where s.by_vote <> 'muted'
      union
      select s.person_id, s.in_site, s.mail
      from public.comments m join private.notice_settings s on s.person_id = m.author_id
      where m.post_id = any (ids) and m.deleted_at is null and s.by_comment <> 'muted'
        and not exists (select from chosen c where c.post_id = m.post_id and c.person_id = m.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from asked a join public.posts p on p.id = a.followed_id
      join private.notice_settings s on s.person_id = p.author_id
      where s.by_post <> 'muted'
        and not exists (select from chosen c where c.post_id = a.post_id and c.person_id = p.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from chosen c join private.notice_settings s on s.person_id = c.person_id
      where c.level <> 'muted'
    ), accounts as (
      select u.email, h.in_site, h.mail <> 'never' and u.email_confirmed_at is not null and k.key is null as is_mailed
      from heard h
      join auth.users u on u.id = h.person_id and coalesce(u.banned_until < now(), true)
      -- The same key as private.address_key, written out, because a call per row takes seconds for a hundred thousand
      -- rows. Lower-cases all alphabets only if there are non-ASCII letters.
      left join private.silenced k on k.key = sha256(convert_to(salt || case
        when octet_length(u.email) = char_length(u.email) then lower(u.email collate "C") else lower(u.email)
      end, 'UTF8'))
      where h.person_id is distinct from me
    ), addresses as materialized (
      select distinct a.address
      from asked i join private.mail_follows f on f.post_id = i.followed_id
      join private.mail_addresses a on a.id = f.address_id
      where f.confirmed_at is not null and a.mail <> 'never'
        and not exists (select from private.silenced k where k.key = sha256(convert_to(salt || a.address, 'UTF8')))
        and not exists (select from auth.users u where u.id = me and u.email = a.address)
    ), readers as (
      -- An account and its email address are one.
      select count(*) filter (where r.in_site or r.is_mailed or a.address is not null) - count(a.address) as people,
        count(*) filter (where r.is_mailed or a.address is not null) - count(a.address) as mails
      from accounts r left join addresses a on a.address = r.email
    )
    select (r.people + alone.n)::integer, (r.mails + alone.n)::integer
    from readers r, (select count(*) as n from addresses) alone;
end
$$;
comment on function public.admin_followers is
  'How many would be notified about a state change of these posts right now: people, and how many of them by email, including addresses without an account. People who turned off both aren''t counted, addresses that receive no emails get none, and an account and its address count once. For the team.';
grant execute on function public.admin_followers to authenticated, service_role;
