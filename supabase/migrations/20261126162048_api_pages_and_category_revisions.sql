set local check_function_bodies = off;

DROP FUNCTION "private"."count_api_request"(text, text);

DROP FUNCTION "public"."admin_save_category"(integer, text, text, text, text, text);

DROP FUNCTION "public"."api_posts"(bigint[]);

DROP FUNCTION "public"."count_api_network"(text);

DROP FUNCTION "public"."list_categories"();

ALTER TABLE "public"."categories" ADD COLUMN "revision" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.count_api_request(kind text, caller text, requests integer DEFAULT 1)
 RETURNS TABLE(max_count integer, remaining integer, reset integer, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.api_limits;
  spent private.api_usage;
begin
  select * into rule from private.api_limits l where l.caller = count_api_request.kind;
  insert into private.api_usage as u (caller, used)
  select sha256(convert_to(concat_ws(E'\n', s.value, 'api', count_api_request.kind, count_api_request.caller), 'UTF8')), count_api_request.requests
  from private.salt s
  on conflict on constraint api_usage_pkey do update set
    used = case when u.started_at <= now() - rule.period then excluded.used else u.used + excluded.used end,
    started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
  returning * into spent;
  if spent.used = count_api_request.requests then
    delete from private.api_usage u where u.started_at < now() - interval '1 hour';
  end if;
  -- Losing counts in a crash does no harm.
  perform set_config('synchronous_commit', 'off', true);
  return query select rule.max_count, rule.max_count - spent.used,
    greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer),
    extract(epoch from rule.period)::integer;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_category_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.revision := old.revision + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_open_to_keys(method text, path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select path = any (array[
    '/categories', '/changelog_addresses', '/comments', '/images', '/post_addresses', '/post_events', '/post_merges',
    '/post_notes', '/post_tags', '/post_totals', '/posts', '/profiles', '/site_settings', '/state_texts', '/tags'
  ]) and (
    method in ('GET', 'HEAD') or path in ('/post_notes', '/tags') or method = 'DELETE' and path = '/categories'
  ) or path = any (array[
    '/rpc/admin_add_webhook', '/rpc/admin_archive_category', '/rpc/admin_change_tags', '/rpc/admin_columns',
    '/rpc/admin_delete_entry', '/rpc/admin_delete_webhook', '/rpc/admin_deliveries', '/rpc/admin_entries',
    '/rpc/admin_entry', '/rpc/admin_followers', '/rpc/admin_give_vote', '/rpc/admin_give_vote_by_address',
    '/rpc/admin_order_categories', '/rpc/admin_people', '/rpc/admin_post', '/rpc/admin_posts',
    '/rpc/admin_posts_total', '/rpc/admin_publish_entry', '/rpc/admin_reports', '/rpc/admin_save_category',
    '/rpc/admin_save_entry', '/rpc/admin_set_category', '/rpc/admin_set_looked', '/rpc/admin_set_plan',
    '/rpc/admin_set_state', '/rpc/admin_set_webhook', '/rpc/admin_take_back_entry', '/rpc/admin_take_vote',
    '/rpc/admin_test_webhook', '/rpc/admin_triage', '/rpc/admin_voters', '/rpc/admin_webhooks',
    '/rpc/api_entries', '/rpc/api_post_page', '/rpc/api_posts', '/rpc/changelog_unread', '/rpc/comment_source',
    '/rpc/create_comment', '/rpc/create_post', '/rpc/delete_comment', '/rpc/delete_post', '/rpc/dismiss_reports',
    '/rpc/edit_comment', '/rpc/edit_post', '/rpc/expected_quarters', '/rpc/get_post', '/rpc/get_viewer', '/rpc/hide_comments',
    '/rpc/hide_posts', '/rpc/list_categories', '/rpc/list_comments', '/rpc/list_entries', '/rpc/list_posts',
    '/rpc/list_replies', '/rpc/merge_posts', '/rpc/merge_preview', '/rpc/merged_posts', '/rpc/near_words',
    '/rpc/post_source', '/rpc/report', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/see_changelog',
    '/rpc/set_role', '/rpc/set_vote', '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts',
    '/rpc/unmerge_posts', '/rpc/votes_on', '/rpc/waiting_of'
  ])
$function$;

CREATE OR REPLACE FUNCTION private.person_says(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.data from private.public_people p where p.id = person
$function$;

CREATE OR REPLACE FUNCTION private.post_says(post bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.data from private.public_posts p where p.id = post
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_category(category_id integer, new_slug text, new_name text, new_description text, new_prompt text, new_details_prompt text, seen_revision integer DEFAULT NULL::integer, is_archived boolean DEFAULT NULL::boolean)
 RETURNS TABLE(status text, id integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  was public.categories;
  broken text;
  saved integer;
begin
  perform private.require_admin();
  if category_id is null then
    insert into public.categories (slug, name, description, prompt, details_prompt, position)
    values (
      new_slug, new_name, coalesce(new_description, ''), new_prompt, new_details_prompt,
      (select coalesce(max(c.position), 0) + 1 from public.categories c)
    )
    returning categories.id into saved;
    return query select 'saved', saved;
    return;
  end if;
  select * into was from public.categories c where c.id = admin_save_category.category_id for update;
  if was.id is null then
    return query select 'missing', null::integer;
  elsif was.revision <> seen_revision then
    return query select 'conflict', was.id;
  elsif was.slug = 'new-features' and new_slug <> was.slug then
    return query select 'fixed', null::integer;
  else
    update public.categories c
    set slug = new_slug, name = new_name, description = coalesce(new_description, ''),
      prompt = new_prompt, details_prompt = new_details_prompt, archived_at = case
        when is_archived then coalesce(c.archived_at, now()) when is_archived is null then c.archived_at end
    where c.id = admin_save_category.category_id;
    return query select 'saved', admin_save_category.category_id;
  end if;
exception
  when unique_violation then
    return query select 'taken', null::integer;
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'categories_slug_is_free' then
      raise;
    end if;
    return query select 'reserved', null::integer;
end
$function$;

CREATE OR REPLACE FUNCTION public.api_post_page(category text DEFAULT NULL::text, in_state public.post_state DEFAULT NULL::public.post_state, order_by text DEFAULT 'top'::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page constant integer := least(greatest(max_rows, 1), 99);
begin
  return (
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(p.data order by l.ordinality) filter (where l.ordinality <= page and p.data is not null), '[]'),
      'next', case when count(*) > page then max(l.row_cursor) filter (where l.ordinality = page) end
    )
    from public.list_posts(category, in_state, order_by, after_cursor, page + 1) with ordinality l
    left join lateral (select o.data from private.public_posts o where o.id = l.id offset 0) p on true
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.api_posts(post_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_small_select();
  return (
    select coalesce(jsonb_agg(p.data order by asked.at), '[]')
    from unnest(post_ids[1:100]) with ordinality as asked (id, at)
    -- With an offset, PostgreSQL looks up each post instead of reading all of them.
    cross join lateral (select o.data from private.public_posts o where o.id = asked.id offset 0) p
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.count_api_network(address text, requests integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(c)
  from private.count_api_request('network', private.network_of(left(address, 64)), greatest(requests, 1)) c
$function$;

CREATE OR REPLACE FUNCTION public.list_categories()
 RETURNS TABLE(id integer, slug text, name text, description text, prompt text, details_prompt text, archived_at timestamp with time zone, slugs text[], posts_total bigint, revision integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.slug, c.name, c.description, c.prompt, c.details_prompt, c.archived_at,
    (select coalesce(array_agg(a.slug order by a.slug), '{}') from public.category_addresses a where a.category_id = c.id),
    (select coalesce(sum(t.posts), 0)::bigint from public.post_totals t where t.category_id = c.id),
    c.revision
  from public.categories c
  where (select private.require_small_select(3))
  order by c.position, c.id
$function$;

CREATE VIEW "private"."public_people" AS  SELECT id,
    jsonb_build_object('id', id, 'name', name, 'is_team', is_team) AS data
   FROM public.profiles p;

CREATE VIEW "private"."public_posts" AS  SELECT p.id,
    jsonb_build_object('id', p.id, 'title', p.title, 'details', p.details, 'category', c.slug, 'slug', p.slug, 'state', p.state, 'votes', p.votes_total, 'comments', p.comments_total, 'created_at', p.created_at, 'author', a.data) AS data
   FROM ((public.posts p
     JOIN public.categories c ON ((c.id = p.category_id)))
     LEFT JOIN private.public_people a ON ((a.id = p.author_id)))
  WHERE (p.deleted_at IS NULL);

CREATE TRIGGER count_category_revision BEFORE UPDATE OF slug, name, description, prompt, details_prompt, archived_at ON public.categories FOR EACH ROW EXECUTE FUNCTION private.count_category_revision();

COMMENT ON COLUMN "public"."categories"."revision" IS 'Counts edits, so that an edit can tell whether it is based on the latest version.';

COMMENT ON FUNCTION "private"."count_api_request"(text, text, integer) IS 'Counts requests. Returns how many are left (negative: refused), in how many seconds the count restarts, and the period.';

COMMENT ON FUNCTION "private"."count_category_revision"() IS 'Counts the edits of a category.';

COMMENT ON FUNCTION "private"."is_open_to_keys"(text, text) IS 'Whether requests with an API key may use a path of the database''s API. Tables can be read; notes and tags can also be written, and categories deleted. Everything else refuses keys: accounts, second factors, sessions, keys, and whatever is added later.';

COMMENT ON FUNCTION "public"."admin_save_category"(integer, text, text, text, text, text, integer, boolean) IS 'Adds a category, or changes the one with the id, and archives or restores it if is_archived is given. Returns ''saved'', or why it wasn''t: ''conflict'' (someone saved after seen_revision), ''reserved'' (an address of the site), ''taken'' (an address that another category has or had), ''fixed'' (the category in the navigation) or ''missing''.';

COMMENT ON FUNCTION "public"."api_post_page"(text, public.post_state, text, text, integer) IS 'A page of list_posts in the format of webhooks, with the cursor of the next one; null on the last page.';

COMMENT ON FUNCTION "public"."api_posts"(bigint[]) IS 'Up to 100 posts in the format of webhooks, in the given order. Deleted ones are missing.';

COMMENT ON FUNCTION "public"."count_api_network"(text, integer) IS 'Counts requests without a key, several at once for a server that is about to answer them. Only the site''s server calls this, because a client could use up other people''s requests.';

COMMENT ON FUNCTION "public"."list_categories"() IS 'All categories in order, with their current and former addresses.';

COMMENT ON VIEW "private"."public_people" IS 'The public data of people.';

COMMENT ON VIEW "private"."public_posts" IS 'The public data of posts, without deleted ones: what webhooks and the API tell of one.';

REVOKE ALL ON FUNCTION "private"."count_api_request"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_api_request"(text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_category_revision"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_category_revision"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_save_category"(integer, text, text, text, text, text, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_save_category"(integer, text, text, text, text, text, integer, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."api_post_page"(text, public.post_state, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."api_post_page"(text, public.post_state, text, text, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."api_posts"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."api_posts"(bigint[]) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."count_api_network"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_api_network"(text, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."list_categories"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_categories"() TO "anon", "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."public_people" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."public_posts" TO "postgres", "service_role";
