-- Merging moves votes, comments and pictures to the post that stays, each with the merge that brought it, so that
-- undoing needs no guess. One merge or undo at a time; votes and comments on other posts never wait for it.

-- The post that stands for this one: itself, unless it is merged.
create function private.standing_post(id bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select m.stays_id from public.post_merges m where m.post_id = standing_post.id and m.undone_at is null), id
  );
end
$$;
grant execute on function private.standing_post(bigint) to authenticated, service_role;

-- These posts, those they are merged into, and all that is merged into any of them.
create function private.merged_with(ids bigint[]) returns bigint[]
language sql stable set search_path = ''
as $$
  with standing as (
    select i as id from unnest(ids) i
    union
    select m.stays_id from public.post_merges m where m.post_id = any (ids) and m.undone_at is null
  )
  select array_agg(id) from (
    select id from standing
    union
    select m.post_id from public.post_merges m join standing s on s.id = m.stays_id where m.undone_at is null
  ) all_of_them
$$;

-- Holds posts from votes and comments, as set_vote does first and then every counting: both in the order of ids.
create function private.hold_posts(ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  post bigint;
begin
  for post in select distinct i from unnest(ids) i order by i loop
    perform pg_advisory_xact_lock(post);
  end loop;
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
end
$$;

-- Brings to a post what waits in those that are merged into it: of each person the oldest vote and what they chose about
-- following first, unless they have one there; every comment; every picture, after its own.
create function private.gather(post bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  with chosen as (
    select distinct on (v.user_id) v.user_id, v.post_id, m.id as merge_id
    from public.post_merges m join public.votes v on v.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from public.votes own where own.post_id = post and own.user_id = v.user_id)
    order by v.user_id, v.created_at, v.post_id
  )
  update public.votes v set post_id = post, merge_id = c.merge_id
  from chosen c where v.user_id = c.user_id and v.post_id = c.post_id;

  with chosen as (
    select distinct on (f.person_id) f.person_id, f.post_id, m.id as merge_id
    from public.post_merges m join private.follows f on f.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from private.follows own where own.post_id = post and own.person_id = f.person_id)
    order by f.person_id, f.created_at, f.post_id
  )
  update private.follows f set post_id = post, merge_id = c.merge_id
  from chosen c where f.person_id = c.person_id and f.post_id = c.post_id;

  with chosen as (
    select distinct on (f.address_id) f.address_id, f.post_id, m.id as merge_id
    from public.post_merges m join private.mail_follows f on f.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
      and not exists (select from private.mail_follows own where own.post_id = post and own.address_id = f.address_id)
    order by f.address_id, f.confirmed_at nulls last, f.post_id
  )
  update private.mail_follows f set post_id = post, merge_id = c.merge_id
  from chosen c where f.address_id = c.address_id and f.post_id = c.post_id;

  update public.comments c set post_id = post, merge_id = coalesce(c.merge_id, m.id)
  from public.post_merges m
  where m.stays_id = post and m.undone_at is null and c.post_id = m.post_id;
  update private.search_comments s set post_id = post
  from public.comments c where c.post_id = post and s.comment_id = c.id and s.post_id <> post;

  with moved as (
    select i.id, coalesce(i.merge_id, m.id) as merge_id,
      (select coalesce(max(own.position), -1) from public.images own where own.post_id = post)
        + row_number() over (order by m.id, i.position, i.id) as position
    from public.post_merges m join public.images i on i.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null
  )
  update public.images i set post_id = post, merge_id = moved.merge_id, position = moved.position
  from moved where i.id = moved.id;
end
$$;

-- Votes that merges brought away, back to where they were cast, and so what people chose about following.
create function private.send_votes_home(merges bigint[]) returns void
language sql set search_path = ''
as $$
  update private.follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  update private.mail_follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  update public.votes v set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and v.merge_id = m.id
$$;

-- Its body is bound to what it names, so it needs no path; without one, ten thousand of them are one expression.
alter function private.trend_weight(timestamptz) reset search_path;

-- Counts these posts anew, while they are held.
create function private.count_merged(ids bigint[]) returns void
language sql set search_path = ''
as $$
  update public.posts p
  set votes_total = v.n, trend = private.trend_weight(p.created_at) + v.weight, comments_total = c.n, activity_at = now()
  from unnest(ids) i (id)
  cross join lateral (
    select count(*)::integer as n, coalesce(sum(private.trend_weight(t.created_at)), 0) as weight
    from public.votes t where t.post_id = i.id
  ) v
  cross join lateral (
    select count(*)::integer as n from public.comments t where t.post_id = i.id and t.deleted_at is null
  ) c
  where p.id = i.id
