-- What each of the newest posts resembles is kept: finding it anew for forty posts, at each look at the suggested merges,
-- takes most of a second on a large board.
create table private.alike_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  title text not null,
  other_ids bigint[] not null,
  found_at timestamptz not null default now()
);
comment on table private.alike_posts is 'The posts that search finds alike by this title; found anew when the title changes, and every day.';
alter table private.alike_posts enable row level security;
grant all on private.alike_posts to service_role;

create function private.newest_posts(most integer) returns setof public.posts
language sql stable set search_path = ''
as $$
  select p.* from public.posts p where p.deleted_at is null
  order by p.created_at desc, p.id desc limit least(greatest(most, 0), 100)
$$;

-- Called at a look at the suggested merges, for what is new since; the worker keeps the rest fresh.
create function private.find_alike(newest integer default 40, max_age interval default '1 day') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.alike_posts a where a.found_at < now() - max_age;
  insert into private.alike_posts (post_id, title, other_ids)
  select p.id, p.title, array(select s.id from public.similar_posts(p.title, 4) s where s.id <> p.id)
  from private.newest_posts(newest) p
  where not exists (select from private.alike_posts a where a.post_id = p.id and a.title = p.title)
  order by p.id
  on conflict (post_id) do update
    set title = excluded.title, other_ids = excluded.other_ids, found_at = excluded.found_at;
end
$$;

-- As before, from what is kept.
create or replace function public.suggest_merges(newest integer default 40) returns jsonb
language plpgsql security definer set search_path = '' set jit = off
as $$
declare
  texts constant double precision := greatest((select sum(t.posts) from public.post_totals t), 1);
begin
  perform private.require_team();
  perform private.find_alike(newest);
  return (
    with said as (
      select s.low_id, s.high_id, count(*)::integer as said_by from private.same_posts s group by 1, 2
    ),
    alike as (
      select distinct least(p.id, other) as low_id, greatest(p.id, other) as high_id
      from private.newest_posts(newest) p
      join private.alike_posts a on a.post_id = p.id
      cross join unnest(a.other_ids) other
    ),
    pairs as (
      select low_id, high_id, coalesce(said_by, 0) as said_by from alike full join said using (low_id, high_id)
    ),
    -- Materialized: else words are compared of every two posts there are.
    standing as materialized (
      select pairs.said_by, low as low_post, high as high_post
      from pairs
      join public.posts low on low.id = pairs.low_id and low.deleted_at is null
      join public.posts high on high.id = pairs.high_id and high.deleted_at is null
      where not exists (
        select from private.different_posts d where d.low_id = pairs.low_id and d.high_id = pairs.high_id
      )
    ),
    worded as (
      select s.said_by, s.low_post, s.high_post, w.shared, w.worth, w.share
      from standing s
      cross join lateral (
        with one as (select distinct word from private.search_words_of((s.low_post).title) w where not private.is_stop_word(w.word)),
          two as (select distinct word from private.search_words_of((s.high_post).title) w where not private.is_stop_word(w.word)),
          -- Words that one in ten texts has say nothing.
          counted as (
            select word, coalesce(k.documents, 1) as documents, two.word is not null as is_shared
            from one left join two using (word) left join private.search_words k using (word)
          )
        select array_agg(word order by documents) filter (where is_shared and documents <= greatest(texts / 10, 3)) as shared,
          coalesce(sum(ln(1 + texts / documents)) filter (where is_shared), 0) as worth,
          count(*) filter (where is_shared)::double precision
            / greatest(least((select count(*) from one), (select count(*) from two)), 1) as share
        from counted
      ) w
      where s.said_by > 0 or (w.share >= 0.5 and cardinality(w.shared) > 0)
      order by s.said_by desc, w.share * w.worth desc, (s.high_post).id desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'said_by', t.said_by, 'shared', coalesce(t.shared, '{}'),
      'posts', (
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug, 'state', p.state,
          'votes_total', p.votes_total, 'comments_total', p.comments_total, 'excerpt', left(p.details, 600)
        ) order by p.votes_total desc, p.id)
        from unnest(array[t.low_post, t.high_post]) p join public.categories c on c.id = p.category_id
      )
    ) order by t.said_by desc, t.share * t.worth desc), '[]')
    from worded t
  );
end
$$;
