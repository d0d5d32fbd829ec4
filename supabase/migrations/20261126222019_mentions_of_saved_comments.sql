set local check_function_bodies = off;

DROP FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]);

DROP FUNCTION "public"."edit_comment"(bigint, text, integer, uuid[]);

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
    '/rpc/post_source', '/rpc/report', '/rpc/restore_comment', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/see_changelog',
    '/rpc/set_role', '/rpc/set_vote', '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts',
    '/rpc/unmerge_posts', '/rpc/votes_on', '/rpc/waiting_of'
  ])
$function$;

CREATE OR REPLACE FUNCTION public.admin_people(query text DEFAULT ''::text, only_of text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamp with time zone, posts integer, comments integer, votes integer, hidden integer, blocked_at timestamp with time zone, block_reason text, block_ends_at timestamp with time zone, row_cursor text, has_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new', 'confirmed') then
    raise exception 'Unknown group of people.' using errcode = '22023';
  end if;
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t where t.user_id = p.id),
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.hidden_at is not null)
        + (select count(*)::integer from public.comments t where t.author_id = p.id and t.hidden_at is not null),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text,
      sees_addresses and exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for in ('', o.id::text) or strpos(lower(o.name), looked_for) > 0 or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and not exists (select from private.voter_addresses k where k.person_id = o.id)
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
          else true
        end
      order by o.created_at desc, o.id desc limit least(greatest(max_rows, 1), 201)
    ) p
    left join auth.users u on u.id = p.id
    left join public.roles r on r.user_id = p.id
    left join private.blocks b on b.person_id = p.id
    order by p.created_at desc, p.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_comment(post_id bigint, body text, sent_key uuid, parent_id bigint DEFAULT NULL::bigint, mentions uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(id bigint, written text, created_at timestamp with time zone, category_slug text, on_post bigint, mentioned jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (private.standing_post(create_comment.post_id), create_comment.parent_id, create_comment.body)
    returning comments.id into made;
    perform private.note_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, private.body_of(c.id), c.created_at, t.slug, p.id, private.mentioned_in(c.id)
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_comment(comment_id bigint, new_body text, seen_revision integer, mentions uuid[] DEFAULT '{}'::uuid[])
 RETURNS TABLE(status text, body text, revision integer, post_id bigint, category_slug text, mentioned jsonb)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  current_comment record;
begin
  perform private.hold_post_of(edit_comment.comment_id);
  select c.id, c.revision into current_comment from public.comments c
  where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (select 1 from public.comments c where c.id = edit_comment.comment_id and c.deleted_at is null) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer, null::bigint, null::text, null::jsonb;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', private.body_of(edit_comment.comment_id), current_comment.revision, null::bigint,
      null::text, null::jsonb;
  else
    update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id;
    perform private.note_more_mentions(edit_comment.comment_id, mentions);
    return query
      select 'saved', private.body_of(c.id), c.revision, c.post_id, t.slug, private.mentioned_in(c.id)
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = edit_comment.comment_id;
  end if;
end
$function$;

COMMENT ON FUNCTION "public"."admin_people"(text, text, text, integer) IS 'People, newest first, filtered by their id, a part of their name or, for admins, of their address. only_of: team, blocked or new (joined within a day). Addresses, and who has a second factor, are only returned to admins. Continue with the row_cursor of the last row. For the team.';

COMMENT ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) IS 'Publishes a comment or reply once per idempotency key.';

COMMENT ON FUNCTION "public"."edit_comment"(bigint, text, integer, uuid[]) IS 'Saves a comment''s text. Outcomes as in edit_post.';

REVOKE ALL ON FUNCTION "private"."mentioned_in"(bigint, bigint) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."edit_comment"(bigint, text, integer, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_comment"(bigint, text, integer, uuid[]) TO "authenticated", "postgres", "service_role";
