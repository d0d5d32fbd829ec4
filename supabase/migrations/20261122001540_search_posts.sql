-- Searches posts. In: what was typed (anything; only its first 400 characters count), the row_cursor of the last
-- row seen, how many rows (1-100). Out: best first, the columns of list_posts and
--   snippet, snippet_source: plain text round the match, from 'details', or from 'comment' when only a comment matched;
--   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;
--   total, total_is_exact: how many posts were found, the same on every row; past 500 only so many are ranked.
-- Title outweighs details outweighs comments; whole words, phrases and votes order what is otherwise alike. When
-- no title has all words, words in use are corrected as well and posts that miss a word follow at the end.
-- Security definer because the words are kept in a schema clients cannot read; it shows public columns only.
create function public.search_posts(query text, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, category_slug text, slug text, title text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_name text, author_avatar text,
  snippet text, snippet_source text, title_ranges jsonb, snippet_ranges jsonb,
  total integer, total_is_exact boolean, row_cursor text
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  most constant integer := 500;
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_score numeric;
  after_id bigint;
  words text[];
  typed_key text;
  strict_titles text[];
  loose_titles text[];
  strict_bodies text[];
  loose_bodies text[];
  places integer[];
  marked text[];
  more_marked text[];
  last_prefix text;
  size integer;
  texts double precision;
  share double precision;
  parts integer;
  title_strict tsquery;
  title_loose tsquery;
  title_guess tsquery;
  body_strict tsquery;
  body_loose tsquery;
  phrase tsquery;
  whole tsquery;
  any_word tsquery;
  each_word tsquery[];
  partly tsquery;
  joined text;
  joined_at integer;
  ids bigint[];
  more bigint[];
  partial_ids bigint[] := array[]::bigint[];
  comment_posts bigint[] := array[]::bigint[];
  comment_ids bigint[] := array[]::bigint[];
  in_titles integer;
  is_exact boolean := true;
begin
  if after_cursor is not null then
    begin
      after_score := (after_cursor::jsonb ->> 0)::numeric;
      after_id := (after_cursor::jsonb ->> 1)::bigint;
    exception when others then
      after_score := null;
    end;
    if after_score is null or after_id is null then
      raise exception 'Unknown cursor' using errcode = '22023';
    end if;
  end if;

  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place) into words, typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select greatest(sum(c.reltuples), 1) into texts from pg_catalog.pg_class c
  where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass);
  select array_agg(a.strict_title order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.strict_body order by a.place), array_agg(a.loose_body order by a.place),
    array_agg(a.place order by a.place), max(a.prefix), exp(sum(ln(least(1, (a.documents + 1) / texts)))),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' '), ' ')
  into strict_titles, loose_titles, strict_bodies, loose_bodies, places, last_prefix, share, marked
  from private.search_atoms(query, false) a;
  size := coalesce(cardinality(strict_titles), 0);
  parts := least(size, 3);
  if size = 0 then
    return;
  end if;
  title_strict := array_to_string(strict_titles, ' & ')::tsquery;
  title_loose := array_to_string(loose_titles, ' & ')::tsquery;
  body_strict := array_to_string(strict_bodies, ' & ')::tsquery;
  body_loose := array_to_string(loose_bodies, ' & ')::tsquery;
  any_word := array_to_string(loose_bodies, ' | ')::tsquery;
  each_word := loose_titles::tsquery[];
  whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(words) w where not private.is_stop_word(w)
  )::tsquery;
  phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  -- The first neighbours that others write as one word.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(words), 13) - 1) as t(i)
  join private.search_words w on w.word = words[t.i] || words[t.i + 1]
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    title_loose := title_loose || concat_ws(' & ', format('''%s''', joined), (
      select string_agg(loose_titles[j], ' & ') from generate_series(1, size) j where places[j] not in (joined_at, joined_at + 1)
    ))::tsquery;
    body_loose := body_loose || concat_ws(' & ', format('''%s''', joined), (
      select string_agg(loose_bodies[j], ' & ') from generate_series(1, size) j where places[j] not in (joined_at, joined_at + 1)
    ))::tsquery;
    marked := marked || joined;
  end if;

  -- What a large share of texts has is found sooner among the most voted or newest than in the index of words.
  ids := array[]::bigint[];
  if share > 0.2 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.title from private.search_titles s order by s.tier desc, s.post_id desc limit 4000) t
      where t.title @@ title_loose limit most
    );
  end if;
  if cardinality(ids) < most then
    ids := array(select t.post_id from private.search_titles t where t.title @@ title_loose limit most);
  end if;
  in_titles := cardinality(ids);
  if in_titles = 0 and size > 1 then
    -- Each word may be in use and yet not be what was meant ("from" for "form").
    select string_agg(a.loose_title, ' & ')::tsquery,
      marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' '), ' ')
    into title_guess, more_marked
    from private.search_atoms(query, true) a;
    ids := array(select t.post_id from private.search_titles t where t.title @@ title_guess limit most / 2);
    if cardinality(ids) > 0 then
      marked := more_marked;
    end if;
  end if;

  if cardinality(ids) >= most then
    -- Too many to rank them all: the exact ones must be among those that are.
    is_exact := false;
    ids := ids || array(
      select t.post_id from private.search_titles t
      where t.key >= typed_key and t.key < typed_key || U&'\+10FFFF' order by t.key, t.post_id limit 100
    );
    if cardinality(words) > 1 then
      ids := ids || array(select t.post_id from private.search_titles t where t.title @@ phrase limit 100);
    end if;
  else
    more := array[]::bigint[];
    if share > 0.08 then
      more := array(
        select t.post_id
        from (select s.post_id, s.vector from private.search_posts s order by s.post_id desc limit 3000) t
        where t.vector @@ body_loose limit most
      );
    end if;
    if cardinality(more) < most / 2 then
      more := array(select s.post_id from private.search_posts s where s.vector @@ body_loose limit most);
    else
      is_exact := false;
    end if;
    ids := array(select distinct f from unnest(ids || more) f);
    is_exact := is_exact and cardinality(more) < most;
    if is_exact then
      select coalesce(array_agg(c.post_id), array[]::bigint[]), coalesce(array_agg(c.comment_id), array[]::bigint[])
      into comment_posts, comment_ids
      from (
        select distinct on (found.post_id) found.post_id, found.comment_id
        from (
          select s.post_id, s.comment_id from private.search_comments s where s.vector @@ body_loose limit most
        ) found
        where found.post_id <> all(ids)
        order by found.post_id, found.comment_id
      ) c;
      is_exact := cardinality(comment_posts) < most;
    end if;
    if in_titles = 0 and cardinality(ids) + cardinality(comment_posts) < (case size when 1 then 0 when 2 then 1 else 5 end) then
      -- Two of three parts of the query (of two words, either): however many words, each is looked up twice at most.
      partly := (
        select string_agg(format('(%s)', one), ' | ')
        from (
          select string_agg(loose_titles[j], ' & ') as one
          from generate_series(1, parts) part, generate_series(1, size) j
          where (j * parts + size - 1) / size <> part group by part
        ) t
      )::tsquery;
      partial_ids := array(select t.post_id from private.search_titles t where t.title @@ partly limit 200);
      if cardinality(partial_ids) < 5 then
        partly := (
          select string_agg(format('(%s)', one), ' | ')
          from (
            select string_agg(loose_bodies[j], ' & ') as one
            from generate_series(1, parts) part, generate_series(1, size) j
            where (j * parts + size - 1) / size <> part group by part
          ) t
        )::tsquery;
        partial_ids := partial_ids || array(select s.post_id from private.search_posts s where s.vector @@ partly limit 100);
      end if;
      is_exact := is_exact and cardinality(partial_ids) < 200;
    end if;
  end if;
  ids := array(select distinct f from unnest(ids || comment_posts || partial_ids) f);

  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(words) > 1 and t.title @@ phrase then 1 else 0 end
            + case when t.title @@ whole then 0.6 else 0 end
          else ts_rank(s.vector, any_word) / 2 + case
            when s.vector @@ body_strict then 3
            when t.title @@ title_guess then 2.9
            when s.vector @@ body_loose then 2.5
            when hit.comment_id is not null then 1.8
            else 0.2 + 2.4 * power((
              select count(*) from unnest(each_word) q where t.title @@ q
            ) / size::double precision, 2)
          end
        end
        + case when t.key = typed_key then 3 when starts_with(t.key, typed_key) then 1.5 else 0 end
        + 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.005 * t.popularity
      )::numeric, 6) as score
    from unnest(ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ title_strict then 6 when t.title @@ title_loose then 5 else 0 end as worth offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(comment_posts, comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  page as (
    select r.post_id, r.comment_id, r.score from ranked r
    where after_id is null or (r.score, r.post_id) < (after_score, after_id)
    order by r.score desc, r.post_id desc limit row_limit
  )
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name, a.avatar_url,
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    private.search_ranges(p.title, marked, last_prefix), private.search_ranges(shown.snippet, marked, last_prefix),
    cardinality(ids), is_exact, jsonb_build_array(page.score, page.post_id)::text
  from page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), marked, typed_key) as snippet offset 0
  ) shown
  order by page.score desc, page.post_id desc;
end
$$;
revoke execute on function public.search_posts(text, text, integer) from public;
grant execute on function public.search_posts(text, text, integer) to anon, authenticated, service_role;
