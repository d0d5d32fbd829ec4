-- A second role: moderators do what admins do to posts and comments, in the dashboard and on the board, but neither
-- change settings and roles nor delete for good what is not theirs.
alter table public.roles drop constraint roles_role_check;
alter table public.roles add constraint roles_role_check check (role in ('admin', 'moderator'));
comment on table public.roles is
  'Who is of the team, as admin or moderator. Written by the operator (npm run admin) and, through set_role, by admins; nothing a person signs up or saves with matters here.';

-- Whether the caller is of the team, in whichever role. As is_admin: looked up per statement.
create function private.is_team() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me) and private.is_present();
end
$$;
grant execute on function private.is_team() to anon, authenticated, service_role;

-- The first line of every function that only the team may call.
create function private.require_team() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_team()) then
    raise exception 'Only the team may do this.' using errcode = '42501';
  end if;
end
$$;

alter policy "authors and admins edit" on public.posts
  using (author_id = (select auth.uid()) or (select private.is_team()))
  with check (author_id = (select auth.uid()) or (select private.is_team()));
alter policy "authors and admins edit" on public.posts rename to "authors and the team edit";
alter policy "people see their own votes, admins every vote" on public.votes
  using ((user_id = (select auth.uid()) and (select private.is_present())) or (select private.is_team()));
alter policy "people see their own votes, admins every vote" on public.votes
  rename to "people see their own votes, the team every vote";
-- What was done to a post is the team's to know, what was done to roles and settings the admins'.
alter policy "admins read the log" on public.audit_log
  using ((select private.is_admin()) or (post_id is not null and (select private.is_team())));
alter policy "admins read the log" on public.audit_log rename to "the team reads of posts, admins everything";

-- These ask for the team where they asked for an admin, and are otherwise as they were.
do $$
declare
  changed regprocedure;
begin
  foreach changed in array array[
    'private.bulk_ids(bigint[])',
    'public.admin_posts(jsonb, jsonb, integer, text, text)',
    'public.admin_posts_count(jsonb)',
    'public.admin_matching(jsonb, bigint, integer)',
    'public.admin_post(bigint)',
    'public.suggest_merges(integer)',
    'public.set_different(bigint, bigint, boolean)',
    'private.audit_post()',
    'private.audit_comment()',
    'private.audit_image()'
  ]::regprocedure[] loop
    execute replace(
      replace(pg_get_functiondef(changed), 'private.require_admin()', 'private.require_team()'),
      'private.is_admin()', 'private.is_team()'
    );
  end loop;
end
$$;

-- A newcomer for a day; regular after a week with a post that stands, and of the team.
create or replace function private.standing_of(person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  age constant interval := now() - (select p.created_at from public.profiles p where p.id = person);
begin
  return case
    when exists (select 1 from public.roles r where r.user_id = person) then 'regular'
    when age < interval '1 day' then 'newcomer'
    when age > interval '7 days' and exists (select 1 from public.posts t where t.author_id = person) then 'regular'
    else 'member'
  end;
end
$$;

-- Somebody has to be able to make the next admin. Changes of roles wait for one another, so two admins who remove each
-- other at once do not both succeed. The operator may do as they like.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    if not exists (select from public.roles r where r.role = 'admin' and r.user_id <> old.user_id) then
      raise exception 'This is the last admin. Make somebody else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_an_admin before delete on public.roles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();
create trigger keep_an_admin_changed before update on public.roles
  for each row when (old.role = 'admin' and (new.role <> 'admin' or new.user_id <> old.user_id))
  execute function private.keep_an_admin();

-- Gives a person a role, or none. Admins only; the person must have confirmed their address, or whoever signed up with
-- somebody else's would be let in by that person's click.
create function public.set_role(person_id uuid, wanted text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Before anything is looked at: the caller may be losing the role at this moment.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'There is no such role.' using errcode = '22023';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$$;
revoke execute on function public.set_role(uuid, text) from public, anon;
grant execute on function public.set_role(uuid, text) to authenticated, service_role;
