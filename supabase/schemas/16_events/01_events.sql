-- What people did, each event once. All notifications start here.

create function private.guard_events() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null
       and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'Events can''t be changed.' using errcode = '42501';
end
$$;
comment on function private.guard_events is 'Only allows changes that remove a deleted account.';

create function private.is_update(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'post.merged', 'changelog.published', 'changelog.changed');
comment on function private.is_update is 'Whether people who only follow official updates are notified about such an event.';

create table private.events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  post_id bigint not null,
  comment_id bigint,
  change_id bigint,
  actor_id uuid,
  created_at timestamptz not null default now(),
  merge_id bigint
);
comment on table private.events is
  'What people did, each event once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (someone is mentioned in its details), comment.created, comment.deleted, comment.restored, comment.mention (someone is mentioned since an edit), changelog.published, changelog.changed, changelog.removed. Holds only ids, no texts, and never changes. Texts are looked up when a notification is written, so nothing deleted is sent. Imports and operators create no events.';
comment on column private.events.post_id is 'Negative: the id of a changelog entry.';
comment on column private.events.change_id is 'The row of post_events for a state change.';
comment on column private.events.actor_id is 'Null once the person deleted the account.';
comment on column private.events.merge_id is 'The row of post_merges for a merge or its undo.';

create index events_post_idx on private.events (post_id, id desc);
create index events_comment_idx on private.events (comment_id) where comment_id is not null;
create index events_change_idx on private.events (change_id) where change_id is not null;
create index events_actor_idx on private.events (actor_id) where actor_id is not null;

create trigger guard_update before update on private.events for each row execute function private.guard_events();
create trigger guard_delete before delete on private.events for each statement execute function private.guard_events();
create trigger guard_truncate before truncate on private.events
  for each statement execute function private.guard_events();

create table private.untold (
  event_id bigint primary key references private.events (id),
  people_told boolean not null default false,
  beyond uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.untold is 'Events whose followers haven''t all been notified, and how far that has come.';

create function private.log_event(
  kind text, post_id bigint, comment_id bigint default null, change_id bigint default null, merge_id bigint default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, merge_id, actor_id)
  values (
    kind, post_id, comment_id, change_id, merge_id,
    -- The profile is deleted before the person's last content.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  -- Followers of a post are notified about these.
  if kind in ('post.state', 'post.merged', 'comment.created') then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$$;
comment on function private.log_event is 'Logs an event in the caller''s name and wakes the worker.';

create function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('post.state', new.post_id, change_id => new.id);
  else
    perform private.log_event('post.corrected', old.post_id, change_id => old.id);
  end if;
  return null;
end
$$;
comment on function private.log_change is 'Logs a state change. A correction stays the same event.';

create function private.take_back(taken bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.untold where event_id = any (taken);
  delete from private.notices where event_id = any (taken);
  delete from private.mail_parts where event_id = any (taken);
end
$$;
comment on function private.take_back is 'Cancels notifications about content that no longer exists, and hides those already created.';

create function private.take_back_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_back(array(select e.id from private.events e where e.change_id = old.id));
  return null;
end
$$;
comment on function private.take_back_change is 'Cancels notifications about a removed state change.';

create view private.visible_events as
  select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
    p.title as post_title, p.slug as post_slug, c.slug as category_slug,
    k.from_state, k.to_state, k.note, case e.kind when 'post.mention' then p.details else m.body end as body, m.parent_id,
    g.title as merged_title
  from private.events e
  left join public.post_events k on k.id = e.change_id
  left join public.comments m on m.id = e.comment_id and m.deleted_at is null and m.hidden_at is null
  left join public.post_merges g on g.id = e.merge_id and g.undone_at is null and e.kind = 'post.merged'
  join public.posts p on p.id = coalesce(m.post_id, g.stays_id, e.post_id) and p.deleted_at is null
  join public.categories c on c.id = p.category_id
  where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null)
    and (e.kind <> 'post.merged' or g.id is not null)
  union all
  select e.id, e.kind, e.post_id, null, null, e.actor_id, n.published_at, n.title, n.slug, 'changelog',
    null, null, null, n.body, null, null
  from private.events e
  join public.changelog_entries n on n.id = -e.post_id and n.told_event = e.id and n.state = 'published';
comment on view private.visible_events is
  'Events about content that everyone can read right now. Everything that notifies reads this. A published changelog entry has one event, as if the entry were a post in a category of that name.';
