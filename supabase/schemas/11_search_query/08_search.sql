create function private.read_search_cursor(given text, out score numeric, out id bigint) returns record
language plpgsql immutable set search_path = '' as $$
begin
  if given is null then
    return;
  end if;
  begin
    score := (private.read_cursor(given) ->> 0)::numeric;
    id := (private.read_cursor(given) ->> 1)::bigint;
  exception when others then
    score := null;
  end;
  if score is null or id is null then
    raise exception 'Unknown cursor' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_search_cursor is 'Reads a row_cursor of search_posts.';

create function public.search_posts(
  query text, after_cursor text default null, max_rows integer default 20, in_category text default null,
  in_state public.post_state default null
) returns table(
  id bigint, category_slug text, slug text, title text, state public.post_state, votes_total integer,
  comments_total integer, created_at timestamptz, author_name text, author_is_team boolean, snippet text,
  snippet_source text, title_ranges jsonb, snippet_ranges jsonb, total integer, total_is_exact boolean, row_cursor text,
  author_id uuid, is_partial boolean
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = 'force_generic_plan'
as $$
declare
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_row constant record := private.read_search_cursor(after_cursor);
  asked constant private.search_request := private.read_search(query);
  hits private.search_hits;
  typed text[];
begin
  perform private.require_small_select(3);
  if asked.titles is null then
    return;
  end if;
  hits := private.find_posts(asked);
  if in_category is not null or in_state is not null then
    hits := private.keep_place(asked, hits, in_category, in_state);
  end if;
  typed := private.typed_forms(hits.marked, asked.words);
  return query
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name,
    coalesce(a.is_team, false),
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    marks.title_ranges, marks.snippet_ranges,
    cardinality(hits.ids), hits.is_exact, jsonb_build_array(page.score, page.post_id)::text, a.id,
    coalesce(hits.is_partial, false)
  from private.rank_posts(asked, hits, after_row.score, after_row.id, row_limit) page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), hits.marked, asked.typed_key) as snippet offset 0
  ) shown
  cross join lateral private.search_marks(p.title, shown.snippet, hits.marked, typed, asked.prefix) marks
  order by page.score desc, page.post_id desc;
end
$$;
comment on function public.search_posts is
  'Searches posts. In: what was typed (anything; only the first 400 characters count), the row_cursor of the last row seen, how many rows (1-100). Out: best first, the columns of list_posts and   snippet, snippet_source: plain text around the match, from ''details'', or from ''comment'' if only a comment matched;   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;   total, total_is_exact: how many posts were found, the same on every row; above 500 only that many are ranked;   is_partial: whether no post or comment contains all words, the same on every row. A title outweighs details, and details outweigh comments; whole words, phrases and votes decide between equals. If no title contains all words, words in use are corrected as well, and posts without one of the words come last. Security definer, because the words are in a schema that clients can''t read; it only returns public columns.';
grant execute on function public.search_posts to anon, authenticated, service_role;

create function public.near_words(query text) returns setof text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  return query
  select n.shown
  from (
    select shown.word as shown, max(near.likeness) as likeness
    from (
      select t.word from private.search_words_of(left(near_words.query, 100)) t
      where char_length(t.word) between 3 and 32 and not t.dense and not private.is_stop_word(t.word)
      order by t.place limit 4
    ) typed,
    lateral (
      select w.word, extensions.similarity(w.word, typed.word) as likeness
      from private.search_words w where w.word operator(extensions.%) typed.word and w.word <> typed.word
      order by likeness desc, w.documents desc, w.word limit 4
    ) near,
    -- As it is written in a title, which may be longer than the stem that search stores.
    lateral (
      select found.word
      from (
        select t.key from private.search_titles t where t.title @@ format('''%s''', near.word)::tsquery limit 1
      ) known,
        unnest(string_to_array(known.key, ' ')) found(word)
      where found.word = near.word or private.search_stem(found.word) = near.word
      limit 1
    ) shown
    group by shown.word
  ) n
  order by n.likeness desc, n.shown limit 5;
end
$$;
comment on function public.near_words is
  'Words in titles that are spelled like those of a query that found nothing. In: what was typed. Out: at most five words, most similar first. Security definer for the same reason as search_posts.';
grant execute on function public.near_words to anon, authenticated, service_role;
