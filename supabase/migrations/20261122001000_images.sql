create table public.images (
  id uuid primary key default gen_random_uuid(),
  post_id bigint references public.posts (id) on delete cascade,
  comment_id bigint references public.comments (id) on delete cascade,
  uploader_id uuid default auth.uid() references public.profiles (id) on delete set null,
  path text not null unique
    check (path ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp|gif|avif)$'),
  alt text not null default '' check (char_length(alt) <= 500),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  widths integer[] not null default '{}' check (
    cardinality(widths) <= 3 and 1 <= all (widths) and 20000 >= all (widths) and array_position(widths, null) is null
  ),
  position integer not null default 0 check (position between 0 and 1000000),
  created_at timestamptz not null default now(),
  check (num_nonnulls(post_id, comment_id) = 1)
);
comment on table public.images is 'Pictures of a post or a comment; path names the object in the images bucket, in its uploader''s folder.';
comment on column public.images.widths is
  'The widths in which the picture is stored besides its own: -640 before the ending of its path. None for a picture that came another way.';
create index images_post_idx on public.images (post_id, position, id);
create index images_comment_idx on public.images (comment_id, position, id);
create index images_uploader_idx on public.images (uploader_id);

alter table public.images enable row level security;
grant select on public.images to anon, authenticated;
grant insert (post_id, comment_id, path, alt, width, height, widths), update (alt, position), delete
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

create trigger a_spend_image before insert on public.images
  for each row when (pg_trigger_depth() = 0)
  execute function private.spend('image');
create trigger a_spend_edit before update of alt, position on public.images
  for each row when (pg_trigger_depth() = 0 and (old.alt, old.position) is distinct from (new.alt, new.position))
  execute function private.spend('edit');

-- Where a picture is stored in another width.
create function private.sized_path(path text, width integer) returns text
language sql immutable set search_path = ''
return replace(path, '.', '-' || width || '.');

create view private.shown_objects as
select 'images' as bucket, i.path, i.uploader_id as owner_id, i.created_at as since from public.images i
union all
select 'images', private.sized_path(i.path, w.width), i.uploader_id, i.created_at
from public.images i, unnest(i.widths) as w (width)
union all
select 'avatars', p.avatar_url, p.id, '-infinity' from public.profiles p where p.avatar_url is not null;
comment on view private.shown_objects is 'Every object that a picture or a portrait needs.';

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
  insert into private.removed_objects (path)
  select old.path union select private.sized_path(old.path, w.width) from unnest(old.widths) as w (width)
  on conflict (path) do update set removed_at = now();
  return null;
end
$$;
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

-- What an upload or a deletion that was interrupted left for more than a day: objects that nothing shows, and objects of
-- pictures and portraits that are gone.
create function private.find_strays() returns table (kind text, bucket text, path text)
language sql stable set search_path = ''
as $$
  select 'object', o.bucket_id, o.name from storage.objects o
  where o.bucket_id in ('images', 'avatars') and o.created_at < now() - interval '1 day'
    and not exists (select 1 from private.shown_objects s where s.bucket = o.bucket_id and s.path = o.name)
  union all
  select 'row', s.bucket, s.path from private.shown_objects s
  where s.since < now() - interval '1 day'
    and not exists (select 1 from storage.objects o where o.bucket_id = s.bucket and o.name = s.path)
$$;

-- Makes rows need only what is there; objects leave the storage through its own API.
create function private.remove_stray_rows() returns integer
language plpgsql set search_path = ''
as $$
declare
  missing constant text[] := array(select s.path from private.find_strays() s where s.kind = 'row');
  rows integer;
  sizes integer;
  portraits integer;
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
  return rows + sizes + portraits;
end
$$;

-- Public buckets: reading goes through the public address; writing only into one's own folder, never over an object.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('images', 'images', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']),
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- How many bytes an object has, or is said to have before it is there.
create function private.object_size(metadata jsonb) returns bigint
language sql immutable set search_path = ''
return (
  select coalesce(facts ->> 'size', facts ->> 'contentLength')::bigint from private.hosted_json(metadata) as facts
);

-- A budget for all that a person stores, and one for what no image and no portrait shows. An object whose size is not
-- known counts as much as a file may have, and each as 64 kB at least, which bounds their number. No policy could say it: the storage asks the policies in a transaction that
-- it undoes and writes later, as itself. Uploads of one person wait for each other here, so the sum is true.
create function private.keep_to_budget() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
    raise exception 'Your space for pictures is used up.' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger keep_to_budget before insert on storage.objects
  for each row execute function private.keep_to_budget();

-- A server may tell a browser what a file is by its name, so name and content type say the same.
create policy "members upload pictures into their own folder" on storage.objects
  for insert to authenticated with check (
    bucket_id in ('images', 'avatars')
    and split_part(name, '/', 1) = (select auth.uid())::text
    and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-[0-9]{1,5})?\.(png|jpg|webp|gif|avif)$'
    and coalesce(metadata ->> 'mimetype', 'image/' || split_part(name, '.', 2)) in (
      'image/' || split_part(name, '.', 2), case when name like '%.jpg' then 'image/jpeg' end
    )
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
