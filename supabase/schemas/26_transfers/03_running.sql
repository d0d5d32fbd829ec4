-- What the worker does with imports. It holds a run while it works on it (held_until, attempts). If it pauses for longer
-- than that, it loses the run and can no longer write.

create function private.end_import(run_id uuid, state text, outcome jsonb, problem text) returns void
language plpgsql set search_path = '' as $$
begin
  update private.import_runs r set
    state = end_import.state, problem = end_import.problem, outcome = coalesce(end_import.outcome, r.outcome, '{}'),
    done = case when end_import.state = 'failed' then r.done else 1 end,
    ended_at = case when r.started_at is not null then now() end,
    undone_at = case when end_import.state = 'undone' then now() end
  where r.id = end_import.run_id;
  delete from private.import_parts p where p.run_id = end_import.run_id;
end
$$;
comment on function private.end_import is 'Records how an import ended and deletes its file.';

create function private.claim_import() returns setof private.import_runs
language plpgsql set search_path = '' as $$
declare
  run private.import_runs;
begin
  loop
    select * into run from private.import_runs r
    where r.state in ('checking', 'running', 'undoing') and r.held_until <= now()
    order by r.state <> 'checking', r.created_at for update skip locked limit 1;
    if run.id is null then
      return;
    end if;
    if run.attempts >= 3 then
      perform private.end_import(run.id, 'failed', null, 'worker_gone');
    elsif run.state <> 'undoing'
          and not exists (select from public.roles o where o.user_id = run.admin_id and o.role = 'admin') then
      perform private.end_import(run.id, 'failed', null, 'not_admin');
    else
      return query
        update private.import_runs r set held_until = now() + interval '1 minute', attempts = r.attempts + 1
        where r.id = run.id returning r.*;
      return;
    end if;
  end loop;
end
$$;
comment on function private.claim_import is
  'Takes the next import to check, run or undo. An import fails if three workers ended while working on it, or if its admin no longer is one.';

create function private.hold_import(run_id uuid, attempt integer, done real default null) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.import_runs r set
    held_until = now() + interval '1 minute', done = greatest(r.done, least(coalesce(hold_import.done, 0), 1))
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing');
  return found;
end
$$;
comment on function private.hold_import is 'Extends a worker''s hold on an import. False if the worker has lost it.';

create function private.put_down_import(run_id uuid, attempt integer) returns void
language sql set search_path = '' as $$
  update private.import_runs r set held_until = now(), attempts = r.attempts - 1
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing')
$$;
comment on function private.put_down_import is 'Returns an import to the queue for the next worker.';

create function private.settle_import(
  run_id uuid, attempt integer, state text, says jsonb default null, outcome jsonb default null, problem text default null,
  failed_rows text default null
) returns boolean
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.settle_import is
  'Records the outcome of an import that the worker holds: checked, done or failed.';

create function private.is_as_imported(post public.posts, since timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select (post.deleted_at is null or post.deleted_at < 'infinity')
    and post.updated_at = post.created_at and post.edited_at is null
    and num_nonnulls(post.hidden_at, post.locked_at, post.pinned_at) = 0
    and not exists (
      select from public.votes v join public.profiles p on p.id = v.user_id
      where v.post_id = post.id and (not p.placeholder or v.is_set_aside)
    )
    and not exists (select from private.given_votes v where v.post_id = post.id)
    and not exists (
      select from public.comments c left join public.profiles p on p.id = c.author_id
      where c.post_id = post.id and (not p.placeholder or p.id is null and c.created_at > since)
    )
    and not exists (
      select from public.post_events e left join public.profiles p on p.id = e.actor_id
      where e.post_id = post.id and (not p.placeholder or p.id is null and e.created_at > since)
    )
    and not exists (select from public.post_merges m where post.id in (m.post_id, m.into_id, m.stays_id))
    and not exists (
      select from public.post_triage t
      where t.post_id = post.id
        and jsonb_strip_nulls(to_jsonb(t) - array['post_id', 'looked_at', 'looked_by']) <> '{}'
    )
    and not exists (select from public.post_notes n where n.post_id = post.id)
    and not exists (select from public.post_tags t where t.post_id = post.id)
    and not exists (select from private.follows f where f.post_id = post.id)
    and not exists (select from private.mail_follows f where f.post_id = post.id)
    and not exists (select from public.images i where i.post_id = post.id)
    and not exists (select from public.changelog_entry_posts e where e.post_id = post.id)
$$;
comment on function private.is_as_imported is
  'Whether no one has voted, commented, followed or added anything since a post was imported, and the team hasn''t touched it.';

create function private.forget_imported_people(people uuid[], since timestamptz) returns void
language sql set search_path = '' as $$
  delete from public.profiles p
  where p.id = any (people) and p.placeholder and p.created_at >= since
    and not exists (select from public.posts o where o.author_id = p.id)
    and not exists (select from public.votes v where v.user_id = p.id)
    and not exists (select from public.comments c where c.author_id = p.id)
    and not exists (select from public.post_events e where e.actor_id = p.id)
$$;
comment on function private.forget_imported_people is
  'Removes people who came with an import and have no content left.';

create function private.undo_import(run_id uuid, attempt integer, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  run private.import_runs;
  ids bigint[];
  gone bigint[];
  people uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  select * into run from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state = 'undoing' for update;
  if run.id is null then
    return null;
  end if;
  ids := array(
    select i.post_id from private.imports i where i.run_id = run.id and i.post_id > run.undo_after order by 1 limit most
  );
  if ids = '{}' then
    -- The next import may bring deleted posts back.
    delete from private.imports i where i.run_id = run.id and i.post_id is null;
    set constraints public.count_changed_post immediate;
    perform set_config('signpost.actor', (
      select coalesce(l.actor_id::text, '') from public.audit_log l
      where l.action = 'import.undo' and l.after ->> 'id' = run.id::text order by l.id desc limit 1
    ), true);
    delete from public.categories c
    where c.id = any (run.made_categories) and c.slug <> 'new-features'
      and not exists (select from public.posts p where p.category_id = c.id);
    perform private.end_import(run.id, 'undone', run.outcome, null);
    return 0;
  end if;
  perform private.hold_posts(ids);
  gone := array(select p.id from public.posts p where p.id = any (ids) and private.is_as_imported(p, run.started_at));
  people := array(
    select p.author_id from public.posts p where p.id = any (gone)
    union select v.user_id from public.votes v where v.post_id = any (gone)
    union select c.author_id from public.comments c where c.post_id = any (gone)
    union select e.actor_id from public.post_events e where e.post_id = any (gone)
  );
  delete from private.imports i where i.run_id = run.id and i.post_id = any (gone);
  delete from public.posts p where p.id = any (gone);
  perform private.forget_imported_people(people, run.started_at);
  update private.import_runs r set
    undo_after = ids[cardinality(ids)], held_until = now() + interval '1 minute',
    outcome = coalesce(r.outcome, '{}') || jsonb_build_object(
      'removed', coalesce((r.outcome ->> 'removed')::integer, 0) + cardinality(gone),
      'kept', coalesce((r.outcome ->> 'kept')::integer, 0) + cardinality(ids) - cardinality(gone)
    )
  where r.id = run.id;
  return cardinality(ids);
end
$$;
comment on function private.undo_import is
  'Removes some posts of an import that the worker holds, except those that someone touched. Returns how many posts it checked: 0 when all are done, null if the worker has lost the import.';
