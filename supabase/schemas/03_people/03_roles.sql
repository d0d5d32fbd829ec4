-- The roles of the team. They are stored here and never in a token, so granting and revoking take effect with the next
-- request.

create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    -- People without an account, such as authors on an imported board, can't sign in.
    if not exists (
      select from public.roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id
    ) then
      raise exception 'This is the last admin. Make someone else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function private.keep_an_admin is
  'Keeps at least one admin who can sign in. Role changes wait for each other, so two admins who remove each other at the same time don''t both succeed. Operators are exempt.';

create function private.refuse_blocked_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
  if exists (select from private.blocks b where b.person_id = new.user_id) then
    raise exception 'This person is blocked. End the block first.' using errcode = '23514', hint = 'role_blocked';
  end if;
  return new;
end
$$;
comment on function private.refuse_blocked_role is 'A blocked person gets no role.';

create function private.mark_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles p set is_team = exists (select from public.roles r where r.user_id = p.id)
  where p.id in (old.user_id, new.user_id);
  return null;
end
$$;
comment on function private.mark_team is 'Keeps profiles.is_team in sync with the roles.';

create function private.end_own_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s using private.own_sessions o where o.session_id = s.id and s.user_id = new.user_id;
  return null;
end
$$;
comment on function private.end_own_sessions is
  'Ends the sessions of a new team member that began in the company''s product, because no one proved an address or a password for them.';

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
comment on function private.audit_role is
  'Logs who gained or lost a role, and ends invitations of that person and those that a former admin sent.';

create table public.roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'moderator')),
  created_at timestamptz not null default now()
);
comment on table public.roles is
  'Who is on the team, as admin or moderator. Written by the operator (npm run admin) and by admins through set_role. Nothing that people sign up with or save changes it.';

alter table public.roles enable row level security;
grant select on public.roles to authenticated;

create policy "people see their own role, admins every role" on public.roles
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_present()) or (select private.is_admin()));

create function public.set_role(person_id uuid, wanted text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Checked first, because the caller may be losing the role right now.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'This role doesn''t exist. Use admin or moderator.' using errcode = '22023', hint = 'role_unknown';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'role_no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$$;
comment on function public.set_role is
  'Gives a person a role, or none. Admins only. The person must have confirmed their address: otherwise, someone who signed up with another person''s address could get the role when that person clicks the link.';
grant execute on function public.set_role to authenticated, service_role;

create function public.get_viewer() returns table(
  id uuid,
  email text,
  name text,
  avatar_url text,
  role text,
  has_password boolean,
  has_factor boolean,
  needs_factor boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, u.email::text, p.name, p.avatar_url,
    case
      when not a.meets_rule or not private.has_scope('team') then null
      when not private.has_scope('admin') and r.role is not null then 'moderator'
      else r.role
    end,
    coalesce(u.encrypted_password, '') <> '',
    exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
    r.role is not null and not a.meets_rule
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  cross join (select private.meets_team_rule() as meets_rule) a
  where p.id = (select auth.uid()) and private.is_present()
$$;
comment on function public.get_viewer is
  'Who the caller is, as the site shows it. No row for visitors, ended sessions and deleted accounts, and until the second factor''s code is entered. needs_factor means that the site requires the team to use a second factor and the caller hasn''t, so the role doesn''t count yet.';
grant execute on function public.get_viewer to authenticated, service_role;
