create function public.pin_posts(post_ids bigint[], wanted boolean) returns table(id bigint, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  if wanted is null then
    raise exception '"pinned" must be true or false.' using errcode = '22023';
  end if;
  -- One at a time, so that the counts stay true until the end.
  perform pg_advisory_xact_lock(hashtextextended('pins', 0));
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set pinned_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.pinned_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  if wanted and exists (
    select from public.posts p
    where p.pinned_at is not null
      and p.category_id in (select t.category_id from public.posts t where t.id = any (changed))
    group by p.category_id having count(*) > 3
  ) then
    raise exception 'A category can have at most 3 pinned posts. Unpin one first.' using errcode = '23514', hint = 'pins_full';
  end if;
  perform private.look_at(i) from unnest(changed) i;
  perform private.audit(case when wanted then 'post.pin' else 'post.unpin' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$$;
comment on function public.pin_posts is
  'Pins up to 200 posts, in categories that have room for all of them, or unpins them. Returns the addresses of changed posts. For the team.';
grant execute on function public.pin_posts to authenticated;

create function public.lock_posts(post_ids bigint[], wanted boolean) returns table(id bigint, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set locked_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.locked_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  perform private.audit(case when wanted then 'post.lock' else 'post.unlock' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$$;
comment on function public.lock_posts is 'Locks or unlocks comments on up to 200 posts. For the team.';
grant execute on function public.lock_posts to authenticated;
