set local check_function_bodies = off;

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

DROP FUNCTION "private"."count_comment"();

DROP FUNCTION "private"."count_comments"();

DROP FUNCTION "private"."count_posts"();

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."forget_hiding"();

DROP FUNCTION "private"."forget_reports"();

DROP FUNCTION "private"."forget_voter_addresses"();

DROP FUNCTION "private"."hold_back_comments"();

DROP FUNCTION "private"."hold_back_posts"();

DROP FUNCTION "private"."index_changed_comment"();

DROP FUNCTION "private"."index_changed_post"();

DROP FUNCTION "private"."index_hidden_post"();

DROP FUNCTION "private"."index_new_comments"();

DROP FUNCTION "private"."index_new_posts"();

DROP FUNCTION "private"."keep_withdrawn_vote"();

DROP FUNCTION "private"."log_comment"();

DROP FUNCTION "private"."log_post"();

DROP FUNCTION "private"."look_at_post"();

DROP FUNCTION "private"."prepare_comment"();

DROP FUNCTION "private"."prepare_post"();

DROP FUNCTION "private"."refuse_archived"();

DROP FUNCTION "private"."refuse_new_link"();

DROP FUNCTION "private"."set_aside_again"();

DROP FUNCTION "private"."settle_reports_of_post"();

DROP FUNCTION "private"."take_back"();

DROP FUNCTION "private"."take_back_merged_votes"();

DROP FUNCTION "private"."unpin"();

DROP FUNCTION "private"."vote_for_own_post"();

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
    perform private.index_changed_post(new.id);
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

CREATE OR REPLACE FUNCTION private.index_changed_post(post bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = post
  ));
  perform private.index_posts(array[post]);
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

CREATE OR REPLACE FUNCTION private.refuse_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_unblocked(tg_op = 'INSERT');
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

CREATE TRIGGER after_delete AFTER DELETE ON public.comments FOR EACH ROW EXECUTE FUNCTION private.after_comment_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.after_comment_insert();

CREATE TRIGGER after_statement_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.after_comments();

CREATE TRIGGER after_statement_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.after_comments();

