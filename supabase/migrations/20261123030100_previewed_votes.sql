-- As before, but without the votes that do not count: of each person the one that the merge will leave on the post.
create or replace function public.merge_preview(post_ids bigint[], into_id bigint) returns jsonb
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
      select count(*) filter (where counts) as n, count(*) filter (where votes > 1) as voted_more
      from (
        -- In the order of private.gather: what waits in posts that are merged already is brought along anew.
        select (array_agg(v.counts order by v.post_id = merge_preview.into_id desc, v.created_at, coalesce(m.post_id, v.post_id)))[1] as counts,
          count(*) filter (where v.counts and v.post_id in (select id from posts)) as votes
        from public.votes v left join public.post_merges m on m.id = v.merge_id
        where v.post_id in (
          select id from posts
          union
          select w.post_id from public.post_merges w join posts s on s.id = w.stays_id where w.undone_at is null
        )
        group by v.user_id
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
