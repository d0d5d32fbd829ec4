-- What happened on the board, written down in the transaction in which it happened. Whatever is told to anybody
-- afterwards is worked out from here.
create table private.events (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  post_id bigint not null,
  comment_id bigint,
  change_id bigint,
  actor_id uuid,
  created_at timestamptz not null default now()
);
comment on table private.events is
  'What people did, each thing once: post.created, post.state, post.corrected, post.deleted, post.restored, comment.created, comment.deleted. Ids alone, no texts, and never changed: what it tells of is looked up when it is told, so nothing deleted is. Imports and operators leave no events.';
comment on column private.events.change_id is 'The row of post_events that a change of state is.';
comment on column private.events.actor_id is 'Null once the person deleted the account.';
create index events_post_idx on private.events (post_id, id desc);
create index events_comment_idx on private.events (comment_id) where comment_id is not null;
create index events_change_idx on private.events (change_id) where change_id is not null;
create index events_actor_idx on private.events (actor_id) where actor_id is not null;

create table private.untold (
  event_id bigint primary key references private.events (id),
  -- Whom it was told to so far: people in the order of their ids, then those who follow by mail alone.
  people_told boolean not null default false,
  beyond uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.untold is 'Events that not everybody who follows has been told of, and how far that went.';

alter table private.events enable row level security;
alter table private.untold enable row level security;
grant select, insert on private.events to service_role;
grant all on private.untold to service_role;

-- The one change let through takes the person off the entries of an account that is gone.
create function private.guard_events() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null
       and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'What happened is never changed.' using errcode = '42501';
end
$$;
create trigger guard_update before update on private.events
  for each row execute function private.guard_events();
create trigger guard_delete before delete on private.events
  for each statement execute function private.guard_events();
create trigger guard_truncate before truncate on private.events
  for each statement execute function private.guard_events();

create function private.forget_event_actor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.events set actor_id = null where actor_id = old.id;
  return null;
end
$$;
create trigger forget_event_actor after delete on public.profiles
  for each row execute function private.forget_event_actor();

-- Whether those who follow a post hear of such an event.
create function private.is_told(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'comment.created');

-- Writes an event in the name of whoever the request belongs to, and wakes who tells of it (lib/jobs).
create function private.log_event(kind text, post_id bigint, comment_id bigint default null, change_id bigint default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, actor_id)
  values (
    kind, post_id, comment_id, change_id,
    -- Whoever leaves with all they wrote is gone before the last of it.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  if private.is_told(kind) then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$$;

create function private.log_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('post.created', new.id);
  elsif tg_op = 'DELETE' then
    perform private.log_event('post.deleted', old.id);
  else
    perform private.log_event(case when new.deleted_at is null then 'post.restored' else 'post.deleted' end, new.id);
  end if;
  return null;
end
$$;
create trigger log_created_post after insert on public.posts
  for each row when (auth.uid() is not null) execute function private.log_post();
create trigger log_hidden_post after update of deleted_at on public.posts
  for each row when (auth.uid() is not null and (old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.log_post();
create trigger log_removed_post after delete on public.posts
  for each row when (auth.uid() is not null and old.deleted_at is null) execute function private.log_post();

-- A change of state that is corrected stays one change. At depth 0: not one that goes with its post.
create function private.log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('post.state', new.post_id, change_id => new.id);
  else
    perform private.log_event('post.corrected', old.post_id, change_id => old.id);
  end if;
  return null;
end
$$;
create trigger log_change after insert on public.post_events
  for each row when (auth.uid() is not null) execute function private.log_change();
create trigger log_corrected_change after update of to_state, note or delete on public.post_events
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0) execute function private.log_change();

create function private.log_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.log_event('comment.created', new.post_id, new.id);
  else
    perform private.log_event('comment.deleted', old.post_id, old.id);
  end if;
  return null;
end
$$;
create trigger log_comment after insert on public.comments
  for each row when (auth.uid() is not null) execute function private.log_comment();
create trigger log_removed_comment after delete on public.comments
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0 and old.deleted_at is null)
  execute function private.log_comment();
create trigger log_emptied_comment after update of deleted_at on public.comments
  for each row when (auth.uid() is not null and old.deleted_at is null and new.deleted_at is not null)
  execute function private.log_comment();

-- What an event tells of, as and where it is now. Nothing where that is gone.
create view private.visible_events as
select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
       p.title as post_title, p.slug as post_slug, c.slug as category_slug,
       k.from_state, k.to_state, k.note, m.body, m.parent_id
from private.events e
left join public.post_events k on k.id = e.change_id
left join public.comments m on m.id = e.comment_id and m.deleted_at is null
join public.posts p on p.id = coalesce(m.post_id, e.post_id) and p.deleted_at is null
join public.categories c on c.id = p.category_id
where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null);
grant select on private.visible_events to service_role;

-- How long an admin can correct a change of state without a second entry, and when summaries go out.
create table private.notice_rules (
  only_row boolean primary key default true check (only_row),
  correction interval not null default '10 minutes' check (correction >= '0'),
  summary_hour integer not null default 8 check (summary_hour between 0 and 23),
  summary_weekday integer not null default 1 check (summary_weekday between 1 and 7)
);
comment on table private.notice_rules is
  'One row. Mails wait until what they tell of can no longer be corrected, and what comes meanwhile goes into the same mail. Summaries go out at an hour of UTC, weekly ones on a weekday (1 is Monday). An operator changes it with an update.';
insert into private.notice_rules default values;
alter table private.notice_rules enable row level security;
grant all on private.notice_rules to service_role;

-- As before; but a change that the same admin made a moment ago is corrected: its entry gets the new state and note,
-- or goes when it comes to nothing.
create or replace function public.admin_set_state(
  post_ids bigint[], new_state public.post_state, public_note text default null, seen jsonb default null
)
returns table (post_id bigint, outcome text, category_slug text)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  said constant text := nullif(private.clean_text(public_note), '');
  correctable constant timestamptz := now() - (select r.correction from private.notice_rules r);
  wanted bigint;
  current_state public.post_state;
  is_there boolean;
  latest public.post_events;
  is_correction boolean;
begin
  if new_state is null or char_length(said) > 1000 then
    raise exception 'A state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    is_there := found;
    select * into latest from public.post_events e where e.post_id = wanted order by e.id desc limit 1;
    is_correction := found and latest.actor_id is not distinct from (select auth.uid())
      and latest.to_state = current_state and latest.created_at > correctable;
    post_id := wanted;
    outcome := case
      when not is_there then 'missing'
      when current_state = new_state and not (is_correction and said is not null and said is distinct from latest.note) then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      if current_state <> new_state then
        update public.posts p set state = new_state where p.id = wanted;
      end if;
      if not is_correction then
        insert into public.post_events (post_id, actor_id, from_state, to_state, note)
        values (wanted, (select auth.uid()), current_state, new_state, said);
      elsif latest.from_state = new_state then
        delete from public.post_events e where e.id = latest.id;
      else
        update public.post_events e set to_state = new_state, note = said where e.id = latest.id;
      end if;
    end if;
    return next;
  end loop;
end
$$;
