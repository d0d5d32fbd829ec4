-- A search can stay in a state as well as in a category.

-- What was found, without posts of other categories or states; null keeps all. When more was found than is ranked, most of
-- it may lie in those: the most voted posts of the place itself are looked through as well. Planned with the settings of
-- search_posts, which alone calls it.
create function private.keep_place(
  asked private.search_request, hits private.search_hits, slug text, wanted public.post_state
)
returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  many constant integer := 4000;
  category constant integer := (select c.id from public.categories c where c.slug = keep_place.slug);
  own bigint[] := array(
    select p.id from public.posts p
    where p.id = any (hits.ids) and (keep_place.slug is null or p.category_id = category)
      and (wanted is null or p.state = wanted)
  );
  favoured bigint[];
begin
  if not hits.is_exact then
    -- Each in the order of an index.
    if keep_place.slug is null then
      favoured := array(
        select p.id from public.posts p where p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    elsif wanted is null then
      favoured := array(
        select p.id from public.posts p where p.category_id = category and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    else
      favoured := array(
        select p.id from public.posts p
        where p.category_id = category and p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    end if;
    own := array(
      select f from unnest(own) f
      union
      (select f.id
       from (select f.id from unnest(favoured) with ordinality f(id, place) order by f.place offset 0) f
       where (select t.title @@ asked.title_loose from private.search_titles t where t.post_id = f.id)
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
end
$$;

-- As before; in_state keeps to posts in this state.
drop function public.search_posts(text, text, integer, text);
create function public.search_posts(
  query text, after_cursor text default null, max_rows integer default 20, in_category text default null,
  in_state public.post_state default null
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
revoke execute on function public.search_posts(text, text, integer, text, public.post_state) from public;
grant execute on function public.search_posts(text, text, integer, text, public.post_state)
  to anon, authenticated, service_role;
drop function private.keep_category(private.search_request, private.search_hits, text);
