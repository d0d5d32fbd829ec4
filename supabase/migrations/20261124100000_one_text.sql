set local check_function_bodies = off;

-- What waits in private.mails and private.webhook_deliveries becomes jobs by itself: the worker makes one for each row
-- without. A mail whose text is on its way right now is marked as unknown by its job, and does not go out again.

DROP POLICY "anyone reads names and avatars" ON "public"."profiles";

DROP TRIGGER "a_refuse_blocked" ON "private"."reports";

DROP TRIGGER "a_spend_report" ON "private"."reports";

DROP TRIGGER "a_refuse_blocked" ON "private"."same_posts";

DROP TRIGGER "a_spend_edit" ON "private"."same_posts";

DROP TRIGGER "a_refuse_blocked_edit" ON "public"."comments";

DROP TRIGGER "a_refuse_blocked" ON "public"."comments";

DROP TRIGGER "a_refuse_new_link" ON "public"."comments";

DROP TRIGGER "a_spend_comment" ON "public"."comments";

DROP TRIGGER "a_spend_edit" ON "public"."comments";

DROP TRIGGER "audit_comment_delete" ON "public"."comments";

DROP TRIGGER "audit_comment_emptied" ON "public"."comments";

DROP TRIGGER "bump_revision" ON "public"."comments";

DROP TRIGGER "count_comment" ON "public"."comments";

DROP TRIGGER "count_deleted_comments" ON "public"."comments";

DROP TRIGGER "count_inserted_comments" ON "public"."comments";

DROP TRIGGER "forget_hiding" ON "public"."comments";

DROP TRIGGER "forget_reports_emptied" ON "public"."comments";

DROP TRIGGER "forget_reports" ON "public"."comments";

DROP TRIGGER "index_changed_comment" ON "public"."comments";

DROP TRIGGER "index_new_comments" ON "public"."comments";

DROP TRIGGER "log_comment" ON "public"."comments";

DROP TRIGGER "log_emptied_comment" ON "public"."comments";

DROP TRIGGER "log_removed_comment" ON "public"."comments";

DROP TRIGGER "look_at" ON "public"."comments";

DROP TRIGGER "prepare_comment" ON "public"."comments";

DROP TRIGGER "take_back_emptied" ON "public"."comments";

DROP TRIGGER "take_back" ON "public"."comments";

DROP TRIGGER "z_hold_back" ON "public"."comments";

DROP TRIGGER "a_refuse_blocked_edit" ON "public"."images";

DROP TRIGGER "a_refuse_blocked" ON "public"."images";

DROP TRIGGER "a_spend_edit" ON "public"."images";

DROP TRIGGER "a_spend_image" ON "public"."images";

DROP TRIGGER "take_back" ON "public"."post_events";

DROP TRIGGER "a_refuse_blocked_edit" ON "public"."posts";

DROP TRIGGER "a_refuse_blocked" ON "public"."posts";

DROP TRIGGER "a_refuse_new_link" ON "public"."posts";

DROP TRIGGER "a_spend_edit" ON "public"."posts";

DROP TRIGGER "a_spend_post" ON "public"."posts";

DROP TRIGGER "a_spend_restore" ON "public"."posts";

DROP TRIGGER "audit_post" ON "public"."posts";

DROP TRIGGER "begin_triage" ON "public"."posts";

DROP TRIGGER "bump_revision" ON "public"."posts";

DROP TRIGGER "count_changed_post" ON "public"."posts";

DROP TRIGGER "count_inserted_posts" ON "public"."posts";

DROP TRIGGER "count_removed_post" ON "public"."posts";

DROP TRIGGER "index_changed_post" ON "public"."posts";

DROP TRIGGER "index_hidden_post" ON "public"."posts";

DROP TRIGGER "index_new_posts" ON "public"."posts";

DROP TRIGGER "log_created_post" ON "public"."posts";

DROP TRIGGER "log_hidden_post" ON "public"."posts";

DROP TRIGGER "log_removed_post" ON "public"."posts";

DROP TRIGGER "look_at" ON "public"."posts";

DROP TRIGGER "prepare_post_insert" ON "public"."posts";

DROP TRIGGER "prepare_post_update" ON "public"."posts";

DROP TRIGGER "refuse_archived" ON "public"."posts";

DROP TRIGGER "settle_reports_deleted" ON "public"."posts";

DROP TRIGGER "settle_reports" ON "public"."posts";

DROP TRIGGER "take_back" ON "public"."posts";

DROP TRIGGER "unpin" ON "public"."posts";

DROP TRIGGER "vote_for_own_post" ON "public"."posts";

DROP TRIGGER "z_hold_back" ON "public"."posts";

DROP TRIGGER "forget_event_actor" ON "public"."profiles";

DROP TRIGGER "forget_giver" ON "public"."profiles";

DROP TRIGGER "forget_mentions" ON "public"."profiles";

DROP TRIGGER "a_refuse_blocked" ON "public"."votes";

DROP TRIGGER "a_spend_vote" ON "public"."votes";

DROP TRIGGER "count_deleted_votes" ON "public"."votes";

DROP TRIGGER "count_inserted_votes" ON "public"."votes";

DROP TRIGGER "forget_voter_addresses" ON "public"."votes";

DROP TRIGGER "keep_withdrawn_vote" ON "public"."votes";

DROP TRIGGER "recount_changed_votes" ON "public"."votes";

DROP TRIGGER "set_aside_again" ON "public"."votes";

DROP TRIGGER "take_back_merged_votes" ON "public"."votes";

DROP FUNCTION "private"."audit_comment"();

DROP FUNCTION "private"."audit_post"();

DROP FUNCTION "private"."begin_triage_of_post"();

DROP FUNCTION "private"."bump_revision"();

DROP FUNCTION "private"."claim_delivery"();

DROP FUNCTION "private"."claim_mail"();

DROP FUNCTION "private"."count_comment"();

DROP FUNCTION "private"."count_comments"();

DROP FUNCTION "private"."count_posts"();

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."export_block"();

DROP FUNCTION "private"."export_following"();

DROP FUNCTION "private"."export_hidden"();

DROP FUNCTION "private"."export_reports"();

DROP FUNCTION "private"."export_vote_marks"();

DROP FUNCTION "private"."find_titles"(private.search_request, integer);

DROP FUNCTION "private"."forget_event_actor"();

DROP FUNCTION "private"."forget_giver"();

DROP FUNCTION "private"."forget_hiding"();

DROP FUNCTION "private"."forget_mentions"();

DROP FUNCTION "private"."forget_reports"();

DROP FUNCTION "private"."forget_voter_addresses"();

DROP FUNCTION "private"."give_up_lost_mails"();

DROP FUNCTION "private"."has_link"(text);

DROP FUNCTION "private"."hold_back_comments"();

DROP FUNCTION "private"."hold_back_posts"();

DROP FUNCTION "private"."hold_posts_of"(uuid);

DROP FUNCTION "private"."index_changed_comment"();

DROP FUNCTION "private"."index_changed_post"();

DROP FUNCTION "private"."index_hidden_post"();

DROP FUNCTION "private"."index_new_comments"();

DROP FUNCTION "private"."index_new_posts"();

DROP FUNCTION "private"."index_standing"(bigint[]);

DROP FUNCTION "private"."is_told"(text);

DROP FUNCTION "private"."keep_withdrawn_vote"();

DROP FUNCTION "private"."log_comment"();

DROP FUNCTION "private"."log_post"();

DROP FUNCTION "private"."look_at_post"();

DROP FUNCTION "private"."object_size"(jsonb);

DROP FUNCTION "private"."hosted_json"(jsonb);

DROP FUNCTION "private"."own_given_votes"();

DROP FUNCTION "private"."own_merged_posts"();

DROP FUNCTION "private"."own_same_posts"();

DROP FUNCTION "private"."prepare_comment"();

DROP FUNCTION "private"."prepare_post"();

DROP FUNCTION "private"."refuse_archived"();

DROP FUNCTION "private"."refuse_new_link"();

-- With its trigger: only the owner of auth.users may drop that by name.
DROP FUNCTION "private"."rename_profile"() CASCADE;

DROP FUNCTION "private"."set_aside_again"();

DROP FUNCTION "private"."settle_delivery"(bigint, integer, integer, text);

DROP FUNCTION "private"."settle_mail"(bigint, integer, text, text);

DROP FUNCTION "private"."settle_reports_of_post"();

DROP FUNCTION "private"."take_back"();

DROP FUNCTION "private"."take_back_merged_votes"();

DROP FUNCTION "private"."undo_time"();

DROP FUNCTION "private"."unpin"();

DROP FUNCTION "private"."vote_for_own_post"();

DROP FUNCTION "public"."admin_posts_count"(jsonb);

DROP FUNCTION "public"."own_votes"(bigint[]);

ALTER TABLE "private"."mails" DROP COLUMN "claimed_at";

CREATE EXTENSION IF NOT EXISTS "pgcrypto" SCHEMA "extensions";

