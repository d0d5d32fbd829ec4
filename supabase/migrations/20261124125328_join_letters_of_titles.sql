set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.title_words(title text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with words as (
    select w.place, w.chunk, w.word, bool_or(w.word ~ '^[a-z]$') over (partition by w.chunk) as has_letter
    from private.search_words_of(title) w
  ),
  joined as (
    select string_agg(w.word, '' order by w.place) as word from words w
    group by w.chunk, case when not w.has_letter then w.place end
  )
  select distinct j.word from joined j where not private.is_stop_word(j.word)
$function$;

CREATE OR REPLACE FUNCTION public.suggest_merges(newest integer DEFAULT 40)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
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
        with one as (select word from private.title_words((s.low_post).title) word),
          two as (select word from private.title_words((s.high_post).title) word),
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
$function$;

COMMENT ON FUNCTION "private"."title_words"(text) IS 'The words of a title that say something, each once. A letter joined to a word is part of it: e-mail is one word.';

REVOKE ALL ON FUNCTION "private"."title_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."title_words"(text) TO "postgres";
