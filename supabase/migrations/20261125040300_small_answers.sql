-- What anybody may call gives small answers as well (private.require_small_select).

create or replace function public.list_posts(
  category text default null, in_state public.post_state default null, order_by text default 'top', after_cursor
  text default null, max_rows integer default 20
)
returns table (
  id bigint, category_slug text, slug text, title text, excerpt text, state public.post_state, votes_total
  integer, comments_total integer, created_at timestamptz, author_id uuid, author_name text, author_is_team
  boolean, row_cursor text, category_name text, state_changed_at timestamptz, is_pinned boolean
)
language plpgsql stable security definer set search_path = '' set extra_float_digits = '1'
as $$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
  has_pins boolean;
  is_among_pins boolean := false;
  beyond text := 'true';
  ordered text;
  page text;
begin
  perform private.require_small_select(3);
  case order_by
    when 'top', 'fewest-votes' then
      keys := array['p.votes_total', 'p.activity_at', 'p.id'];
      types := array['integer', 'timestamptz', 'bigint'];
    when 'newest', 'oldest' then
      keys := array['p.created_at', 'p.id'];
      types := array['timestamptz', 'bigint'];
    when 'trending' then
      keys := array['p.trend', 'p.id'];
      types := array['double precision', 'bigint'];
    when 'most-comments', 'fewest-comments' then
      keys := array['p.comments_total', 'p.id'];
      types := array['integer', 'bigint'];
    when 'title', 'title-desc' then
      keys := array['lower(p.title)', 'p.id'];
      types := array['text', 'bigint'];
    else
      raise exception 'Unknown order: %', left(order_by, 40) using errcode = '22023';
  end case;
  if order_by in ('fewest-votes', 'oldest', 'fewest-comments', 'title') then
    direction := 'asc';
  end if;

  if category is not null then
    select c.id into category_key from public.categories c where c.slug = category;
    if category_key is null then
      return;
    end if;
    conditions := conditions || 'p.category_id = $1'::text;
  end if;
  if in_state is not null then
    conditions := conditions || 'p.state = $2'::text;
  end if;
  has_pins := category is not null and order_by = 'top';
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      is_among_pins := has_pins and jsonb_array_length(keyset) = cardinality(keys) + 1 and keyset -> -1 = 'true';
      if jsonb_typeof(keyset) <> 'array' or keyset @> '[null]'
         or jsonb_array_length(keyset) <> cardinality(keys) + is_among_pins::integer then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  ordered := (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i));
  page := format(
    'select p.*, %s as is_first from public.posts p where %s and %s order by %s limit $4',
    '%s', array_to_string(conditions, ' and '), '%s', ordered
  );
  page := case
    when not has_pins then format(page, 'false', beyond)
    -- Behind a row that is not pinned there are none any more.
    when after_cursor is not null and not is_among_pins then format(page, 'false', 'p.pinned_at is null and ' || beyond)
    else '(' || format(page, 'true', 'p.pinned_at is not null and ' || beyond) || ') union all ('
      || format(page, 'false', 'p.pinned_at is null') || ')'
  end;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name, coalesce(a.is_team, false),
            (jsonb_build_array(%1$s) || case when p.is_first then ''[true]''::jsonb else ''[]'' end)::text,
            c.name, p.state_changed_at, p.is_first
     from (select * from (%2$s) p order by p.is_first desc, %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by p.is_first desc, %3$s',
    array_to_string(keys, ', '), page, ordered
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$$;

create or replace function public.search_posts(
  query text, after_cursor text default null, max_rows integer default 20, in_category text default null,
  in_state public.post_state default null
)
returns table (
  id bigint, category_slug text, slug text, title text, state public.post_state, votes_total integer,
  comments_total integer, created_at timestamptz, author_name text, author_is_team boolean, snippet text,
  snippet_source text, title_ranges jsonb, snippet_ranges jsonb, total integer, total_is_exact boolean,
  row_cursor text
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_row constant record := private.read_search_cursor(after_cursor);
  asked constant private.search_request := private.read_search(query);
  hits private.search_hits;
begin
  perform private.require_small_select(3);
  if asked.titles is null then
    return;
  end if;
  hits := private.find_posts(asked);
  if in_category is not null or in_state is not null then
    hits := private.keep_place(asked, hits, in_category, in_state);
  end if;
  return query
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name,
    coalesce(a.is_team, false),
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    private.search_ranges(p.title, hits.marked, asked.prefix),
    private.search_ranges(shown.snippet, hits.marked, asked.prefix),
    cardinality(hits.ids), hits.is_exact, jsonb_build_array(page.score, page.post_id)::text
  from private.rank_posts(asked, hits, after_row.score, after_row.id, row_limit) page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), hits.marked, asked.typed_key) as snippet offset 0
  ) shown
  order by page.score desc, page.post_id desc;
