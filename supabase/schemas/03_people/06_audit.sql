-- What the team did, for the team to read. No one can change it.

create function private.guard_audit_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if current_user = (select r.rolname from pg_catalog.pg_class c join pg_catalog.pg_roles r on r.oid = c.relowner
                       where c.oid = tg_relid) then
      return null;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null and new.actor_name = 'Deleted user'
       and to_jsonb(new) - array['actor_id', 'actor_name'] = to_jsonb(old) - array['actor_id', 'actor_name']
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is written by the database and can''t be changed.' using errcode = '42501';
end
$$;
comment on function private.guard_audit_log is
  'Protects the audit log. Grants wouldn''t be enough: service_role often gets everything, and the owner has all rights. The only change allowed is removing the name of a deleted person.';

create function private.audit(action text, post_id bigint, post_title text, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := coalesce((select auth.uid()), nullif(current_setting('signpost.actor', true), '')::uuid);
  name text := (select p.name from public.profiles p where p.id = actor);
begin
  -- A person's request always writes.
  if current_setting('signpost.is_logged', true) = 'on' and (select auth.uid()) is null then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_name, action, post_id, post_title, before, after, key_name)
  values (
    case when name is not null then actor end,
    coalesce(name, case when actor is null then 'Operator' else 'Deleted user' end),
    action, post_id, post_title, before, after,
    (select k.name from private.api_keys k where k.id = private.key_id())
  );
end
$$;
comment on function private.audit is
  'Writes an entry in the name of the person who made the request, or for whom the auth service or the worker makes it (signpost.actor). Not while signpost.is_logged is on, as during the parts of what already has an entry.';

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  actor_name text not null,
  action text not null check (action ~ '^[a-z]+\.[a-z]+$'),
  post_id bigint,
  post_title text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  key_name text
);
comment on table public.audit_log is
  'What the team did to other people''s content. Only triggers write it and it never changes. It outlives the posts it mentions, so it has no foreign keys to them.';
comment on column public.audit_log.actor_id is 'Null for operators and for deleted accounts.';
comment on column public.audit_log.before is
  'The previous state of what was changed. People are stored by id only, so that no name outlives its account.';

comment on column public.audit_log.key_name is 'The name of the API key that was used; null if a person did it directly.';

create index audit_log_post_idx on public.audit_log (post_id, id desc) where post_id is not null;
create index audit_log_action_idx on public.audit_log (action, id desc);
create index audit_log_created_at_idx on public.audit_log (created_at);
create index audit_log_actor_idx on public.audit_log (actor_id, id desc) where actor_id is not null;

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;

create policy "the team reads of posts, admins everything" on public.audit_log
  for select to authenticated
  using ((select private.is_admin()) or post_id is not null and (select private.is_team()));

create trigger guard_update before update on public.audit_log
  for each row execute function private.guard_audit_log();
create trigger guard_delete before delete on public.audit_log
  for each statement execute function private.guard_audit_log();
create trigger guard_insert before insert on public.audit_log
  for each statement execute function private.guard_audit_log();
create trigger guard_truncate before truncate on public.audit_log
  for each statement execute function private.guard_audit_log();

create function private.forget_actor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.audit_log set actor_id = null, actor_name = 'Deleted user' where actor_id = old.id;
  return null;
end
$$;
comment on function private.forget_actor is 'Removes the name of a deleted account from the audit log.';

create function private.audit_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  post public.posts;
begin
  if old.uploader_id is not distinct from (select auth.uid()) or not (select private.is_team()) then
    return null;
  end if;
  select * into post from public.posts p
  where p.id = coalesce(old.post_id, (select c.post_id from public.comments c where c.id = old.comment_id));
  if post.id is not null then
    perform private.audit('image.delete', post.id, post.title, jsonb_build_object(
      'path', old.path, 'alt', old.alt, 'comment_id', old.comment_id, 'uploader_id', old.uploader_id
    ), null);
  end if;
  return null;
end
$$;
comment on function private.audit_image is 'Logs that an admin deleted another person''s image.';
