create table private.removed_objects (
  path text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_objects is
  'Objects of the images bucket whose row is gone. They leave the storage a minute later, when no deletion can be undone any more.';
alter table private.removed_objects enable row level security;
grant all on private.removed_objects to service_role;

create function private.note_removed_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.removed_objects (path) values (old.path) on conflict (path) do update set removed_at = now();
  return null;
end
$$;
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

-- Which objects the caller should remove from the storage: of the own folder, an admin all.
create function public.claim_removed_objects(max_rows integer default 100) returns table (path text)
language sql stable security definer set search_path = ''
as $$
  select r.path from private.removed_objects r
  where (split_part(r.path, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
    and r.removed_at < now() - interval '60 seconds'
    and not exists (select 1 from public.images i where i.path = r.path)
  order by r.removed_at limit least(greatest(max_rows, 1), 1000)
$$;
revoke execute on function public.claim_removed_objects(integer) from public, anon;
grant execute on function public.claim_removed_objects(integer) to authenticated, service_role;

create function public.forget_removed_objects(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.removed_objects r
  where r.path = any (paths)
    and (split_part(r.path, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
$$;
revoke execute on function public.forget_removed_objects(text[]) from public, anon;
grant execute on function public.forget_removed_objects(text[]) to authenticated, service_role;
