-- How many posts each category has in each state, kept exact.

create table public.post_totals (
  category_id integer references public.categories (id) on delete cascade,
  state public.post_state,
  posts integer not null default 0 check (posts >= 0),
  primary key (category_id, state)
);
comment on table public.post_totals is 'How many posts a category has in each state, kept by triggers.';

grant select on public.post_totals to anon, authenticated;

create policy "anyone reads totals" on public.post_totals for select to anon, authenticated using (true);

create function private.hold_totals() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('counting posts', 0));
comment on function private.hold_totals is
  'Two people of the team who move posts crosswise, or delete and restore them, each held a total the other wanted, and one of them failed. What changes is now counted as its transaction ends, one transaction at a time: whoever waits there wants nothing any more that somebody else could hold.';
