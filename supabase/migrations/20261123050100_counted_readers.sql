-- How many hear of posts, and what a merge would bring, for posts that a hundred thousand follow.

-- As before, but for all of them at once: whom private.audience finds for a change of state of each post, and the addresses
-- without an account. Several accounts with one address, which only sign-on by a company makes, are several readers, for
-- each is told.
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
      from public.votes v join private.notice_settings s on s.person_id = v.user_id
      where v.post_id = any (ids) and s.by_vote <> 'muted'
        and not exists (select from chosen c where c.post_id = v.post_id and c.person_id = v.user_id)
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

-- As before. Only of people with several votes, some of which do not count, has it to be found out which one will be left.
create or replace function public.merge_preview(post_ids bigint[], into_id bigint) returns jsonb
language plpgsql stable security definer
set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  voted_on bigint[];
begin
  ids := array(select p.id from public.posts p where p.id = any (ids || merge_preview.into_id) and p.deleted_at is null);
  -- What waits in posts that are merged already is brought along anew.
  voted_on := ids || array(
    select m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
  );
  return (
    with posts as (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, p.comments_total,
        (select count(*) from public.images i where i.post_id = p.id) as images_total,
        p.id = merge_preview.into_id as stays
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = any (ids)
    ),
    people as (
      select v.user_id, bool_or(v.counts) as any_counts, bool_and(v.counts) as all_count,
        count(*) filter (where v.counts and v.post_id = any (ids)) as votes
      from public.votes v where v.post_id = any (voted_on)
      group by v.user_id
    ),
    votes as (
      select count(*) filter (where p.all_count or p.any_counts and (
        -- In the order of private.gather.
        select v.counts from public.votes v left join public.post_merges m on m.id = v.merge_id
        where v.user_id = p.user_id and v.post_id = any (voted_on)
        order by v.post_id = merge_preview.into_id desc, v.created_at, coalesce(m.post_id, v.post_id) limit 1
      )) as total, count(*) filter (where p.votes > 1) as voted_more
      from people p
    )
    select jsonb_build_object(
      'posts', jsonb_agg(to_jsonb(p) order by p.stays desc, p.votes_total desc, p.id),
      'votes_total', (select total from votes), 'voted_more', (select voted_more from votes),
      'followers_total', (select f.people from public.admin_followers(ids) f),
      'comments_total', sum(p.comments_total), 'images_total', sum(p.images_total)
    )
    from posts p having bool_or(p.stays)
  );
end
$$;
