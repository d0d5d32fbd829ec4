-- The newest change of each part and each category is the first entry of an index: the time the sitemap takes grows
-- with the number of its parts, not with that of the posts.
create index posts_part_changed_idx on public.posts ((id / 10000), activity_at desc) where deleted_at is null;
create index posts_category_changed_idx on public.posts (category_id, activity_at desc) where deleted_at is null;

-- Security definer because behind a policy no index of an expression is used; it shows public columns only.
create or replace function public.sitemap_index() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with recursive parts as (
    select (select min(p.id) / 10000 from public.posts p) as part
    union all
    select (select min(p.id) / 10000 from public.posts p where p.id >= (t.part + 1) * 10000)
    from parts t where t.part is not null
  ),
  changed as (
    select t.part, (
      select p.activity_at from public.posts p
      where p.id / 10000 = t.part and p.deleted_at is null order by p.activity_at desc limit 1
    ) as changed_at
    from parts t
  )
  select jsonb_build_object(
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('part', part, 'changed_at', changed_at) order by part), '[]')
      from changed where changed_at is not null
    ),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', c.slug,
        'changed_at', greatest(c.created_at, (
          select p.activity_at from public.posts p
          where p.category_id = c.id and p.deleted_at is null order by p.activity_at desc limit 1
        ))
      ) order by c.position, c.id), '[]')
      from public.categories c
    )
  )
$$;
