set local check_function_bodies = off;

DROP TRIGGER "a_refuse_blocked" ON "private"."reports";

DROP TRIGGER "a_spend_report" ON "private"."reports";

DROP TRIGGER "a_refuse_blocked" ON "private"."same_posts";

DROP TRIGGER "a_spend_edit" ON "private"."same_posts";

DROP TRIGGER "a_refuse_blocked_edit" ON "public"."images";

DROP TRIGGER "a_refuse_blocked" ON "public"."images";

DROP TRIGGER "a_spend_edit" ON "public"."images";

DROP TRIGGER "a_spend_image" ON "public"."images";

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

DROP FUNCTION "private"."index_changed_post"(bigint);

DROP FUNCTION "private"."index_standing"(bigint[]);

DROP FUNCTION "private"."is_told"(text);

DROP FUNCTION "private"."own_given_votes"();

DROP FUNCTION "private"."own_merged_posts"();

DROP FUNCTION "private"."own_same_posts"();

DROP FUNCTION "private"."undo_time"();

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

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON private.reports FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('report');

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON private.same_posts FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('edit');

CREATE TRIGGER a_refuse_blocked_edit BEFORE UPDATE OF alt, "position" ON public.images FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (NOT (old.post_id IS DISTINCT FROM new.post_id)) AND ((old.alt, old."position") IS DISTINCT FROM (new.alt, new."position")))) EXECUTE FUNCTION private.refuse_blocked('edit');

CREATE TRIGGER a_refuse_blocked BEFORE INSERT ON public.images FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.refuse_blocked('image');

CREATE TRIGGER after_delete AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.after_profile_delete();

COMMENT ON COLUMN "private"."hidings"."is_unheard" IS 'Whether it waited for approval from the start.';

COMMENT ON COLUMN "private"."notice_settings"."feed_key" IS 'The secret in the personal feed''s address.';

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

COMMENT ON COLUMN "public"."site_settings"."accent" IS 'The accent color, with a contrast to white of 4.5.';

COMMENT ON COLUMN "public"."site_settings"."logo_path" IS 'An object of the bucket images, in site/.';

COMMENT ON COLUMN "public"."site_settings"."shows_quarters" IS 'Whether plans'' quarters are public.';

COMMENT ON COLUMN "public"."votes"."merge_id" IS 'The merge that brought it here; other votes wait at home.';

COMMENT ON FUNCTION "private"."after_profile_delete"() IS 'Removes an account from events, votes and mentions.';

COMMENT ON FUNCTION "private"."after_votes_insert"() IS 'Counts votes; the post''s lock orders parallel ones.';

COMMENT ON FUNCTION "private"."audit_post"(public.posts, public.posts) IS 'Logs moves by the team, and what it does to others'' posts.';

COMMENT ON FUNCTION "private"."audit_webhook"() IS 'Logs changes of webhooks, of the address only the host.';

COMMENT ON FUNCTION "private"."before_comment_update"() IS 'Checks and cleans an edit and counts revisions.';

COMMENT ON FUNCTION "private"."before_post_insert"() IS 'Checks and cleans a new post and claims its address.';

COMMENT ON FUNCTION "private"."before_post_update"() IS 'Checks and cleans an edit and counts its revision.';

COMMENT ON FUNCTION "private"."begin_mail"(bigint, integer) IS 'Marks a mail as being sent; false when another attempt began.';

COMMENT ON FUNCTION "private"."begin_triage"(bigint[]) IS 'Adds the rows of posts; what the team wrote is looked at.';

COMMENT ON FUNCTION "private"."beyond_cursor"(text[], text[], boolean[], integer) IS 'SQL for what is beyond a cursor ($2), from a key on.';

COMMENT ON FUNCTION "private"."bounded"(text, integer) IS 'The text, or an error when it is longer than any text that is kept.';

COMMENT ON FUNCTION "private"."brought_by"(bigint) IS 'A standing merge and those that its post brought along.';

COMMENT ON FUNCTION "private"."bulk_people"(uuid[]) IS 'Those of up to 200 people who exist, by id. For the team.';

COMMENT ON FUNCTION "private"."bulk_seen"(jsonb) IS 'What the caller saw of each post, by id; the rest is skipped.';

COMMENT ON FUNCTION "private"."claim_address"(integer, bigint, text) IS 'Claims a free address: the title''s slug, else with the post''s id.';

COMMENT ON FUNCTION "private"."clean_synonyms"() IS 'Cleans a group: distinct entries of at most four words.';

COMMENT ON FUNCTION "private"."clean_text"(text) IS 'Several lines of text, without control characters.';

COMMENT ON FUNCTION "private"."contrast_with_white"(text) IS 'The contrast of a color with white; null for none.';

