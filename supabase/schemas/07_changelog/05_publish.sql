create function private.audit_entry(action text, entry public.changelog_entries, has_texts boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  now_is constant public.changelog_entries := (select e from public.changelog_entries e where e.id = entry.id);
  say_texts constant boolean := has_texts or now_is.id is null;
begin
  perform private.audit(
    action, null, null,
    jsonb_build_object('entry', entry.id, 'title', entry.title, 'state', entry.state)
      || case when say_texts then jsonb_build_object('body', entry.body) else '{}' end,
    case when now_is.id is not null then
      jsonb_build_object('entry', now_is.id, 'title', now_is.title, 'state', now_is.state)
      || case when say_texts then jsonb_build_object('body', now_is.body) else '{}' end
    end
  );
end
$$;
comment on function private.audit_entry is 'Logs what was done to an entry, with its texts if they changed or were deleted.';

create function private.publish_entry(entry public.changelog_entries) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  update public.changelog_entries e set
    state = 'published', publish_at = null, published_at = now(),
    first_published_at = coalesce(e.first_published_at, now())
  where e.id = entry.id;
  perform private.log_event('changelog.published', -entry.id);
  if not entry.tells then
    return;
  end if;
  select max(v.id) into made from private.events v where v.post_id = -entry.id;
  -- Notifications and the email log are removed after 90 days, so after that there is no record of who was notified.
  if entry.told_event is null or exists (
    select from private.events v where v.id = entry.told_event and v.created_at > now() - interval '60 days'
  ) then
    update public.changelog_entries e set told_event = coalesce(e.told_event, made) where e.id = entry.id;
    insert into private.untold as w (event_id) values (coalesce(entry.told_event, made))
    on conflict (event_id) do update set people_told = false, beyond = default;
  end if;
end
$$;
comment on function private.publish_entry is
  'Publishes an entry and starts its notifications. If it was unpublished before, people who were already notified aren''t notified again.';

create function public.admin_publish_entry(
  entry_id bigint, at_time timestamp default null, tells boolean default true, completes boolean default false,
  seen_revision integer default null, at_moment timestamptz default null
) returns table(status text, slug text, completed bigint[])
language plpgsql security definer set search_path = '' as $$
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
  entry.tells := coalesce(admin_publish_entry.tells, true);
  update public.changelog_entries e set tells = entry.tells, completes = coalesce(admin_publish_entry.completes, false)
  where e.id = entry.id;
  if due is not null then
    update public.changelog_entries e set state = 'scheduled', publish_at = due, updated_at = now()
    where e.id = entry.id;
    perform private.audit_entry('changelog.schedule', entry);
    return query select 'scheduled', entry.slug, moved;
  else
    if completes then
      moved := private.complete_entry_posts(entry.id);
    end if;
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    return query select 'published', entry.slug, moved;
  end if;
end
$$;
comment on function public.admin_publish_entry is
  'Publishes a draft or scheduled entry, or schedules it in the site''s time zone or for a moment. Optionally notifies followers of linked posts and subscribers, and completes linked posts. Both happen when it is published, not when it is scheduled. Returns ''published'', ''scheduled'', ''past'' (the time has passed; nothing is done), ''conflict'' (someone saved after seen_revision) or ''missing''.';
grant execute on function public.admin_publish_entry to authenticated, service_role;

create function private.complete_entry_posts(entry bigint) returns bigint[]
language plpgsql security definer set search_path = '' as $$
declare
  posts constant bigint[] :=
    array(select private.standing_post(x.post_id) from public.changelog_entry_posts x where x.entry_id = entry);
  post record;
  moved bigint[] := '{}';
begin
  if auth.uid() is not null then
    return array(select s.post_id from public.admin_set_state(posts, 'completed') s where s.outcome = 'done');
  end if;
  -- In the same order as admin_set_state, so that the two wait for each other instead of deadlocking.
  for post in
    select p.id, p.state from public.posts p
    where p.id = any (posts) and p.deleted_at is null and p.state <> 'completed' order by p.id for update
  loop
    update public.posts p set state = 'completed' where p.id = post.id;
    insert into public.post_events (post_id, actor_id, from_state, to_state) values (post.id, null, post.state, 'completed');
    moved := moved || post.id;
  end loop;
  return moved;
end
$$;
comment on function private.complete_entry_posts is
  'Moves the posts linked to an entry to completed, in the caller''s name or, for the worker, in no one''s. Returns the moved posts.';

create function public.admin_take_back_entry(entry_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  entry public.changelog_entries;
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e where e.id = admin_take_back_entry.entry_id for update;
  if entry.id is null or entry.state = 'draft' then
    return entry.id is not null;
  end if;
  update public.changelog_entries e
  set state = 'draft', publish_at = null, published_at = null, edited_at = null, updated_at = now()
  where e.id = entry.id;
  if entry.state = 'published' then
    perform private.log_event('changelog.removed', -entry.id);
  end if;
  perform private.audit_entry(
    case entry.state when 'scheduled' then 'changelog.unschedule' else 'changelog.unpublish' end, entry
  );
  return true;
end
$$;
comment on function public.admin_take_back_entry is
  'Unpublishes a published or scheduled entry, which becomes a draft again. Cancels notifications that weren''t sent and hides the others. False if the entry no longer exists.';
grant execute on function public.admin_take_back_entry to authenticated, service_role;

create function public.admin_tell_entry_again(entry_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  entry public.changelog_entries;
  made bigint;
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e
  where e.id = admin_tell_entry_again.entry_id and e.state = 'published' for update;
  if not found then
    return false;
  end if;
  perform private.log_event('changelog.changed', -entry.id);
  select max(v.id) into made from private.events v where v.post_id = -entry.id;
  delete from private.untold w where w.event_id = entry.told_event;
  delete from private.notices n where n.event_id = entry.told_event;
  delete from private.mail_parts m where m.event_id = entry.told_event and m.mail_id is null;
  update public.changelog_entries e set told_event = made where e.id = entry.id;
  insert into private.untold (event_id) values (made);
  perform private.audit_entry('changelog.announce', entry);
  return true;
end
$$;
comment on function public.admin_tell_entry_again is
  'Notifies everyone about a published entry once more, in its current version, and removes the earlier notification. False if it isn''t published.';
grant execute on function public.admin_tell_entry_again to authenticated, service_role;

create function public.admin_delete_entry(entry_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  entry public.changelog_entries;
begin
  perform private.require_team();
  select * into entry from public.changelog_entries e where e.id = admin_delete_entry.entry_id for update;
  if entry.id is null then
    return false;
  end if;
  if entry.state = 'published' then
    raise exception 'Unpublish this entry before you delete it.' using errcode = '23514', hint = 'unpublish_first';
  end if;
  -- Only people who may publish can delete something that is scheduled or was on the site.
  if entry.state = 'scheduled' or entry.first_published_at is not null or entry.author_id is distinct from auth.uid() then
    perform private.require_publisher();
  end if;
  delete from public.changelog_entries e where e.id = entry.id;
  perform private.audit_entry('changelog.delete', entry);
  return true;
end
$$;
comment on function public.admin_delete_entry is
  'Deletes an entry that isn''t published for good: the caller''s own draft if it was never published, or any for people who may publish. False if it no longer exists.';
grant execute on function public.admin_delete_entry to authenticated, service_role;

create function private.publish_due_entries() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  entry public.changelog_entries;
  made integer := 0;
begin
  for entry in
    select e.* from public.changelog_entries e where e.state = 'scheduled' and e.publish_at <= now()
    order by e.publish_at, e.id for update skip locked
  loop
    if entry.completes then
      perform private.complete_entry_posts(entry.id);
    end if;
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    made := made + 1;
  end loop;
  return made;
end
$$;
comment on function private.publish_due_entries is
  'Publishes all entries that are due, including those that became due while no worker ran. Returns how many. Can run in parallel.';
grant execute on function private.publish_due_entries to service_role;
