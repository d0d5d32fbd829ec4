create function public.merge_posts(post_ids bigint[], into_id bigint) returns table(
  post_id bigint, outcome text, category_slug text, slug text, stays_id bigint, stays_category_slug text,
  stays_slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  target public.posts;
  done bigint[] := '{}';
  held bigint[];
begin
  if merge_posts.into_id = any (ids) then
    raise exception 'A post can''t be merged into itself.' using errcode = '22023';
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
  -- This runs after its comments have moved, because those stay in the index.
  update public.posts p set deleted_at = 'infinity', deleted_by = null where p.id = any (done);
  perform private.count_merged(held);
  perform private.audit('post.merge', p.id, p.title, null, jsonb_build_object('into', target.id, 'title', target.title))
  from public.posts p where p.id = any (done) order by p.id;
end
$$;
comment on function public.merge_posts is
  'Merges up to 200 posts into another and returns the outcome of each: done, unchanged (already merged there), conflict (one of the two is merged elsewhere) or missing, with both addresses so that stored pages can be refreshed.';
grant execute on function public.merge_posts to authenticated;

create function public.unmerge_posts(post_ids bigint[]) returns table(
  post_id bigint, outcome text, category_slug text, slug text, stays_id bigint, stays_category_slug text,
  stays_slug text
)
language plpgsql security definer set search_path = '' as $$
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
comment on function public.unmerge_posts is
  'Undoes merges of any age and returns the outcome of each post: done, unchanged (it isn''t merged) or missing, with its address and the one it was merged into, so that stored pages can be refreshed.';
grant execute on function public.unmerge_posts to authenticated;

create function public.merge_preview(post_ids bigint[], into_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set work_mem = '64MB' set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  voted_on bigint[];
begin
  ids := array(select p.id from public.posts p where p.id = any (ids || merge_preview.into_id) and p.deleted_at is null);
  -- Moves what belongs to posts that are already merged once more.
  voted_on := ids || array(
    select m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
  );
  return (
    with posts as (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, p.comments_total,
        (select count(*) from public.images i where i.post_id = p.id) as images_total,
        p.id = merge_preview.into_id as stays
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = any (ids)
    ),
    people as (
      select v.user_id, bool_or(v.counts) as any_counts, bool_and(v.counts) as all_count,
        count(*) filter (where v.counts and v.post_id = any (ids)) as votes
      from public.votes v where v.post_id = any (voted_on)
      group by v.user_id
    ),
    votes as (
      select count(*) filter (where p.all_count or p.any_counts and (
        -- Take the locks in the same order as private.gather.
        select v.counts from public.votes v left join public.post_merges m on m.id = v.merge_id
        where v.user_id = p.user_id and v.post_id = any (voted_on)
        order by v.post_id = merge_preview.into_id desc, v.created_at, coalesce(m.post_id, v.post_id) limit 1
      )) as total, count(*) filter (where p.votes > 1) as voted_more
      from people p
    )
    select jsonb_build_object(
      'posts', jsonb_agg(to_jsonb(p) order by p.stays desc, p.votes_total desc, p.id),
      'votes_total', (select total from votes), 'voted_more', (select voted_more from votes),
      'followers_total', (select f.people from public.admin_followers(ids) f),
      'comments_total', sum(p.comments_total), 'images_total', sum(p.images_total)
    )
    from posts p having bool_or(p.stays)
  );
end
$$;
comment on function public.merge_preview is
  'A preview of merging these posts; null if the post to keep no longer exists. voted_more is how many people voted for several of them, followers_total how many would be notified. For the team.';
grant execute on function public.merge_preview to authenticated;
