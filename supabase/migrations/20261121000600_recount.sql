-- Recounts everything; a row for each number that is not what it should be.
create function private.find_miscounts() returns table (kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = ''
as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (select category_id, state, count(*)::integer as n from public.posts group by 1, 2) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
$$;
grant execute on function private.find_miscounts() to service_role;

-- Sets every count to what is there; for an operator, while nothing else writes.
create function private.mend_counts() returns void
language sql set search_path = ''
as $$
  update public.posts p set votes_total = m.counted from private.find_miscounts() m
  where m.kind = 'votes of a post' and m.id = p.id;
  update public.posts p set comments_total = m.counted from private.find_miscounts() m
  where m.kind = 'comments of a post' and m.id = p.id;
  update public.comments c set replies_total = m.counted from private.find_miscounts() m
  where m.kind = 'replies to a comment' and m.id = c.id;
  update public.post_totals t set posts = (
    select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state
  );
$$;
grant execute on function private.mend_counts() to service_role;
