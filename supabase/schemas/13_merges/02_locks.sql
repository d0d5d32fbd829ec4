-- The order in which posts and people are held, so that two who need several never wait for one another.

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
comment on function private.hold_posts is 'Locks posts as set_vote and every count do, in the order of ids.';

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
  'Whoever leaves, and what they still write in another window: each held what the other wanted next. Now they wait for one another before either holds anything, in the order of a block: merges, the person, posts in the order of ids.';

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
