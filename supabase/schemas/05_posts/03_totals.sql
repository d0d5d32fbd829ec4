-- Exact counts of posts per category and state.

create table public.post_totals (
  category_id integer references public.categories (id) on delete cascade,
  state public.post_state,
  posts integer not null default 0 check (posts >= 0),
  primary key (category_id, state)
);
comment on table public.post_totals is 'How many posts a category has in each state. Kept by triggers.';

grant select on public.post_totals to anon, authenticated;

create policy "anyone reads totals" on public.post_totals for select to anon, authenticated using (true);

create function private.hold_totals() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('counting posts', 0));
comment on function private.hold_totals is
  'Counts changes at the end of their transaction, one transaction at a time. Otherwise, two team members who move posts in opposite directions would each hold a total that the other needs. A transaction that waits here needs nothing that another could hold.';
