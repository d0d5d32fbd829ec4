create function private.gather(post bigint) returns void
language plpgsql set search_path = '' as $$
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
comment on function private.gather is
  'Moves what belongs to merged posts to the post they were merged into: for each person the oldest vote and their follow choice, unless they have one there; every comment; every image, after the post''s own.';

create function private.send_votes_home(merges bigint[]) returns void
language sql set search_path = '' as $$
  delete from private.follows f
  using public.post_merges m, private.follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.person_id = f.person_id;
  update private.follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  delete from private.mail_follows f
  using public.post_merges m, private.mail_follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.address_id = f.address_id;
  update private.mail_follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  update public.votes v set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and v.merge_id = m.id
$$;
comment on function private.send_votes_home is 'Undoes gather for votes and follows. Newer choices win.';

create function private.count_merged(ids bigint[]) returns void
language sql set search_path = '' as $$
  update public.posts p
  set votes_total = v.n, trend = private.trend_weight(p.created_at) + v.weight, comments_total = c.n, activity_at = now()
  from unnest(ids) i (id)
  cross join lateral (
    select count(*)::integer as n, coalesce(sum(private.trend_weight(t.created_at)), 0) as weight
    from public.votes t where t.post_id = i.id and t.counts
  ) v
  cross join lateral (
    select count(*)::integer as n from public.comments t
    where t.post_id = i.id and t.deleted_at is null and t.hidden_at is null
  ) c
  where p.id = i.id
$$;
comment on function private.count_merged is 'Recounts these posts while they are locked.';

create function private.part(merge public.post_merges) returns void
language plpgsql set search_path = '' as $$
declare
  rest constant bigint[] := array(select b.id from private.brought_by(merge.id) b where b.id <> merge.id);
begin
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments return, because each of them would be indexed again.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    -- A reply's own merge may be later than its comment's.
    select t.id from public.comments t where t.merge_id = any (rest || merge.id) and t.parent_id is null
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id) and t.parent_id is null
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
comment on function private.part is
  'Takes a merged post, with everything merged into it before, out of the post that remains. Replies stay with what they reply to. Both posts must be locked.';

create function private.leave_merges() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.post_merges;
begin
  delete from public.post_merges where undone_at is not null and old.id in (into_id, stays_id);
  select * into own from public.post_merges where post_id = old.id and undone_at is null;
  if found then
    update public.post_merges set into_id = own.into_id where into_id = old.id and undone_at is null;
    update public.post_addresses set post_id = own.stays_id where post_id = old.id;
  end if;
  return old;
end
$$;
comment on function private.leave_merges is
  'Prepares a post for permanent removal: old merges are removed, posts merged into it are attached to the post it was merged into, and its addresses keep redirecting. A post that others are merged into isn''t removed: its foreign key refuses.';

create function private.free_merged(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.free_merged is 'Unmerges posts that were merged into posts about to be removed.';
grant execute on function private.free_merged to service_role;
