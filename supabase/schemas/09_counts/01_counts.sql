-- Compares stored counts with the actual numbers.

create function private.find_miscounts() returns table(kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = '' set work_mem = '256MB' as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes where counts group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null and hidden_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null) group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (
    select category_id, state, count(*)::integer as n from public.posts where deleted_at is null group by 1, 2
  ) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
  union all
  select 'reactions to a changelog entry', e.id, e.likes + e.loves + e.celebrations, coalesce(r.n, 0)
  from public.changelog_entries e
  left join (
    select entry_id, count(*)::integer as n,
      count(*) filter (where kind = 'like') as likes, count(*) filter (where kind = 'love') as loves
    from public.changelog_reactions where not is_blocked group by 1
  ) r on r.entry_id = e.id
  where (e.likes + e.loves + e.celebrations, e.likes, e.loves)
    is distinct from (coalesce(r.n, 0), coalesce(r.likes, 0), coalesce(r.loves, 0))
$$;
comment on function private.find_miscounts is 'Recounts everything. One row per wrong number.';
grant execute on function private.find_miscounts to service_role;

create function private.mend_counts() returns void
language plpgsql set search_path = '' as $$
declare
  found_kind text;
  found_ids bigint[];
begin
  -- Totals come last, because many writers need them and anyone who waits there already holds posts and comments.
  for found_kind, found_ids in
    select m.kind, array_agg(m.id) from private.find_miscounts() m
    group by m.kind order by m.kind = 'posts of a category in a state', m.kind desc
  loop
    perform private.mend_counts(found_kind, found_ids);
  end loop;
end
$$;
comment on function private.mend_counts() is 'Corrects all counts in one transaction.';
grant execute on function private.mend_counts() to service_role;

create function private.mend_counts(kind text, ids bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  case kind
    when 'replies to a comment' then
      perform 1 from public.comments c where c.id = any (ids) order by c.id for no key update;
      update public.comments c set replies_total = (
        select count(*) from public.comments r
        where r.parent_id = c.id and r.deleted_at is null and (r.hidden_at is null or r.hidden_reason is not null)
      ) where c.id = any (ids);
    when 'votes of a post', 'comments of a post' then
      perform 1 from public.posts p where p.id = any (ids) order by p.id for no key update;
      update public.posts p set
        votes_total = (select count(*) from public.votes v where v.post_id = p.id and v.counts),
        comments_total = (
          select count(*) from public.comments c
          where c.post_id = p.id and c.deleted_at is null and c.hidden_at is null
        )
      where p.id = any (ids);
    when 'reactions to a changelog entry' then
      perform 1 from public.changelog_entries e where e.id = any (ids) order by e.id for no key update;
      update public.changelog_entries e set (likes, loves, celebrations) = (
        select count(*) filter (where r.kind = 'like'), count(*) filter (where r.kind = 'love'),
          count(*) filter (where r.kind = 'celebrate')
        from public.changelog_reactions r where r.entry_id = e.id and not r.is_blocked
      ) where e.id = any (ids);
    when 'posts of a category in a state' then
      perform private.hold_totals();
      perform 1 from public.post_totals t where t.category_id = any (ids) order by t.category_id, t.state for update;
      update public.post_totals t set posts = (
        select count(*) from public.posts p
        where p.category_id = t.category_id and p.state = t.state and p.deleted_at is null
      ) where t.category_id = any (ids);
  end case;
end
$$;
comment on function private.mend_counts(kind text, ids bigint[]) is 'Corrects the counts of one kind.';
grant execute on function private.mend_counts(kind text, ids bigint[]) to service_role;
