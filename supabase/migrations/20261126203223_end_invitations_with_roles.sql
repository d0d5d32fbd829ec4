set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.accept_by_confirming()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.invitations;
begin
  if not exists (select from private.invitations i where i.address = lower(new.email) and i.ends_at > now()) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into kept from private.invitations i where i.address = lower(new.email) and i.ends_at > now() for update;
  if kept.id is not null
    -- Otherwise, the auth service confirms new accounts without an email.
    and exists (select from public.profiles p where p.id = new.id and p.created_at < now())
    and not exists (select from private.blocks b where b.person_id = new.id)
    -- A token of the company's product may have confirmed the address.
    and not exists (select from private.own_identities o where o.person_id = new.id)
  then
    perform set_config('signpost.actor', new.id::text, true);
    perform private.take_invitation(kept, new.id);
    perform set_config('signpost.actor', '', true);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.audit('role.revoke', null, null, jsonb_build_object('user_id', old.user_id, 'role', old.role), null);
    if old.role = 'admin' then
      delete from private.invitations i where i.invited_by = old.user_id;
    end if;
  end if;
  perform private.end_invitations(array[old.user_id, new.user_id]);
  if tg_op <> 'DELETE' then
    perform private.audit('role.grant', null, null, null, jsonb_build_object('user_id', new.user_id, 'role', new.role));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_invitations(people uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.invitations i using auth.users u where u.id = any (people) and i.address = lower(u.email)
$function$;

CREATE OR REPLACE FUNCTION private.mentioned_in(comment bigint, post bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
  from (
    select m.person_id from private.mentions m
    join public.comments c on c.id = m.comment_id and c.deleted_at is null and c.hidden_at is null
    where m.comment_id = comment
    union
    select m.person_id from private.post_mentions m where m.post_id = post
  ) m join public.profiles p on p.id = m.person_id and p.is_public
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
    delete from private.mentions m where m.comment_id = target.id;
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
  ids bigint[] := array(
    select c.id from public.comments c
    where c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id
  );
begin
  perform 1 from public.posts p
  where p.id in (select c.post_id from public.comments c where c.id = any (ids)) order by p.id for key share;
  -- One of them may have just been restored.
  ids := array(
    select c.id from public.comments c
    where c.id = any (ids) and c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id for update
  );
  perform private.remove_comment(id) from unnest(ids) id;
  return cardinality(ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(key uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  kept private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into kept from private.invitations i
  where i.key = accept_invitation.key and i.ends_at > now() for update;
  if kept.id is null then
    raise exception 'This invitation has ended.' using errcode = 'PT409', hint = 'invitation_ended';
  end if;
  if not exists (
    select from auth.users u where u.id = me and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This invitation is for another address.' using errcode = '42501', hint = 'invitation_of_another';
  end if;
  if private.is_own_session((auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  perform private.take_invitation(kept, me);
  return kept.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.block_people(person_ids uuid[], reason text, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, hides boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block must end in the future.' using errcode = '23514';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'No one has this account. Exclude the vote instead.' using errcode = '23514', hint = 'block_no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Team members can''t be blocked.' using errcode = '23514', hint = 'block_team';
  end if;
  perform private.end_invitations(people);
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  update public.changelog_reactions r set is_blocked = true where r.user_id = any (people) and not r.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
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
  if not private.is_team() and exists (
    select from public.comments c join public.posts p on p.id = c.post_id
    where c.id = restore_comment.comment_id and c.deleted_by = (select auth.uid()) and p.locked_at is not null
  ) then
    raise exception 'Comments are locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  return query
    update public.comments c set deleted_at = null, deleted_by = null
    from public.posts p join public.categories t on t.id = p.category_id
    where c.id = restore_comment.comment_id and p.id = c.post_id and p.deleted_at is null
      and c.deleted_by = (select auth.uid()) and c.deleted_at > private.undo_end()
      and (c.author_id = (select auth.uid()) or (select private.is_admin()))
      and not exists (select from private.blocks b where b.person_id = c.author_id)
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

COMMENT ON FUNCTION "private"."audit_role"() IS 'Logs who gained or lost a role, and ends invitations of that person and those that a former admin sent.';

COMMENT ON FUNCTION "private"."end_invitations"(uuid[]) IS 'Ends the invitations of people whose role changed or who were blocked, so that an earlier link doesn''t undo it.';

REVOKE ALL ON FUNCTION "private"."end_invitations"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_invitations"(uuid[]) TO "postgres";
