set local check_function_bodies = off;

DROP FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text);

ALTER TABLE "private"."import_runs" ADD COLUMN "failed_rows" text;

CREATE OR REPLACE FUNCTION private.import_says(run private.import_runs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', run.id, 'fileName', run.file_name, 'fileSize', run.file_size, 'state', run.state, 'done', run.done,
    'isWaiting', run.held_until <= now(), 'problem', run.problem, 'createdAt', run.created_at, 'startedAt', run.started_at,
    'endedAt', run.ended_at, 'undoneAt', run.undone_at, 'outcome', run.outcome,
    'isMine', run.admin_id is not distinct from (select auth.uid()),
    'adminName', (select p.name from public.profiles p where p.id = run.admin_id),
    'isBoard', run.found ->> 'kind' = 'board',
    'hasFailedRows', run.failed_rows is not null and run.admin_id is not distinct from (select auth.uid()),
    'posts', (select count(*) from private.imports i where i.run_id = run.id and i.post_id is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION private.require_pause(invitation private.invitations)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if invitation.sent_at > now() - interval '1 minute' then
    raise exception 'This person was invited a moment ago: %', invitation.address using
      errcode = 'PT409', hint = 'invitation_sent', detail = jsonb_build_object('address', invitation.address)::text;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_import(run_id uuid, attempt integer, state text, says jsonb DEFAULT NULL::jsonb, outcome jsonb DEFAULT NULL::jsonb, problem text DEFAULT NULL::text, failed_rows text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing') for update;
  if not found then
    return false;
  end if;
  update private.import_runs r set failed_rows = settle_import.failed_rows where r.id = run_id;
  if settle_import.state = 'checked' then
    update private.import_runs r set state = 'checked', found = settle_import.says, done = 1 where r.id = run_id;
  else
    perform private.end_import(run_id, settle_import.state, outcome, left(problem, 2000));
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_transfers()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.import_runs r
  where r.state in ('uploading', 'checked') and r.held_until < now() - interval '1 day';
  update private.import_runs r set failed_rows = null
  where r.failed_rows is not null and coalesce(r.ended_at, r.created_at) < now() - interval '1 week';
  update private.exports e set state = 'ended' where e.state = 'done' and e.ends_at <= now();
  delete from private.export_parts p using private.exports e where e.id = p.export_id and e.state in ('ended', 'failed');
$function$;

CREATE OR REPLACE FUNCTION public.admin_failed_rows(run_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select r.failed_rows from private.import_runs r
    where r.id = admin_failed_rows.run_id and r.admin_id = (select auth.uid())
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_invite(addresses text[], wanted text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text;
  made private.invitations;
  sent integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if coalesce(cardinality(addresses), 0) not between 1 and 20 then
    raise exception 'Invite between one and twenty people at a time.' using errcode = '22023';
  end if;
  delete from private.invitations i where i.ends_at < now() - interval '1 month';
  for mailbox in select distinct lower(btrim(a)) from unnest(addresses) a order by 1 loop
    if exists (
      select from auth.users u join public.roles r on r.user_id = u.id
      where lower(u.email) = mailbox and r.role in ('admin', wanted)
    ) then
      raise exception 'This person is already on the team: %', mailbox
        using errcode = 'PT409', hint = 'invited_is_on_team', detail = jsonb_build_object('address', mailbox)::text;
    end if;
    perform private.require_pause((select i from private.invitations i where i.address = mailbox));
    insert into private.invitations as i (address, role, invited_by) values (mailbox, wanted, auth.uid())
    on conflict (address) do update set
      role = excluded.role, invited_by = excluded.invited_by, key = excluded.key, sent_at = now(), ends_at = excluded.ends_at
    returning * into made;
    perform private.send_invitation(made, 'create');
    sent := sent + 1;
  end loop;
  if (select count(*) from private.invitations) > 100 then
    raise exception 'Up to 100 people can be invited at a time.' using errcode = 'PT409', hint = 'invitations_full';
  end if;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_resend_invitation(invitation_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  perform private.require_pause((select i from private.invitations i where i.id = invitation_id));
  update private.invitations i set invited_by = auth.uid(), sent_at = now(), ends_at = now() + interval '14 days'
  where i.id = invitation_id returning i.* into renewed;
  if renewed.id is null then
    return false;
  end if;
  perform private.send_invitation(renewed, 'resend');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_signals(of_post bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  p public.posts;
begin
  perform private.require_team();
  select * into p from public.posts t where t.id = of_post and t.deleted_at is null;
  if not found then
    return null;
  end if;
  return (
    with signs as materialized (
      select * from private.vote_signs(of_post)
    ), twins as materialized (
      select t.id, t.title, t.slug, k.slug as category_slug, a.name as author_name, t.created_at
      from public.posts t join public.categories k on k.id = t.category_id left join public.profiles a on a.id = t.author_id
      where t.id <> p.id and t.deleted_at is null
        and hashtextextended(case when char_length(t.details) >= 40 then t.details else t.title || E'\n' || t.details end, 0)
          = hashtextextended(case when char_length(p.details) >= 40 then p.details else p.title || E'\n' || p.details end, 0)
        and case when char_length(p.details) >= 40 then t.details = p.details
          else (t.title, t.details) = (p.title, p.details) end
    ), echoes as materialized (
      select c.body, min(c.id) as id, e.copies, e.people
      from (
        select o.* from public.comments o
        where o.post_id = p.id and o.deleted_at is null and char_length(o.body) >= 20 order by o.id desc limit 200
      ) c
      cross join lateral (
        select count(*) as copies, count(distinct o.author_id) as people
        from public.comments o join public.posts q on q.id = o.post_id and q.deleted_at is null
        where hashtextextended(o.body, 0) = hashtextextended(c.body, 0) and char_length(o.body) >= 20 and o.body = c.body
          and o.deleted_at is null
      ) e
      where e.copies > 1 group by c.body, e.copies, e.people
    )
    select jsonb_build_object(
      'votes', (select count(*) from signs),
      'signals', (
        select coalesce(jsonb_agg(to_jsonb(g) order by g.kind), '[]') from (
          select k as kind, count(*) as votes, min(s.created_at) as since
          from signs s, unnest(s.signals) k group by k
        ) g
      ),
      'set_aside', (select count(*) from public.votes v where v.post_id = p.id and v.is_set_aside),
      'same_posts_total', (select count(*) from twins),
      'same_posts', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (select * from twins order by id desc limit 5) t
      ),
      'same_comments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.id, 'body', left(e.body, 200), 'copies', e.copies, 'people', e.people) order by e.copies desc, e.id), '[]')
        from (select * from echoes order by copies desc, id limit 5) e
      )
    )
  );
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
  else
    if not private.is_admin() then
      perform private.spend_limit('edit');
    end if;
    -- A rule may have been switched on in the meantime. What the team approved stays approved.
    perform private.conceal('{}', array[c.id], 'approval', 'waits for approval')
    from public.comments c
    where c.id = restore_comment.comment_id and c.author_id = (select auth.uid())
      and private.needs_approval(c.author_id, c.body, this_comment => c.id)
      and not exists (
        select from public.audit_log l
        where l.post_id = c.post_id and l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(c.id)
      );
  end if;
end
$function$;

ALTER TABLE "private"."import_runs" ADD CONSTRAINT "import_runs_failed_rows_check" CHECK ((octet_length(failed_rows) <= 5242880));

COMMENT ON COLUMN "private"."import_runs"."failed_rows" IS 'The rows of a table that couldn''t be imported, as a CSV file with the reasons, to correct and import again.';

COMMENT ON FUNCTION "private"."require_pause"(private.invitations) IS 'Refuses to email an address its invitation more than once a minute.';

COMMENT ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text, text) IS 'Records the outcome of an import that the worker holds: checked, done or failed.';

COMMENT ON FUNCTION "private"."tidy_transfers"() IS 'Deletes uploaded files that no one imported within a day, failed rows after a week, and expired exports.';

COMMENT ON FUNCTION "public"."admin_failed_rows"(uuid) IS 'The rows that the caller''s own import couldn''t import, as a CSV file with the reasons. Null if there are none. Admins only.';

COMMENT ON FUNCTION "public"."admin_invite"(text[], text) IS 'Emails people an invitation to the team, all or none, and returns how many. Inviting someone again replaces their invitation, and the earlier link ends. At most once a minute for each address. Admins only.';

COMMENT ON FUNCTION "public"."restore_comment"(bigint) IS 'Restores a comment that the caller just deleted. If it needs approval by now, it awaits it.';

REVOKE ALL ON FUNCTION "private"."require_pause"(private.invitations) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_pause"(private.invitations) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_failed_rows"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_failed_rows"(uuid) TO "authenticated", "postgres";
