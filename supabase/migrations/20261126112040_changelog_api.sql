set local check_function_bodies = off;

DROP FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer);

CREATE OR REPLACE FUNCTION private.audit_key_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  post public.posts;
begin
  select * into post from public.posts p
  where tg_table_name <> 'changelog_entries'
    and p.id = coalesce((row_now ->> 'post_id')::bigint, (row_now ->> 'id')::bigint);
  perform private.audit('key.' || lower(tg_op), post.id, post.title, null,
    jsonb_build_object('table', tg_table_name, 'id', row_now -> 'id'));
  return null;
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
  ]) and (method in ('GET', 'HEAD') or path in ('/post_notes', '/tags')) or path = any (array[
    '/rpc/admin_add_webhook', '/rpc/admin_archive_category', '/rpc/admin_change_tags', '/rpc/admin_columns',
    '/rpc/admin_delete_entry', '/rpc/admin_delete_webhook', '/rpc/admin_deliveries', '/rpc/admin_entries',
    '/rpc/admin_entry', '/rpc/admin_followers', '/rpc/admin_give_vote', '/rpc/admin_give_vote_by_address',
    '/rpc/admin_order_categories', '/rpc/admin_people', '/rpc/admin_post', '/rpc/admin_posts',
    '/rpc/admin_posts_total', '/rpc/admin_publish_entry', '/rpc/admin_reports', '/rpc/admin_save_category',
    '/rpc/admin_save_entry', '/rpc/admin_set_category', '/rpc/admin_set_looked', '/rpc/admin_set_plan',
    '/rpc/admin_set_state', '/rpc/admin_set_webhook', '/rpc/admin_take_back_entry', '/rpc/admin_take_vote',
    '/rpc/admin_test_webhook', '/rpc/admin_triage', '/rpc/admin_voters', '/rpc/admin_webhooks',
    '/rpc/api_entries', '/rpc/api_posts', '/rpc/changelog_unread', '/rpc/comment_source', '/rpc/create_comment',
    '/rpc/create_post', '/rpc/delete_comment', '/rpc/delete_post', '/rpc/dismiss_reports', '/rpc/edit_comment',
    '/rpc/edit_post', '/rpc/expected_quarters', '/rpc/get_post', '/rpc/get_viewer', '/rpc/hide_comments',
    '/rpc/hide_posts', '/rpc/list_categories', '/rpc/list_comments', '/rpc/list_entries', '/rpc/list_posts',
    '/rpc/list_replies', '/rpc/merge_posts', '/rpc/merge_preview', '/rpc/merged_posts', '/rpc/near_words',
    '/rpc/post_source', '/rpc/report', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/see_changelog',
    '/rpc/set_role', '/rpc/set_vote', '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts',
    '/rpc/unmerge_posts', '/rpc/votes_on', '/rpc/waiting_of'
  ])
$function$;

CREATE OR REPLACE FUNCTION public.admin_publish_entry(entry_id bigint, at_time timestamp without time zone DEFAULT NULL::timestamp without time zone, tells boolean DEFAULT true, completes boolean DEFAULT false, seen_revision integer DEFAULT NULL::integer, at_moment timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(status text, slug text, completed bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry public.changelog_entries;
  moved bigint[] := '{}';
  due constant timestamptz :=
    coalesce(at_moment, at_time at time zone (select s.time_zone from public.site_settings s));
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e where e.id = admin_publish_entry.entry_id for update;
  if entry.id is null then
    return query select 'missing', null::text, moved;
    return;
  elsif seen_revision is not null and seen_revision <> entry.revision then
    return query select 'conflict', entry.slug, moved;
    return;
  elsif entry.state = 'published' then
    return query select 'published', entry.slug, moved;
    return;
  elsif due <= now() then
    return query select 'past', entry.slug, moved;
    return;
  end if;
  if completes then
    moved := private.complete_entry_posts(entry.id);
  end if;
  entry.tells := coalesce(admin_publish_entry.tells, true);
  update public.changelog_entries e set tells = entry.tells where e.id = entry.id;
  if due is not null then
    update public.changelog_entries e set state = 'scheduled', publish_at = due, updated_at = now()
    where e.id = entry.id;
    perform private.audit_entry('changelog.schedule', entry);
    return query select 'scheduled', entry.slug, moved;
  else
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    return query select 'published', entry.slug, moved;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.api_entries(entry_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(told.entry order by told.at), '[]')
  from (
    select asked.at, private.entry_says(asked.id) as entry
    from unnest(entry_ids[1:50]) with ordinality as asked (id, at)
  ) told
  where told.entry is not null and (select private.require_small_select())
$function$;

CREATE TRIGGER audit_key_write AFTER INSERT OR UPDATE OF title, body ON public.changelog_entries FOR EACH ROW WHEN (((new.state = 'draft'::public.entry_state) AND (private.key_id() IS NOT NULL))) EXECUTE FUNCTION private.audit_key_write();

COMMENT ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) IS 'Publishes a draft or scheduled entry, or schedules it for a time of the site''s time zone or for a moment; tells followers of its posts and subscribers where that is wanted; completes its posts at once where that is wanted. status is ''published'', ''scheduled'', ''past'' (that time is over; nothing is done), ''conflict'' (somebody saved since seen_revision) or ''missing''.';

COMMENT ON FUNCTION "public"."api_entries"(bigint[]) IS 'Up to fifty published entries as webhooks tell them, in the order asked for; all others are missing.';

REVOKE ALL ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."api_entries"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."api_entries"(bigint[]) TO "anon", "authenticated", "postgres", "service_role";
