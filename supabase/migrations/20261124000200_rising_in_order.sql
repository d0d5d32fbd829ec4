-- As before, but what rises is written in the order in which everybody holds several posts: each row holds its post, and a
-- merge or a block beside it could hold what this waited for, and the other way round.
create or replace function private.count_insights() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count insights', 0)) then
    return;
  end if;
  delete from private.insight_days where true;
  insert into private.insight_days (day, kind, category_id, count)
  select (p.created_at at time zone 'UTC')::date, 'post', p.category_id, count(*)
  from public.posts p where (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (v.created_at at time zone 'UTC')::date, 'vote', p.category_id, count(*)
  from public.votes v join public.posts p on p.id = v.post_id
  where v.counts and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (c.created_at at time zone 'UTC')::date, 'comment', p.category_id, count(*)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.deleted_at is null and c.hidden_at is null
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (f.created_at at time zone 'UTC')::date, 'person', 0, count(*)
  from public.profiles f where not f.placeholder
  group by 1;

  delete from private.insight_answers where true;
  insert into private.insight_answers (week, posts, median)
  select date_trunc('week', a.at at time zone 'UTC')::date, count(*),
    percentile_cont(0.5) within group (order by a.at - p.created_at)
  from (
    select s.post_id, min(s.at) as at
    from (
      select e.post_id, e.created_at as at from public.post_events e
      union all
      select c.post_id, c.created_at
      from public.comments c join public.profiles f on f.id = c.author_id
      where f.is_team and c.deleted_at is null
    ) s
    group by s.post_id
  ) a
  join public.posts p on p.id = a.post_id
  where a.at >= p.created_at and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1;

  delete from private.insight_rising where true;
  insert into private.insight_rising (post_id, votes, votes_before)
  select r.post_id, r.votes, r.votes_before
  from (
    select v.post_id, count(*) filter (where v.created_at >= now() - interval '7 days') as votes,
      count(*) filter (where v.created_at < now() - interval '7 days') as votes_before
    from public.votes v join public.posts p on p.id = v.post_id
    where v.created_at >= now() - interval '14 days' and v.counts and p.deleted_at is null and p.hidden_at is null
    group by v.post_id
    having count(*) filter (where v.created_at >= now() - interval '7 days') > 0
    order by votes desc, v.post_id desc
    limit 50
  ) r
  order by r.post_id;

  insert into private.insight_run (counted_at) values (now())
  on conflict (only_row) do update set counted_at = excluded.counted_at;
end
$$;
