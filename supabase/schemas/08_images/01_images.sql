-- Images of posts, comments and changelog entries. Their objects are in the uploader's folder in the storage.

create function private.sized_path(path text, width integer) returns text
language sql immutable set search_path = ''
return replace(path, '.', '-' || width || '.');
comment on function private.sized_path is 'The path of an image in another width.';

create function private.object_size(metadata jsonb) returns bigint
language sql immutable set search_path = ''
return coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint;
comment on function private.object_size is 'The size of an object in bytes, or the announced size before it is uploaded.';

create function private.place_image() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  others integer;
begin
  if new.post_id is not null then
    perform 1 from public.posts where id = new.post_id for no key update;
  elsif new.comment_id is not null then
    perform 1 from public.comments where id = new.comment_id for no key update;
  else
    perform 1 from public.changelog_entries where id = new.entry_id for no key update;
  end if;
  select count(*), coalesce(max(i.position), -1) + 1 into others, new.position
  from public.images i where i.post_id = new.post_id or i.comment_id = new.comment_id or i.entry_id = new.entry_id;
  if others >= 8 then
    raise exception 'You can add up to 8 images.' using errcode = '23514', hint = 'images_full';
  end if;
  return new;
end
$$;
comment on function private.place_image is 'Puts a new image last, one upload at a time. Refuses a ninth image.';

create function private.note_removed_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_objects (path)
  select old.path union select private.sized_path(old.path, w.width) from unnest(old.widths) as w (width)
  on conflict (path) do update set removed_at = now();
  return null;
end
$$;
comment on function private.note_removed_object is 'Queues the objects of a deleted image for clean-up.';

create function private.is_own_waiting(of_post bigint, of_comment bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
      select from private.hidings h join public.posts p on p.id = h.post_id
      where h.post_id = of_post and h.cause = 'approval' and p.author_id = auth.uid()
    ) or exists (
      select from private.hidings h join public.comments c on c.id = h.comment_id
      where h.comment_id = of_comment and h.cause = 'approval' and c.author_id = auth.uid()
    );
end
$$;
comment on function private.is_own_waiting is 'Whether the caller wrote this and it is awaiting approval.';
grant execute on function private.is_own_waiting to anon, authenticated, service_role;

create function private.is_reviewed(of_post bigint, of_comment bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_team()
    and exists (select from private.hidings h where h.post_id = of_post or h.comment_id = of_comment);
end
$$;
comment on function private.is_reviewed is 'Whether the caller is on the team and this is hidden, so that the team reviews it.';
grant execute on function private.is_reviewed to anon, authenticated, service_role;

create table public.images (
  id uuid default gen_random_uuid() primary key,
  post_id bigint references public.posts (id) on delete cascade,
  comment_id bigint references public.comments (id) on delete cascade,
  uploader_id uuid default auth.uid() references public.profiles (id) on delete set null,
  path text not null unique,
  alt text not null default '' check (char_length(alt) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  widths integer[] not null default '{}',
  "position" integer not null default 0 check (position between 0 and 1000000),
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete cascade,
  entry_id bigint references public.changelog_entries (id) on delete cascade,
  check (num_nonnulls(post_id, comment_id, entry_id) = 1),
  check (path ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp|gif|avif)$'),
  check (
    cardinality(widths) <= 3
    and 1 <= all (widths)
    and 20000 >= all (widths)
    and array_position(widths, null::integer) is null
  )
);
comment on table public.images is 'Images of posts, comments and changelog entries. path is an object in the bucket images.';
comment on column public.images.widths is 'Other stored widths, such as -640 before the file extension.';
comment on column public.images.merge_id is 'The merge that moved the image here.';

create index images_post_idx on public.images (post_id, "position", id);
create index images_comment_idx on public.images (comment_id, "position", id);
create index images_uploader_idx on public.images (uploader_id);
create index images_entry_idx on public.images (entry_id, "position", id) where entry_id is not null;
create index images_merge_idx on public.images (merge_id) where merge_id is not null;

grant select on public.images to anon, authenticated;
grant insert (post_id, comment_id, entry_id, path, alt, width, height, widths), update (alt, position), delete
  on public.images to authenticated;

create policy "anyone sees images" on public.images for select to anon, authenticated using (true);
create policy "authors add images to their posts and comments" on public.images
  for insert to authenticated
  with check (
    uploader_id = (select auth.uid())
    and split_part(path, '/', 1) = (select auth.uid())::text
    and (
      exists (select 1 from public.posts p where p.id = images.post_id and p.author_id = (select auth.uid()))
      or exists (select 1 from public.comments c where c.id = images.comment_id and c.author_id = (select auth.uid()))
      or entry_id is not null and private.can_edit_entry(entry_id)
      or private.is_own_waiting(post_id, comment_id)
    )
  );
create policy "uploaders describe and order their images" on public.images
  for update to authenticated
  using (uploader_id = (select auth.uid()) and (entry_id is null or private.can_edit_entry(entry_id)))
  with check (uploader_id = (select auth.uid()));
create policy "uploaders and admins delete images" on public.images
  for delete to authenticated
  using (
    uploader_id = (select auth.uid()) and (entry_id is null or private.can_edit_entry(entry_id))
    or (select private.is_admin())
  );
create policy "images of deleted posts are out of reach" on public.images
  as restrictive for all to anon, authenticated
  using (coalesce(
    (select true from public.posts p where p.id = images.post_id),
    (select true from public.comments c where c.id = images.comment_id and c.hidden_at is null),
    (select true from public.changelog_entries e where e.id = images.entry_id),
    uploader_id = (select auth.uid()) and private.is_own_waiting(post_id, comment_id)
      or private.is_reviewed(post_id, comment_id)
  ))
  with check (true);

create table private.removed_objects (
  path text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_objects is 'Objects of deleted images, which npm run clean-up removes.';