CREATE TABLE "private"."first_passwords" ("user_id" uuid NOT NULL, "token" text NOT NULL, "name" text NOT NULL, "encrypted_password" text NOT NULL, "tries" integer NOT NULL DEFAULT 1, "is_used" boolean NOT NULL DEFAULT false, CONSTRAINT "first_passwords_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."first_passwords" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."webhook_deliveries" ADD COLUMN "job_id" uuid NOT NULL DEFAULT gen_random_uuid();

ALTER TABLE "public"."profiles" ADD COLUMN "is_public" boolean NOT NULL DEFAULT true;

-- Whoever signed up and never confirmed may not be whose address it is.
UPDATE "public"."profiles" p SET is_public = false, name = 'New member'
FROM auth.users u
WHERE u.id = p.id AND u.email_confirmed_at IS NULL AND u.last_sign_in_at IS NULL AND u.phone_confirmed_at IS NULL
  AND NOT EXISTS (SELECT FROM public.posts t WHERE t.author_id = p.id)
  AND NOT EXISTS (SELECT FROM public.comments t WHERE t.author_id = p.id);

CREATE OR REPLACE FUNCTION private.after_comment_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit_comment(old);
  delete from private.hidings h where h.comment_id = old.id;
  perform private.settle_removed('{}', array[old.id]);
  if auth.uid() is not null and pg_trigger_depth() = 1 and old.deleted_at is null then
    perform private.log_event('comment.deleted', old.post_id, old.id);
  end if;
  perform private.take_back(array(select e.id from private.events e where e.comment_id = old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_comment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform private.log_event('comment.created', new.post_id, new.id);
  end if;
  perform private.look_at(new.post_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_comment_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_emptied constant boolean := old.deleted_at is null and new.deleted_at is not null;
begin
  if is_emptied then
    perform private.audit_comment(old);
    perform private.count_emptied_comment(old);
    perform private.settle_removed('{}', array[old.id]);
  end if;
  if old.hidden_at is not distinct from new.hidden_at or new.deleted_at is not null then
    perform private.index_changed_comment(new.id, new.deleted_at is not null);
  end if;
  if is_emptied then
    if auth.uid() is not null then
      perform private.log_event('comment.deleted', old.post_id, old.id);
    end if;
    perform private.take_back(array(select e.id from private.events e where e.comment_id = old.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_comments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := tg_op = 'INSERT';
  step constant integer := case when is_new then 1 else -1 end;
begin
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, step * count(*) as n from changed
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null)
    group by parent_id order by parent_id
  ) d
  where c.id = d.parent_id;
  update public.posts p
  set comments_total = p.comments_total + d.n,
      activity_at = case when is_new then greatest(p.activity_at, d.newest) else p.activity_at end
  from (
    select post_id, step * count(*) as n, max(created_at) as newest from changed
    where deleted_at is null and hidden_at is null group by post_id order by post_id
  ) d
  where p.id = d.post_id;
  if is_new then
    perform private.index_comments(array(select id from changed));
    perform private.conceal('{}', array[c.id], 'approval', 'waits for approval')
    from changed c
    where c.author_id = auth.uid() and private.needs_approval(c.author_id, c.body, this_comment => c.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_post_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and old.deleted_at is null then
    perform private.log_event('post.deleted', old.id);
  end if;
  perform private.settle_removed(array[old.id], '{}');
  perform private.take_back(array(select e.id from private.events e where e.post_id = old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_post_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  is_team constant boolean := private.is_team();
begin
  insert into public.post_triage (post_id, looked_at, looked_by)
  values (new.id, case when new.state <> 'proposed' or is_team then now() end, case when is_team then me end);
  if me is not null then
    perform private.log_event('post.created', new.id);
  end if;
  if new.author_id = me then
    insert into public.votes (user_id, post_id) values (me, new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_post_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_shown constant boolean := new.deleted_at is null;
  was_shown constant boolean := old.deleted_at is null;
  is_hiding constant boolean := coalesce(old.deleted_at, now()) = 'infinity' or coalesce(new.deleted_at, now()) = 'infinity';
  is_edit constant boolean := (old.title, old.details) is distinct from (new.title, new.details);
begin
  if not is_hiding then
    perform private.audit_post(old, new);
  end if;
  if is_edit then
    perform private.reindex_posts(array[new.id]);
  end if;
  if is_shown <> was_shown and old.hidden_at is not distinct from new.hidden_at then
    perform private.index_hidden_post(new.id, is_shown);
  end if;
  if is_shown <> was_shown and not is_hiding and auth.uid() is not null then
    perform private.log_event(case when is_shown then 'post.restored' else 'post.deleted' end, new.id);
  end if;
  if is_edit or (old.state, old.category_id) is distinct from (new.state, new.category_id) then
    perform private.look_at(new.id);
  end if;
  if is_shown <> was_shown and old.hidden_at is null and new.hidden_at is null then
    perform private.settle_reports_of_post(new);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_posts_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform private.hold_totals();
  end if;
  insert into public.post_totals as t (category_id, state, posts)
  select category_id, state, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (category_id, state) do update set posts = t.posts + excluded.posts;
  perform private.index_posts(array(select id from new_rows));
  perform private.conceal(array[n.id], '{}', 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.title || ' ' || n.details, this_post => n.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_profile_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.events set actor_id = null where actor_id = old.id;
  update private.given_votes set given_by = null where given_by = old.id;
  delete from private.mentions where person_id = old.id;
  delete from private.post_mentions where person_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_votes_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_person constant boolean := pg_trigger_depth() = 1;
begin
  if is_person then
    insert into private.withdrawn_votes (user_id, post_id)
    select o.user_id, coalesce(m.post_id, o.post_id)
    from old_rows o left join public.post_merges m on m.id = o.merge_id
    where o.is_set_aside
    on conflict do nothing;
  end if;
  update public.posts p set votes_total = p.votes_total - d.n, trend = greatest(p.trend - d.weight, 0)
  from (
    select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
    from old_rows where counts group by post_id
  ) d
  where p.id = d.post_id;
  perform private.forget_voter_addresses(array(select o.user_id from old_rows o));
  if is_person then
    delete from public.votes v
    using old_rows o join public.post_merges m on m.stays_id = o.post_id and m.undone_at is null
    where v.post_id = m.post_id and v.user_id = o.user_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.after_votes_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted integer;
begin
  update public.posts p set votes_total = p.votes_total + d.n, trend = p.trend + d.weight
  from (
    select post_id, count(*) filter (where counts) as n,
      coalesce(sum(private.trend_weight(created_at)) filter (where counts), 0) as weight
    from new_rows group by post_id
  ) d
  where p.id = d.post_id and p.deleted_at is null;
  get diagnostics counted = row_count;
  if counted < (select count(distinct post_id) from new_rows) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_comment(old public.comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  post public.posts;
begin
  if old.deleted_at is not null or old.author_id is not distinct from (select auth.uid())
     or not (select private.is_team()) then
    return;
  end if;
  select * into post from public.posts p where p.id = old.post_id;
  if post.id is not null then
    perform private.audit('comment.delete', post.id, post.title, jsonb_build_object(
      'comment_id', old.id, 'body', old.body, 'author_id', old.author_id, 'created_at', old.created_at
    ), null);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_post(old public.posts, new public.posts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_foreign boolean := old.author_id is distinct from (select auth.uid()) and (select private.is_team());
begin
  if is_foreign and old.deleted_at is null and new.deleted_at is not null then
    perform private.audit('post.delete', old.id, old.title, jsonb_build_object(
      'title', old.title, 'details', old.details, 'slug', old.slug, 'state', old.state,
      'category', (select c.slug from public.categories c where c.id = old.category_id),
      'author_id', old.author_id, 'votes_total', old.votes_total, 'comments_total', old.comments_total,
      'created_at', old.created_at
    ), null);
  end if;
  if is_foreign and old.deleted_at is not null and new.deleted_at is null then
    perform private.audit('post.restore', new.id, new.title, null, null);
  end if;
  if new.state <> old.state then
    perform private.audit('post.state', new.id, new.title,
      jsonb_build_object('state', old.state), jsonb_build_object('state', new.state));
  end if;
  if new.category_id <> old.category_id then
    perform private.audit('post.category', new.id, new.title,
      (select jsonb_build_object('category', c.slug, 'slug', old.slug) from public.categories c where c.id = old.category_id),
      (select jsonb_build_object('category', c.slug, 'slug', new.slug) from public.categories c where c.id = new.category_id));
  end if;
  if is_foreign and (new.title, new.details) is distinct from (old.title, old.details) then
    perform private.audit('post.edit', new.id, new.title,
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then old.title end,
        'details', case when new.details <> old.details then old.details end)),
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then new.title end,
        'details', case when new.details <> old.details then new.details end)));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_comment_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('comment');
  end if;
  new.body := private.clean_text(new.body);
  perform private.require_answerable(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_comment_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_hiding constant boolean := new.hidden_at is distinct from old.hidden_at;
  is_edit constant boolean := old.body is distinct from new.body;
begin
  if pg_trigger_depth() = 1 and is_edit then
    if new.body <> '' then
      perform private.require_unblocked(false);
    end if;
    if not is_hiding then
      perform private.refuse_new_link(new.author_id, old.body, new.body, of_comment => new.id);
      if new.deleted_at is null then
        perform private.spend_limit('edit');
      end if;
    end if;
  end if;
  if is_edit then
    new.revision := old.revision + 1;
  end if;
  new.body := private.clean_text(new.body);
  if not is_hiding and new.deleted_at is null then
    perform private.hold_post(new.post_id);
    if new.body is distinct from old.body then
      new.edited_at := now();
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_post_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('post');
  end if;
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  new.slug := private.claim_address(new.category_id, new.id, new.title);
  new.trend := private.trend_weight(new.created_at);
  new.activity_at := new.created_at;
  new.updated_at := new.created_at;
  new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
  -- Imports bring what was written before.
  if auth.uid() is not null and exists (
    select from public.categories c where c.id = new.category_id and c.archived_at is not null
  ) then
    raise exception 'This category takes no new posts.' using errcode = 'PT409';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_post_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_edit constant boolean := (old.title, old.details) is distinct from (new.title, new.details);
  is_person constant boolean := pg_trigger_depth() = 1;
begin
  if is_person and is_edit then
    perform private.require_unblocked(false);
    perform private.refuse_new_link(
      new.author_id, old.title || ' ' || old.details, new.title || ' ' || new.details, of_post => new.id
    );
    perform private.spend_limit('edit');
  end if;
  if is_person and old.deleted_at < 'infinity' and new.deleted_at is null and not private.is_admin() then
    perform private.spend_limit('edit');
  end if;
  if is_edit then
    new.revision := old.revision + 1;
    new.title := private.clean_line(new.title);
    new.details := private.clean_text(new.details);
    if (new.title, new.details) is distinct from (old.title, old.details) then
      new.edited_at := now();
    end if;
  end if;
  if new.category_id <> old.category_id then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
  end if;
  if new.state <> old.state then
    new.state_changed_at := now();
  end if;
  if (new.title, new.details, new.category_id, new.state)
     is distinct from (old.title, old.details, old.category_id, old.state) then
    new.updated_at := now();
    new.activity_at := now();
  end if;
  if new.category_id <> old.category_id or new.deleted_at is not null then
    new.pinned_at := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_vote_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(tg_op = 'INSERT');
    perform private.spend_limit('vote');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  -- Imports bring many at once, and nobody is blocked meanwhile.
  if auth.uid() is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(new.user_id::text, 1));
    new.is_blocked := exists (
      select from private.blocks b where b.person_id = new.user_id and coalesce(b.ends_at > now(), true)
    );
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_mail(mail_id bigint, attempt integer)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with begun as (
    update private.mails set state = 'sending' where id = mail_id and attempts = attempt and state = 'claimed'
    returning 1
  )
  select exists (select from begun)
$function$;

CREATE OR REPLACE FUNCTION private.bound_user_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.token_bytes(new.raw_user_meta_data::text) > 2048 then
    new.raw_user_meta_data := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(new.raw_user_meta_data) d
      where private.token_bytes(d.value::text) <= 150 and d.key in (
        'name', 'full_name', 'user_name', 'preferred_username', 'avatar_url', 'email', 'email_verified',
        'phone_verified', 'sub', 'iss', 'provider_id', 'came_from'
      )
    ), '{}');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.bulk_seen(seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(seen) <> 'object' then
    raise exception 'What was seen is an object of post ids.' using errcode = '22023';
  end if;
  return seen;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_sending(sent_key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- The account may have been deleted meanwhile.
  perform private.require_member();
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changed_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and old.deleted_at is not null
     or tg_op = 'UPDATE' and (old.category_id, old.state, old.deleted_at is null)
       is not distinct from (new.category_id, new.state, new.deleted_at is null) then
    return null;
  end if;
  perform private.hold_totals();
  if old.deleted_at is null then
    update public.post_totals set posts = posts - 1 where category_id = old.category_id and state = old.state;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into public.post_totals as t (category_id, state, posts) values (new.category_id, new.state, 1)
    on conflict (category_id, state) do update set posts = t.posts + 1;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_emptied_comment(old public.comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.hidden_at is null or old.hidden_reason is not null then
    update public.comments set replies_total = replies_total - 1 where id = old.parent_id;
  end if;
  if old.hidden_at is null then
    update public.posts set comments_total = comments_total - 1 where id = old.post_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_insights()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count insights', 0)) then
    return;
  end if;
  delete from private.insight_days where true;
  insert into private.insight_days (day, kind, category_id, count)
  select (p.created_at at time zone 'UTC')::date, 'post', p.category_id, count(*)
  from public.posts p where (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (v.created_at at time zone 'UTC')::date, 'vote', p.category_id, count(*)
  from public.votes v join public.posts p on p.id = v.post_id
  where v.counts and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (c.created_at at time zone 'UTC')::date, 'comment', p.category_id, count(*)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.deleted_at is null and c.hidden_at is null
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (f.created_at at time zone 'UTC')::date, 'person', 0, count(*)
  from public.profiles f where f.is_public and not f.placeholder
  group by 1;

  delete from private.insight_answers where true;
  insert into private.insight_answers (week, posts, median)
  select date_trunc('week', a.at at time zone 'UTC')::date, count(*),
    percentile_cont(0.5) within group (order by a.at - p.created_at)
  from (
    select s.post_id, min(s.at) as at
    from (
      select e.post_id, e.created_at as at from public.post_events e
      union all
      select c.post_id, c.created_at
      from public.comments c join public.profiles f on f.id = c.author_id
      where f.is_team and c.deleted_at is null
    ) s
    group by s.post_id
  ) a
  join public.posts p on p.id = a.post_id
  where a.at >= p.created_at and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1;

  delete from private.insight_rising where true;
  insert into private.insight_rising (post_id, votes, votes_before)
  select r.post_id, r.votes, r.votes_before
  from (
    select v.post_id, count(*) filter (where v.created_at >= now() - interval '7 days') as votes,
      count(*) filter (where v.created_at < now() - interval '7 days') as votes_before
    from public.votes v join public.posts p on p.id = v.post_id
    where v.created_at >= now() - interval '14 days' and v.counts and p.deleted_at is null and p.hidden_at is null
    group by v.post_id
    having count(*) filter (where v.created_at >= now() - interval '7 days') > 0
    order by votes desc, v.post_id desc
    limit 50
  ) r
  order by r.post_id;

  insert into private.insight_run (counted_at) values (now())
  on conflict (only_row) do update set counted_at = excluded.counted_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proven constant boolean := new.email_confirmed_at is not null or new.last_sign_in_at is not null;
begin
  insert into public.profiles (id, name, is_public)
  values (new.id, private.name_in(case when is_proven then new.raw_user_meta_data end, new.id), is_proven)
  on conflict (id) do nothing;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.drop_unproven_identities()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.identities i
  where i.user_id = new.id and i.provider <> 'email'
    and i.identity_data ->> 'email_verified' = 'false';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.event_says(event bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('type', e.kind, 'timestamp', e.created_at, 'data', told.data)
  from private.events e
  left join private.visible_events v on v.id = e.id
  cross join lateral (select private.post_says(coalesce(v.post_id, e.post_id)) as says) post
  cross join lateral (
    select case
      when e.kind in ('post.deleted', 'comment.deleted') then
        jsonb_build_object('post', jsonb_build_object('id', e.post_id))
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object('id', e.comment_id)) end
      when e.kind = 'post.merged' then (
        select jsonb_build_object('post', jsonb_build_object('id', e.post_id), 'merged_into', stays.says)
        from public.post_merges m cross join lateral (select private.post_says(m.stays_id) as says) stays
        where m.post_id = e.post_id and m.undone_at is null
      )
      -- A change of state that was taken back leaves no entry, and its post as it was before.
      when post.says is not null and (v.id is not null or e.kind = 'post.corrected') then
        jsonb_build_object('post', post.says, 'actor', private.person_says(e.actor_id))
        || case when e.change_id is null then '{}' else jsonb_build_object('change', case when v.id is not null then
          jsonb_build_object('from', v.from_state, 'to', v.to_state, 'note', v.note) end) end
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object(
          'id', e.comment_id, 'parent_id', v.parent_id, 'body', v.body)) end
    end as data
  ) told
  where e.id = event and told.data is not null
$function$;

CREATE OR REPLACE FUNCTION private.export_kept()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mail_follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', f.post_id, 'confirmed_at', f.confirmed_at, 'created_at', f.created_at) order by f.post_id), '[]')
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      join auth.users u on u.id = me.id and u.email_confirmed_at is not null and lower(u.email) = a.address),
    'mentions', (
      select coalesce(jsonb_agg(m.comment_id order by m.comment_id), '[]')
      from private.mentions m where m.person_id = me.id),
    'post_mentions', (
      select coalesce(jsonb_agg(m.post_id order by m.post_id), '[]')
      from private.post_mentions m where m.person_id = me.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', e.kind, 'post_id', e.post_id, 'comment_id', e.comment_id, 'reason', n.reason,
        'created_at', e.created_at, 'read_at', n.read_at) order by e.id), '[]')
      from private.notices n join private.visible_events e on e.id = n.event_id where n.person_id = me.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'post_id', m.post_id, 'state', m.state, 'created_at', m.created_at) order by m.id), '[]')
      from private.mails m where m.person_id = me.id),
    'hidden_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'created_at', p.created_at, 'cause', h.cause,
        'reason', h.reason) order by p.id), '[]')
      from public.posts p join private.hidings h on h.post_id = p.id where p.author_id = me.id),
    'hidden_comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'body', h.body, 'created_at', c.created_at, 'cause', h.cause,
        'reason', h.reason) order by c.id), '[]')
      from public.comments c join private.hidings h on h.comment_id = c.id where c.author_id = me.id),
    'merged_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'created_at', p.created_at,
        'edited_at', p.edited_at, 'merged_into', m.stays_id) order by p.id), '[]')
      from public.post_merges m join public.posts p on p.id = m.post_id
      where m.undone_at is null and p.author_id = me.id),
    'same_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', s.low_id, 'same_as', s.high_id, 'created_at', s.created_at) order by s.created_at), '[]')
      from private.same_posts s where s.user_id = me.id),
    'block', (
      select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'ends_at', b.ends_at)
      from private.blocks b where b.person_id = me.id),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', r.post_id, 'comment_id', r.comment_id, 'reason', r.reason, 'created_at', r.created_at,
        'outcome', r.outcome) order by r.id), '[]')
      from private.reports r where r.reporter_id = me.id),
    'votes_set_aside', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]') from (
        select v.post_id from public.votes v where v.user_id = me.id and v.is_set_aside
        union select w.post_id from private.withdrawn_votes w where w.user_id = me.id
      ) t),
    'votes_given_by_the_team', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.user_id = me.id),
    'given_votes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'why', g.why, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.given_by = me.id),
    'vote_networks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'salted_hash', encode(n.network, 'hex'), 'noted_at', n.noted_at) order by n.post_id), '[]')
      from private.vote_networks n where n.user_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$function$;

