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

create function private.limit_images() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.post_id is not null then
    perform 1 from public.posts where id = new.post_id for no key update;
    if (select count(*) from public.images where post_id = new.post_id) >= 8 then
      raise exception 'A post can have at most 8 images.' using errcode = '23514';
    end if;
  else
    perform 1 from public.comments where id = new.comment_id for no key update;
    if (select count(*) from public.images where comment_id = new.comment_id) >= 8 then
      raise exception 'A comment can have at most 8 images.' using errcode = '23514';
    end if;
  end if;
  return new;
end
$$;
create trigger limit_images before insert on public.images
  for each row execute function private.limit_images();

alter table public.images enable row level security;
grant select on public.images to anon, authenticated;
grant insert (post_id, comment_id, path, alt, width, height, position), update (alt, position), delete
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
