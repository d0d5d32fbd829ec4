set local check_function_bodies = off;

ALTER TABLE "public"."categories" DROP CONSTRAINT "categories_slug_is_free";

DROP FUNCTION "public"."search_posts"(text, text, integer, text, public.post_state);

CREATE OR REPLACE FUNCTION private.has_page(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.profiles a where a.id = person and a.is_public)
    and not exists (select from private.voter_addresses v where v.person_id = person)
$function$;

CREATE OR REPLACE FUNCTION public.get_person(person uuid)
 RETURNS TABLE(id uuid, name text, avatar_url text, is_team boolean, created_at timestamp with time zone, posts_total bigint, comments_total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.id, a.name, a.avatar_url, a.is_team, case when not a.placeholder then a.created_at end,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    (
      select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
    )
  from public.profiles a
  where a.id = person and private.has_page(a.id) and (select private.require_small_select(3))
$function$;

CREATE OR REPLACE FUNCTION public.person_activity(person uuid, kind text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20)
 RETURNS TABLE(id bigint, category_slug text, category_name text, slug text, title text, excerpt text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, author_id uuid, author_name text, author_is_team boolean, comment_id bigint, happened_at timestamp with time zone, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
  rows constant integer := least(greatest(max_rows, 1), 50);
begin
  perform private.require_small_select(3);
  if kind = 'votes' then
    if not (private.is_team() or person = auth.uid() and private.is_present()) then
      raise exception 'Only the person and the team can see votes.' using errcode = '42501';
    end if;
  elsif not private.has_page(person) then
    return;
  end if;
  return query
  select p.id, c.slug, c.name, p.slug, p.title, left(coalesce(f.body, p.details), 600), p.state, p.votes_total,
    p.comments_total, p.created_at, p.author_id, a.name, coalesce(a.is_team, false), f.comment_id, f.at,
    jsonb_build_array(f.at, f.item)::text
  from (
    (
      select t.id as post_id, t.id as item, t.created_at as at, null::bigint as comment_id, null::text as body
      from public.posts t
      where kind = 'posts' and t.author_id = person and t.deleted_at is null
        and (after_row.id is null or (t.created_at, t.id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.id desc limit rows
    )
    union all
    (
      select t.post_id, t.id, t.created_at, t.id, t.body
      from public.comments t join public.posts on_post on on_post.id = t.post_id and on_post.deleted_at is null
      where kind = 'comments' and t.author_id = person and t.deleted_at is null and t.hidden_at is null
        and (after_row.id is null or (t.created_at, t.id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.id desc limit rows
    )
    union all
    (
      select t.post_id, t.post_id, t.created_at, null, null
      from public.votes t join public.posts on_post on on_post.id = t.post_id and on_post.deleted_at is null
      where kind = 'votes' and t.user_id = person
        and (after_row.id is null or (t.created_at, t.post_id) < (after_row.created_at, after_row.id))
      order by t.created_at desc, t.post_id desc limit rows
    )
  ) f
  join public.posts p on p.id = f.post_id
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  order by f.at desc, f.item desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_posts(query text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20, in_category text DEFAULT NULL::text, in_state public.post_state DEFAULT NULL::public.post_state)
 RETURNS TABLE(id bigint, category_slug text, slug text, title text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, author_name text, author_is_team boolean, snippet text, snippet_source text, title_ranges jsonb, snippet_ranges jsonb, total integer, total_is_exact boolean, row_cursor text, author_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
    cardinality(hits.ids), hits.is_exact, jsonb_build_array(page.score, page.post_id)::text, a.id
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
$function$;

-- A category of that name keeps its posts, at another address.
UPDATE "public"."categories" SET "slug" = "slug" || '-' || "id" WHERE "slug" IN ('all', 'people');

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_is_free" CHECK ((slug <> ALL (ARRAY['404'::text, '500'::text, 'all'::text, 'api'::text, 'apple-icon'::text, 'auth'::text, 'builds'::text, 'changelog'::text, 'dashboard'::text, 'forgot-password'::text, 'lists'::text, 'mailbox'::text, 'more'::text, 'reset-password'::text, 'roadmap'::text, 'search'::text, 'settings'::text, 'sign-out'::text, 'sitemap'::text, 'admin'::text, 'insights'::text, 'notifications'::text, 'people'::text, 'sign-in'::text, 'sign-up'::text, 'embed'::text])));

COMMENT ON FUNCTION "private"."has_page"(uuid) IS 'Whether a person has a public page: everyone whose name is public, except people known only by an email address.';

COMMENT ON FUNCTION "public"."get_person"(uuid) IS 'Who a person''s page is about, since when they have an account, and how much it shows; nothing if there is no such page.';

COMMENT ON FUNCTION "public"."person_activity"(uuid, text, text, integer) IS 'A person''s posts, comments or votes (kind), newest first, each with the cursor that continues after it. Posts and comments are what everyone can read. Votes are for the person and the team.';

COMMENT ON FUNCTION "public"."search_posts"(text, text, integer, text, public.post_state) IS 'Searches posts. In: what was typed (anything; only the first 400 characters count), the row_cursor of the last row seen, how many rows (1-100). Out: best first, the columns of list_posts and   snippet, snippet_source: plain text around the match, from ''details'', or from ''comment'' if only a comment matched;   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;   total, total_is_exact: how many posts were found, the same on every row; above 500 only that many are ranked. A title outweighs details, and details outweigh comments; whole words, phrases and votes decide between equals. If no title contains all words, words in use are corrected as well, and posts without one of the words come last. Security definer, because the words are in a schema that clients can''t read; it only returns public columns.';

REVOKE ALL ON FUNCTION "private"."has_page"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_page"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_person"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_person"(uuid) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."person_activity"(uuid, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."person_activity"(uuid, text, text, integer) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."search_posts"(text, text, integer, text, public.post_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_posts"(text, text, integer, text, public.post_state) TO "anon", "authenticated", "postgres", "service_role";