CREATE OR REPLACE FUNCTION private.find_posts(asked private.search_request)
 RETURNS private.search_hits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
  -- Posts whose titles say it all are enough by themselves.
  enough constant integer := 200;
  size constant integer := cardinality(asked.titles);
  titles constant bigint[] := private.find_voted(
    asked.title_loose, (select min(d) from unnest(asked.documents) d), asked.share, most
  );
  guess record;
  texts record;
  comments record;
  partly bigint[];
  hits private.search_hits;
begin
  hits.marked := asked.marked;
  if cardinality(titles) >= most then
    hits.ids := array(select distinct f from unnest(titles || private.find_closest_titles(asked)) f);
    hits.is_exact := false;
    return hits;
  end if;
  hits.ids := titles;
  if cardinality(titles) = 0 and size > 1 then
    guess := private.find_guessed_titles(asked, most / 2);
    if cardinality(guess.ids) > 0 then
      hits.ids := guess.ids;
      hits.title_guess := guess.title_guess;
      hits.marked := guess.marked;
    end if;
  end if;
  if cardinality(hits.ids) >= enough then
    hits.is_exact := false;
    return hits;
  end if;
  texts := private.find_texts(asked, most);
  hits.ids := array(select distinct f from unnest(hits.ids || texts.ids) f);
  hits.is_exact := texts.is_exact;
  if hits.is_exact and cardinality(hits.ids) < enough then
    comments := private.find_comments(asked, hits.ids, most);
    hits.comment_posts := comments.post_ids;
    hits.comment_ids := comments.comment_ids;
    hits.ids := hits.ids || hits.comment_posts;
    hits.is_exact := cardinality(hits.comment_posts) < most;
  end if;
  if cardinality(hits.ids) < enough and (size > 1 or asked.wide_titles <> asked.titles) then
    partly := private.find_partly(asked, most);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most;
  end if;
  return hits;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_voter_addresses(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform 1 from private.voter_addresses a
  where a.person_id = any (people) order by a.person_id for update;
  if found then
    delete from public.profiles p using private.voter_addresses a
    where a.person_id = p.id and p.id = any (people)
      and not exists (select from public.votes v where v.user_id = p.id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' or private.is_recovery(s, old) or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_post(post bigint)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  locked timestamptz;
begin
  select p.locked_at into locked from public.posts p where p.id = post and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_posts_of_leaver()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 1));
  perform private.hold_posts_of_people(array[old.id]);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_comment(comment bigint, is_gone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_gone then
    delete from private.search_comments where comment_id = comment;
    return;
  end if;
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_comments s where s.comment_id = comment
  ));
  perform private.index_comments(array[comment]);
end
$function$;

