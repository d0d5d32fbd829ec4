create table public.votes (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  post_id bigint not null references public.posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
comment on table public.votes is
  'One row is one person''s vote on one post. Set by insert (on conflict do nothing) and unset by delete, so a repeated request changes nothing.';
create index votes_post_idx on public.votes (post_id);

alter table public.votes enable row level security;
grant select, insert (post_id), delete on public.votes to authenticated;
grant all on public.votes to service_role;

create policy "people see their own votes, admins every vote" on public.votes
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "members vote as themselves" on public.votes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members take back their own vote" on public.votes
  for delete to authenticated using (user_id = (select auth.uid()));

-- The row lock of the post orders parallel votes, so no count is ever lost.
create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.posts p set votes_total = p.votes_total + d.n, trend = p.trend + d.weight
    from (
      select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
      from new_rows group by post_id
    ) d
    where p.id = d.post_id;
  else
    update public.posts p set votes_total = p.votes_total - d.n, trend = greatest(p.trend - d.weight, 0)
    from (
      select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
      from old_rows group by post_id
    ) d
    where p.id = d.post_id;
  end if;
  return null;
end
$$;

create trigger count_inserted_votes after insert on public.votes
  referencing new table as new_rows for each statement execute function private.count_votes();
create trigger count_deleted_votes after delete on public.votes
  referencing old table as old_rows for each statement execute function private.count_votes();
