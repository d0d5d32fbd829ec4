-- The search that clients call: it reads the cursor and the query, finds posts, ranks them and shows one page.

-- In: the row_cursor of the last row seen, or null. Out: where that row stood. Refuses what was never given out.
create function private.read_search_cursor(given text, out score numeric, out id bigint)
language plpgsql immutable set search_path = ''
as $$
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

-- One page of what was found, best first, after the score and id of the last row seen (null: from the start).
-- What a post scores: 6.5 for a title with all parts of the query as typed and 5.5 for one with corrections, more for
-- a phrase and for whole words; else 3 for details as typed, 2.9 for a guessed title, 2.5 for corrected details,
-- 1.8 for a comment, up to 2.6 for a title with some parts. To all of these come points for a title that is or begins
-- with the query, for how much of the title the query is, and for votes.
create function private.rank_posts(
  asked private.search_request, hits private.search_hits, after_score numeric, after_id bigint, max_rows integer
)
returns table (post_id bigint, comment_id bigint, score numeric)
language plpgsql stable set search_path = '' rows 20
as $$
declare
  size constant integer := cardinality(asked.titles);
  any_word constant tsquery := array_to_string(asked.bodies, ' | ')::tsquery;
  each_word constant tsquery[] := asked.titles::tsquery[];
begin
  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(asked.words) > 1 and t.title @@ asked.phrase then 1 else 0 end
            + case when t.title @@ asked.whole then 0.6 else 0 end
          else ts_rank(s.vector, any_word) / 2 + case
            when s.vector @@ asked.body_strict then 3
            when t.title @@ hits.title_guess then 2.9
            when s.vector @@ asked.body_loose then 2.5
            when hit.comment_id is not null then 1.8
            else 0.2 + 2.4 * power((
              select count(*) from unnest(each_word) q where t.title @@ q
            ) / size::double precision, 2)
          end
        end
        + case when t.key = asked.typed_key then 3 when starts_with(t.key, asked.typed_key) then 1.5 else 0 end
        + 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.005 * t.popularity
      )::numeric, 6) as score
    from unnest(hits.ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ asked.title_strict then 6 when t.title @@ asked.title_loose then 5 else 0 end as worth
      offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(hits.comment_posts, hits.comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  )
  select r.post_id, r.comment_id, r.score from ranked r
  where after_id is null or (r.score, r.post_id) < (after_score, after_id)
  order by r.score desc, r.post_id desc limit max_rows;
end
$$;

-- Searches posts. In: what was typed (anything; only its first 400 characters count), the row_cursor of the last
-- row seen, how many rows (1-100). Out: best first, the columns of list_posts and
--   snippet, snippet_source: plain text round the match, from 'details', or from 'comment' when only a comment matched;
--   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;
--   total, total_is_exact: how many posts were found, the same on every row; past 500 only so many are ranked.
-- A title outweighs details, and details outweigh comments; whole words, phrases and votes order what is otherwise
-- alike. When no title has all words, words in use are corrected as well, and posts that miss a word come last.
-- Security definer because the words are kept in a schema clients cannot read; it shows public columns only.
create function public.search_posts(query text, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, category_slug text, slug text, title text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_name text,
  snippet text, snippet_source text, title_ranges jsonb, snippet_ranges jsonb,
  total integer, total_is_exact boolean, row_cursor text
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_row constant record := private.read_search_cursor(after_cursor);
  asked constant private.search_request := private.read_search(query);
  hits private.search_hits;
begin
  if asked.titles is null then
    return;
  end if;
  hits := private.find_posts(asked);
  return query
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name,
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
revoke execute on function public.search_posts(text, text, integer) from public;
grant execute on function public.search_posts(text, text, integer) to anon, authenticated, service_role;
