-- Groups of a million posts fit into memory instead of being sorted on the disk.
alter function private.find_miscounts() set work_mem = '256MB';

-- Sets every count to what is there, after one recount; for an operator, while nothing else writes.
create or replace function private.mend_counts() returns void
language sql set search_path = ''
as $$
  with found as materialized (
    select * from private.find_miscounts()
  ),
  posts as (
    update public.posts p
    set votes_total = coalesce(m.votes, p.votes_total), comments_total = coalesce(m.comments, p.comments_total)
    from (
      select id, max(counted) filter (where kind = 'votes of a post') as votes,
        max(counted) filter (where kind = 'comments of a post') as comments
      from found where kind in ('votes of a post', 'comments of a post') group by id
    ) m
    where m.id = p.id
  )
  update public.comments c set replies_total = m.counted from found m
  where m.kind = 'replies to a comment' and m.id = c.id;
  update public.post_totals t set posts = (
    select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state and p.deleted_at is null
  );
$$;
