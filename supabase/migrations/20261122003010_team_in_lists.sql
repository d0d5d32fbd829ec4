-- The lists as they were, with a column more: whether the author is of the team.
drop function public.list_posts(text, public.post_state, text, text, integer);
drop function public.list_comments(bigint, text, integer, integer);
drop function public.list_replies(bigint, text, integer);
drop function public.search_posts(text, text, integer);

-- Lists of posts by keyset: each row carries the cursor that continues after it.
-- order_by: top, trending, newest, oldest, fewest-votes, most-comments, fewest-comments, title, title-desc.
-- Security definer because behind a policy no page by title starts from its index; it shows public columns only.
-- Hosted projects write floats with fewer digits than they have; a cursor needs them all.
create function public.list_posts(
  category text default null,
  in_state public.post_state default null,
  order_by text default 'top',
  after_cursor text default null,
  max_rows integer default 20
)
returns table (
  id bigint, category_slug text, slug text, title text, excerpt text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_id uuid, author_name text,
  author_is_team boolean, row_cursor text
)
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
begin
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
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      if jsonb_typeof(keyset) <> 'array' or jsonb_array_length(keyset) <> array_length(keys, 1) or keyset @> '[null]' then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    conditions := conditions || format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name,
            coalesce(a.is_team, false), jsonb_build_array(%1$s)::text
     from (select * from public.posts p where %2$s order by %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %3$s',
    array_to_string(keys, ', '),
    array_to_string(conditions, ' and '),
    (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i))
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$$;
revoke execute on function public.list_posts(text, public.post_state, text, text, integer) from public;
grant execute on function public.list_posts(text, public.post_state, text, text, integer) to anon, authenticated, service_role;

-- A post's comments, oldest first, each with its first replies; cursors as in list_posts.
create function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean,
  replies_total integer, replies jsonb, row_cursor text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.deleted_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, max_replies) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;

-- The replies to a comment, oldest first.
create function public.list_replies(of_comment bigint, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean, row_cursor text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text
  from (
    select * from public.comments t
    where t.parent_id = of_comment
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;
revoke execute on function public.list_comments(bigint, text, integer, integer) from public;
revoke execute on function public.list_replies(bigint, text, integer) from public;
grant execute on function public.list_comments(bigint, text, integer, integer) to anon, authenticated, service_role;
grant execute on function public.list_replies(bigint, text, integer) to anon, authenticated, service_role;

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
revoke execute on function public.search_posts(text, text, integer) from public;
grant execute on function public.search_posts(text, text, integer) to anon, authenticated, service_role;
