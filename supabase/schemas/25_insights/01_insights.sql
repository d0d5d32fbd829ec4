-- The board's activity week by week, as last counted by a job.

create table private.insight_days (
  day date,
  kind text check (kind in ('post', 'vote', 'comment', 'person')),
  category_id integer,
  count integer not null,
  primary key (day, kind, category_id)
);
comment on table private.insight_days is 'Posts, votes, comments and people per day and category. Imported votes without a date aren''t counted.';

create table private.insight_answers (
  week date primary key,
  posts integer not null,
  median interval not null
);
comment on table private.insight_answers is 'The team''s first responses per week, and their median.';

create table private.insight_rising (
  post_id bigint primary key references public.posts (id) on delete cascade,
  votes integer not null,
  votes_before integer not null
);
comment on table private.insight_rising is 'Posts with the most votes in the last seven days, and in the seven days before.';

create table private.insight_run (
  only_row boolean default true primary key check (only_row),
  counted_at timestamptz not null
);
comment on table private.insight_run is 'When the insights were last counted. No row if never.';

create function private.count_insights() returns void
language plpgsql security definer set search_path = '' as $$
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
  where v.counts and not private.is_unknown_voter(v.user_id)
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (c.created_at at time zone 'UTC')::date, 'comment', p.category_id, count(*)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.deleted_at is null and c.hidden_at is null
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (f.created_at at time zone 'UTC')::date, 'person', 0, count(*)
  from public.profiles f where f.is_public and not f.placeholder
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
    where v.created_at >= now() - interval '14 days' and v.counts and not private.is_unknown_voter(v.user_id)
      and p.deleted_at is null and p.hidden_at is null
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
comment on function private.count_insights is
  'Recounts the insights. Of two simultaneous calls, the second does nothing. Rows are written in order of posts'' ids, like everything that locks several posts.';
grant execute on function private.count_insights to service_role;

create function public.admin_refresh_insights() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_team();
  if exists (select from private.insight_run r where r.counted_at > now() - interval '30 seconds')
    or (select sum(t.posts) from public.post_totals t) > 20000
  then
    return;
  end if;
  if (select greatest(sum(p.votes_total), sum(p.comments_total)) from public.posts p) > 20000 then
    return;
  end if;
  perform private.count_insights();
end
$$;
comment on function public.admin_refresh_insights is
  'Recounts the insights if they are older than 30 seconds. Boards with more than 20,000 posts, votes or comments wait for the job. For the team.';
grant execute on function public.admin_refresh_insights to authenticated;

create function public.admin_insights(last_weeks integer default 26) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  this_week constant date := date_trunc('week', now() at time zone 'UTC')::date;
  first_week constant date := this_week - 7 * (least(greatest(coalesce(last_weeks, 26), 1), 520) - 1);
begin
  perform private.require_team();
  return jsonb_build_object(
    'counted_at', (select r.counted_at from private.insight_run r),
    'weeks', (
      select jsonb_agg(jsonb_build_object(
        'week', w.week, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0), 'people', coalesce(d.people, 0),
        'answered', coalesce(a.posts, 0), 'answer_hours', extract(epoch from a.median) / 3600
      ) order by w.week)
      from (select first_week + 7 * n as week from generate_series(0, (this_week - first_week) / 7) n) w
      left join (
        select date_trunc('week', i.day)::date as week,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments,
          sum(i.count) filter (where i.kind = 'person') as people
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.week = w.week
      left join private.insight_answers a on a.week = w.week
    ),
    'categories', (
      select jsonb_agg(jsonb_build_object(
        'slug', c.slug, 'name', c.name, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0),
        'states', (
          select coalesce(jsonb_object_agg(t.state, t.posts), '{}')
          from public.post_totals t where t.category_id = c.id
        )
      ) order by c.position, c.id)
      from public.categories c
      left join (
        select i.category_id,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.category_id = c.id
    ),
    'rising', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.votes desc, t.id desc), '[]')
      from (
        select p.*, r.votes, r.votes_before
        from private.insight_rising r,
          -- One at a time, whatever the planner thinks of a table that was just counted.
          lateral (
            select p.id, p.title, p.slug, c.slug as category_slug, p.state
            from public.posts p join public.categories c on c.id = p.category_id
            where p.id = r.post_id and p.deleted_at is null and p.hidden_at is null limit 1
          ) p
        order by r.votes desc, p.id desc limit 10
      ) t
    ),
    'misses', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.times desc, t.words), '[]')
      from (select m.words, m.times from private.search_misses m order by m.times desc, m.words limit 10) t
    )
  );
end
$$;
comment on function public.admin_insights is
  'What the job counted for the last weeks, including the current one: weeks that start on Mondays, categories, states, trending posts and searches without results. counted_at is null before the first count. For the team.';
grant execute on function public.admin_insights to authenticated;