COMMENT ON FUNCTION "private"."count_emptied_comment"(public.comments) IS 'Uncounts a comment that stays for its replies.';

COMMENT ON FUNCTION "private"."count_texts"() IS 'About how many texts there are, also before statistics exist.';

COMMENT ON FUNCTION "private"."counted_comments"(bigint[]) IS 'How many of these comments posts and threads count.';

COMMENT ON FUNCTION "private"."cut_marks"(text) IS 'Leaves 16 marks in a row: composing more takes quadratic time.';

COMMENT ON FUNCTION "private"."details_of"(bigint) IS 'The details of a post, for members'' functions. Volatile.';

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

COMMENT ON FUNCTION "private"."forget_words"(text[]) IS 'Uncounts the words of a removed text, but skips locked rows.';

COMMENT ON FUNCTION "private"."free_merged"(bigint[]) IS 'Unmerges what was merged into posts that are to be removed.';

COMMENT ON FUNCTION "private"."given_reason"(text) IS 'The cleaned reason; refuses an empty or overlong one.';

COMMENT ON FUNCTION "private"."guard_events"() IS 'Lets only the removal of a deleted account through.';

COMMENT ON FUNCTION "private"."hand_over_all_votes"() IS 'Hands votes over to accounts after an import.';

COMMENT ON FUNCTION "private"."hand_over_votes_of_address"() IS 'Hands votes over to a confirmed account.';

COMMENT ON FUNCTION "private"."has_standing"(uuid, bigint, bigint) IS 'Whether other posts or comments of a person stood before.';

COMMENT ON FUNCTION "private"."hide_posts"(bigint[]) IS 'Deletes posts, locked in the order of ids against deadlocks.';

COMMENT ON FUNCTION "private"."hide_reported"(bigint, bigint) IS 'Hides what enough trusted members reported; whether it did.';

COMMENT ON FUNCTION "private"."hold_post_of"(bigint) IS 'Locks the post of a comment, before the comment itself.';

COMMENT ON FUNCTION "private"."hold_posts"(bigint[]) IS 'Locks posts as set_vote and every count do, in the order of ids.';

COMMENT ON FUNCTION "private"."hold_posts_of_people"(uuid[]) IS 'Locks all posts of people before anything else.';

COMMENT ON FUNCTION "private"."hold_voted"(bigint) IS 'Locks the post of a vote and the merged posts where others wait.';

COMMENT ON FUNCTION "private"."hold_voter"() IS 'Who takes a vote back waits for a block before locking the vote.';

COMMENT ON FUNCTION "private"."index_changed_comment"(bigint, boolean) IS 'Indexes a changed comment; removes an emptied one.';

COMMENT ON FUNCTION "private"."index_hidden_post"(bigint, boolean) IS 'Removes a deleted post from the index, or adds it again.';

COMMENT ON FUNCTION "private"."index_posts"(bigint[]) IS 'Indexes new or changed posts, with those merged into them.';

COMMENT ON FUNCTION "private"."is_admin"() IS 'Whether the caller is an admin, looked up for each statement.';

COMMENT ON FUNCTION "private"."is_nowhere"(text, text) IS 'Whether no text has a part of a query, in any form.';

COMMENT ON FUNCTION "private"."is_present"() IS 'Whether account and session stand; plpgsql keeps its plan.';

COMMENT ON FUNCTION "private"."is_recovery"(auth.sessions, auth.users) IS 'Whether a recovery mail began the session within the last hour.';

COMMENT ON FUNCTION "private"."is_trusted"(uuid) IS 'Whether a person is of the team, or an unblocked member for some days.';

COMMENT ON FUNCTION "private"."learn_new_words"(text[], integer[]) IS 'Adds new words, except those that others are adding.';

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

COMMENT ON FUNCTION "private"."paces"(timestamp with time zone) IS 'When a mail of each pace is due about something of that moment.';

COMMENT ON FUNCTION "private"."place_image"() IS 'Puts a new image last, one upload at a time; refuses a ninth.';

COMMENT ON FUNCTION "private"."plain_text"(text) IS 'Markdown as one line of plain text; unknown tags stay.';

COMMENT ON FUNCTION "private"."popularity"(integer) IS 'Coarse votes for the search index, so that votes seldom write it.';

COMMENT ON FUNCTION "private"."posts_of"(uuid) IS 'Every post that a person follows, muted, voted for or wrote on.';

COMMENT ON FUNCTION "private"."prepare_view"() IS 'At most fifty for each person, as each is counted.';

COMMENT ON FUNCTION "private"."read_comment_cursor"(text) IS 'The place that a row_cursor of comments stands for.';

COMMENT ON FUNCTION "private"."read_cursor"(text) IS 'Reads a cursor of at most 1,000 characters, or refuses it.';

