create table public.roles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  role text not null check (role = 'admin'),
  created_at timestamptz not null default now()
);
comment on table public.roles is
  'Who is an admin. Written only by the operator (npm run admin); no client can, so nothing a person signs up or saves with matters here.';

-- Looked up per statement, so granting and revoking count from the next request on.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me and role = 'admin') and private.is_present();
end
$$;
grant execute on function private.is_admin() to anon, authenticated, service_role;

alter table public.roles enable row level security;
grant select on public.roles to authenticated;
grant all on public.roles to service_role;

create policy "people see their own role, admins every role" on public.roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));

-- The first line of every function that only admins may call.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;
