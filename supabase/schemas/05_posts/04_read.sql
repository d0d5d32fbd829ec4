create function private.details_of(post bigint) returns text
language sql security definer set search_path = '' as $$
  select p.details from public.posts p where p.id = post and p.deleted_at is null
$$;
comment on function private.details_of is 'The details of a post, for members'' functions. Volatile.';
grant execute on function private.details_of to authenticated;

create function public.get_post(category text, slug text) returns table(
  id bigint, title text, details text, state public.post_state, votes_total integer, comments_total integer,
  created_at timestamptz, edited_at timestamptz, activity_at timestamptz, locked_at timestamptz, pinned_at timestamptz,
  category_id integer, category_slug text, category_name text, author_id uuid, author_name text, author_avatar text,
  author_is_team boolean, events jsonb, merges jsonb, partings jsonb, images jsonb, mentions jsonb
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.title, p.details, p.state, p.votes_total, p.comments_total,
    p.created_at, p.edited_at, p.activity_at, p.locked_at, p.pinned_at,
    c.id, c.slug, c.name, a.id, a.name, a.avatar_url, a.is_team,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note, 'created_at', e.created_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by e.created_at, e.id), '[]')
      from (select * from public.post_events e where e.post_id = p.id order by e.created_at, e.id limit 200) e
      left join public.profiles by on by.id = e.actor_id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'post_id', m.post_id, 'title', m.title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select * from public.post_merges m
        where m.stays_id = p.id and (
          m.undone_at is null
          or exists (select from public.posts own where own.id = m.post_id and own.deleted_at is null)
        )
        order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', m.id, 'title', m.stays_title, 'merged_at', m.merged_at, 'undone_at', m.undone_at,
        'actor_id', by.id, 'actor_name', by.name, 'actor_is_team', by.is_team
      ) order by m.id), '[]')
      from (
        select m.*, stays.title as stays_title
        from public.post_merges m
        join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
        where m.post_id = p.id order by m.id limit 200
      ) m
      left join public.profiles by on by.id = m.merged_by
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
        'position', i.position, 'merged_from', m.title
      ) order by i.position, i.id), '[]')
      from (select * from public.images i where i.post_id = p.id order by i.position, i.id limit 200) i
      left join public.post_merges m on m.id = i.merge_id and m.undone_at is null
    ),
    private.mentioned_in(null, p.id)
  from public.posts p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where c.slug = get_post.category and p.slug = get_post.slug and p.deleted_at is null
    and (select private.require_small_select(3))
$$;
comment on function public.get_post is 'The post at an address, with its timeline, merges and images.';
grant execute on function public.get_post to anon, authenticated;

create function public.post_source(post_id bigint) returns table(title text, details text, revision integer)
language sql stable security definer set search_path = '' as $$
  select p.title, p.details, p.revision from public.posts p
  where p.id = post_source.post_id and (p.deleted_at is null or private.is_own_waiting(p.id, null))
    and (select private.require_small_select(3))
$$;
comment on function public.post_source is 'The texts of a post and the revision that an edit starts from.';
grant execute on function public.post_source to authenticated;

create function public.feed_posts(in_category integer default null) returns table(
  id bigint, slug text, title text, details text, category_slug text, category_name text, author_id uuid,
  author_name text, created_at timestamptz, edited_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, p.title, p.details, c.slug, c.name, a.id, a.name, p.created_at, p.edited_at
  from (
    select n.*, sum(octet_length(n.details)) over (order by n.created_at desc, n.id desc) as bytes
    from (
      select * from public.posts t
      where t.deleted_at is null and (in_category is null or t.category_id = in_category)
      order by t.created_at desc, t.id desc limit 50
    ) n
  ) p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.created_at desc, p.id desc
$$;
comment on function public.feed_posts is 'The fifty newest posts, or fewer if their texts are very long.';
grant execute on function public.feed_posts to anon, authenticated;

create function public.sitemap_index() returns jsonb
language sql stable security definer set search_path = '' as $$
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
  where private.require_small_select(3)
$$;
comment on function public.sitemap_index is
  'The parts of the sitemap. Security definer, because policies keep the query from using its index.';
grant execute on function public.sitemap_index to anon, authenticated, service_role;

create function public.sitemap_posts(of_part integer) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'category', c.slug, 'slug', p.slug, 'changed_at', p.activity_at
  ) order by p.id), '[]')
  from public.posts p join public.categories c on c.id = p.category_id
  where (select private.require_small_select(3)) and p.id >= of_part * 10000::bigint and p.id < (of_part + 1) * 10000::bigint
$$;
comment on function public.sitemap_posts is 'The posts of one part, ordered by id.';
grant execute on function public.sitemap_posts to anon, authenticated, service_role;
