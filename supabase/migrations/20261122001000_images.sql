create table public.images (
  id uuid primary key default gen_random_uuid(),
  post_id bigint references public.posts (id) on delete cascade,
  comment_id bigint references public.comments (id) on delete cascade,
  uploader_id uuid default auth.uid() references public.profiles (id) on delete set null,
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(png|jpg|webp|gif|avif)$'),
  alt text not null default '' check (char_length(alt) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(post_id, comment_id) = 1)
);
comment on table public.images is 'Pictures of a post or a comment; path names the object in the images bucket, in its uploader''s folder.';
create index images_post_idx on public.images (post_id, position, id);
create index images_comment_idx on public.images (comment_id, position, id);
create index images_uploader_idx on public.images (uploader_id);

alter table public.images enable row level security;
grant select on public.images to anon, authenticated;
grant insert (post_id, comment_id, path, alt, width, height), update (alt, position), delete
  on public.images to authenticated;
grant all on public.images to service_role;

create policy "anyone sees images" on public.images
  for select to anon, authenticated using (true);
create policy "authors add images to their posts and comments" on public.images
  for insert to authenticated with check (
    uploader_id = (select auth.uid())
    and split_part(path, '/', 1) = (select auth.uid())::text
    and (
      exists (select 1 from public.posts p where p.id = post_id and p.author_id = (select auth.uid()))
      or exists (select 1 from public.comments c where c.id = comment_id and c.author_id = (select auth.uid()))
    )
  );
create policy "uploaders describe and order their images" on public.images
  for update to authenticated using (uploader_id = (select auth.uid())) with check (uploader_id = (select auth.uid()));
create policy "uploaders and admins delete images" on public.images
  for delete to authenticated using (uploader_id = (select auth.uid()) or (select private.is_admin()));

create policy "images of deleted posts are out of reach" on public.images as restrictive
  for all to anon, authenticated
  using (
    coalesce(
      (select true from public.posts p where p.id = post_id), (select true from public.comments c where c.id = comment_id)
    )
  )
  with check (true);

-- A new image comes last. The lock of what it belongs to orders parallel uploads.
create function private.place_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  others integer;
begin
  if new.post_id is not null then
    perform 1 from public.posts where id = new.post_id for no key update;
  else
    perform 1 from public.comments where id = new.comment_id for no key update;
  end if;
  select count(*), coalesce(max(i.position), -1) + 1 into others, new.position
  from public.images i where i.post_id = new.post_id or i.comment_id = new.comment_id;
  if others >= 8 then
    raise exception '% can have at most 8 images.', case when new.post_id is null then 'A comment' else 'A post' end
      using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger place_image before insert on public.images
  for each row execute function private.place_image();

-- Depth 0: what the person does, not what follows from it.
create trigger a_spend_image before insert on public.images
  for each row when (pg_trigger_depth() = 0)
  execute function private.spend('image');

create table private.removed_objects (
  path text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_objects is
  'Objects of the images bucket whose row is gone: npm run clean-up removes them from the storage, where no cascade reaches.';
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

-- What an upload or a deletion that was interrupted left for more than a day: objects that nothing shows, and rows and
-- portraits whose object is gone.
create function private.find_strays() returns table (kind text, bucket text, path text)
language sql stable set search_path = ''
as $$
  select 'object', o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('images', 'avatars') and o.created_at < now() - interval '1 day'
    and not exists (select 1 from public.images i where i.path = o.name)
    and not exists (select 1 from public.profiles p where p.avatar_url = o.name)
  union all
  select 'row', 'images', i.path from public.images i
  where i.created_at < now() - interval '1 day'
    and not exists (select 1 from storage.objects o where o.bucket_id = 'images' and o.name = i.path)
  union all
  select 'row', 'avatars', p.avatar_url from public.profiles p
  where p.avatar_url is not null
    and not exists (select 1 from storage.objects o where o.bucket_id = 'avatars' and o.name = p.avatar_url)
$$;

-- Removes the rows among them; objects leave the storage through its own API.
create function private.remove_stray_rows() returns integer
language plpgsql set search_path = ''
as $$
declare
  rows integer;
  portraits integer;
begin
  delete from public.images where path in (select s.path from private.find_strays() s where s.kind = 'row');
  get diagnostics rows = row_count;
  update public.profiles set avatar_url = null
  where avatar_url in (select s.path from private.find_strays() s where s.kind = 'row');
  get diagnostics portraits = row_count;
  return rows + portraits;
end
$$;

-- Public buckets: reading goes through the public address; writing only into one's own folder, never over an object.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('images', 'images', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Whether the caller may keep more: a budget for all that is stored, and one for what no image and no portrait shows.
-- An object whose size is not known yet counts as much as a file may have.
create function private.has_room() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(o.bytes), 0) < b.stored_bytes and coalesce(sum(o.bytes) filter (where o.is_loose), 0) < b.loose_bytes
  from private.budgets b left join lateral (
    select coalesce((o.metadata ->> 'size')::bigint, 5242880) as bytes,
      not exists (select 1 from public.images i where i.path = o.name)
      and not exists (select 1 from public.profiles p where p.id = auth.uid() and p.avatar_url = o.name) as is_loose
    from storage.objects o
    where o.bucket_id in ('images', 'avatars') and o.name like auth.uid() || '/%'
  ) o on true
  where b.standing = private.standing_of(auth.uid())
  group by b.stored_bytes, b.loose_bytes
$$;
grant execute on function private.has_room() to authenticated;

-- A server may tell a browser what a file is by its name, so name and content type say the same.
create policy "members upload pictures into their own folder" on storage.objects
  for insert to authenticated with check (
    bucket_id in ('images', 'avatars')
    and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]{1,5})?\.(png|jpg|webp|gif|avif)$'
    and coalesce(metadata ->> 'mimetype', 'image/' || split_part(name, '.', 2)) in (
      'image/' || split_part(name, '.', 2), case when name like '%.jpg' then 'image/jpeg' end
    )
    and (select private.has_room())
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
create policy "only sessions that stand reach objects" on storage.objects as restrictive
  for all to authenticated
  using (bucket_id not in ('images', 'avatars') or (select private.is_present()))
  with check (bucket_id not in ('images', 'avatars') or (select private.is_present()));
