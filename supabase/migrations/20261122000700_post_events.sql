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
comment on table public.post_events is 'Every change of a post''s state, with an optional public note: the timeline on the post''s page.';
create index post_events_post_idx on public.post_events (post_id, created_at);
create index post_events_actor_idx on public.post_events (actor_id);

alter table public.post_events enable row level security;
grant select on public.post_events to anon, authenticated;
grant all on public.post_events to service_role;
create policy "anyone reads the timeline" on public.post_events
  for select to anon, authenticated using (true);
create policy "events of deleted posts are out of reach" on public.post_events as restrictive
  for all to anon, authenticated using ((select true from public.posts p where p.id = post_id)) with check (true);

