create table public.posts (
  id bigint generated always as identity primary key,
  category_id integer not null references public.categories (id),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  title text not null,
  details text not null default '',
  slug text not null default '',
  state public.post_state not null default 'proposed'::public.post_state,
  votes_total integer not null default 0 check (votes_total >= 0),
  comments_total integer not null default 0 check (comments_total >= 0),
  trend double precision not null default 0,
  activity_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  state_changed_at timestamptz not null default now(),
  revision integer not null default 0,
  deleted_at timestamptz,
  deleted_by uuid,
  hidden_at timestamptz,
  locked_at timestamptz,
  pinned_at timestamptz,
  constraint posts_hidden_is_out_of_reach check (hidden_at is null or deleted_at = 'infinity'),
  unique (category_id, slug)
) with (fillfactor = 85);
comment on table public.posts is 'A piece of feedback with its state on the roadmap. Triggers keep the counts.';
comment on column public.posts.author_id is 'Null once the author deleted the account and left the post.';
comment on column public.posts.votes_total is
  'How many of its votes count. Triggers of votes, blocks and merges add to it; private.mend_counts corrects it.';
comment on column public.posts.trend is
  'Sum over the post and its votes of 2^(days since 2026 / 10). A vote weighs half as much as one cast ten days later, so the order never needs to be recomputed.';
comment on column public.posts.activity_at is 'The newest of creation, edit, state change and comment.';
comment on column public.posts.revision is 'Counts edits, so that an edit can tell whether it is based on the latest version.';
comment on column public.posts.deleted_at is
  'When the post was deleted, until it is restored or removed for good; infinity while it is hidden or merged into another post. No one sees the post or anything that belongs to it. It keeps its address.';
comment on column public.posts.hidden_at is 'Since when the post is hidden. private.hidings says why.';
comment on column public.posts.locked_at is 'Since when only the team may comment; null if everyone may.';
comment on column public.posts.pinned_at is 'Since when it is pinned.';

create index posts_author_idx on public.posts (author_id);
create index posts_top_idx on public.posts (votes_total desc, activity_at desc, id desc);
create index posts_state_top_idx on public.posts (state, votes_total desc, activity_at desc, id desc);
create index posts_category_top_idx on public.posts (category_id, votes_total desc, activity_at desc, id desc);
create index posts_category_state_top_idx
  on public.posts (category_id, state, votes_total desc, activity_at desc, id desc);
create index posts_new_idx on public.posts (created_at desc, id desc);
create index posts_state_new_idx on public.posts (state, created_at desc, id desc);
create index posts_category_new_idx on public.posts (category_id, created_at desc, id desc);
create index posts_category_state_new_idx on public.posts (category_id, state, created_at desc, id desc);
create index posts_trend_idx on public.posts (trend desc, id desc);
create index posts_state_trend_idx on public.posts (state, trend desc, id desc);
create index posts_category_trend_idx on public.posts (category_id, trend desc, id desc);
create index posts_category_state_trend_idx on public.posts (category_id, state, trend desc, id desc);
create index posts_comments_idx on public.posts (comments_total desc, id desc);
create index posts_state_comments_idx on public.posts (state, comments_total desc, id desc);
create index posts_title_idx on public.posts (lower(title), id);
create index posts_state_title_idx on public.posts (state, lower(title), id);
create index posts_deleted_idx on public.posts (deleted_at) where deleted_at is not null;
create index posts_part_changed_idx on public.posts (((id / 10000)), activity_at desc) where deleted_at is null;
create index posts_category_changed_idx on public.posts (category_id, activity_at desc) where deleted_at is null;
create index posts_nobody_idx on public.posts (id) where author_id is null;
create index posts_state_idx on public.posts (state, id);
create index posts_category_idx on public.posts (category_id, id);
create index posts_pinned_idx on public.posts (category_id) where pinned_at is not null;
create index posts_text_idx on public.posts (
  hashtextextended(case when char_length(details) >= 40 then details else title || E'\n' || details end, 0)
);
create index posts_votes_idx on public.posts (votes_total, id);
create index posts_updated_idx
  on public.posts (updated_at desc, id desc) include (created_at, state, category_id)
  where deleted_at is null;

grant select (
  id, category_id, author_id, title, slug, state, votes_total, comments_total, trend, activity_at, created_at,
  updated_at, edited_at, state_changed_at, revision, deleted_at, deleted_by, hidden_at, locked_at, pinned_at
)
  on public.posts to anon, authenticated;
grant insert (category_id, title, details), update (title, details) on public.posts to authenticated;

create policy "anyone reads posts" on public.posts for select to anon, authenticated using (true);
create policy "members post as themselves" on public.posts
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors and the team edit" on public.posts
  for update to authenticated
  using (author_id = (select auth.uid()) or (select private.is_team()))
  with check (author_id = (select auth.uid()) or (select private.is_team()));
create policy "deleted posts are out of reach" on public.posts
  as restrictive for all to anon, authenticated using (deleted_at is null) with check (true);

create table public.post_events (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  from_state public.post_state not null,
  to_state public.post_state not null,
  note text check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  check (from_state <> to_state)
);
comment on table public.post_events is 'Every change of a post''s state with its public note: the timeline.';

create index post_events_post_idx on public.post_events (post_id, created_at);
create index post_events_actor_idx on public.post_events (actor_id);
create index post_events_time_idx on public.post_events (created_at, post_id);

grant select on public.post_events to anon, authenticated;

create policy "anyone reads the timeline" on public.post_events for select to anon, authenticated using (true);
create policy "events of deleted posts are out of reach" on public.post_events
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = post_events.post_id))
  with check (true);
