-- Who speaks for the site, for everybody to see beside a name. The role itself stays between its bearer and the admins.
alter table public.profiles add column is_team boolean not null default false;
comment on column public.profiles.is_team is 'Whether the person has a role. A trigger on roles keeps it true; no client can set it.';
grant select (is_team) on public.profiles to anon, authenticated;
update public.profiles p set is_team = true where exists (select from public.roles r where r.user_id = p.id);

create function private.mark_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles p set is_team = exists (select from public.roles r where r.user_id = p.id)
  where p.id in (old.user_id, new.user_id);
  return null;
end
$$;

create trigger mark_team after insert or delete or update of user_id on public.roles
  for each row execute function private.mark_team();