end
$$;

create or replace function public.similar_posts(
  query text, max_rows integer default 5, details text default ''
)
returns table (
  id bigint, slug text, category_slug text, title text, state public.post_state, votes_total integer, is_same
  boolean, snippet text, title_ranges jsonb, snippet_ranges jsonb
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
set plan_cache_mode = 'force_generic_plan'
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
  prefix text;
begin
  perform private.require_small_select(3);
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if coalesce(char_length(typed_key), 0) < 3 then
    return;
  end if;
  -- What the title says counts whole, what only the details say a third.
  with parts as materialized (
    select a.*, 1.0 as weight from private.search_atoms(typed, false) a
    union all
    select a.*, 0.35 from private.telling_words(similar_posts.details, string_to_array(typed_key, ' '), texts) a
  )
  select sum(p.rarity) filter (where p.weight = 1),
    array_agg(p.wide_title::tsquery order by p.place), array_agg(p.strict_title::tsquery order by p.place),
    array_agg(p.wide_body::tsquery order by p.place), array_agg(coalesce(p.rarity, 1) * p.weight order by p.place),
    private.any_of(
      array_agg(p.wide_title order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    private.any_of(
      array_agg(p.wide_body order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    string_agg(p.wide_title, ' | ') filter (where p.weight = 1)::tsquery,
    string_agg(p.loose_title, ' & ') filter (where p.weight = 1)::tsquery,
    array_agg(p.documents) filter (where p.weight = 1),
    string_to_array(string_agg(array_to_string(p.forms, ' '), ' ' order by p.place), ' '), max(p.prefix)
  into whole_rarity, wide_titles, strict_titles, bodies, rarities, in_titles, in_texts, any_part, all_parts, documents,
    marked, prefix
  from parts p;
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total, best.is_same, shown.snippet,
    private.search_ranges(p.title, marked, prefix), private.search_ranges(shown.snippet, marked, prefix)
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
  order by best.score desc, p.id desc;
end
$$;

create or replace function public.expected_quarters(post_ids bigint[])
returns table (post_id bigint, quarter text)
language sql stable security definer set search_path = ''
as $$
  select t.post_id, t.quarter
  from public.post_triage t join public.posts p on p.id = t.post_id
  where (select private.require_small_select(3)) and t.post_id = any (post_ids[1:200]) and t.quarter is not null and p.deleted_at is null
    and p.state in ('planned', 'in-progress') and (select s.shows_quarters from public.site_settings s)
$$;

create or replace function public.sitemap_posts(of_part integer)
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'category', c.slug, 'slug', p.slug, 'changed_at', p.activity_at
  ) order by p.id), '[]')
  from public.posts p join public.categories c on c.id = p.category_id
  where (select private.require_small_select(3)) and p.id >= of_part * 10000::bigint and p.id < (of_part + 1) * 10000::bigint
$$;

create or replace function public.sitemap_index()
returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recursive parts as (
    select (select min(p.id) / 10000 from public.posts p) as part
    union all
    select (select min(p.id) / 10000 from public.posts p where p.id >= (t.part + 1) * 10000)
    from parts t where t.part is not null
  ),
  changed as (
    select t.part, (
      select p.activity_at from public.posts p
      where p.id / 10000 = t.part and p.deleted_at is null order by p.activity_at desc limit 1
    ) as changed_at
    from parts t
  )
  select jsonb_build_object(
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('part', part, 'changed_at', changed_at) order by part), '[]')
      from changed where changed_at is not null
    ),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', c.slug,
        'changed_at', greatest(c.created_at, (
          select p.activity_at from public.posts p
          where p.category_id = c.id and p.deleted_at is null order by p.activity_at desc limit 1
        ))
      ) order by c.position, c.id), '[]')
      from public.categories c
    )
  )
  where private.require_small_select(3)
$$;
