-- How these posts stand with the caller: whether they have voted for each, and how many votes it has in that moment.
-- Takes the place of own_votes, which the site of 1.0.0 still calls.
create function public.votes_on(post_ids bigint[])
returns table (post_id bigint, voted boolean, votes_total integer)
language sql stable set search_path = ''
as $$
  select p.id, v.post_id is not null, p.votes_total
  from public.posts p
  left join public.votes v on v.post_id = p.id and v.user_id = (select auth.uid())
  where p.id = any (post_ids)
$$;
revoke execute on function public.votes_on(bigint[]) from public, anon;
grant execute on function public.votes_on(bigint[]) to authenticated, service_role;
