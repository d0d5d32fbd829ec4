-- Current and former addresses of posts, and merges. Votes, comments and images that moved with a merge have its id.

create function private.wait_for_merges() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock_shared(hashtextextended('merging posts', 0))
$$;
comment on function private.wait_for_merges is 'Waits for running merges, and makes new ones wait until the transaction ends.';

create function private.log_merge() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.log_event(
    case when new.undone_at is null then 'post.merged' else 'post.unmerged' end, new.post_id, merge_id => new.id
  );
  if new.undone_at is not null then
    delete from private.untold w using private.events e
    where e.id = w.event_id and e.post_id = new.post_id and e.merge_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.log_merge is 'Logs a merge. If it is undone, cancels notifications that weren''t sent yet.';

create table public.post_merges (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  into_id bigint not null references public.posts (id) deferrable initially deferred,
  stays_id bigint not null references public.posts (id) deferrable initially deferred,
  title text not null,
  merged_by uuid references public.profiles (id) on delete set null,
  merged_at timestamptz not null default now(),
  undone_by uuid references public.profiles (id) on delete set null,
  undone_at timestamptz,
  check (post_id <> into_id and post_id <> stays_id)
);
comment on table public.post_merges is
  'Which post was merged into which, and when that was undone. While a merge stands, the merged post has deleted_at = infinity: no one can see it, but its row, addresses and events stay for an undo.';
comment on column public.post_merges.into_id is 'The post it was merged into, which may itself be merged since.';
comment on column public.post_merges.stays_id is 'The post that remains in the end, which is never merged itself.';
comment on column public.post_merges.title is 'The title of the merged post, which can''t be read from the post itself.';

create unique index post_merges_standing_idx on public.post_merges ((case when undone_at is null then post_id end));
create index post_merges_post_idx on public.post_merges (post_id);
create index post_merges_into_idx on public.post_merges (into_id);
create index post_merges_stays_idx on public.post_merges (stays_id);
create index post_merges_merged_by_idx on public.post_merges (merged_by);
create index post_merges_undone_by_idx on public.post_merges (undone_by);

grant select on public.post_merges to anon, authenticated;

create policy "anyone reads what was merged" on public.post_merges for select to anon, authenticated using (true);
create policy "merges of deleted posts are out of reach" on public.post_merges
  as restrictive for all to anon, authenticated
  using (
    (select true from public.posts p where p.id = post_merges.stays_id)
    and (undone_at is null or (select true from public.posts p where p.id = post_merges.post_id))
  )
  with check (true);

create table public.post_addresses (
  category_id integer references public.categories (id),
  slug text,
  post_id bigint not null references public.posts (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (category_id, slug)
);
comment on table public.post_addresses is 'Every address that a post ever had. None is given to another post.';

create index post_addresses_post_idx on public.post_addresses (post_id);
create index post_addresses_slug_idx on public.post_addresses (slug);

grant select on public.post_addresses to anon, authenticated;

create policy "anyone follows an address" on public.post_addresses for select to anon, authenticated using (true);
create policy "addresses of deleted posts are out of reach" on public.post_addresses
  as restrictive for all to anon, authenticated
  using (coalesce(
    (select true from public.posts p where p.id = post_addresses.post_id),
    (select true from public.post_merges m where m.post_id = post_addresses.post_id and m.undone_at is null)
  ))
  with check (true);
