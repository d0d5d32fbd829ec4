-- What was found, without posts of other categories. When more was found than is ranked, most of it may lie in those:
-- the category's own titles are looked up as well. Planned with the settings of search_posts, which alone calls it.
create function private.keep_category(asked private.search_request, hits private.search_hits, slug text)
returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  category constant integer := (select c.id from public.categories c where c.slug = keep_category.slug);
  own bigint[] := array(
    select p.id from public.posts p where p.id = any (hits.ids) and p.category_id = category
  );
begin
  if not hits.is_exact then
    own := array(
      select f from unnest(own) f
      union
      (select t.post_id
       from private.search_titles t
       where t.title @@ asked.title_loose
         and (select p.category_id from public.posts p where p.id = t.post_id) = category
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
end
$$;

-- Searches posts. In: what was typed (anything; only its first 400 characters count), the row_cursor of the last
-- row seen, how many rows (1-100), the slug of a category to stay in (null: all). Out: best first, the columns of list_posts and
--   snippet, snippet_source: plain text round the match, from 'details', or from 'comment' when only a comment matched;
--   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;
--   total, total_is_exact: how many posts were found, the same on every row; past 500 only so many are ranked.
-- A title outweighs details, and details outweigh comments; whole words, phrases and votes order what is otherwise
-- alike. When no title has all words, words in use are corrected as well, and posts that miss a word come last.
-- Security definer because the words are kept in a schema clients cannot read; it shows public columns only.
drop function public.search_posts(text, text, integer);
create function public.search_posts(
  query text, after_cursor text default null, max_rows integer default 20, in_category text default null
)
returns table (
  id bigint, category_slug text, slug text, title text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_name text, author_is_team boolean,
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
  if in_category is not null then
    hits := private.keep_category(asked, hits, in_category);
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
revoke execute on function public.search_posts(text, text, integer, text) from public;
grant execute on function public.search_posts(text, text, integer, text) to anon, authenticated, service_role;
