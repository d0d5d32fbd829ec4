-- Finds posts about the same thing.

create function private.telling_words(
  details text, known text[], texts double precision
) returns setof private.search_atom
language plpgsql stable set search_path = '' as $$
begin
  return query
  select (100 + row_number() over (order by w.rarity desc))::integer, w.query, w.query, w.query, w.query,
    array[w.form], null::text, w.documents, w.rarity, w.query, w.query
  from (
    select d.form, s.documents, private.rarity(s.documents, texts) as rarity, format('(''%s'')', d.form) as query
    from (
      select distinct coalesce(private.search_stem(t.word), t.word) as form
      from (select * from private.search_words_of(left(private.plain_text(left(details, 4000)), 2000)) limit 300) t
      where not t.dense and not private.is_stop_word(t.word)
    ) d
    join private.search_words s on s.word = d.form
    where d.form <> all (known) and s.documents > 1 and s.documents < texts / 4
    order by s.documents, d.form limit 6
  ) w;
end
$$;
comment on function private.telling_words is 'The words of the details that carry the most meaning, as query parts.';

create function public.similar_posts(query text, max_rows integer default 5, details text default '') returns table(
  id bigint, slug text, category_slug text, title text, state public.post_state, votes_total integer, is_same boolean,
  snippet text, title_ranges jsonb, snippet_ranges jsonb
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  typed constant text := left(similar_posts.query, 200);
  row_limit constant integer := least(greatest(coalesce(max_rows, 5), 1), 20);
  most constant integer := 300;
  typed_key text;
  texts constant double precision := private.count_texts();
  whole_rarity double precision;
  wide_titles tsquery[];
  strict_titles tsquery[];
  bodies tsquery[];
  rarities double precision[];
  in_titles tsquery;
  in_texts tsquery;
  any_part tsquery;
  all_parts tsquery;
  documents double precision[];
  marked text[];
  typed_marked text[];
  prefix text;
begin
  perform private.require_small_select(3);
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if coalesce(char_length(typed_key), 0) < 3 then
    return;
  end if;
  -- Words in the title count fully, with all their forms; words only in the details count a third.
  with parts as materialized (
    select a.*, true as is_typed, least(a.rarity, private.rarity(a.documents, texts)) as meaning
    from private.search_atoms(typed, false) a
    union all
    select a.*, false, 0.35 * a.rarity from private.telling_words(similar_posts.details, string_to_array(typed_key, ' '), texts) a
  )
  select sum(p.meaning) filter (where p.is_typed)
      -- A word that no text contains means as much as one in a single text.
      + private.rarity(1, texts) * count(*) filter (where p.is_typed and p.rarity = 0),
    array_agg(p.wide_title::tsquery order by p.place), array_agg(p.strict_title::tsquery order by p.place),
    array_agg(p.wide_body::tsquery order by p.place), array_agg(coalesce(p.meaning, 1) order by p.place),
    private.any_of(
      array_agg(p.wide_title order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    private.any_of(
      array_agg(p.wide_body order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    string_agg(p.wide_title, ' | ') filter (where p.is_typed)::tsquery,
    string_agg(p.loose_title, ' & ') filter (where p.is_typed)::tsquery,
    array_agg(p.documents) filter (where p.is_typed),
    string_to_array(string_agg(array_to_string(p.forms, ' '), ' ' order by p.place), ' '), max(p.prefix)
  into whole_rarity, wide_titles, strict_titles, bodies, rarities, in_titles, in_texts, any_part, all_parts, documents,
    marked, prefix
  from parts p;
  typed_marked := private.typed_forms(marked, string_to_array(typed_key, ' '));
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total, best.is_same, shown.snippet,
    marks.title_ranges, marks.snippet_ranges
  from (
    select r.post_id, r.is_same, r.alike + 1.5 * r.said + 0.002 * r.popularity as score
    from (
      select t.post_id, t.popularity, t.key = typed_key as is_same,
        extensions.similarity(left(t.key, 200), typed_key) as alike,
        private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, rarities) / greatest(whole_rarity, 0.01) as said
      from (
        select f from unnest(private.find_voted(all_parts, (select min(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(any_part, (select sum(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(in_titles, most, null, most)) f
        union
        select f from unnest(private.find_newest(in_texts, most)) f
        union
        (select t.post_id from private.search_titles t where t.key = typed_key order by t.post_id limit 20)
      ) given(post_id)
      join private.search_titles t on t.post_id = given.post_id
      join private.search_posts s on s.post_id = given.post_id
    ) r
    where r.said >= 0.25 or r.alike >= 0.3
    order by score desc, r.post_id desc limit row_limit
  ) best
  join public.posts p on p.id = best.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = best.post_id
  cross join lateral (select private.search_snippet(s.body, marked, typed_key) as snippet offset 0) shown
  cross join lateral private.search_marks(p.title, shown.snippet, marked, typed_marked, prefix) marks
  order by best.score desc, p.id desc;
end
$$;
comment on function public.similar_posts is
  'Posts that may be about the same thing as a title that is being typed. In: the title (its first 200 characters count), how many posts (1-20). Out: most likely first. Security definer for the same reason as search_posts.';
grant execute on function public.similar_posts to anon, authenticated, service_role;

create table private.alike_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  title text not null,
  other_ids bigint[] not null,
  found_at timestamptz not null default now()
);
comment on table private.alike_posts is 'Posts with similar titles according to search, refreshed daily.';

create function private.newest_posts(most integer) returns setof public.posts
language sql stable set search_path = '' as $$
  select p.* from public.posts p where p.deleted_at is null
  order by p.created_at desc, p.id desc limit least(greatest(most, 0), 100)
$$;
comment on function private.newest_posts is 'The newest posts, at most 100.';

create function private.find_alike(newest integer default 40, max_age interval default '1 day'::interval) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.alike_posts (post_id, title, other_ids)
  select p.id, p.title, array(select s.id from public.similar_posts(p.title, 4) s where s.id <> p.id)
  from private.newest_posts(newest) p
  where not exists (
    select from private.alike_posts a where a.post_id = p.id and a.title = p.title and a.found_at >= now() - max_age
  )
  order by p.id
  on conflict (post_id) do update
    set title = excluded.title, other_ids = excluded.other_ids, found_at = excluded.found_at;
  delete from private.alike_posts a where a.post_id in (
    select o.post_id from private.alike_posts o where o.found_at < now() - max_age for update skip locked
  );
end
$$;
comment on function private.find_alike is
  'Finds which posts the newest ones resemble, if that is unknown or out of date. Called by suggest_merges; the worker keeps the rest up to date. Rows are written in order of their ids.';
