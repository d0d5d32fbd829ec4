create table private.same_posts (
  low_id bigint references public.posts (id) on delete cascade,
  high_id bigint references public.posts (id) on delete cascade,
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (low_id, high_id, user_id),
  check (low_id < high_id)
);
comment on table private.same_posts is 'Who said which two posts are the same.';

create index same_posts_high_idx on private.same_posts (high_id);
create index same_posts_user_idx on private.same_posts (user_id);

create table private.different_posts (
  low_id bigint references public.posts (id) on delete cascade,
  high_id bigint references public.posts (id) on delete cascade,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
comment on table private.different_posts is 'Pairs of posts that an admin marked as different. They aren''t suggested again.';

create index different_posts_high_idx on private.different_posts (high_id);
create index different_posts_decided_by_idx on private.different_posts (decided_by);

create function public.say_same(post_id bigint, other_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  posts constant bigint[] := array(
    select p.id from public.posts p where p.id in (say_same.post_id, other_id) and p.deleted_at is null order by p.id
  );
begin
  if me is null then
    raise exception 'Sign in to report a duplicate.' using errcode = '42501';
  end if;
  if say_same.post_id = other_id then
    raise exception 'These are two addresses of the same post.' using errcode = '22023';
  end if;
  if cardinality(posts) < 2 then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if not exists (select from private.same_posts s where (s.low_id, s.high_id, s.user_id) = (posts[1], posts[2], me)) then
    insert into private.same_posts (low_id, high_id, user_id) values (posts[1], posts[2], me) on conflict do nothing;
  end if;
end
$$;
comment on function public.say_same is 'Records that the caller considers two posts the same.';
grant execute on function public.say_same to authenticated;

create function public.set_different(post_id bigint, other_id bigint, wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_team();
  if wanted then
    insert into private.different_posts (low_id, high_id, decided_by)
    select least(p.id, q.id), greatest(p.id, q.id), auth.uid() from public.posts p, public.posts q
    where p.id = set_different.post_id and q.id = other_id and p.id <> q.id
    on conflict do nothing;
  else
    delete from private.different_posts d
    where d.low_id = least(set_different.post_id, other_id) and d.high_id = greatest(set_different.post_id, other_id);
  end if;
end
$$;
comment on function public.set_different is 'Marks two posts as different, or undoes that.';
grant execute on function public.set_different to authenticated;

create function private.title_words(title text) returns setof text
language sql stable set search_path = '' as $$
  with words as (
    select w.place, w.chunk, w.word, bool_or(w.word ~ '^[a-z]$') over (partition by w.chunk) as has_letter
    from private.search_words_of(title) w
  ),
  joined as (
    select string_agg(w.word, '' order by w.place) as word from words w
    group by w.chunk, case when not w.has_letter then w.place end
  )
  select distinct j.word from joined j
  where not private.is_stop_word(j.word) and not private.is_stop_word(j.word, 'en')
$$;
comment on function private.title_words is
  'The meaningful words of a title, each once. A letter joined to a word belongs to it: e-mail is one word.';

create function public.suggest_merges(newest integer default 40) returns jsonb
language plpgsql security definer set search_path = '' set jit = off as $$
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
    -- Materialized, because otherwise the words of every two posts are compared.
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
      select s.said_by, s.low_post, s.high_post, case when w.is_near then w.shared else w.telling end as shared, w.worth, w.share
      from standing s
      cross join lateral (
        with one as (select word from private.title_words((s.low_post).title) word),
          two as (select word from private.title_words((s.high_post).title) word),
          counted as (
            select word, coalesce(k.documents, 1) as documents, two.word is not null as is_shared
            from one left join two using (word) left join private.search_words k using (word)
          )
        select array_agg(word order by documents) filter (where is_shared) as shared,
          -- Words that one in ten texts contains carry no meaning.
          array_agg(word order by documents) filter (where is_shared and documents <= greatest(texts / 10, 3)) as telling,
          coalesce(sum(ln(1 + texts / documents)) filter (where is_shared), 0) as worth,
          count(*) filter (where is_shared)::double precision
            / greatest(least((select count(*) from one), (select count(*) from two)), 1) as share,
          -- On a small board, the words of a frequent wish are common.
          count(*) filter (where is_shared) > 1 and count(*) filter (where is_shared)
            >= 0.75 * greatest((select count(*) from one), (select count(*) from two)) as is_near
        from counted
      ) w
      -- One word of two says little: dark mode, offline mode.
      where s.said_by > 0 or w.is_near
        or (w.share >= 0.5 and cardinality(w.telling) > case when w.share > 0.5 then 0 else 1 end)
      order by s.said_by desc, w.share * w.worth desc, (s.high_post).id desc limit 51
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
comment on function public.suggest_merges is
  'Pairs of posts that may be the same: first those that people reported, most people first, then pairs among the newest posts whose titles share rare words or most of their words. Each post has what a decision needs; the post with more votes comes first. For the team.';
grant execute on function public.suggest_merges to authenticated;
