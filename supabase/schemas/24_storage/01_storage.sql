-- The stored objects of images, profile pictures and the logo: who may write where, how much, and which are unused.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('images', 'images', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "owners and admins find objects" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
create policy "admins store the logo" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images'
    and (select private.is_admin())
    and name ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'
    and coalesce((metadata ->> 'mimetype'), 'image/webp') = 'image/webp'
  );
create policy "members upload pictures into their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('images', 'avatars')
    and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]{1,5})?\.(png|jpg|webp|gif|avif)$'
    and coalesce(metadata ->> 'mimetype', 'image/' || split_part(name, '.', 2)) in (
      'image/' || split_part(name, '.', 2), case when name like '%.jpg' then 'image/jpeg' end
    )
  );
create policy "owners and admins remove objects" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
create policy "blocked people store nothing" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id not in ('images', 'avatars') or not (select private.is_blocked()));
create policy "only sessions that stand reach objects" on storage.objects
  as restrictive for all to authenticated
  using (bucket_id not in ('images', 'avatars') or (select private.is_present()))
  with check (bucket_id not in ('images', 'avatars') or (select private.is_present()));

create view private.shown_objects as
select 'images' as bucket, i.path, i.uploader_id as owner_id, i.created_at as since from public.images i
union all
select 'images', private.sized_path(i.path, w.width), i.uploader_id, i.created_at
from public.images i, unnest(i.widths) as w (width)
union all
select 'avatars', p.avatar_url, p.id, '-infinity' from public.profiles p where p.avatar_url is not null
union all
select 'images', s.logo_path, null, '-infinity' from public.site_settings s where s.logo_path is not null;
comment on view private.shown_objects is 'Every object that an image or a profile picture needs.';

create table private.budgets (
  standing text primary key check (standing in ('newcomer', 'member', 'regular')),
  stored_bytes bigint not null check (stored_bytes > 0),
  loose_bytes bigint not null default 47185920 check (loose_bytes > 0)
);
comment on table private.budgets is 'How many bytes an account may store, in total and in unused objects.';

create function private.keep_to_budget() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(new.name, '/', 1);
  added constant bigint := greatest(private.object_size(new.metadata), 65536);
  is_over boolean;
begin
  if new.bucket_id not in ('images', 'avatars') or not pg_input_is_valid(folder, 'uuid') then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stored by ' || folder, 0));
  select coalesce(sum(o.size), 0) + added > b.stored_bytes
      or coalesce(sum(o.size) filter (where s.path is null), 0) + added > b.loose_bytes
  into is_over
  from private.budgets b
  left join (
    select t.bucket_id, t.name, greatest(coalesce(private.object_size(t.metadata), 5242880), 65536) as size
    from storage.objects t where t.bucket_id in ('images', 'avatars') and t.name like folder || '/%'
  ) o on true
  left join (
    select distinct v.bucket, v.path from private.shown_objects v where v.owner_id = folder::uuid
  ) s on s.bucket = o.bucket_id and s.path = o.name
  where b.standing = private.standing_of(folder::uuid)
  group by b.stored_bytes, b.loose_bytes;
  if is_over then
    raise exception 'Your image storage is full.' using errcode = '42501';
  end if;
  return new;
end
$$;
comment on function private.keep_to_budget is
  'Enforces a budget for everything that a person stores, and one for objects that no image or profile picture uses. An object of unknown size counts as the largest allowed file, and each counts as at least 64 kB, which limits their number. A policy can''t do this: the storage checks policies in a transaction that it rolls back, and writes later as itself. Uploads of one person wait for each other here, so the sum is exact.';

create trigger keep_to_budget before insert on storage.objects for each row execute function private.keep_to_budget();

create function private.find_strays() returns table(kind text, bucket text, path text)
language sql stable set search_path = '' as $$
  select 'object', o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('images', 'avatars') and o.created_at < now() - interval '1 day'
    and not exists (select 1 from private.shown_objects s where s.bucket = o.bucket_id and s.path = o.name)
  union all
  select 'row', s.bucket, s.path from private.shown_objects s
  where s.since < now() - interval '1 day'
    and not exists (select 1 from storage.objects o where o.bucket_id = s.bucket and o.name = s.path)
$$;
comment on function private.find_strays is 'Unused objects, and rows without objects, after a day.';

create function private.remove_stray_rows() returns integer
language plpgsql set search_path = '' as $$
declare
  missing constant text[] := array(select s.path from private.find_strays() s where s.kind = 'row');
  rows integer;
  sizes integer;
  portraits integer;
  logos integer;
begin
  delete from public.images where path = any (missing);
  get diagnostics rows = row_count;
  update public.images i set widths = array(
    select w.width from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) <> all (missing)
  )
  where exists (
    select 1 from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) = any (missing)
  );
  get diagnostics sizes = row_count;
  update public.profiles set avatar_url = null where avatar_url = any (missing);
  get diagnostics portraits = row_count;
  update public.site_settings set logo_path = null, logo_width = null, logo_height = null
  where logo_path = any (missing);
  get diagnostics logos = row_count;
  return rows + sizes + portraits + logos;
end
$$;
comment on function private.remove_stray_rows is 'Removes rows of pictures whose objects no longer exist.';