CREATE TRIGGER after_update AFTER UPDATE OF body, deleted_at ON public.comments FOR EACH ROW WHEN (((old.body IS DISTINCT FROM new.body) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION private.after_comment_update();

CREATE TRIGGER before_insert BEFORE INSERT ON public.comments FOR EACH ROW EXECUTE FUNCTION private.before_comment_insert();

CREATE TRIGGER before_update BEFORE UPDATE OF body ON public.comments FOR EACH ROW EXECUTE FUNCTION private.before_comment_update();

CREATE TRIGGER take_back AFTER DELETE ON public.post_events FOR EACH ROW EXECUTE FUNCTION private.take_back_change();

CREATE TRIGGER after_delete AFTER DELETE ON public.posts FOR EACH ROW EXECUTE FUNCTION private.after_post_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION private.after_post_insert();

CREATE TRIGGER after_statement AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_posts_insert();

CREATE TRIGGER after_update AFTER UPDATE OF title, details, category_id, state, deleted_at ON public.posts FOR EACH ROW WHEN ((old.title, old.details, old.category_id, old.state, old.deleted_at) IS DISTINCT FROM (new.title, new.details, new.category_id, new.state, new.deleted_at)) EXECUTE FUNCTION private.after_post_update();

CREATE TRIGGER before_insert BEFORE INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION private.before_post_insert();

CREATE TRIGGER before_update BEFORE UPDATE OF title, details, category_id, state, deleted_at ON public.posts FOR EACH ROW EXECUTE FUNCTION private.before_post_update();

CREATE CONSTRAINT TRIGGER count_changed_post AFTER DELETE OR UPDATE OF category_id, state, deleted_at ON public.posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_changed_post();

CREATE TRIGGER after_delete AFTER DELETE ON public.votes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_votes_delete();

CREATE TRIGGER after_insert AFTER INSERT ON public.votes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.after_votes_insert();

CREATE TRIGGER after_update AFTER UPDATE ON public.votes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.recount_votes();

CREATE TRIGGER before_change BEFORE INSERT OR DELETE ON public.votes FOR EACH ROW EXECUTE FUNCTION private.before_vote_change();

COMMENT ON FUNCTION "private"."after_comment_delete"() IS 'Takes back what a comment that goes for good leaves behind.';

COMMENT ON FUNCTION "private"."after_comment_insert"() IS 'Tells of a comment; whoever of the team answers has looked at the post.';

COMMENT ON FUNCTION "private"."after_comment_update"() IS 'Indexes an edited comment; takes back one that is emptied because others answered it.';

COMMENT ON FUNCTION "private"."after_comments"() IS 'A post counts the comments that can be read, a comment the replies that stand below it, also as a line. New ones are indexed; those that wait for approval are hidden last, which takes back what was counted.';

COMMENT ON FUNCTION "private"."after_post_delete"() IS 'Settles and takes back what a post that goes for good leaves behind.';

COMMENT ON FUNCTION "private"."after_post_insert"() IS 'Whoever publishes a post wants it: it starts with their vote, which can be taken back like any other. Only a post that its author sends: imports and operators bring the votes there are.';

COMMENT ON FUNCTION "private"."after_post_update"() IS 'Audits, indexes and tells of a post that was edited, moved, deleted or restored.';

COMMENT ON FUNCTION "private"."after_posts_insert"() IS 'Counts and indexes new posts, a whole import in one go; then hides those that wait for approval, which takes back what was counted. Imports and operators wait for nobody.';

COMMENT ON FUNCTION "private"."after_votes_delete"() IS 'Counts votes that were taken back, and takes those along that wait at merged posts. One that was set aside is remembered: cast anew, it doesn''t count.';

COMMENT ON FUNCTION "private"."after_votes_insert"() IS 'The row lock of the post orders parallel votes, so no count is ever lost and no vote passes its deletion.';

COMMENT ON FUNCTION "private"."audit_comment"(public.comments) IS 'A comment that goes with its post is part of that deletion.';

COMMENT ON FUNCTION "private"."audit_post"(public.posts, public.posts) IS 'State and category are an admin''s to change, so every change counts; text and existence only where the admin is not the author.';

COMMENT ON FUNCTION "private"."before_comment_insert"() IS 'Refuses who may not comment here, and cleans the comment.';

COMMENT ON FUNCTION "private"."before_comment_update"() IS 'Refuses who may not edit, and counts the revision that the next edit starts from. Hiding and showing ask nothing of the post, and are no edit.';

COMMENT ON FUNCTION "private"."before_post_insert"() IS 'Refuses who may not post, cleans the post, sets what a client may not choose, and claims its address.';

COMMENT ON FUNCTION "private"."before_post_update"() IS 'Refuses who may not edit, counts the revision that the next edit starts from, and unpins a post that leaves its list.';

COMMENT ON FUNCTION "private"."before_vote_change"() IS 'Refuses who may not vote. A vote that was set aside and taken back is set aside again; one that the team gives for somebody waits for a block of that person like one of their own, and does not count then.';

COMMENT ON FUNCTION "private"."count_emptied_comment"(public.comments) IS 'A comment that is emptied because others answered it, also a hidden one. Hiding and showing count for themselves.';

COMMENT ON FUNCTION "private"."forget_voter_addresses"(uuid[]) IS 'Whoever has no vote left is forgotten. Posts are held before addresses, here and below; whoever deletes several posts for good holds all merges, so two of those never wait for one another''s addresses.';

COMMENT ON FUNCTION "private"."hold_post"(bigint) IS 'Keeps a post from being deleted until its comment is counted and its words are indexed. Gives since when the thread is locked, or null.';

COMMENT ON FUNCTION "private"."index_changed_comment"(bigint, boolean) IS 'Indexes a comment whose text changed, or takes it out once it''s emptied.';

COMMENT ON FUNCTION "private"."index_changed_post"(bigint) IS 'Indexes a post whose title or details changed.';

COMMENT ON FUNCTION "private"."index_hidden_post"(bigint, boolean) IS 'A deleted post is not found, nor are its comments; a restored one is again.';

COMMENT ON FUNCTION "private"."refuse_blocked"() IS 'Refuses what a blocked person writes.';

COMMENT ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) IS 'Refuses an edit that adds a link where links wait for approval.';

COMMENT ON FUNCTION "private"."require_answerable"(public.comments) IS 'Refuses a comment where there is nothing to comment on or to answer, or where the thread is locked.';

COMMENT ON FUNCTION "private"."require_unblocked"(boolean) IS 'The writer holds themselves, as many times at once as they like; block_people waits for that, and new writers wait for it. Only what is new: whoever changes or deletes a row holds that row already, for which the block may be waiting.';

COMMENT ON FUNCTION "private"."settle_reports_of_post"(public.posts) IS 'A deletion that is taken back has come of nothing. Of a merged post the words stay: the team has looked.';

COMMENT ON FUNCTION "private"."spend"() IS 'Spends of the limit that the trigger names.';

COMMENT ON FUNCTION "private"."spend_limit"(text) IS 'Counts what the signed-in person does, whichever way the request came. Import and operators have no account. Triggers run in the order of their names: those that refuse begin with a_ and come before any that write. They run at depth 0 alone: for what the person does, not for what follows from it, such as votes that go with their post.';

COMMENT ON FUNCTION "private"."take_back"(bigint[]) IS 'What is gone is told to nobody who was not told yet, and its notices go.';

COMMENT ON FUNCTION "private"."take_back_change"() IS 'Takes back what a removed change of state was told as.';

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

REVOKE ALL ON FUNCTION "private"."forget_voter_addresses"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_voter_addresses"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_post"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_post"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_changed_comment"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_changed_comment"(bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_changed_post"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_changed_post"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_hidden_post"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_hidden_post"(bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_answerable"(public.comments) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_answerable"(public.comments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_unblocked"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_unblocked"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_reports_of_post"(public.posts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_reports_of_post"(public.posts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."spend_limit"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spend_limit"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_change"() TO "postgres";
