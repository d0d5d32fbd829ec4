-- As before, but rows before and after are grouped, not joined: of 10,000 votes that a merge moves, each was compared
-- with each.
create or replace function private.recount_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
