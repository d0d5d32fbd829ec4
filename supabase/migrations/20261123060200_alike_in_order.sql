-- As before, but what is too old is found anew where it stands, in the order of posts, and nobody waits for what is thrown
-- away: of two who looked at once, each could hold what the other waited for.
create or replace function private.find_alike(newest integer default 40, max_age interval default '1 day') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.alike_posts (post_id, title, other_ids)
  select p.id, p.title, array(select s.id from public.similar_posts(p.title, 4) s where s.id <> p.id)
  from private.newest_posts(newest) p
  where not exists (
    select from private.alike_posts a where a.post_id = p.id and a.title = p.title and a.found_at >= now() - max_age
  )
  order by p.id
  on conflict (post_id) do update
    set title = excluded.title, other_ids = excluded.other_ids, found_at = excluded.found_at;
  delete from private.alike_posts a where a.post_id in (
    select o.post_id from private.alike_posts o where o.found_at < now() - max_age for update skip locked
  );
end
$$;
