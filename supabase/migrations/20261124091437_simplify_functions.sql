set local check_function_bodies = off;

DROP TRIGGER "forget_event_actor" ON "public"."profiles";

DROP TRIGGER "forget_giver" ON "public"."profiles";

DROP TRIGGER "forget_mentions" ON "public"."profiles";

DROP FUNCTION "private"."export_block"();

DROP FUNCTION "private"."export_following"();

DROP FUNCTION "private"."export_hidden"();

DROP FUNCTION "private"."export_reports"();

DROP FUNCTION "private"."export_vote_marks"();

DROP FUNCTION "private"."find_titles"(private.search_request, integer);

DROP FUNCTION "private"."forget_event_actor"();

DROP FUNCTION "private"."forget_giver"();

DROP FUNCTION "private"."forget_mentions"();

DROP FUNCTION "private"."has_link"(text);

DROP FUNCTION "private"."hold_posts_of"(uuid);

DROP FUNCTION "private"."is_told"(text);

DROP FUNCTION "private"."own_given_votes"();

DROP FUNCTION "private"."own_merged_posts"();

DROP FUNCTION "private"."own_same_posts"();

DROP FUNCTION "private"."undo_time"();

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

CREATE TRIGGER after_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.after_profile_delete();

COMMENT ON FUNCTION "private"."after_profile_delete"() IS 'Takes a deleted account off its events and the votes it gave, and out of what calls it by name.';

COMMENT ON FUNCTION "private"."export_kept"() IS 'What stands of the caller''s where no client reads: a part of export_account.';

COMMENT ON FUNCTION "private"."hold_posts_of_people"(uuid[]) IS 'Holds every post that people voted for, commented on or wrote, before anything else, as a merge does: two that wait for each other would both fail.';

REVOKE ALL ON FUNCTION "private"."after_profile_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_profile_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_kept"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_kept"() TO "authenticated", "postgres", "service_role";