CREATE OR REPLACE FUNCTION private.index_hidden_post(post bigint, is_shown boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_shown then
    perform private.index_posts(array[post]);
    perform private.index_comments(array(select c.id from public.comments c where c.post_id = post));
  else
    delete from private.search_titles where post_id = post;
    delete from private.search_posts where post_id = post;
    delete from private.search_comments where comment_id in (select c.id from public.comments c where c.post_id = post);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_merges()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.reindex_posts(array(select distinct n.stays_id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.reindex_posts(array(select distinct o.stays_id from old_rows o where o.undone_at is null));
  else
    perform private.reindex_posts(array(
      select distinct post from old_rows o join new_rows n using (id), unnest(array[o.stays_id, n.stays_id]) post
      where (o.stays_id, o.undone_at) is distinct from (n.stays_id, n.undone_at)
    ));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_confirmation(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '1 hour'
    and session.created_at between account.email_confirmed_at and account.email_confirmed_at + interval '5 seconds'
    and (
      account.invited_at is not null
      or account.confirmation_sent_at is not null and coalesce(account.encrypted_password, '') = ''
    )
$function$;

CREATE OR REPLACE FUNCTION private.is_pretence(name text, bearer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (select 1 from public.roles r where r.user_id = bearer) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.profiles p where p.is_team and private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    -- Somebody without an account, such as those of an imported board, can't sign in.
    if not exists (
      select from public.roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id
    ) then
      raise exception 'This is the last admin. Make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.let_first_password_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.first_passwords;
begin
  new.encrypted_password := '';
  select * into chosen from private.first_passwords f where f.user_id = old.id;
  if chosen.token = old.confirmation_token and coalesce(new.confirmation_token, '') = '' then
    new.encrypted_password := chosen.encrypted_password;
    update private.first_passwords f set is_used = true, encrypted_password = '' where f.user_id = old.id;
  else
    delete from private.first_passwords f where f.user_id = old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_event(kind text, post_id bigint, comment_id bigint DEFAULT NULL::bigint, change_id bigint DEFAULT NULL::bigint, merge_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, merge_id, actor_id)
  values (
    kind, post_id, comment_id, change_id, merge_id,
    -- Whoever leaves with all they wrote is gone before the last of it.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  -- Those who follow a post hear of these.
  if kind in ('post.state', 'post.merged', 'comment.created') then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$function$;

CREATE OR REPLACE FUNCTION private.name_in(user_data jsonb, bearer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text := private.clean_line(left(coalesce(
    nullif(btrim(user_data ->> 'name'), ''), nullif(btrim(user_data ->> 'full_name'), ''),
    user_data ->> 'user_name', ''
  ), 80));
begin
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, bearer) then
    return 'New member';
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.needs_approval(person uuid, words text, this_post bigint DEFAULT NULL::bigint, this_comment bigint DEFAULT NULL::bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.moderation;
begin
  select * into rule from private.moderation;
  if rule.approval = 'off' or exists (select from public.roles r where r.user_id = person) then
    return false;
  end if;
  return case rule.approval
    when 'all' then true
    when 'first' then not private.has_standing(person, this_post, this_comment)
    when 'links' then private.links_of(words) <> '{}' and not (
      private.has_standing(person, this_post, this_comment) and exists (
        select from public.profiles p
        where p.id = person and p.created_at <= now() - make_interval(days => rule.trusted_days)
      )
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_mentions(comment_id bigint, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_post bigint;
  said text;
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_mentions.comment_id and c.author_id = auth.uid() and c.created_at = now();
  people := people || private.named_in(said, of_post, people);
  insert into private.mentions (comment_id, person_id)
  select note_mentions.comment_id, p.id from public.profiles p
  where of_post is not null and p.id = any (people[1 : 10]) and p.is_public and strpos(said, '@' || p.name) > 0
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_more_mentions(comment_id bigint, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_post bigint;
  said text;
  added uuid[];
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_more_mentions.comment_id and c.author_id = auth.uid() and c.deleted_at is null for update of c;
  people := people || private.named_in(said, of_post, people || array(
    select m.person_id from private.mentions m where m.comment_id = note_more_mentions.comment_id
  ));
  with noted as (
    insert into private.mentions (comment_id, person_id)
    select note_more_mentions.comment_id, p.id
    from public.profiles p
    where of_post is not null and p.id = any (people[1 : 10]) and p.is_public and p.id <> auth.uid()
      and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.mentions m where m.comment_id = note_more_mentions.comment_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.mentions m where m.comment_id = note_more_mentions.comment_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(of_post, note_more_mentions.comment_id, added);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_post_mentions(post_id bigint, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said text;
  added uuid[];
begin
  select p.details into said from public.posts p
  where p.id = note_post_mentions.post_id and (p.author_id = auth.uid() or (select private.is_team())) for update;
  if not found then
    return;
  end if;
  people := people || private.named_in(said, note_post_mentions.post_id, people || array(
    select m.person_id from private.post_mentions m where m.post_id = note_post_mentions.post_id
  ));
  with noted as (
    insert into private.post_mentions (post_id, person_id)
    select note_post_mentions.post_id, p.id
    from public.profiles p
    where p.id = any (people[1 : 10]) and p.is_public and p.id <> auth.uid() and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.post_mentions m where m.post_id = note_post_mentions.post_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.post_mentions m where m.post_id = note_post_mentions.post_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(note_post_mentions.post_id, null, added);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.object_size(metadata jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (COALESCE((metadata ->> 'size'::text), (metadata ->> 'contentLength'::text)))::bigint;

CREATE OR REPLACE FUNCTION private.part(merge public.post_merges)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rest constant bigint[] := array(select b.id from private.brought_by(merge.id) b where b.id <> merge.id);
begin
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments are there again: each of them would be indexed anew.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    select t.id from public.comments t where t.merge_id = any (rest || merge.id)
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id)
  );
  update private.search_comments s set post_id = merge.post_id
  from public.comments c where c.post_id = merge.post_id and s.comment_id = c.id and s.post_id <> merge.post_id;
  update public.images i
  set post_id = merge.post_id, merge_id = case when i.merge_id = any (rest) then i.merge_id end
  where i.merge_id = any (rest || merge.id);
  perform private.gather(merge.post_id);
  perform private.gather(merge.stays_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_delivery(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hook private.webhooks;
  delivery private.webhook_deliveries;
  says jsonb;
begin
  -- No webhook goes before its deliveries.
  select w.* into hook from private.webhooks w
  where w.id = (select d.webhook_id from private.webhook_deliveries d where d.job_id = job) for key share;
  select d.* into delivery from private.webhook_deliveries d
  where d.job_id = job and d.state = 'ready' and hook.off_at is null for no key update;
  if not found then
    return null;
  end if;
  says := case when delivery.event_id is null
    then jsonb_build_object('type', 'webhook.test', 'timestamp', delivery.created_at, 'data', '{}'::jsonb)
    else private.event_says(delivery.event_id) end;
  if says is null then
    update private.webhook_deliveries d set state = 'dropped', outcome = 'What it was about is gone.' where d.id = delivery.id;
    return null;
  end if;
  update private.webhook_deliveries d set attempts = d.attempts + 1, tried_at = now() where d.id = delivery.id;
  return jsonb_build_object(
    'id', delivery.id, 'attempt', delivery.attempts + 1, 'key', delivery.key, 'address', hook.address, 'shape', hook.shape,
    'says', says, 'secrets', to_jsonb(array_remove(array[
      hook.secret, case when hook.renewed_at > now() - interval '1 day' then hook.old_secret end], null))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_mail(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
  reader record;
  says jsonb;
  problem text;
begin
  update private.mails m set state = 'unknown', outcome = 'The program that sent it ended before the answer came.'
  where m.key = job and m.state = 'sending';
  update private.mails m set state = 'claimed', attempts = m.attempts + 1
  where m.key = job and m.state in ('ready', 'claimed') returning m.* into mail;
  if not found then
    return null;
  end if;
  select u.email as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
    p.name, coalesce(u.banned_until < now(), true) as is_open,
    private.make_token('p', mail.person_id, mail.post_id, case mail.kind when 'summary' then 'summary' else 'set' end) as token
  into reader
  from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
  where u.id = mail.person_id
  union all
  select a.address, true, a.mail, null, true,
    private.make_token('a', a.id, mail.post_id, case mail.kind when 'confirm' then 'confirm' else 'set' end)
  from private.mail_addresses a where a.id = mail.address_id;
  says := private.mail_says(mail);
  problem := case
    when reader.address is null or not reader.is_open then 'There is nobody any more to send it to.'
    when not reader.is_confirmed then 'The address is not confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader wants no mails any more.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address takes no mails.'
    when says is null then 'What it was about is gone.'
  end;
  if problem is null then
    return says || jsonb_build_object(
      'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
      'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
      'is_person', mail.person_id is not null
    );
  end if;
  update private.mails m set state = 'dropped', outcome = problem where m.id = mail.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.prove_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := exists (select from public.profiles p where p.id = new.id and p.created_at = now());
  chosen text;
  vouched jsonb;
begin
  update public.profiles p set is_public = true, created_at = now() where p.id = new.id and not p.is_public;
  if old.email_confirmed_at is not null or new.email_confirmed_at is null then
    return null;
  end if;
  delete from private.first_passwords f where f.user_id = new.id and f.is_used returning f.name into chosen;
  if is_new then
    vouched := new.raw_user_meta_data;
  elsif chosen is null then
    select i.identity_data into vouched from auth.identities i
    where i.user_id = new.id and i.provider <> 'email' and i.identity_data ->> 'email_verified' = 'true'
    order by i.created_at desc limit 1;
  end if;
  update public.profiles p set name = coalesce(chosen, private.name_in(vouched, new.id)) where p.id = new.id;
  if vouched is null then
    update auth.users u set raw_user_meta_data = jsonb_strip_nulls(jsonb_build_object('name', chosen)) || coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(u.raw_user_meta_data) d
      where d.key in ('sub', 'email', 'email_verified', 'phone_verified') or d.key = 'came_from' and chosen is null
    ), '{}')
    where u.id = new.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_plan(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(given) <> 'object' or given = '{}' or given - array['assignee', 'quarter'] <> '{}'
     or coalesce(given ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(given ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_post_filter(given jsonb, every_post boolean DEFAULT false)
 RETURNS private.post_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  filter constant jsonb := coalesce(given, '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter is an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee is an id, me or none.' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_unblocked(tg_op = 'INSERT');
  if tg_nargs > 0 then
    perform private.spend_limit(tg_argv[0]);
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_new_link(author uuid, was text, wanted text, of_post bigint DEFAULT NULL::bigint, of_comment bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if author = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(author, wanted, of_post, of_comment) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = 'PT403', hint = 'approval';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.reindex_posts(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  standing constant bigint[] := array(
    select s.post_id from private.search_posts s where s.post_id = any (ids) order by s.post_id
  );
begin
  if standing <> '{}' then
    perform private.forget_words(array(
      select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = any (standing)
    ));
    perform private.index_posts(standing);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_answerable(comment public.comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if comment.deleted_at is null and private.hold_post(comment.post_id) is not null
     and auth.uid() is not null and not private.is_team() then
    raise exception 'This thread is locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  if comment.parent_id is not null and not exists (
    select 1 from public.comments c
    where c.id = comment.parent_id and c.post_id = comment.post_id
      and c.parent_id is null and c.deleted_at is null and c.hidden_at is null
  ) then
    raise exception 'This comment can no longer be answered.' using errcode = '23503';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unblocked(is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if is_new and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = 'PT403', hint = 'blocked';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_unheard(of_post bigint, of_comment bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.webhook_deliveries d set state = 'ready', job_id = gen_random_uuid(), due_at = now(), outcome = null
  from private.unheard_deliveries(of_post, of_comment) u where d.id = u.id and d.state = 'dropped'
$function$;

CREATE OR REPLACE FUNCTION private.settle_delivery(delivery_id bigint, attempt integer, answered integer, words text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  pauses constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,8 hours,8 hours}';
  went_well constant boolean := coalesce(answered between 200 and 299, false);
  delivery private.webhook_deliveries;
  failing timestamptz;
  reason text;
begin
  update private.webhook_deliveries d set
    state = case when went_well then 'sent' else 'ready' end,
    -- Not all at the same moment.
    due_at = now() + case when went_well then '0' else coalesce(pauses[attempt], '0') * (0.9 + random() * 0.2) end,
    status = answered, outcome = left(words, 500)
  where d.id = delivery_id and d.attempts = attempt and d.state = 'ready' returning d.* into delivery;
  if not found then
    return null;
  end if;
  update private.webhooks w set
    rests_until = case when went_well then w.rests_until else now() + interval '10 seconds' end,
    failing_since = case when not went_well then coalesce(w.failing_since, now()) end
  where w.id = delivery.webhook_id and w.off_at is null
  returning w.failing_since into failing;
  reason := case
    when answered = 410 then 'The receiver answered that it is gone (410).'
    when failing < now() - interval '3 days' then 'Nothing has arrived for three days.'
  end;
  if reason is not null then
    perform private.switch_off_webhook(delivery.webhook_id, reason);
    insert into private.mails (kind, person_id, webhook_id)
    select 'webhook', r.user_id, delivery.webhook_id from public.roles r where r.role = 'admin';
  end if;
  return case when not went_well then delivery.due_at end;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail(mail_id bigint, attempt integer, became text, words text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with settled as (
    update private.mails set
      state = case became when 'later' then 'ready' else became end,
      due_at = case became
        when 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
      outcome = left(words, 500)
    where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
    returning due_at
  )
  select case became when 'later' then (select due_at from settled) end
$function$;

CREATE OR REPLACE FUNCTION private.settle_reports_of_post(new public.posts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.deleted_at = 'infinity' then
    update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = new.deleted_by
    where r.settled_at is null and r.post_id = new.id;
  elsif new.deleted_at is not null then
    perform private.settle_removed(
      array[new.id], array(select c.id from public.comments c where c.post_id = new.id)
    );
  else
    update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
    where r.outcome = 'removed'
      and (r.post_id = new.id or r.comment_id in (select c.id from public.comments c where c.post_id = new.id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.spend()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.spend_limit(tg_argv[0]);
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.spend_limit(wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = wanted and standing = 'any';
    if not found then
      select * into rule from private.limits where action = wanted and standing = private.standing_of(me);
    end if;
    insert into private.usage as u (user_id, action, used) values (me, rule.action, 1)
    on conflict (user_id, action) do update set
      used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
      started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
    returning * into spent;
    if spent.used > rule.max_count then
      wait := greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer);
      raise exception '% Try again in %.', rule.sentence,
        case
          when wait < 90 then wait || case when wait = 1 then ' second' else ' seconds' end
          else ceil(wait / 60.0)::integer || ' minutes'
        end
        using errcode = 'PT429', hint = 'rate_limit', detail = wait::text;
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back(taken bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.untold where event_id = any (taken);
  delete from private.notices where event_id = any (taken);
  delete from private.mail_parts where event_id = any (taken);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.take_back(array(select e.id from private.events e where e.change_id = old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.token_bytes(written text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (octet_length(written) + (5 * char_length(regexp_replace(written, '[^<>&]'::text, ''::text, 'g'::text))));

CREATE OR REPLACE FUNCTION public.admin_people(query text DEFAULT ''::text, only_of text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamp with time zone, posts integer, comments integer, votes integer, hidden integer, blocked_at timestamp with time zone, block_reason text, block_ends_at timestamp with time zone, row_cursor text)
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
    raise exception 'Unknown choice of people.' using errcode = '22023';
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
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for = '' or strpos(lower(o.name), looked_for) > 0 or exists (
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

CREATE OR REPLACE FUNCTION public.admin_posts(filter jsonb DEFAULT '{}'::jsonb, sort jsonb DEFAULT '[]'::jsonb, page_rows integer DEFAULT 50, after_cursor text DEFAULT NULL::text, before_cursor text DEFAULT NULL::text)
 RETURNS TABLE(id bigint, title text, slug text, category_id integer, category_slug text, category_name text, author_name text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(sort, '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  directions boolean[];
  beyond text := 'true';
  beyond_in_group text;
  size integer;
  conditions text;
  is_walked boolean;
  group_is text;
  group_beyond text;
  of_group bigint[];
  page_ids bigint[] := array[]::bigint[];
  most constant integer := least(greatest(coalesce(page_rows, 50), 1), 200);
  ordered text[];
  joined text;
  page text;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor says which order it belongs to.
  signature := md5(keys::text || descending::text);

  directions := array(select d <> is_back from unnest(descending) with ordinality as t(d, i) order by i);
  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := private.beyond_cursor(keys, types, directions, 1);
    beyond_in_group := private.beyond_cursor(keys, types, directions, 2);
  end if;

  conditions := private.post_conditions(f);
  ordered := (
    select array_agg(k || case when d then ' desc' else '' end order by i)
    from unnest(keys, directions) with ordinality as t(k, d, i)
  );
  -- Only what the order asks for: a join, even one that is left out again, keeps the index of updated_at from being enough.
  joined := concat_ws(' ', 'public.posts p',
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key then
    -- By the index of names, and beside it those without an author, who share one. How few posts the team did nothing with
    -- the planner takes for fewer than they are, and would go through all: author by author then, each post asked by itself.
    is_walked := (f.unanswered or f.is_stale) and f.post_ids is null;
    if is_walked then
      conditions := private.post_conditions(f, one_by_one => true);
    end if;
    page := format(
      'p.id in (
         (select p.id from public.profiles a cross join lateral (
            select * from public.posts p where p.author_id = a.id and %1$s %2$s
          ) p join public.categories c on c.id = p.category_id where %3$s order by %4$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %1$s and %5$s order by %6$s limit $3)
       )',
      conditions, case when is_walked then 'offset 0' end,
      replace(beyond, author_key, 'lower(a.name)'), replace(array_to_string(ordered, ', '), author_key, 'lower(a.name)'),
      replace(beyond, author_key, nobody_key), replace(array_to_string(ordered, ', '), author_key, nobody_key)
    );
  elsif keys[1] in ('p.state', 'lower(c.name)') then
    -- State by state, or category by category (those of one name together), each planned for its size, from the one the cursor
    -- is in until the page is full.
    for group_is, group_beyond in
      select g.is_it, case when g.is_same then beyond_in_group else 'true' end
      from (
        select format('p.state = %L', s) as is_it, s = (keyset ->> 0)::public.post_state as is_same,
          case when directions[1] then s < (keyset ->> 0)::public.post_state else s > (keyset ->> 0)::public.post_state end
            as is_after,
          row_number() over (order by s) as place
        from unnest(enum_range(null::public.post_state)) s where keys[1] = 'p.state' and (f.states is null or s = any (f.states))
          and (f.is_stale is null or s <> 'completed') and (f.unanswered is null or s = 'proposed')
        union all
        select '(' || string_agg(format('p.category_id = %s', c.id), ' or ') || ')', lower(c.name) = keyset ->> 0,
          case when directions[1] then lower(c.name) < keyset ->> 0 else lower(c.name) > keyset ->> 0 end,
          row_number() over (order by lower(c.name))
        from public.categories c where keys[1] = 'lower(c.name)' and (f.category_ids is null or c.id = any (f.category_ids))
        group by lower(c.name)
      ) g
      where given is null or g.is_same or g.is_after
      order by case when directions[1] then -g.place else g.place end
    loop
      execute format(
        'select array(select p.id from %s where %s and %s and %s order by %s limit $3)',
        joined, group_is, conditions, group_beyond, array_to_string(ordered[2:], ', ')
      ) into of_group using f, keyset, most - cardinality(page_ids);
      page_ids := page_ids || of_group;
      exit when cardinality(page_ids) >= most;
    end loop;
    page := 'p.id = any ($5)';
  else
    page := conditions || ' and ' || beyond;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (select p.id from %2$s where %3$s order by %4$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %5$s',
    array_to_string(keys, ', '), joined, page, array_to_string(ordered, ', '),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i))
  ) using f, keyset, most, signature, page_ids;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_replay_delivery(delivery_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform 1 from private.webhook_deliveries d where d.id = delivery_id;
  if not found then
    raise exception 'This delivery is no longer in the log.' using errcode = 'P0002';
  end if;
  update private.webhook_deliveries d set
    state = 'ready', job_id = gen_random_uuid(), attempts = 0, due_at = now(), outcome = null, status = null
  from private.webhooks w
  where d.id = delivery_id and w.id = d.webhook_id and w.off_at is null;
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_site(settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  perform private.require_admin();
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when settings ? 'name' then private.said(settings ->> 'name') else s.name end,
    accent = case when settings ? 'accent' then lower(private.said(settings ->> 'accent')) else s.accent end,
    marketing_url = case when settings ? 'marketing_url' then private.said(settings ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when settings ? 'terms_url' then private.said(settings ->> 'terms_url') else s.terms_url end,
    privacy_url = case when settings ? 'privacy_url' then private.said(settings ->> 'privacy_url') else s.privacy_url end,
    welcome = case when settings ? 'welcome' then private.said(settings ->> 'welcome') else s.welcome end,
    mail_sender = case when settings ? 'mail_sender' then private.said(settings ->> 'mail_sender') else s.mail_sender end,
    shows_quarters = case
      when settings ? 'shows_quarters' then coalesce((settings ->> 'shows_quarters')::boolean, false) else s.shows_quarters
    end,
    mail_footer = case when settings ? 'mail_footer' then nullif(private.clean_text(settings ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(settings -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_take_vote(post_id bigint, person_id uuid)
 RETURNS TABLE(taken boolean, votes_total integer, category_slug text, on_post bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  target bigint;
  reason text;
begin
  perform private.require_team();
  target := private.voted_post(admin_take_vote.post_id);
  select g.why into reason from private.given_votes g where g.user_id = person_id and g.post_id = target;
  delete from public.votes v
  where v.user_id = person_id and v.post_id = target
    and exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id);
  taken := found;
  if taken then
    perform private.audit(
      'vote.take', target, (select p.title from public.posts p where p.id = target),
      jsonb_build_object('user_id', person_id, 'why', reason), null
    );
  end if;
  return query
    select taken, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_voters(of_post bigint, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 50, only_aside boolean DEFAULT false, only_counted boolean DEFAULT false)
 RETURNS TABLE(id uuid, name text, avatar_url text, is_team boolean, address text, voted_at timestamp with time zone, is_young boolean, in_burst boolean, network_votes integer, is_blocked boolean, is_set_aside boolean, given_by text, why text, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given jsonb;
begin
  perform private.require_team();
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, p.is_team, a.address, v.created_at,
      v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' and not p.placeholder,
      coalesce('burst' = any (s.signals), false), coalesce(s.network_votes, 0), v.is_blocked, v.is_set_aside,
      case when g.why is not null then coalesce(m.name, 'Deleted user') end, g.why,
      jsonb_build_array(v.created_at, v.user_id)::text
    from (
      select o.* from public.votes o join public.posts t on t.id = o.post_id and t.deleted_at is null
      where o.post_id = of_post and (o.is_set_aside or not only_aside) and (o.counts or not only_counted)
        and (given is null or (o.created_at, o.user_id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
      order by o.created_at desc, o.user_id desc limit least(greatest(max_rows, 1), 200)
    ) v
    join public.profiles p on p.id = v.user_id
    left join (select * from private.vote_signs(of_post) where not only_counted) s on s.user_id = v.user_id
    left join private.voter_addresses a on a.person_id = v.user_id
    left join private.given_votes g on g.user_id = v.user_id and g.post_id = v.post_id
    left join public.profiles m on m.id = g.given_by
    order by v.created_at desc, v.user_id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.choose_first_password(token text, name text, password text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  chosen constant text := private.clean_line(left(name, 200));
begin
  if char_length(token) < 20 or char_length(token) > 500 or char_length(password) < 8 or octet_length(password) > 72 then
    return false;
  end if;
  -- The expression is that of the auth service's index.
  select u.id into person from auth.users u
  where u.confirmation_token = token and u.confirmation_token !~ '^[0-9 ]*$'
    and u.email_confirmed_at is null and u.encrypted_password <> ''
  for no key update;
  if person is null then
    return false;
  end if;
  if private.is_pretence(chosen, person) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  insert into private.first_passwords as f (user_id, token, name, encrypted_password)
  values (person, token, chosen, extensions.crypt(password, extensions.gen_salt('bf', 10)))
  on conflict (user_id) do update
  set token = excluded.token, name = excluded.name, encrypted_password = excluded.encrypted_password,
    tries = f.tries + 1
  where f.tries < 20;
  if not found then
    return false;
  end if;
  -- At once as well: what breaks a rule for names is refused here.
  update public.profiles p set name = chosen where p.id = person;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.comment_source(comment_id bigint)
 RETURNS TABLE(body text, revision integer, post_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.body, c.revision, c.post_id
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment_source.comment_id and c.deleted_at is null and (c.hidden_at is null or c.hidden_reason is not null)
    and (select private.require_small_select(3))
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
  -- In the order in which changes of roles and of the account itself hold them.
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
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.describe_people(people uuid[], on_post bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, posts_total bigint, wrote_post boolean, said_here text, last_title text, last_said text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.id, a.created_at,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    exists (select from public.posts p where p.id = on_post and p.author_id = a.id and p.deleted_at is null),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.post_id = on_post and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    ),
    (
      select p.title from public.posts p
      where p.author_id = a.id and p.deleted_at is null order by p.id desc limit 1
    ),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    )
  from public.profiles a
  where a.id = any (describe_people.people[1:20]) and a.is_public and (select private.require_small_select(3))
$function$;

CREATE OR REPLACE FUNCTION public.export_account()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.export_kept() || jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', private.details_of(t.id), 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'internal_notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = p.id
    ),
    'assigned_posts', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]')
      from public.post_triage t where t.assignee_id = p.id
    ),
    'dashboard_views', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'name', v.name, 'query', v.query, 'is_shared', v.is_shared, 'created_at', v.created_at)
        order by v.id), '[]')
      from public.dashboard_views v where v.owner_id = p.id
    ),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', private.body_of(c.id),
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$function$;

CREATE OR REPLACE FUNCTION public.follow_by_mail(post_id bigint, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := lower(btrim(left(address, 320)));
  mailbox constant text := private.mailbox_of(given);
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform private.hold_post(target);
  if exists (
    select from private.silenced s where s.key in (private.address_key(given), private.address_key(mailbox))
  ) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('confirmations to ' || mailbox, 0));
  if 3 <= (
    select count(*) from private.mails m join private.mail_addresses a on a.id = m.address_id
    where private.mailbox_of(a.address) = mailbox and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into follower;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_post(post_id bigint, wanted public.follow_level DEFAULT NULL::public.follow_level)
 RETURNS TABLE(level public.follow_level, reason text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := private.standing_post(follow_post.post_id);
begin
  perform private.hold_post(target);
  if wanted is null then
    delete from private.follows f where f.post_id = target and f.person_id = me;
  else
    insert into private.follows as f (post_id, person_id, level) values (target, me, wanted)
    on conflict on constraint follows_pkey do update set level = excluded.level where f.level <> excluded.level;
  end if;
  return query select f.level, f.reason from private.follows_of(array[me], target) f;
end
$function$;

CREATE OR REPLACE FUNCTION public.followed_feed(key uuid)
 RETURNS TABLE(id bigint, kind text, post_id bigint, title text, category_slug text, category_name text, slug text, change_id bigint, from_state public.post_state, to_state public.post_state, note text, comment_id bigint, parent_id bigint, body text, actor_id uuid, actor_name text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  person constant uuid := (select s.person_id from private.notice_settings s where s.feed_key = followed_feed.key);
begin
  perform private.require_small_select(3);
  return query
    select v.id, v.kind, v.post_id, v.post_title, v.category_slug, c.name, v.post_slug, v.change_id, v.from_state, v.to_state,
      v.note, v.comment_id, v.parent_id, v.body, a.id, a.name, v.created_at
    from private.posts_of(person) as followed (post_id)
    cross join lateral private.follows_of(array[person], followed.post_id) f
    cross join lateral (
      select e.* from private.visible_events e
      where e.post_id = followed.post_id
        and (e.kind = 'post.state' or (e.kind = 'comment.created' and f.level = 'all'))
      order by e.id desc limit 50
    ) v
    join public.categories c on c.slug = v.category_slug
    left join public.profiles a on a.id = v.actor_id
    where f.level > 'muted'
    order by v.id desc limit 50;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_recovering()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_present()
    and jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")')
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$function$;

CREATE OR REPLACE FUNCTION public.mail_settings(token text)
 RETURNS TABLE(address text, pace public.mail_pace, has_account boolean, post_id bigint, title text, category_slug text, slug text, follows boolean, summary boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
begin
  perform private.require_small_select(3);
  return query
    with reader as (
      select u.email::text as address, s.mail, true as has_account, s.summary from auth.users u
      join private.notice_settings s on s.person_id = u.id where u.id = asked.person_id
      union all
      select a.address, a.mail, false, null from private.mail_addresses a where a.id = asked.address_id
    )
    select regexp_replace(r.address, '^(.)[^@]*', '\1…'), r.mail, r.has_account, p.id, p.title, c.slug, p.slug,
      case
        when p.id is null then null
        when r.has_account then (
          select coalesce(f.level, 'muted') > 'muted' from private.follows_of(array[asked.person_id], p.id) f)
        else exists (
          select from private.mail_follows f
          where f.post_id = any (private.followed_as(p.id)) and f.address_id = asked.address_id)
      end,
      case when about = 'summary' then r.summary end
    from reader r
    left join public.posts p on p.id = private.standing_post(asked.post_id) and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.mentionable(post_id bigint DEFAULT NULL::bigint, typed text DEFAULT ''::text, max_rows integer DEFAULT 8)
 RETURNS TABLE(id uuid, name text, avatar_url text, is_team boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  looked_for constant text := lower(private.clean_line(left(typed, 80)));
begin
  perform private.require_small_select(3);
  return query
    select p.id, p.name, p.avatar_url, p.is_team
    from public.profiles p join auth.users u on u.id = p.id
    where p.id <> me and starts_with(lower(p.name), looked_for) and p.id in (
      select t.author_id from public.posts t where t.id = mentionable.post_id and t.deleted_at is null
      union
      select c.author_id from public.comments c join public.posts t on t.id = c.post_id and t.deleted_at is null
      where c.post_id = mentionable.post_id and c.deleted_at is null and c.hidden_at is null
      union
      select r.user_id from public.roles r
    )
    order by lower(p.name), p.id limit least(max_rows, 20);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_follows(before_post bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS TABLE(post_id bigint, title text, category_slug text, slug text, state public.post_state, level public.follow_level, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select p.id, p.title, c.slug, p.slug, p.state, f.level, f.reason
    from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral private.follows_of(array[me], p.id) f
    where p.id in (select private.posts_of(me)) and p.deleted_at is null and f.level is not null
      and (before_post is null or p.id < before_post)
    order by p.id desc limit least(max_rows, 100);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_notices(before_event bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 20)
 RETURNS TABLE(post_id bigint, title text, category_slug text, slug text, state public.post_state, newest_event bigint, newest_at timestamp with time zone, unread integer, comments integer, changes integer, items jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
    ), page as (
      select t.post_id, max(t.id) as newest from told t group by t.post_id
      having before_event is null or max(t.id) < before_event
      order by 2 desc limit least(max_rows, 50)
    )
    select t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest, max(t.created_at),
      (count(*) filter (where t.read_at is null))::integer,
      (count(distinct t.comment_id))::integer,
      (count(*) filter (where t.kind = 'post.state'))::integer,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object(
        'event_id', t.id, 'kind', t.kind, 'reason', t.reason, 'is_read', t.read_at is not null,
        'created_at', t.created_at, 'comment_id', t.comment_id, 'parent_id', t.parent_id,
        'excerpt', left(t.body, 300), 'from_state', t.from_state, 'to_state', t.to_state, 'note', t.note,
        'merged_title', t.merged_title,
        'actor', case when a.id is not null then
          jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url, 'is_team', a.is_team) end
      ) order by t.id desc), '$[0 to 4]')
    from page
    join told t on t.post_id = page.post_id
    join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_reports(max_rows integer DEFAULT 20)
 RETURNS TABLE(id bigint, is_comment boolean, title text, category_slug text, slug text, outcome text, settled_at timestamp with time zone, is_read boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select r.id, r.comment_id is not null, p.title, k.slug, p.slug, r.outcome, r.settled_at, r.read_at is not null
    from private.reports r
    left join public.comments c on c.id = r.comment_id
    left join public.posts p on p.id = coalesce(r.post_id, c.post_id) and p.deleted_at is null
    left join public.categories k on k.id = p.category_id
    where r.reporter_id = me and r.settled_at > now() - interval '90 days'
    order by r.settled_at desc, r.id desc limit least(greatest(max_rows, 1), 100);
end
$function$;

CREATE OR REPLACE FUNCTION public.my_waiting()
 RETURNS TABLE(post_id bigint, comment_id bigint, title text, body text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    select h.post_id, h.comment_id, p.title, coalesce(h.body, p.details), h.hidden_at
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    where h.cause = 'approval' and me = case when c.id is null then p.author_id else c.author_id end
    order by h.id desc limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.post_source(post_id bigint)
 RETURNS TABLE(title text, details text, revision integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.title, p.details, p.revision from public.posts p where p.id = post_source.post_id and p.deleted_at is null
    and (select private.require_small_select(3))
$function$;

CREATE OR REPLACE FUNCTION public.restore_posts(post_ids bigint[])
 RETURNS TABLE(id bigint, category_slug text, slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_unblocked(true);
  perform 1 from public.posts p
  where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) order by p.id for update;
  return query
    update public.posts p set deleted_at = null, deleted_by = null
    from public.categories c
    where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) and p.deleted_at > private.undo_end()
      and (p.author_id = (select auth.uid()) or (select private.is_admin()))
      and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$function$;

ALTER TABLE "private"."first_passwords" ADD CONSTRAINT "first_passwords_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_job_id_key" UNIQUE (job_id);

CREATE TRIGGER drop_unproven_identities AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.drop_unproven_identities();

CREATE CONSTRAINT TRIGGER prove_account AFTER UPDATE OF email_confirmed_at, last_sign_in_at ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) OR ((old.last_sign_in_at IS NULL) AND (new.last_sign_in_at IS NOT NULL)))) EXECUTE FUNCTION private.prove_account();

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON private.reports FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('report');

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON private.same_posts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('edit');

CREATE TRIGGER after_delete AFTER DELETE ON public.comments FOR EACH ROW EXECUTE FUNCTION private.after_comment_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.after_comment_insert();

CREATE TRIGGER after_statement_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.after_comments();

CREATE TRIGGER after_statement_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.after_comments();

CREATE TRIGGER after_update AFTER UPDATE OF body, deleted_at ON public.comments FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.after_comment_update();

CREATE TRIGGER before_insert BEFORE INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.before_comment_insert();

CREATE TRIGGER before_update BEFORE UPDATE OF body ON public.comments FOR EACH ROW EXECUTE FUNCTION private.before_comment_update();

CREATE TRIGGER a_refuse_blocked_edit BEFORE UPDATE OF alt, "position" ON public.images FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (NOT (old.post_id IS DISTINCT FROM new.post_id)) AND ((old.alt IS DISTINCT FROM new.alt) OR (old."position" IS DISTINCT FROM new."position")))) EXECUTE FUNCTION private.refuse_blocked('edit');

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON public.images FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('image');

CREATE TRIGGER take_back AFTER DELETE ON public.post_events FOR EACH ROW EXECUTE FUNCTION private.take_back_change();

CREATE TRIGGER after_delete AFTER DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION private.after_post_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION private.after_post_insert();

CREATE TRIGGER after_statement AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_posts_insert();

CREATE TRIGGER after_update AFTER UPDATE OF title, details, category_id, state, deleted_at ON public.posts FOR EACH ROW WHEN ((old.title, old.details, old.category_id, old.state, old.deleted_at) IS DISTINCT FROM (new.title, new.details, new.category_id, new.state, new.deleted_at)) EXECUTE FUNCTION private.after_post_update();

CREATE TRIGGER before_insert BEFORE INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION private.before_post_insert();

CREATE TRIGGER before_update BEFORE UPDATE OF title, details, category_id, state, deleted_at ON public.posts FOR EACH ROW EXECUTE FUNCTION private.before_post_update();

CREATE CONSTRAINT TRIGGER count_changed_post AFTER DELETE OR UPDATE OF category_id, state, deleted_at ON public.posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_changed_post();

CREATE TRIGGER after_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.after_profile_delete();

CREATE TRIGGER after_delete AFTER DELETE ON public.votes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_votes_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.votes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_votes_insert();

CREATE TRIGGER after_update AFTER UPDATE ON public.votes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.recount_votes();

CREATE TRIGGER before_change BEFORE INSERT OR DELETE ON public.votes FOR EACH ROW EXECUTE FUNCTION private.before_vote_change();

CREATE POLICY "anyone reads names and avatars of confirmed people" ON "public"."profiles" FOR SELECT TO "anon", "authenticated" USING (is_public);

COMMENT ON COLUMN "private"."hidings"."is_unheard" IS 'Whether it waited for approval from the start.';

COMMENT ON COLUMN "private"."mails"."key" IS 'Its Message-ID, and the id of the job that sends it.';

COMMENT ON COLUMN "private"."mails"."state" IS 'claimed: an attempt prepares it. sending: its text is on the way, which happens once: when the answer is lost, it stays unknown whether it arrived.';

COMMENT ON COLUMN "private"."notice_settings"."feed_key" IS 'The secret in the personal feed''s address.';

COMMENT ON COLUMN "private"."webhook_deliveries"."job_id" IS 'The job that sends it; another one when it is sent again.';

COMMENT ON COLUMN "private"."webhooks"."rests_until" IS 'Nothing is sent to it before: the last request failed a moment ago.';

COMMENT ON COLUMN "private"."webhooks"."secret" IS 'Signs requests; the one before signs as well for a day.';

COMMENT ON COLUMN "public"."categories"."archived_at" IS 'Since when it takes no new posts and is in no menu.';

COMMENT ON COLUMN "public"."categories"."details_prompt" IS 'The placeholder of the details; null for the site''s own.';

COMMENT ON COLUMN "public"."categories"."prompt" IS 'The label of the button that opens the form; null: the site''s.';

COMMENT ON COLUMN "public"."comments"."hidden_reason" IS 'What stands in place of a hidden comment, if anything.';

COMMENT ON COLUMN "public"."comments"."merge_id" IS 'The merge that brought the comment here, if one did.';

COMMENT ON COLUMN "public"."images"."widths" IS 'Other stored widths, such as -640 before the file ending.';

COMMENT ON COLUMN "public"."post_merges"."into_id" IS 'The post it was merged into, which may be merged since.';

COMMENT ON COLUMN "public"."post_merges"."title" IS 'The title of the merged post, which nobody can read there.';

COMMENT ON COLUMN "public"."post_triage"."quarter" IS 'Such as 2027-Q1; public through expected_quarters.';

COMMENT ON COLUMN "public"."posts"."hidden_at" IS 'Since when the post is hidden; private.hidings says why.';

COMMENT ON COLUMN "public"."posts"."pinned_at" IS 'Since when it is pinned; until it leaves the list.';

COMMENT ON COLUMN "public"."posts"."revision" IS 'Counts edits, so that an edit can tell whether it is up to date.';

COMMENT ON COLUMN "public"."profiles"."is_public" IS 'False while the address of its account is unconfirmed and nobody has signed in to it: a sign-up that anybody can make changes nothing that others see.';

COMMENT ON COLUMN "public"."site_settings"."accent" IS 'The accent color, with a contrast to white of 4.5.';

COMMENT ON COLUMN "public"."site_settings"."logo_path" IS 'An object of the bucket images, in site/.';

COMMENT ON COLUMN "public"."site_settings"."shows_quarters" IS 'Whether plans'' quarters are public.';

COMMENT ON COLUMN "public"."votes"."merge_id" IS 'The merge that brought it here; other votes wait at home.';

COMMENT ON FUNCTION "private"."bulk_ids"(bigint[]) IS 'The posts that an act is for, each once, in order.';

COMMENT ON FUNCTION "private"."bulk_seen"(jsonb) IS 'What the admin saw of each post by its id; where another admin was faster the post is left alone. Outcomes: done, unchanged (already so, whoever did it), conflict (not as it was seen, or not in seen), missing. Without seen nothing is compared.';

COMMENT ON FUNCTION "private"."after_comment_delete"() IS 'Takes back what a comment that goes for good leaves behind.';

COMMENT ON FUNCTION "private"."after_comment_insert"() IS 'Tells of a comment; whoever of the team answers has looked at the post.';

COMMENT ON FUNCTION "private"."after_comment_update"() IS 'Indexes an edited comment; takes back one that is emptied because others answered it.';

COMMENT ON FUNCTION "private"."after_comments"() IS 'A post counts the comments that can be read, a comment the replies that stand below it, also as a line. New ones are indexed; those that wait for approval are hidden last, which takes back what was counted.';

COMMENT ON FUNCTION "private"."after_post_delete"() IS 'Settles and takes back what a post that goes for good leaves behind.';

COMMENT ON FUNCTION "private"."after_post_insert"() IS 'Whoever publishes a post wants it: it starts with their vote, which can be taken back like any other. Only a post that its author sends: imports and operators bring the votes there are.';

COMMENT ON FUNCTION "private"."after_post_update"() IS 'Audits, indexes and tells of a post that was edited, moved, deleted or restored.';

COMMENT ON FUNCTION "private"."after_posts_insert"() IS 'Counts and indexes new posts, a whole import in one go; then hides those that wait for approval, which takes back what was counted. Imports and operators wait for nobody.';

COMMENT ON FUNCTION "private"."after_profile_delete"() IS 'Removes an account from events, votes and mentions.';

COMMENT ON FUNCTION "private"."after_votes_delete"() IS 'Counts votes that were taken back, and takes those along that wait at merged posts. One that was set aside is remembered: cast anew, it doesn''t count.';

COMMENT ON FUNCTION "private"."after_votes_insert"() IS 'Counts votes; the post''s lock orders parallel ones.';

COMMENT ON FUNCTION "private"."audit_comment"(public.comments) IS 'A comment that goes with its post is part of that deletion.';

COMMENT ON FUNCTION "private"."audit_post"(public.posts, public.posts) IS 'Logs moves by the team, and what it does to others'' posts.';

COMMENT ON FUNCTION "private"."audit_webhook"() IS 'Logs changes of webhooks, of the address only the host.';

COMMENT ON FUNCTION "private"."before_comment_insert"() IS 'Refuses who may not comment here, and cleans the comment.';

COMMENT ON FUNCTION "private"."before_comment_update"() IS 'Checks and cleans an edit and counts revisions.';

COMMENT ON FUNCTION "private"."before_post_insert"() IS 'Checks and cleans a new post and claims its address.';

COMMENT ON FUNCTION "private"."before_post_update"() IS 'Checks and cleans an edit and counts its revision.';

COMMENT ON FUNCTION "private"."before_vote_change"() IS 'Refuses who may not vote. A vote that was set aside and taken back is set aside again; one that the team gives for somebody waits for a block of that person like one of their own, and does not count then.';

COMMENT ON FUNCTION "private"."begin_mail"(bigint, integer) IS 'Marks a mail as being sent; false when another attempt began.';

COMMENT ON FUNCTION "private"."begin_triage"(bigint[]) IS 'Adds the rows of posts; what the team wrote is looked at.';

COMMENT ON FUNCTION "private"."beyond_cursor"(text[], text[], boolean[], integer) IS 'SQL for what is beyond a cursor ($2), from a key on.';

COMMENT ON FUNCTION "private"."bound_user_data"() IS 'What an account keeps about itself stands in its token once and in its cookies three times over, and the headers of a request may hold 16 kB: past 2 kB only what the site and its sign-ins use is kept. It''s cut rather than refused, because anybody may sign up with somebody else''s address and fill it.';

COMMENT ON FUNCTION "private"."bounded"(text, integer) IS 'The text, or an error when it is longer than any text that is kept.';

COMMENT ON FUNCTION "private"."brought_by"(bigint) IS 'A standing merge and those that its post brought along.';

COMMENT ON FUNCTION "private"."bulk_people"(uuid[]) IS 'Those of up to 200 people who exist, by id. For the team.';

COMMENT ON FUNCTION "private"."claim_address"(integer, bigint, text) IS 'Claims a free address: the title''s slug, else with the post''s id.';

COMMENT ON FUNCTION "private"."clean_synonyms"() IS 'Cleans a group: distinct entries of at most four words.';

COMMENT ON FUNCTION "private"."clean_text"(text) IS 'Several lines of text, without control characters.';

COMMENT ON FUNCTION "private"."contrast_with_white"(text) IS 'The contrast of a color with white; null for none.';

COMMENT ON FUNCTION "private"."count_emptied_comment"(public.comments) IS 'Uncounts a comment that stays for its replies.';

COMMENT ON FUNCTION "private"."count_texts"() IS 'About how many texts there are, also before statistics exist.';

COMMENT ON FUNCTION "private"."counted_comments"(bigint[]) IS 'How many of these comments posts and threads count.';

COMMENT ON FUNCTION "private"."create_profile"() IS 'Sign-up data comes from the client, so only a display name is taken from it, and never the e-mail. Of an address that nobody has proven yet not even that: anybody may sign up with it.';

COMMENT ON FUNCTION "private"."cut_marks"(text) IS 'Leaves 16 marks in a row: composing more takes quadratic time.';

COMMENT ON FUNCTION "private"."details_of"(bigint) IS 'The details of a post, for members'' functions. Volatile.';

COMMENT ON FUNCTION "private"."drop_unproven_identities"() IS 'Another site may let anybody enter somebody else''s address. Whoever confirms the address by a link in its mail keeps the account; a sign-in at a site that had not checked the address leads there no more.';

COMMENT ON FUNCTION "private"."event_says"(bigint) IS 'What a webhook is told of an event, as things are now; null when what it tells of is gone. Of what was deleted, and of whoever did that, ids alone. Of a merge into what is gone, the id of the post that went. A comment that came along with a merge is told with the post it stands on.';

COMMENT ON FUNCTION "private"."every_mark"() IS 'Every combining mark of Unicode 17, for a bracket expression.';

COMMENT ON FUNCTION "private"."export_kept"() IS 'What is kept about the caller where no client reads.';

COMMENT ON FUNCTION "private"."find_comments"(private.search_request, bigint[], integer) IS 'Other posts with a comment that has all parts of the query.';

COMMENT ON FUNCTION "private"."find_miscounts"() IS 'Recounts everything; a row for each number that is wrong.';

COMMENT ON FUNCTION "private"."find_newest"(tsquery, integer) IS 'The newest posts with all of it in title and details.';

COMMENT ON FUNCTION "private"."find_partly"(private.search_request, integer) IS 'Posts with most of the query in the title, or in the details.';

COMMENT ON FUNCTION "private"."find_posts"(private.search_request) IS 'Runs these steps, each only where it is needed.';

COMMENT ON FUNCTION "private"."find_strays"() IS 'Objects nothing shows and rows without objects, after a day.';

COMMENT ON FUNCTION "private"."forget_address"() IS 'Removes an address that follows nothing any more.';

COMMENT ON FUNCTION "private"."forget_own_address"() IS 'Forgets the address of an account that ends mails.';

COMMENT ON FUNCTION "private"."forget_voter_addresses"(uuid[]) IS 'Whoever has no vote left is forgotten. Posts are held before addresses, here and below; whoever deletes several posts for good holds all merges, so two of those never wait for one another''s addresses.';

COMMENT ON FUNCTION "private"."forget_words"(text[]) IS 'Uncounts the words of a removed text, but skips locked rows.';

COMMENT ON FUNCTION "private"."free_merged"(bigint[]) IS 'Unmerges what was merged into posts that are to be removed.';

COMMENT ON FUNCTION "private"."given_reason"(text) IS 'The cleaned reason; refuses an empty or overlong one.';

COMMENT ON FUNCTION "private"."guard_events"() IS 'Lets only the removal of a deleted account through.';

COMMENT ON FUNCTION "private"."hand_over_all_votes"() IS 'Hands votes over to accounts after an import.';

COMMENT ON FUNCTION "private"."hand_over_votes_of_address"() IS 'Hands votes over to a confirmed account.';

COMMENT ON FUNCTION "private"."has_standing"(uuid, bigint, bigint) IS 'Whether other posts or comments of a person stood before.';

COMMENT ON FUNCTION "private"."hide_posts"(bigint[]) IS 'Deletes posts, locked in the order of ids against deadlocks.';

COMMENT ON FUNCTION "private"."hide_reported"(bigint, bigint) IS 'Hides what enough trusted members reported; whether it did.';

COMMENT ON FUNCTION "private"."hold_post"(bigint) IS 'Keeps a post from being deleted until its comment is counted and its words are indexed. Gives since when the thread is locked, or null.';

COMMENT ON FUNCTION "private"."hold_post_of"(bigint) IS 'Locks the post of a comment, before the comment itself.';

COMMENT ON FUNCTION "private"."hold_posts"(bigint[]) IS 'Locks posts as set_vote and every count do, in the order of ids.';

COMMENT ON FUNCTION "private"."hold_posts_of_people"(uuid[]) IS 'Locks all posts of people before anything else.';

COMMENT ON FUNCTION "private"."hold_voted"(bigint) IS 'Locks the post of a vote and the merged posts where others wait.';

COMMENT ON FUNCTION "private"."hold_voter"() IS 'Who takes a vote back waits for a block before locking the vote.';

COMMENT ON FUNCTION "private"."index_changed_comment"(bigint, boolean) IS 'Indexes a changed comment; removes an emptied one.';

COMMENT ON FUNCTION "private"."index_hidden_post"(bigint, boolean) IS 'Removes a deleted post from the index, or adds it again.';

COMMENT ON FUNCTION "private"."index_posts"(bigint[]) IS 'Indexes new or changed posts, with those merged into them.';

COMMENT ON FUNCTION "private"."is_admin"() IS 'Whether the caller is an admin, looked up for each statement.';

COMMENT ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) IS 'Whether a session began, within the hour, with the link that confirmed the address of an account whose owner has chosen no password yet: the project''s own mails sign in first. The service gives whoever is invited a random one.';

COMMENT ON FUNCTION "private"."is_nowhere"(text, text) IS 'Whether no text has a part of a query, in any form.';

COMMENT ON FUNCTION "private"."is_present"() IS 'Whether account and session stand; plpgsql keeps its plan.';

COMMENT ON FUNCTION "private"."is_recovery"(auth.sessions, auth.users) IS 'Whether a recovery mail began the session within the last hour.';

COMMENT ON FUNCTION "private"."is_trusted"(uuid) IS 'Whether a person is of the team, or an unblocked member for some days.';

COMMENT ON FUNCTION "private"."learn_new_words"(text[], integer[]) IS 'Adds new words, except those that others are adding.';

COMMENT ON FUNCTION "private"."let_first_password_go"() IS 'Whoever signs up with somebody else''s address chooses a password before anybody has read a mail there. With the first link of a mail that is followed it goes; in its place comes what the holder of the confirmation link chose.';

COMMENT ON FUNCTION "private"."lift_blocks"(uuid[]) IS 'Ends blocks: votes count and posts are shown again.';

COMMENT ON FUNCTION "private"."log_change"() IS 'Logs a change of state; a corrected one stays one change.';

COMMENT ON FUNCTION "private"."log_event"(text, bigint, bigint, bigint, bigint) IS 'Logs an event in the caller''s name and wakes the worker.';

COMMENT ON FUNCTION "private"."look_at_post_of"() IS 'Notes that the team looked at the post.';

COMMENT ON FUNCTION "private"."loose_marks"() IS 'Combining marks of any letter, and those of Thai and Lao.';

COMMENT ON FUNCTION "private"."mail_audience"(private.events, uuid, integer) IS 'The next addresses without an account to tell, and since when.';

COMMENT ON FUNCTION "private"."mail_due"(public.mail_pace, timestamp with time zone) IS 'When a mail of this pace is due: never before corrections end.';

COMMENT ON FUNCTION "private"."mailbox_of"(text) IS 'The mailbox of an address: without case, plus part and dots.';

COMMENT ON FUNCTION "private"."make_summaries"() IS 'Makes the daily summaries that are due; how many.';

COMMENT ON FUNCTION "private"."marks"() IS 'Combining characters, as the inside of a bracket expression.';

COMMENT ON FUNCTION "private"."mend_counts"() IS 'Corrects all counts in one transaction.';

COMMENT ON FUNCTION "private"."mend_counts"(text, bigint[]) IS 'Corrects the counts of one kind.';

COMMENT ON FUNCTION "private"."merged_with"(bigint[]) IS 'These posts and all posts merged with any of them.';

COMMENT ON FUNCTION "private"."mute_own_address"() IS 'Mutes a post for the account''s address too.';

COMMENT ON FUNCTION "private"."needs_approval"(uuid, text, bigint, bigint) IS 'Whether what the caller wrote waits for approval.';

COMMENT ON FUNCTION "private"."new_secret"() IS 'A new secret for signatures, as in Standard Webhooks.';

COMMENT ON FUNCTION "private"."note_mentions"(bigint, uuid[]) IS 'Notes whom a new comment calls, by name or by choice.';

COMMENT ON FUNCTION "private"."note_more_mentions"(bigint, uuid[]) IS 'Notes and tells whom an edited comment newly calls.';

COMMENT ON FUNCTION "private"."note_post_mentions"(bigint, uuid[]) IS 'Notes and tells whom a post''s details newly call.';

COMMENT ON FUNCTION "private"."note_removed_object"() IS 'Queues the objects of a deleted image for clean-up.';

COMMENT ON FUNCTION "private"."object_size"(jsonb) IS 'How many bytes an object has, or is said to have before it is there.';

COMMENT ON FUNCTION "private"."paces"(timestamp with time zone) IS 'When a mail of each pace is due about something of that moment.';

COMMENT ON FUNCTION "private"."place_image"() IS 'Puts a new image last, one upload at a time; refuses a ninth.';

COMMENT ON FUNCTION "private"."plain_text"(text) IS 'Markdown as one line of plain text; unknown tags stay.';

COMMENT ON FUNCTION "private"."popularity"(integer) IS 'Coarse votes for the search index, so that votes seldom write it.';

COMMENT ON FUNCTION "private"."posts_of"(uuid) IS 'Every post that a person follows, muted, voted for or wrote on.';

COMMENT ON FUNCTION "private"."prepare_delivery"(uuid) IS 'All that the next attempt of a job says; null when nothing is to be sent: what it was about is gone, its webhook is off, or another job sends it.';

COMMENT ON FUNCTION "private"."prepare_mail"(uuid) IS 'All that a mail says, for an attempt of the job that has its key. Null when nothing is to be sent: without a reader, an address or anything left to say it is dropped, and where the attempt before ended while its text was on the way nobody knows whether it arrived, so it does not go out again.';

COMMENT ON FUNCTION "private"."prepare_view"() IS 'At most fifty for each person, as each is counted.';

COMMENT ON FUNCTION "private"."prove_account"() IS 'Shows a profile to others once the address of its account is confirmed or somebody signed in. Its name is what the holder of the confirmation link chose, or what the site says that vouches for the address, or none: what the account was signed up with may be a stranger''s words, and is forgotten. Where the service confirms an account in the transaction that makes it, nobody else was asked. At the end of the transaction, because the auth service writes what it knows once more within.';

COMMENT ON FUNCTION "private"."read_comment_cursor"(text) IS 'The place that a row_cursor of comments stands for.';

COMMENT ON FUNCTION "private"."read_cursor"(text) IS 'Reads a cursor of at most 1,000 characters, or refuses it.';

COMMENT ON FUNCTION "private"."read_plan"(jsonb) IS 'Reads a plan: an assignee''s id, a quarter, or both; null for none.';

COMMENT ON FUNCTION "private"."read_search"(text) IS 'Reads a query; without titles when nothing is asked for.';

COMMENT ON FUNCTION "private"."read_search_cursor"(text) IS 'The place that a row_cursor of search_posts stands for.';

COMMENT ON FUNCTION "private"."recount_comments"(bigint[], jsonb) IS 'Updates the counts of these comments by what has changed.';

COMMENT ON FUNCTION "private"."recount_votes"() IS 'Counts votes that begin or cease to count, also of a merge.';

COMMENT ON FUNCTION "private"."refuse_blocked"() IS 'Refuses blocked people; spends of the limit that it names.';

COMMENT ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) IS 'Refuses an edit that adds a link where links wait for approval.';

COMMENT ON FUNCTION "private"."reindex_posts"(bigint[]) IS 'Indexes posts again whose words, or those of merged posts, changed.';

COMMENT ON FUNCTION "private"."remove_comment"(bigint) IS 'Removes a comment, or empties one that has replies.';

COMMENT ON FUNCTION "private"."remove_deleted_posts"() IS 'Removes posts that can no longer be restored; how many.';

COMMENT ON FUNCTION "private"."remove_stray_rows"() IS 'Removes rows whose objects are gone.';

COMMENT ON FUNCTION "private"."reopen"(bigint[]) IS 'Opens settled reports again, and hides what enough people reported.';

COMMENT ON FUNCTION "private"."require_admin"() IS 'Refuses whoever is not an admin.';

COMMENT ON FUNCTION "private"."require_answerable"(public.comments) IS 'Refuses a comment where there is nothing to comment on or to answer, or where the thread is locked.';

COMMENT ON FUNCTION "private"."require_member"() IS 'The id of the caller; refuses whoever is not signed in.';

COMMENT ON FUNCTION "private"."require_team"() IS 'Refuses whoever is not of the team.';

COMMENT ON FUNCTION "private"."require_unblocked"(boolean) IS 'The writer holds themselves, as many times at once as they like; block_people waits for that, and new writers wait for it. Only what is new: whoever changes or deletes a row holds that row already, for which the block may be waiting.';

COMMENT ON FUNCTION "private"."search_dense"() IS 'Scripts without spaces, and emoji: searched by pairs.';

COMMENT ON FUNCTION "private"."search_fold"(text) IS 'A text in lower case, without accents, joiners and apostrophes.';

COMMENT ON FUNCTION "private"."search_gaps"() IS 'Characters between words, for a bracket expression.';

COMMENT ON FUNCTION "private"."search_ranges"(text, text[], text) IS 'Where a text has words of a query, to highlight them.';

COMMENT ON FUNCTION "private"."search_stem"(text) IS 'The English stem of a word; null where it has no other.';

COMMENT ON FUNCTION "private"."seen_of"(text) IS 'A text without invisible characters; the forms have the same list.';

COMMENT ON FUNCTION "private"."send_approved"() IS 'Sends webhooks what was dropped while it waited.';

COMMENT ON FUNCTION "private"."send_votes_home"(bigint[]) IS 'Undoes gather for votes and follows; newer choices win.';

COMMENT ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) IS 'What came of an attempt: the status of the answer, null without one. Anything but 2xx is due again at the time it returns, up to eight times within a day. An answer of 410, or three days of failures, switch the webhook off, and its admins get a mail. An answer to an attempt that is over changes nothing.';

COMMENT ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) IS 'What became of an attempt: ''sent'', ''failed'' (for good), ''unknown'', or ''later''. Returns when the next one is due, after pauses that grow from a minute to four hours; null when there is none. An answer to an attempt that is over changes nothing.';

COMMENT ON FUNCTION "private"."settle_reports_of_post"(public.posts) IS 'Settles a deleted post''s reports, or reopens.';

COMMENT ON FUNCTION "private"."spend"() IS 'Spends of the limit that the trigger names.';

COMMENT ON FUNCTION "private"."spend_limit"(text) IS 'Counts what the signed-in person does, whichever way the request came. Import and operators have no account. Triggers run in the order of their names: those that refuse begin with a_ and come before any that write. They run at depth 0 alone: for what the person does, not for what follows from it, such as votes that go with their post.';

COMMENT ON FUNCTION "private"."summary_says"() IS 'What an admin''s summary says; null when there is nothing.';

COMMENT ON FUNCTION "private"."switch_off_webhook"(bigint, text) IS 'Switches a webhook off and drops what waits for it.';

COMMENT ON FUNCTION "private"."take_back"(bigint[]) IS 'What is gone is told to nobody who was not told yet, and its notices go.';

COMMENT ON FUNCTION "private"."take_back_change"() IS 'Takes back what a removed change of state was told as.';

COMMENT ON FUNCTION "private"."telling_words"(text, text[], double precision) IS 'A few words of the details that say most, as query parts.';

COMMENT ON FUNCTION "private"."text_lookups"(private.post_filter) IS 'Statements that find the posts with a text, each post once.';

COMMENT ON FUNCTION "private"."text_of"(bigint, text) IS 'What is searched of a post: its details, and those merged into it.';

COMMENT ON FUNCTION "private"."tidy_reports"() IS 'Removes old outcomes of what is gone; how many.';

COMMENT ON FUNCTION "private"."token_bytes"(text) IS 'How many bytes a text takes in a token: the auth service writes ''<'', ''>'' and ''&'' with six letters.';

COMMENT ON FUNCTION "private"."unheard_deliveries"(bigint, bigint) IS 'Locks deliveries of what is new and not tried yet.';

COMMENT ON FUNCTION "private"."voted_post"(bigint) IS 'The post that a vote of the team goes to, after merges.';

COMMENT ON FUNCTION "private"."wait_for_merges"() IS 'Waits for merges, and keeps them waiting until the end.';

COMMENT ON FUNCTION "private"."with_joined"(text, integer, text[], integer[]) IS 'All parts of a query, with two neighbours as one word.';

COMMENT ON FUNCTION "public"."admin_add_webhook"(text, text, text[]) IS 'Adds one of up to twenty webhooks; gives its secret once.';

COMMENT ON FUNCTION "public"."admin_change_tags"(bigint[], integer[], integer[]) IS 'Changes tags of posts; gives what changed, to undo it.';

COMMENT ON FUNCTION "public"."admin_columns"(bigint[]) IS 'Further columns of the dashboard''s table. For the team.';

COMMENT ON FUNCTION "public"."admin_deliveries"(bigint, bigint, integer) IS 'What was sent to a webhook, newest first. For admins.';

COMMENT ON FUNCTION "public"."admin_hidden"(bigint, text, integer) IS 'What is hidden, newest first, to decide by. For the team.';

COMMENT ON FUNCTION "public"."admin_mails"(bigint, text, integer) IS 'The log of mails, newest first, without addresses. For admins.';

COMMENT ON FUNCTION "public"."admin_matching"(jsonb, bigint, integer) IS 'Ids of the posts a filter matches, in steps of up to 200.';

COMMENT ON FUNCTION "public"."admin_order_categories"(integer[]) IS 'Orders categories; those not named come after, as they were.';

COMMENT ON FUNCTION "public"."admin_post"(bigint) IS 'A post with all its details, for its row in the dashboard.';

COMMENT ON FUNCTION "public"."admin_renew_webhook_secret"(bigint) IS 'Gives a new secret; both sign for a day.';

COMMENT ON FUNCTION "public"."admin_replay_delivery"(bigint) IS 'Sends a delivery again; false when it is off.';

COMMENT ON FUNCTION "public"."admin_set_logo"(text, integer, integer) IS 'Sets or removes the logo; gives the object no longer used.';

COMMENT ON FUNCTION "public"."admin_set_looked"(bigint[], boolean) IS 'Marks posts as looked at, or as new; says which changed.';

COMMENT ON FUNCTION "public"."admin_test_webhook"(bigint) IS 'Sends a test; false while the last is on its way.';

COMMENT ON FUNCTION "public"."choose_first_password"(text, text, text) IS 'Chooses name and password of an account that isn''t confirmed yet, for whoever holds the token of the link in its mail; the password counts once the auth service confirms the address by that link. False for any other token, and after twenty tries.';

COMMENT ON FUNCTION "public"."comment_source"(bigint) IS 'The text of a comment and the revision an edit starts from.';

COMMENT ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) IS 'Publishes a comment or reply once for each key.';

COMMENT ON FUNCTION "public"."delete_comment"(bigint) IS 'Deletes a comment of one''s own, or anyone''s as an admin.';

COMMENT ON FUNCTION "public"."delete_post"(bigint) IS 'Deletes a post of one''s own, or anyone''s as an admin.';

COMMENT ON FUNCTION "public"."dismiss_reports"(bigint[], bigint[]) IS 'Lets reported posts and comments stay. For the team.';

COMMENT ON FUNCTION "public"."followed_feed"(uuid) IS 'The newest on what the owner of this feed follows.';

COMMENT ON FUNCTION "public"."hide_comments"(bigint[], text) IS 'Puts the reason in place of up to 200 comments. For the team.';

COMMENT ON FUNCTION "public"."is_recovering"() IS 'Whether the caller may choose a new password without the old one.';

COMMENT ON FUNCTION "public"."list_comments"(bigint, text, integer, integer) IS 'A post''s comments, oldest first, each with its first replies.';

COMMENT ON FUNCTION "public"."lock_posts"(bigint[], boolean) IS 'Locks comments on up to 200 posts, or opens them. For the team.';

COMMENT ON FUNCTION "public"."my_follow"(bigint) IS 'How the caller follows a post, and why; nulls for not at all.';

COMMENT ON FUNCTION "public"."my_follows"(bigint, integer) IS 'What the caller follows or muted, newest post first.';

COMMENT ON FUNCTION "public"."my_reports"(integer) IS 'What came of the caller''s reports, newest first.';

COMMENT ON FUNCTION "public"."note_vote_network"(uuid, bigint, text) IS 'Notes a vote''s network. For the server alone.';

COMMENT ON FUNCTION "public"."post_source"(bigint) IS 'The texts of a post and the revision that an edit starts from.';

COMMENT ON FUNCTION "public"."read_reports"() IS 'Marks outcomes of reports as read; answers as unread_notices.';

COMMENT ON FUNCTION "public"."renew_feed"(boolean) IS 'Makes a new secret address for the caller''s feed, or removes it.';

COMMENT ON FUNCTION "public"."reopen_reports"(bigint[], bigint[]) IS 'Takes the last dismissal of reports back. For the team.';

COMMENT ON FUNCTION "public"."restore_posts"(bigint[]) IS 'Restores posts that the caller just deleted; says where they are.';

COMMENT ON FUNCTION "public"."say_same"(bigint, bigint) IS 'Says for the caller that two posts are the same.';

COMMENT ON FUNCTION "public"."send_test_mail"() IS 'Sends the caller a test mail, one a minute at most.';

COMMENT ON FUNCTION "public"."set_different"(bigint, bigint, boolean) IS 'Says that two posts are not the same, or takes it back.';

COMMENT ON FUNCTION "public"."silence_address"(text, text) IS 'For the server: an address bounced or complained.';

COMMENT ON FUNCTION "public"."sitemap_index"() IS 'The sitemap''s parts; definer, as policies hide its index.';

COMMENT ON FUNCTION "public"."unread_notices"() IS 'How many notices and outcomes are unread, up to a hundred.';

COMMENT ON FUNCTION "public"."votes_on"(bigint[]) IS 'Whether the caller voted for each of these posts, and its votes.';

COMMENT ON TABLE "private"."alike_posts" IS 'The posts that search finds alike by title, found anew each day.';

COMMENT ON TABLE "private"."budgets" IS 'How many bytes an account may store, in all and in unused objects.';

COMMENT ON TABLE "private"."first_passwords" IS 'The name and password that the holder of a confirmation link chose, until the auth service confirms the address by that link.';

COMMENT ON TABLE "private"."follows" IS 'What people chose by the button on a post; it goes before what they did.';

COMMENT ON TABLE "private"."given_votes" IS 'Votes the team gave for somebody, by whom and why.';

COMMENT ON TABLE "private"."insight_answers" IS 'First answers of the team in each week, and the median.';

COMMENT ON TABLE "private"."insight_days" IS 'Posts, votes, comments and people of each day and category.';

COMMENT ON TABLE "private"."insight_rising" IS 'Posts with the most votes in seven days, and before.';

COMMENT ON TABLE "private"."mail_addresses" IS 'Addresses that follow posts without an account.';

COMMENT ON TABLE "private"."mail_follows" IS 'Which posts an address follows, once it confirmed each.';

COMMENT ON TABLE "private"."mail_key" IS 'The key that the links in mails are signed with.';

COMMENT ON TABLE "private"."mail_parts" IS 'The events that a reader is told by mail, each once.';

COMMENT ON TABLE "private"."mails" IS 'Every mail and what became of it, without its text and address.';

COMMENT ON TABLE "private"."mentions" IS 'Whom a comment calls by @name, as several may have the name.';

COMMENT ON TABLE "private"."notice_settings" IS 'How a person hears of what they follow. One row each.';

COMMENT ON TABLE "private"."notices" IS 'What a person is told in the site; texts are looked up when it is shown.';

COMMENT ON TABLE "private"."removed_objects" IS 'Objects of deleted images, which npm run clean-up removes.';

COMMENT ON TABLE "private"."reports" IS 'What members reported: open until hidden, dismissed or removed.';

COMMENT ON TABLE "private"."search_comments" IS 'The words of each comment that can be read, and its text.';

COMMENT ON TABLE "private"."search_misses" IS 'Queries that found nothing, without who asked, and how often.';

COMMENT ON TABLE "private"."search_signs" IS 'The signs of each post, alone and in pairs, for the dashboard.';

COMMENT ON TABLE "private"."search_synonyms" IS 'The entries of synonyms by their stems, with a tsquery.';

COMMENT ON TABLE "private"."silenced" IS 'Salted hashes of addresses that bounced or complained: no mail.';

COMMENT ON TABLE "private"."vote_networks" IS 'Salted hashes of the networks of votes, for 30 days.';

COMMENT ON TABLE "private"."voter_addresses" IS 'Addresses without an account that the team voted for.';

COMMENT ON TABLE "private"."webhook_deliveries" IS 'Which event goes to which webhook, without its text.';

COMMENT ON TABLE "private"."withdrawn_votes" IS 'Votes that were set aside and taken back: they stay aside.';

COMMENT ON TABLE "public"."category_addresses" IS 'Every address a category ever had, so that links last.';

COMMENT ON TABLE "public"."dashboard_views" IS 'Saved views of the dashboard, one''s own or the team''s.';

COMMENT ON TABLE "public"."images" IS 'Pictures of posts and comments; path is the object in the bucket images.';

COMMENT ON TABLE "public"."post_addresses" IS 'Every address a post ever had, never given to another.';

COMMENT ON TABLE "public"."post_events" IS 'Every change of a post''s state with its public note: the timeline.';

COMMENT ON TABLE "public"."post_notes" IS 'Internal notes of the team, which nothing else reads.';

COMMENT ON TABLE "public"."post_totals" IS 'How many posts a category has in each state, kept by triggers.';

COMMENT ON TABLE "public"."posts" IS 'A piece of feedback with its state on the roadmap. Triggers keep the counts.';

COMMENT ON TABLE "public"."site_settings" IS 'One row: what admins set, null for the default; env wins.';

COMMENT ON TABLE "public"."state_texts" IS 'Names and descriptions of the five states; null for the site''s.';

COMMENT ON TABLE "public"."synonyms" IS 'Groups of words that mean the same to a search. Kept by admins.';

COMMENT ON TABLE "public"."votes" IS 'A person''s vote on a post; inserting or deleting it twice changes nothing.';

REVOKE ALL ON FUNCTION "private"."after_comment_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_comment_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_comment_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_comment_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_comment_update"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_comment_update"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_comments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_comments"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_post_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_post_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_post_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_post_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_post_update"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_post_update"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_posts_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_posts_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_profile_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_profile_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_votes_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_votes_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."after_votes_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_votes_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_comment"(public.comments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_comment"(public.comments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_post"(public.posts, public.posts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_post"(public.posts, public.posts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_comment_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_comment_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_comment_update"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_comment_update"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_post_insert"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_post_insert"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_post_update"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_post_update"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_vote_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_vote_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_emptied_comment"(public.comments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_emptied_comment"(public.comments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_unproven_identities"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."drop_unproven_identities"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_kept"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_kept"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."forget_voter_addresses"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_voter_addresses"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_post"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_post"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_changed_comment"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_changed_comment"(bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_hidden_post"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_hidden_post"(bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) TO "postgres";

REVOKE ALL ON FUNCTION "private"."object_size"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."object_size"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prepare_delivery"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_delivery"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."prepare_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_mail"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."prove_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reindex_posts"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reindex_posts"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_answerable"(public.comments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_answerable"(public.comments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_unblocked"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_unblocked"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_reports_of_post"(public.posts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_reports_of_post"(public.posts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."spend_limit"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spend_limit"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."token_bytes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."token_bytes"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."choose_first_password"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."choose_first_password"(text, text, text) TO "anon", "authenticated", "postgres", "service_role";

GRANT ALL ON TABLE "private"."first_passwords" TO "postgres", "service_role";
