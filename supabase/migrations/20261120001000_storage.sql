-- Public buckets: reading goes through the public address; writing only into one's own folder, never over an object.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('images', 'images', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "members upload into their own folder" on storage.objects
  for insert to authenticated with check (
    bucket_id in ('images', 'avatars') and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "owners and admins find objects" on storage.objects
  for select to authenticated using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
create policy "owners and admins remove objects" on storage.objects
  for delete to authenticated using (
    bucket_id in ('images', 'avatars')
    and (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
  );