COMMENT ON FUNCTION "private"."read_plan"(jsonb) IS 'Reads a plan: an assignee''s id, a quarter, or both; null for none.';

COMMENT ON FUNCTION "private"."read_search"(text) IS 'Reads a query; without titles when nothing is asked for.';

COMMENT ON FUNCTION "private"."read_search_cursor"(text) IS 'The place that a row_cursor of search_posts stands for.';

COMMENT ON FUNCTION "private"."recount_comments"(bigint[], jsonb) IS 'Updates the counts of these comments by what has changed.';

COMMENT ON FUNCTION "private"."recount_votes"() IS 'Counts votes that begin or cease to count, also of a merge.';

COMMENT ON FUNCTION "private"."refuse_blocked"() IS 'Refuses blocked people; spends of the limit that it names.';

COMMENT ON FUNCTION "private"."reindex_posts"(bigint[]) IS 'Indexes posts again whose words, or those of merged posts, changed.';

COMMENT ON FUNCTION "private"."remove_comment"(bigint) IS 'Removes a comment, or empties one that has replies.';

COMMENT ON FUNCTION "private"."remove_deleted_posts"() IS 'Removes posts that can no longer be restored; how many.';

COMMENT ON FUNCTION "private"."remove_stray_rows"() IS 'Removes rows whose objects are gone.';

COMMENT ON FUNCTION "private"."reopen"(bigint[]) IS 'Opens settled reports again, and hides what enough people reported.';

COMMENT ON FUNCTION "private"."require_admin"() IS 'Refuses whoever is not an admin.';

COMMENT ON FUNCTION "private"."require_member"() IS 'The id of the caller; refuses whoever is not signed in.';

COMMENT ON FUNCTION "private"."require_team"() IS 'Refuses whoever is not of the team.';

COMMENT ON FUNCTION "private"."search_dense"() IS 'Scripts without spaces, and emoji: searched by pairs.';

COMMENT ON FUNCTION "private"."search_fold"(text) IS 'A text in lower case, without accents, joiners and apostrophes.';

COMMENT ON FUNCTION "private"."search_gaps"() IS 'Characters between words, for a bracket expression.';

COMMENT ON FUNCTION "private"."search_ranges"(text, text[], text) IS 'Where a text has words of a query, to highlight them.';

COMMENT ON FUNCTION "private"."search_stem"(text) IS 'The English stem of a word; null where it has no other.';

COMMENT ON FUNCTION "private"."seen_of"(text) IS 'A text without invisible characters; the forms have the same list.';

COMMENT ON FUNCTION "private"."send_approved"() IS 'Sends webhooks what was dropped while it waited.';

COMMENT ON FUNCTION "private"."send_votes_home"(bigint[]) IS 'Undoes gather for votes and follows; newer choices win.';

COMMENT ON FUNCTION "private"."settle_reports_of_post"(public.posts) IS 'Settles a deleted post''s reports, or reopens.';

COMMENT ON FUNCTION "private"."summary_says"() IS 'What an admin''s summary says; null when there is nothing.';

COMMENT ON FUNCTION "private"."switch_off_webhook"(bigint, text) IS 'Switches a webhook off and drops what waits for it.';

COMMENT ON FUNCTION "private"."telling_words"(text, text[], double precision) IS 'A few words of the details that say most, as query parts.';

COMMENT ON FUNCTION "private"."text_lookups"(private.post_filter) IS 'Statements that find the posts with a text, each post once.';

COMMENT ON FUNCTION "private"."text_of"(bigint, text) IS 'What is searched of a post: its details, and those merged into it.';

COMMENT ON FUNCTION "private"."tidy_reports"() IS 'Removes old outcomes of what is gone; how many.';

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

COMMENT ON FUNCTION "public"."comment_source"(bigint) IS 'The text of a comment and the revision an edit starts from.';

COMMENT ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) IS 'Publishes a comment or reply once for each key.';

COMMENT ON FUNCTION "public"."delete_comment"(bigint) IS 'Deletes a comment of one''s own, or anyone''s as an admin.';

COMMENT ON FUNCTION "public"."delete_post"(bigint) IS 'Deletes a post of one''s own, or anyone''s as an admin.';

COMMENT ON FUNCTION "public"."dismiss_reports"(bigint[], bigint[]) IS 'Lets reported posts and comments stay. For the team.';

COMMENT ON FUNCTION "public"."followed_feed"(uuid) IS 'The newest on what the owner of this feed follows.';

COMMENT ON FUNCTION "public"."hide_comments"(bigint[], text) IS 'Puts the reason in place of up to 200 comments. For the team.';

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

REVOKE ALL ON FUNCTION "private"."after_profile_delete"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."after_profile_delete"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_kept"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_kept"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."reindex_posts"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reindex_posts"(bigint[]) TO "postgres";
