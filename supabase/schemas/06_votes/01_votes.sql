-- A vote counts unless its person is blocked or the team excluded it.

create function private.hold_voted(post bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  perform 1 from public.posts p
  where p.id = post or p.id in (
    select m.post_id from public.post_merges m join public.votes v on v.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null and v.user_id = me
  )
  order by p.id for no key update;
end
$$;
comment on function private.hold_voted is 'Locks the post of a vote, and the merged posts whose votes depend on it.';
grant execute on function private.hold_voted to authenticated, service_role;

create function private.hold_voter() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  return null;
end
$$;
comment on function private.hold_voter is 'Makes removing a vote wait for a running block before it locks the vote.';

create function private.index_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A condition of the trigger would be parsed again with every vote.
  if round(20 * ln((1 + old.votes_total)::double precision)) <> round(20 * ln((1 + new.votes_total)::double precision)) then
    update private.search_titles
    set popularity = private.popularity(new.votes_total), tier = floor(log(2, 1 + new.votes_total))
    where post_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.index_votes is 'Keeps a post''s popularity in the search index up to date.';

create table public.votes (
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  is_blocked boolean not null default false,
  is_set_aside boolean not null default false,
  counts boolean generated always as (not (is_blocked or is_set_aside)) stored not null,
  primary key (user_id, post_id)
);
comment on table public.votes is 'A person''s vote on a post. Adding or removing it twice changes nothing.';
comment on column public.votes.merge_id is 'The merge that moved it here. Other votes stay with the merged post.';
comment on column public.votes.is_blocked is 'Whether its person is blocked.';
comment on column public.votes.is_set_aside is 'Whether the team excluded it.';
comment on column public.votes.counts is 'Whether it adds to posts.votes_total, and so to every number and order by votes.';

create index votes_post_person_idx on public.votes (post_id, user_id);
create index votes_merge_idx on public.votes (merge_id, user_id) where merge_id is not null;

grant select, insert (post_id), delete on public.votes to authenticated;

create policy "people see their own votes, the team every vote" on public.votes
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_present()) or (select private.is_team()));
create policy "members vote as themselves" on public.votes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "members take back their own vote" on public.votes
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "votes on deleted posts are out of reach" on public.votes
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = votes.post_id))
  with check (true);

create function private.is_unknown_voter(person uuid) returns boolean
language sql immutable parallel safe
return person between '00000000-0000-4000-8002-000000000000' and '00000000-0000-4000-8002-ffffffffffff';
comment on function private.is_unknown_voter is
  'Whether a person only stands for votes that were imported as a number, without voters or dates.';

create function private.recount_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.posts p set votes_total = p.votes_total + d.n, trend = greatest(p.trend + d.weight, 0)
  from (
    select c.post_id, sum(c.n) as n, sum(private.trend_weight(c.created_at) * c.n) as weight
    from (
      select v.post_id, sum(v.n) as n, max(v.created_at) filter (where v.is_new) as created_at
      from (
        select r.user_id, r.post_id, r.created_at, r.counts::integer as n, true as is_new from new_rows r
        union all
        select r.user_id, r.post_id, r.created_at, -r.counts::integer, false from old_rows r
      ) v
      group by v.user_id, v.post_id having count(*) = 2 and sum(v.n) <> 0
    ) c
    group by c.post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;
comment on function private.recount_votes is 'Updates counts when votes start or stop counting, also those of a merge.';

create function public.votes_on(post_ids bigint[]) returns table(post_id bigint, voted boolean, votes_total integer)
language sql stable set search_path = '' as $$
  select p.id, v.post_id is not null, p.votes_total
  from public.posts p
  left join public.votes v on v.post_id = p.id and v.user_id = (select auth.uid())
  where p.id = any (post_ids)
$$;
comment on function public.votes_on is 'For each of these posts: whether the caller voted, and the number of votes.';
grant execute on function public.votes_on to authenticated, service_role;

create function public.set_vote(post_id bigint, wanted boolean) returns table(
  voted boolean, votes_total integer, category_slug text, on_post bigint
)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  target bigint := set_vote.post_id;
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(target);
  -- Locking the post also keeps it from being merged or unmerged.
  if not exists (select 1 from public.posts p where p.id = target) then
    target := private.standing_post(target);
  end if;
  if not exists (select 1 from public.posts p where p.id = target) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = target);
  if wanted and not stands then
    insert into public.votes (post_id) values (target) on conflict do nothing;
  elsif stands and not wanted then
    perform private.hold_voted(target);
    delete from public.votes v where v.user_id = me and v.post_id = target;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.set_vote is
  'Adds or removes the caller''s vote and returns the result. Calling it twice changes nothing. To remove a vote, it locks the posts in order of their ids.';
grant execute on function public.set_vote to authenticated, service_role;
