-- Lists of posts by keyset: each row carries the cursor that continues after it.
-- order_by: top, trending, newest, oldest, fewest-votes, most-comments, fewest-comments, title, title-desc.
-- Security definer because behind a policy no page by title starts from its index; it shows public columns only.
-- Hosted projects write floats with fewer digits than they have; a cursor needs them all.
create function public.list_posts(
  category text default null,
  in_state public.post_state default null,
  order_by text default 'top',
  after_cursor text default null,
  max_rows integer default 20
)
returns table (
  id bigint, category_slug text, slug text, title text, excerpt text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_id uuid, author_name text,
  row_cursor text
)
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
begin
  case order_by
    when 'top', 'fewest-votes' then
      keys := array['p.votes_total', 'p.activity_at', 'p.id'];
      types := array['integer', 'timestamptz', 'bigint'];
    when 'newest', 'oldest' then
      keys := array['p.created_at', 'p.id'];
      types := array['timestamptz', 'bigint'];
    when 'trending' then
      keys := array['p.trend', 'p.id'];
      types := array['double precision', 'bigint'];
    when 'most-comments', 'fewest-comments' then
      keys := array['p.comments_total', 'p.id'];
      types := array['integer', 'bigint'];
    when 'title', 'title-desc' then
      keys := array['lower(p.title)', 'p.id'];
      types := array['text', 'bigint'];
    else
      raise exception 'Unknown order: %', left(order_by, 40) using errcode = '22023';
  end case;
  if order_by in ('fewest-votes', 'oldest', 'fewest-comments', 'title') then
    direction := 'asc';
  end if;

  if category is not null then
    select c.id into category_key from public.categories c where c.slug = category;
    if category_key is null then
      return;
    end if;
    conditions := conditions || 'p.category_id = $1'::text;
  end if;
  if in_state is not null then
    conditions := conditions || 'p.state = $2'::text;
  end if;
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      if jsonb_typeof(keyset) <> 'array' or jsonb_array_length(keyset) <> array_length(keys, 1) or keyset @> '[null]' then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    conditions := conditions || format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name, jsonb_build_array(%1$s)::text
     from (select * from public.posts p where %2$s order by %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %3$s',
    array_to_string(keys, ', '),
    array_to_string(conditions, ' and '),
    (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i))
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$$;
revoke execute on function public.list_posts(text, public.post_state, text, text, integer) from public;
grant execute on function public.list_posts(text, public.post_state, text, text, integer) to anon, authenticated, service_role;

-- In: the row_cursor of the last comment or reply seen, or null. Out: where that row stood.
create function private.read_comment_cursor(given text, out created_at timestamptz, out id bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if given is null then
    return;
  end if;
  begin
    created_at := (private.read_cursor(given) ->> 0)::timestamptz;
    id := (private.read_cursor(given) ->> 1)::bigint;
  exception when others then
    created_at := null;
  end;
  if created_at is null or id is null then
    raise exception 'Unknown cursor' using errcode = '22023';
  end if;
end
$$;
grant execute on function private.read_comment_cursor(text) to anon, authenticated, service_role;

-- A post's comments, oldest first, each with its first replies; cursors as in list_posts.
create function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  author_id uuid, author_name text, author_avatar text, replies_total integer, replies jsonb, row_cursor text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.deleted_at, c.author_id, a.name, a.avatar_url, c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, max_replies) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;

-- The replies to a comment, oldest first.
create function public.list_replies(of_comment bigint, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz,
  author_id uuid, author_name text, author_avatar text, row_cursor text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    jsonb_build_array(c.created_at, c.id)::text
  from (
    select * from public.comments t
    where t.parent_id = of_comment
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;
revoke execute on function public.list_comments(bigint, text, integer, integer) from public;
revoke execute on function public.list_replies(bigint, text, integer) from public;
grant execute on function public.list_comments(bigint, text, integer, integer) to anon, authenticated, service_role;
grant execute on function public.list_replies(bigint, text, integer) to anon, authenticated, service_role;

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
