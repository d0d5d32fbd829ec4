-- Counts were set to what a recount had found, also where somebody had voted or written since: a right count became wrong.

-- Sets these counts of one kind to what is there, while others write. In: a kind and ids as private.find_miscounts gives
-- them. Their rows are held first, in order, so that what is counted then is all that is in them: whoever adds to one has
-- done so before, or waits and adds to the mended one. They wait until the transaction ends: with posts or comments who
-- votes, comments or replies there; with totals everybody who writes, moves or deletes a post, for as long as the posts
-- of these categories take to count.
create function private.mend_counts(kind text, ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
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
grant execute on function private.mend_counts(text, bigint[]) to service_role;

-- All that a recount finds, in one transaction, which holds it all until it ends; npm run recount mends a part at a time.
create or replace function private.mend_counts() returns void
language plpgsql set search_path = ''
as $$
declare
  found_kind text;
  found_ids bigint[];
begin
  -- Totals last, as everybody holds them: whoever waits there holds posts and comments.
  for found_kind, found_ids in
    select m.kind, array_agg(m.id) from private.find_miscounts() m
    group by m.kind order by m.kind = 'posts of a category in a state', m.kind desc
  loop
    perform private.mend_counts(found_kind, found_ids);
  end loop;
end
$$;
