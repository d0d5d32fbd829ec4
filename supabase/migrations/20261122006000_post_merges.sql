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
  'Which post was merged into which, and when that was undone. While it stands the merged post has deleted_at = infinity: it is nowhere to be seen, but its row, its addresses and its events wait for an undo.';
comment on column public.post_merges.into_id is 'What the post was merged into. That one may have been merged on since.';
comment on column public.post_merges.stays_id is 'The post that stands for it now: never one that is merged itself.';
comment on column public.post_merges.title is 'The title of the merged post as it was then: no rule lets anybody read it there.';
-- At most one merge of a post stands. Not an index of the column itself: the local API would take it for a promise
-- that a post has one merge in all.
create unique index post_merges_standing_idx on public.post_merges ((case when undone_at is null then post_id end));
create index post_merges_post_idx on public.post_merges (post_id);
create index post_merges_into_idx on public.post_merges (into_id);
create index post_merges_stays_idx on public.post_merges (stays_id);
create index post_merges_merged_by_idx on public.post_merges (merged_by);
create index post_merges_undone_by_idx on public.post_merges (undone_by);

alter table public.post_merges enable row level security;
grant select on public.post_merges to anon, authenticated;
grant all on public.post_merges to service_role;
create policy "anyone reads what was merged" on public.post_merges
  for select to anon, authenticated using (true);
create policy "merges of deleted posts are out of reach" on public.post_merges as restrictive
  for all to anon, authenticated
  using (
    (select true from public.posts p where p.id = stays_id)
    and (undone_at is null or (select true from public.posts p where p.id = post_id))
  )
  with check (true);

create trigger a_require_presence before insert or update or delete on public.post_merges
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

comment on column public.posts.deleted_at is
  'Set while a deleted post waits to be restored or removed for good; infinity while it is merged into another, which never ends by itself. Nobody sees it or anything that belongs to it; it keeps its address.';

-- What a merge brought here goes home when it is undone. Not references to posts: the API would no longer know which
-- of two ways leads from a post to its votes.
alter table public.votes add column merge_id bigint references public.post_merges (id) on delete set null;
alter table public.comments add column merge_id bigint references public.post_merges (id) on delete set null;
alter table public.images add column merge_id bigint references public.post_merges (id) on delete cascade;
comment on column public.votes.merge_id is
  'The merge that brought the vote here. Whoever voted for several of the merged posts has one vote here; the others wait where they were cast.';
comment on column public.comments.merge_id is 'The merge that brought the comment here; null for one that was written here.';
comment on column public.images.merge_id is 'The merge that brought the picture here.';
create index votes_merge_idx on public.votes (merge_id) where merge_id is not null;
create index comments_merge_idx on public.comments (merge_id) where merge_id is not null;
create index images_merge_idx on public.images (merge_id) where merge_id is not null;

-- The addresses of a merged post lead to the one that stays.
drop policy "addresses of deleted posts are out of reach" on public.post_addresses;
create policy "addresses of deleted posts are out of reach" on public.post_addresses as restrictive
  for all to anon, authenticated
  using (
    coalesce(
      (select true from public.posts p where p.id = post_id),
      (select true from public.post_merges m where m.post_id = post_addresses.post_id and m.undone_at is null)
    )
  )
  with check (true);

alter table private.follows add column merge_id bigint references public.post_merges (id) on delete set null;
alter table private.mail_follows add column merge_id bigint references public.post_merges (id) on delete set null;
comment on column private.follows.merge_id is 'The merge that brought it here, as of votes.';
comment on column private.mail_follows.merge_id is 'The merge that brought it here, as of votes.';
create index follows_merge_idx on private.follows (merge_id) where merge_id is not null;
create index mail_follows_merge_idx on private.mail_follows (merge_id) where merge_id is not null;

-- A merge says what it is by itself; it is neither a deletion nor a restoration.
drop trigger log_hidden_post on public.posts;
create trigger log_hidden_post after update of deleted_at on public.posts
  for each row when (
    auth.uid() is not null and (old.deleted_at is null) <> (new.deleted_at is null)
    and 'infinity' not in (coalesce(old.deleted_at, now()), coalesce(new.deleted_at, now()))
  )
  execute function private.log_post();
create function private.log_merge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event(case when new.undone_at is null then 'post.merged' else 'post.unmerged' end, new.post_id);
  return null;
end
$$;
create trigger log_merge after insert on public.post_merges
  for each row when (auth.uid() is not null) execute function private.log_merge();
create trigger log_unmerge after update of undone_at on public.post_merges
  for each row when (auth.uid() is not null and old.undone_at is null and new.undone_at is not null)
  execute function private.log_merge();
comment on table private.events is
  'What people did, each thing once: post.created, post.state, post.corrected, post.deleted, post.restored, post.merged, post.unmerged, comment.created, comment.deleted. Ids alone, no texts, and never changed: what it tells of is looked up when it is told, so nothing deleted is. Imports and operators leave no events.';
drop trigger audit_post on public.posts;
create trigger audit_post after update of title, details, state, category_id, deleted_at on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id, old.deleted_at)
      is distinct from (new.title, new.details, new.state, new.category_id, new.deleted_at)
    and 'infinity' not in (coalesce(old.deleted_at, now()), coalesce(new.deleted_at, now()))
  ) execute function private.audit_post();
drop trigger a_spend_restore on public.posts;
create trigger a_spend_restore before update of deleted_at on public.posts
  for each row
  when (
    pg_trigger_depth() = 0 and old.deleted_at < 'infinity' and new.deleted_at is null and not private.is_admin()
  )
  execute function private.spend('edit');
-- Nor does whoever merges order the pictures of others, or follow for them.
drop trigger a_spend_vote on private.follows;
create trigger a_spend_vote before insert or delete on private.follows
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger a_spend_change before update on private.follows
  for each row when (pg_trigger_depth() = 0 and old.post_id = new.post_id) execute function private.spend('vote');
drop trigger a_spend_edit on public.images;
create trigger a_spend_edit before update of alt, position on public.images
  for each row when (
    pg_trigger_depth() = 0 and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  )
  execute function private.spend('edit');

-- Votes of a merged post that wait there go when their person takes the vote back.
create function private.take_back_merged_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.votes v
  using old_rows o join public.post_merges m on m.stays_id = o.post_id and m.undone_at is null
  where v.post_id = m.post_id and v.user_id = o.user_id;
  return null;
end
$$;
create trigger take_back_merged_votes after delete on public.votes
  referencing old table as old_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.take_back_merged_votes();

-- Before a post is removed for good: merges that are history go with it, what was merged into it while it was merged
-- itself hangs on what it was merged into, and its addresses lead on for ever. One that still stands for others is
-- not removed: its foreign key refuses.
create function private.leave_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  own public.post_merges;
begin
  delete from public.post_merges where undone_at is not null and old.id in (into_id, stays_id);
  select * into own from public.post_merges where post_id = old.id and undone_at is null;
  if found then
    update public.post_merges set into_id = own.into_id where into_id = old.id and undone_at is null;
    update public.post_addresses set post_id = own.stays_id where post_id = old.id;
  end if;
  return old;
end
$$;
create trigger leave_merges before delete on public.posts
  for each row execute function private.leave_merges();
