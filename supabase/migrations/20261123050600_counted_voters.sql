-- As before; but whoever voted for several of the posts is looked up once.
create or replace function public.admin_followers(post_ids bigint[]) returns table (people integer, mails integer)
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan
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
      -- The key is that of private.address_key, written out: a call for each of a hundred thousand takes seconds. Letters
      -- of every language are made small only where there are others than those of ASCII.
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
      -- An account and its address are one.
      select count(*) filter (where r.in_site or r.is_mailed or a.address is not null) - count(a.address) as people,
        count(*) filter (where r.is_mailed or a.address is not null) - count(a.address) as mails
      from accounts r left join addresses a on a.address = r.email
    )
    select (r.people + alone.n)::integer, (r.mails + alone.n)::integer
    from readers r, (select count(*) as n from addresses) alone;
end
$$;
