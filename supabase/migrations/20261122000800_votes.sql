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
  for select to authenticated using ((user_id = (select auth.uid()) and (select private.is_present())) or (select private.is_admin()));
create policy "members vote as themselves" on public.votes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members take back their own vote" on public.votes
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "votes on deleted posts are out of reach" on public.votes as restrictive
  for all to anon, authenticated using ((select true from public.posts p where p.id = post_id)) with check (true);

-- The row lock of the post orders parallel votes, so no count is ever lost and no vote passes its deletion.
create function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counted integer;
begin
  if tg_op = 'INSERT' then
    update public.posts p set votes_total = p.votes_total + d.n, trend = p.trend + d.weight
    from (
      select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
      from new_rows group by post_id
    ) d
    where p.id = d.post_id and p.deleted_at is null;
    get diagnostics counted = row_count;
    if counted < (select count(distinct post_id) from new_rows) then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
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

create trigger a_spend_vote before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0)
  execute function private.spend('vote');

-- Makes the caller's vote as it is wanted and says how it stands; asking twice changes nothing.
create function public.set_vote(post_id bigint, wanted boolean)
returns table (voted boolean, votes_total integer, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(set_vote.post_id);
  if not exists (select 1 from public.posts p where p.id = set_vote.post_id) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = set_vote.post_id);
  if wanted and not stands then
    insert into public.votes (post_id) values (set_vote.post_id) on conflict do nothing;
  elsif stands and not wanted then
    delete from public.votes v where v.user_id = me and v.post_id = set_vote.post_id;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = set_vote.post_id;
end
$$;
revoke execute on function public.set_vote(bigint, boolean) from public, anon;
grant execute on function public.set_vote(bigint, boolean) to authenticated, service_role;

-- Which of these posts the caller has voted for.
create function public.own_votes(post_ids bigint[]) returns setof bigint
language sql stable set search_path = ''
as $$
  select post_id from public.votes where user_id = (select auth.uid()) and post_id = any (post_ids)
$$;
revoke execute on function public.own_votes(bigint[]) from public, anon;
grant execute on function public.own_votes(bigint[]) to authenticated, service_role;
