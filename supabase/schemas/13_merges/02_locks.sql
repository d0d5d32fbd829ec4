-- The order in which posts and people are locked, so that two transactions that need several never wait for each other.

create function private.hold_posts(ids bigint[]) returns void
language plpgsql set search_path = '' as $$
declare
  post bigint;
begin
  for post in select distinct i from unnest(ids) i order by i loop
    perform pg_advisory_xact_lock(post);
  end loop;
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
end
$$;
comment on function private.hold_posts is 'Locks posts in order of their ids, like set_vote and every count.';

create function private.hold_posts_of_leaver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 1));
  perform private.hold_posts_of_people(array[old.id]);
  return old;
end
$$;
comment on function private.hold_posts_of_leaver is
  'Locks what a leaving person''s deletion needs, in the order of a block: merges, the person, then posts by id. Otherwise the deletion and something they still write in another window could each hold what the other needs.';

create function private.hold_posts_of_people(people uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.wait_for_merges();
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = any (people)
    union select v.post_id from public.votes v where v.user_id = any (people)
    union select c.post_id from public.comments c where c.author_id = any (people)
  )
  order by p.id for update;
end
$$;
comment on function private.hold_posts_of_people is 'Locks all posts of people before anything else.';
