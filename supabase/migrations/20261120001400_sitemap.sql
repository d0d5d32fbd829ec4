-- What the sitemap's index needs: the parts that hold posts (10,000 ids each) and the categories, each
-- with its newest change. One JSON value, because the API cuts long lists of rows.
create function public.sitemap_index() returns jsonb
language sql stable set search_path = ''
as $$
  with groups as (
    select p.id / 10000 as part, p.category_id, max(p.activity_at) as changed_at
    from public.posts p group by 1, 2
  )
  select jsonb_build_object(
    'parts', (
      select coalesce(jsonb_agg(jsonb_build_object('part', part, 'changed_at', changed_at) order by part), '[]')
      from (select part, max(changed_at) as changed_at from groups group by part) parts
    ),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'slug', c.slug,
        'changed_at', greatest(c.created_at, (select max(changed_at) from groups where category_id = c.id))
      ) order by c.position, c.id), '[]')
      from public.categories c
    )
  )
$$;

-- The posts of one part, in the order of their ids.
create function public.sitemap_posts(of_part integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'category', c.slug, 'slug', p.slug, 'changed_at', p.activity_at
  ) order by p.id), '[]')
  from public.posts p join public.categories c on c.id = p.category_id
  where p.id >= of_part * 10000::bigint and p.id < (of_part + 1) * 10000::bigint
$$;
revoke execute on function public.sitemap_index() from public;
revoke execute on function public.sitemap_posts(integer) from public;
grant execute on function public.sitemap_index() to anon, authenticated, service_role;
grant execute on function public.sitemap_posts(integer) to anon, authenticated, service_role;