$$;

-- Takes a merged post out of the one that stands for it, with what had been merged into it before. Replies stay with
-- what they answer. The posts of both are held.
create function private.part(merge public.post_merges) returns void
language plpgsql set search_path = ''
as $$
declare
  others bigint[];
  rest bigint[];
  replies bigint[];
begin
  with recursive under as (
    select m.id, m.post_id from public.post_merges m where m.into_id = merge.post_id and m.undone_at is null
    union
    select m.id, m.post_id from public.post_merges m join under u on m.into_id = u.post_id where m.undone_at is null
  )
  select coalesce(array_agg(u.id), '{}'), coalesce(array_agg(u.post_id), '{}') into rest, others from under u;
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments are there again: each of them would be indexed anew.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    select t.id from public.comments t where t.merge_id = any (rest || merge.id)
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id)
  );
  update private.search_comments s set post_id = merge.post_id
  from public.comments c where c.post_id = merge.post_id and s.comment_id = c.id and s.post_id <> merge.post_id;
  update public.images i
  set post_id = merge.post_id, merge_id = case when i.merge_id = any (rest) then i.merge_id end
  where i.merge_id = any (rest || merge.id);
  perform private.gather(merge.post_id);
  perform private.gather(merge.stays_id);
end
$$;

-- Merges up to 200 posts into another and says of each what became of it: done, unchanged (it is merged there
-- already), conflict (one of the two is merged elsewhere), missing. And where both are, for what is stored of them.
create function public.merge_posts(post_ids bigint[], into_id bigint)
returns table (
  post_id bigint, outcome text, category_slug text, slug text, stays_id bigint, stays_category_slug text, stays_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  target public.posts;
  done bigint[] := '{}';
  held bigint[];
begin
  if merge_posts.into_id = any (ids) then
    raise exception 'A post cannot be merged into itself.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  held := private.merged_with(ids || merge_posts.into_id);
  perform private.hold_posts(held);
  select * into target from public.posts p where p.id = merge_posts.into_id;
  select target.id, c.slug, target.slug into stays_id, stays_category_slug, stays_slug
  from public.categories c where c.id = target.category_id;
  for post_id, outcome, category_slug, slug in
    select i,
      case
        when target.id is null or p.id is null or p.deleted_at < 'infinity' or target.deleted_at < 'infinity' then 'missing'
        when private.standing_post(i) = target.id then 'unchanged'
        when 'infinity' in (p.deleted_at, target.deleted_at) then 'conflict'
        else 'done'
      end,
      c.slug, p.slug
    from unnest(ids) i left join public.posts p on p.id = i left join public.categories c on c.id = p.category_id
    order by i
  loop
    if outcome = 'done' then
      done := done || post_id;
    end if;
    return next;
  end loop;
  if done = '{}' then
    return;
  end if;
  perform private.send_votes_home(array(
    select m.id from public.post_merges m where m.stays_id = any (done) and m.undone_at is null
  ));
  update public.post_merges m set stays_id = target.id where m.stays_id = any (done) and m.undone_at is null;
  insert into public.post_merges (post_id, into_id, stays_id, title, merged_by)
  select p.id, target.id, target.id, p.title, auth.uid() from public.posts p where p.id = any (done) order by p.id;
  perform private.gather(target.id);
  -- After its comments have left: they stay in the index.
  update public.posts p set deleted_at = 'infinity', deleted_by = null where p.id = any (done);
  perform private.count_merged(held);
  perform private.audit('post.merge', p.id, p.title, null, jsonb_build_object('into', target.id, 'title', target.title))
  from public.posts p where p.id = any (done) order by p.id;
end
$$;

-- Undoes merges, whenever they were, and says of each post what became of it: done, unchanged (it is not merged),
-- missing. And where it is and where it was merged, for what is stored of both.
create function public.unmerge_posts(post_ids bigint[])
returns table (
  post_id bigint, outcome text, category_slug text, slug text, stays_id bigint, stays_category_slug text, stays_slug text
)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  held bigint[];
  merge public.post_merges;
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  held := private.merged_with(ids);
  perform private.hold_posts(held);
  foreach post_id in array ids loop
    select * into merge from public.post_merges m where m.post_id = unmerge_posts.post_id and m.undone_at is null;
    if found then
      perform private.part(merge);
      perform private.audit('post.unmerge', p.id, p.title, jsonb_build_object('from', merge.stays_id), null)
      from public.posts p where p.id = merge.post_id;
    end if;
    select case when merge.id is not null then 'done' when p.id is not null then 'unchanged' else 'missing' end,
      c.slug, p.slug, merge.stays_id
    into outcome, category_slug, slug, stays_id
    from (select 1) one
    left join public.posts p on p.id = unmerge_posts.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
    select c.slug, p.slug into stays_category_slug, stays_slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = merge.stays_id;
    return next;
  end loop;
  perform private.count_merged(held);
end
$$;

-- What merging would make of these posts, before anybody does it; null when the one that is to stay is gone. Admins
-- only. voted_more is how many people voted for several of them, followers_total who would hear of a change of state.
create function public.merge_preview(post_ids bigint[], into_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  return (
    with posts as (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, p.comments_total,
        (select count(*) from public.images i where i.post_id = p.id) as images_total,
        p.id = merge_preview.into_id as stays
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = any (ids || merge_preview.into_id) and p.deleted_at is null
    ),
    people as (
      select count(*) as n, count(*) filter (where votes > 1) as voted_more
      from (
        select v.user_id, count(*) as votes from public.votes v where v.post_id in (select id from posts) group by 1
      ) each_person
    )
    select jsonb_build_object(
      'posts', jsonb_agg(to_jsonb(p) order by p.stays desc, p.votes_total desc, p.id),
      'votes_total', (select n from people), 'voted_more', (select voted_more from people),
      'followers_total', (select f.people from public.admin_followers(ids || merge_preview.into_id) f),
      'comments_total', sum(p.comments_total), 'images_total', sum(p.images_total)
    )
    from posts p having bool_or(p.stays)
  );
end
$$;

revoke execute on function public.merge_posts(bigint[], bigint) from public, anon;
revoke execute on function public.unmerge_posts(bigint[]) from public, anon;
revoke execute on function public.merge_preview(bigint[], bigint) from public, anon;
grant execute on function public.merge_posts(bigint[], bigint) to authenticated;
grant execute on function public.unmerge_posts(bigint[]) to authenticated;
grant execute on function public.merge_preview(bigint[], bigint) to authenticated;

-- Before posts are removed for good: whatever was merged into them stands for itself again.
create function private.free_merged(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  merge public.post_merges;
  held bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  if not exists (select from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null) then
    return;
  end if;
  held := private.merged_with(ids);
  perform private.hold_posts(held);
  for merge in
    select * from public.post_merges m
    where m.stays_id = any (ids) and m.into_id = m.stays_id and m.undone_at is null order by m.id
  loop
    perform private.part(merge);
  end loop;
  perform private.count_merged(held);
end
$$;

grant execute on function private.free_merged(bigint[]) to service_role;

create or replace function private.remove_deleted_posts() returns integer
language plpgsql set search_path = ''
as $$
declare
  removed integer;
begin
  perform private.free_merged(array(select p.id from public.posts p where p.deleted_at <= private.undo_end()));
  delete from public.posts where deleted_at <= private.undo_end();
  get diagnostics removed = row_count;
  return removed;
end
$$;

-- An account that goes holds the posts it takes votes and comments from before anything else, as a merge does: two that
-- wait for each other would both fail.
create function private.hold_posts_of(person uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = person
    union select v.post_id from public.votes v where v.user_id = person
    union select c.post_id from public.comments c where c.author_id = person
  )
  order by p.id for update;
end
$$;

create function private.hold_posts_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_posts_of(old.id);
  return old;
end
$$;
create trigger hold_posts_of_leaver before delete on auth.users
  for each row execute function private.hold_posts_of_leaver();

-- Deletes the caller's account with its sessions. Posts and comments stay under "Deleted user", or go for good,
-- deleted posts and what was said on them included; a comment that others answered stays as an empty place. What
-- others wrote in posts that were merged into the caller's stands for itself again.
create or replace function public.delete_account(remove_content boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if remove_content then
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of(me);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$$;
