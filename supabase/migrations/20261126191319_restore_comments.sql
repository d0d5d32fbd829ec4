set local check_function_bodies = off;

ALTER TABLE "private"."webhooks" DROP CONSTRAINT "webhooks_kinds_check";

ALTER TABLE "public"."comments" DROP CONSTRAINT "comments_body_length";

DROP FUNCTION "private"."count_emptied_comment"(public.comments);

DROP FUNCTION "public"."get_post"(text, text);

DROP FUNCTION "public"."list_comments"(bigint, text, integer, integer);

DROP FUNCTION "public"."list_replies"(bigint, text, integer);

ALTER TABLE "public"."comments" ADD COLUMN "deleted_by" uuid;

CREATE OR REPLACE FUNCTION private.after_comment_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_shown constant boolean := new.deleted_at is null;
  was_shown constant boolean := old.deleted_at is null;
  step constant integer := is_shown::integer - was_shown::integer;
begin
  if step <> 0 then
    if old.hidden_at is null or old.hidden_reason is not null then
      update public.comments set replies_total = replies_total + step where id = new.parent_id;
    end if;
    if old.hidden_at is null then
      update public.posts set comments_total = comments_total + step where id = new.post_id;
    end if;
    if auth.uid() is not null then
      perform private.log_event(case when is_shown then 'comment.restored' else 'comment.deleted' end, new.post_id, new.id);
    end if;
  end if;
  if was_shown and not is_shown then
    perform private.audit_comment(old);
    perform private.settle_removed('{}', array[new.id]);
  elsif is_shown and not was_shown then
    perform private.audit_restored_comment(new);
    perform private.reopen(array(select r.id from private.reports r where r.comment_id = new.id and r.outcome = 'removed'));
  end if;
  if (is_shown or step <> 0) and (step <> 0 or old.hidden_at is not distinct from new.hidden_at) then
    perform private.index_changed_comment(new.id, not is_shown);
  end if;
  if not is_shown and new.deleted_by is null then
    perform private.take_back(array(select e.id from private.events e where e.comment_id = new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_restored_comment(new public.comments)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.audit('comment.restore', p.id, p.title, null, jsonb_build_object('comment_id', new.id))
  from public.posts p
  where p.id = new.post_id and new.author_id is distinct from (select auth.uid()) and (select private.is_team())
$function$;

CREATE OR REPLACE FUNCTION private.body_of(comment bigint)
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.body
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment and c.deleted_at is null and (c.hidden_at is null or c.hidden_reason is not null)
$function$;

CREATE OR REPLACE FUNCTION private.mentioned_in(comment bigint, post bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
  from (
    select m.person_id from private.mentions m where m.comment_id = comment
    union
    select m.person_id from private.post_mentions m where m.post_id = post
  ) m join public.profiles p on p.id = m.person_id and p.is_public
$function$;

CREATE OR REPLACE FUNCTION private.queue_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unheard bigint[] := '{}';
begin
  if new.kind in ('post.deleted', 'post.restored', 'comment.deleted', 'comment.restored') then
    unheard := array(select u.webhook_id from private.unheard_deliveries(new.post_id, new.comment_id) u);
  end if;
  if new.kind in ('post.restored', 'comment.restored') then
    perform private.send_unheard(new.post_id, new.comment_id);
  end if;
  insert into private.webhook_deliveries (webhook_id, event_id)
  select w.id, new.id from private.webhooks w
  where w.off_at is null and new.kind = any (w.kinds) and w.id <> all (unheard)
  -- Deleting a webhook at the same moment must not fail the event.
  for key share;
  if found or unheard <> '{}' then
    perform pg_notify('signpost', 'webhook');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_comment(comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target public.comments;
begin
  select * into target from public.comments c where c.id = remove_comment.comment_id for update;
  if exists (select from public.comments r where r.parent_id = target.id) then
    delete from private.hidings h where h.comment_id = target.id;
    update public.comments
    set body = '', author_id = null, deleted_at = coalesce(deleted_at, now()), deleted_by = null,
      hidden_at = null, hidden_reason = null
    where id = target.id;
    delete from public.images i where i.comment_id = target.id;
  else
    delete from public.comments where id = target.id;
    delete from public.comments c
    where c.id = target.parent_id and c.deleted_at is not null and c.deleted_by is null
      and not exists (select from public.comments r where r.parent_id = c.id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_deleted_comments()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := array(
    select c.id from public.comments c
    where c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id
  );
begin
  perform 1 from public.posts p
  where p.id in (select c.post_id from public.comments c where c.id = any (ids)) order by p.id for key share;
  perform private.remove_comment(id) from unnest(ids) id;
  return cardinality(ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(remove_content boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  -- In the same order in which changes of roles and of the account lock them.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform 1 from auth.users u where u.id = me for update;
  if remove_content then
    perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
    perform pg_advisory_xact_lock(hashtextextended(me::text, 1));
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of_people(array[me]);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me order by parent_id nulls last, id
    ) c;
  end if;
  insert into private.mails (kind, about)
  select 'account', jsonb_build_object('event', 'deleted', 'to', u.email)
  from auth.users u where u.id = me and u.email_confirmed_at is not null;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_comment(comment_id bigint)
 RETURNS TABLE(post_id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  author uuid;
  was_hidden boolean;
begin
  -- Locks the post first, in the same order as writing a comment.
  select p.id, t.slug into delete_comment.post_id, delete_comment.category_slug
  from public.posts p join public.categories t on t.id = p.category_id
  where p.id = (select c.post_id from public.comments c where c.id = delete_comment.comment_id)
    and p.deleted_at is null
  for key share of p;
  select c.author_id, c.hidden_at is not null into author, was_hidden from public.comments c
  where c.id = delete_comment.comment_id and c.post_id = delete_comment.post_id and c.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a comment.' using errcode = '42501';
  end if;
  if was_hidden then
    perform private.remove_comment(comment_id);
  else
    update public.comments c set deleted_at = now(), deleted_by = (select auth.uid()) where c.id = delete_comment.comment_id;
  end if;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_post(category text, slug text)
 RETURNS TABLE(id bigint, title text, details text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, edited_at timestamp with time zone, activity_at timestamp with time zone, locked_at timestamp with time zone, pinned_at timestamp with time zone, category_id integer, category_slug text, category_name text, author_id uuid, author_name text, author_avatar text, author_is_team boolean, events jsonb, merges jsonb, partings jsonb, images jsonb, mentions jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.title, p.details, p.state, p.votes_total, p.comments_total,
    p.created_at, p.edited_at, p.activity_at, p.locked_at, p.pinned_at,
    c.id, c.slug, c.name, a.id, a.name, a.avatar_url, a.is_team,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note, 'created_at', e.created_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by e.created_at, e.id), '[]')
      from (select * from public.post_events e where e.post_id = p.id order by e.created_at, e.id limit 200) e
      left join public.profiles by on by.id = e.actor_id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'post_id', m.post_id, 'title', m.title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select * from public.post_merges m
        where m.stays_id = p.id and (
          m.undone_at is null
          or exists (select from public.posts own where own.id = m.post_id and own.deleted_at is null)
        )
        order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.stays_title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select m.*, stays.title as stays_title
        from public.post_merges m
        join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
        where m.post_id = p.id order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
        'position', i.position, 'merged_from', m.title
      ) order by i.position, i.id), '[]')
      from (select * from public.images i where i.post_id = p.id order by i.position, i.id limit 200) i
      left join public.post_merges m on m.id = i.merge_id and m.undone_at is null
    ),
    private.mentioned_in(null, p.id)
  from public.posts p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where c.slug = get_post.category and p.slug = get_post.slug and p.deleted_at is null
    and (select private.require_small_select(3))
$function$;

CREATE OR REPLACE FUNCTION public.list_comments(of_post bigint, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20, max_replies integer DEFAULT 3)
 RETURNS TABLE(id bigint, body text, created_at timestamp with time zone, edited_at timestamp with time zone, deleted_at timestamp with time zone, author_id uuid, author_name text, author_avatar text, author_is_team boolean, replies_total integer, replies jsonb, row_cursor text, merged_from text, hidden_reason text, mentions jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, case when c.deleted_at is null then c.body else '' end, c.created_at, c.edited_at, c.deleted_at, a.id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, least(max_replies, 3)) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text, m.title, c.hidden_reason, private.mentioned_in(c.id)
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and exists (select from public.posts p where p.id = of_post and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (t.deleted_at is null or t.replies_total > 0)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 21)
  ) c
  left join public.profiles a on a.id = c.author_id and c.deleted_at is null
  left join public.post_merges m on m.id = c.merge_id and m.undone_at is null
  order by c.created_at, c.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_replies(of_comment bigint, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20)
 RETURNS TABLE(id bigint, body text, created_at timestamp with time zone, edited_at timestamp with time zone, author_id uuid, author_name text, author_avatar text, author_is_team boolean, row_cursor text, hidden_reason text, mentions jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text, c.hidden_reason, private.mentioned_in(c.id)
  from (
    select * from public.comments t
    where t.parent_id = of_comment and t.deleted_at is null
      and exists (select from public.posts p where p.id = t.post_id and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 50)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_comment(comment_id bigint)
 RETURNS TABLE(post_id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_unblocked(true);
  perform private.hold_post_of(restore_comment.comment_id);
  return query
    update public.comments c set deleted_at = null, deleted_by = null
    from public.posts p join public.categories t on t.id = p.category_id
    where c.id = restore_comment.comment_id and p.id = c.post_id and p.deleted_at is null
      and c.deleted_by = (select auth.uid()) and c.deleted_at > private.undo_end()
      and (c.author_id = (select auth.uid()) or (select private.is_admin()))
    returning p.id, t.slug;
  if not found then
    -- Restored already: the answer of the first request was lost.
    return query
      select p.id, t.slug
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = restore_comment.comment_id and c.deleted_at is null and p.deleted_at is null
        and c.author_id = (select auth.uid());
  elsif not private.is_admin() then
    perform private.spend_limit('edit');
  end if;
end
$function$;

ALTER TABLE "private"."webhooks" ADD CONSTRAINT "webhooks_kinds_check" CHECK (((cardinality(kinds) > 0) AND (array_position(kinds, NULL::text) IS NULL) AND (kinds <@ ARRAY['post.created'::text, 'post.state'::text, 'post.corrected'::text, 'post.deleted'::text, 'post.restored'::text, 'post.merged'::text, 'post.unmerged'::text, 'comment.created'::text, 'comment.deleted'::text, 'changelog.published'::text, 'changelog.changed'::text, 'changelog.removed'::text, 'comment.restored'::text])));

CREATE INDEX comments_restorable_idx ON public.comments USING btree (deleted_at) WHERE (deleted_by IS NOT NULL);

CREATE POLICY "comments that can be restored are out of reach" ON "public"."comments" AS RESTRICTIVE FOR ALL TO "anon", "authenticated" USING ((deleted_by IS NULL)) WITH CHECK (true);

COMMENT ON COLUMN "public"."comments"."deleted_by" IS 'Who may restore it. Null once its text is gone.';

COMMENT ON FUNCTION "private"."after_comment_update"() IS 'Counts and indexes a comment that was edited, deleted or restored. Cancels notifications about one whose text is gone; as long as it can be restored, they wait.';

COMMENT ON FUNCTION "private"."audit_restored_comment"(public.comments) IS 'Logs that the team restored somebody else''s comment.';

COMMENT ON FUNCTION "private"."mentioned_in"(bigint, bigint) IS 'The people that a comment or a post mentions, for links to their pages.';

COMMENT ON FUNCTION "private"."remove_comment"(bigint) IS 'Removes a comment for good, or empties it if it has replies.';

COMMENT ON FUNCTION "private"."remove_deleted_comments"() IS 'Removes comments that can no longer be restored. Returns how many.';

COMMENT ON FUNCTION "public"."delete_comment"(bigint) IS 'Deletes the caller''s own comment; admins may delete any comment. A hidden comment is gone at once, any other can be restored for a while.';

COMMENT ON FUNCTION "public"."get_post"(text, text) IS 'The post at an address, with its timeline, merges and images.';

COMMENT ON FUNCTION "public"."list_comments"(bigint, text, integer, integer) IS 'A post''s comments, oldest first, each with its first replies.';

COMMENT ON FUNCTION "public"."list_replies"(bigint, text, integer) IS 'The replies to a comment, oldest first.';

COMMENT ON FUNCTION "public"."restore_comment"(bigint) IS 'Restores a comment that the caller just deleted.';

COMMENT ON TABLE "private"."events" IS 'What people did, each event once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (someone is mentioned in its details), comment.created, comment.deleted, comment.restored, comment.mention (someone is mentioned since an edit), changelog.published, changelog.changed, changelog.removed. Holds only ids, no texts, and never changes. Texts are looked up when a notification is written, so nothing deleted is sent. Imports and operators create no events.';

COMMENT ON TABLE "public"."comments" IS 'Comments, and replies one level deep. A deleted comment is kept as long as its deletion can be undone. After that, one with replies stays as an empty row to keep the thread readable; its text is gone.';

REVOKE ALL ON FUNCTION "private"."audit_restored_comment"(public.comments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_restored_comment"(public.comments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mentioned_in"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mentioned_in"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_deleted_comments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_deleted_comments"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."get_post"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_post"(text, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_comments"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_comments"(bigint, text, integer, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."list_replies"(bigint, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_replies"(bigint, text, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."restore_comment"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_comment"(bigint) TO "authenticated", "postgres", "service_role";

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_body_length" CHECK ((((deleted_at IS NULL) AND (hidden_at IS NULL) AND ((char_length(body) >= 1) AND (char_length(body) <= 2500)) AND (private.visible_length(body) >= 1)) OR (((deleted_at IS NOT NULL) OR (hidden_at IS NOT NULL)) AND (body = ''::text)) OR ((deleted_at IS NOT NULL) AND (deleted_by IS NOT NULL))));
