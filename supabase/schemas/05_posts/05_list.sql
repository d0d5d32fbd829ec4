create function public.list_posts(
  category text default null, in_state public.post_state default null, order_by text default 'top',
  after_cursor text default null, max_rows integer default 20
) returns table(
  id bigint, category_slug text, slug text, title text, excerpt text, state public.post_state, votes_total integer,
  comments_total integer, created_at timestamptz, author_id uuid, author_name text, author_is_team boolean,
  row_cursor text, category_name text, state_changed_at timestamptz, is_pinned boolean
)
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1 as $$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
  has_pins boolean;
  is_among_pins boolean := false;
  beyond text := 'true';
  ordered text;
  page text;
begin
  perform private.require_small_select(3);
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
  has_pins := category is not null and order_by = 'top';
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      is_among_pins := has_pins and jsonb_array_length(keyset) = cardinality(keys) + 1 and keyset -> -1 = 'true';
      if jsonb_typeof(keyset) <> 'array' or keyset @> '[null]'
         or jsonb_array_length(keyset) <> cardinality(keys) + is_among_pins::integer then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  ordered := (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i));
  page := format(
    'select p.*, %s as is_first from public.posts p where %s and %s order by %s limit $4',
    '%s', array_to_string(conditions, ' and '), '%s', ordered
  );
  page := case
    when not has_pins then format(page, 'false', beyond)
    -- After the first row that isn't pinned, no more pinned rows follow.
    when after_cursor is not null and not is_among_pins then format(page, 'false', 'p.pinned_at is null and ' || beyond)
    else '(' || format(page, 'true', 'p.pinned_at is not null and ' || beyond) || ') union all ('
      || format(page, 'false', 'p.pinned_at is null') || ')'
  end;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name, coalesce(a.is_team, false),
            (jsonb_build_array(%1$s) || case when p.is_first then ''[true]''::jsonb else ''[]'' end)::text,
            c.name, p.state_changed_at, p.is_first
     from (select * from (%2$s) p order by p.is_first desc, %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by p.is_first desc, %3$s',
    array_to_string(keys, ', '), page, ordered
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$$;
comment on function public.list_posts is
  'Lists posts by keyset: each row has the cursor that continues after it. order_by: top, trending, newest, oldest, fewest-votes, most-comments, fewest-comments, title, title-desc. Security definer, because with a policy no page ordered by title starts from its index; it only returns public columns. Hosted projects print floats with fewer digits than they have, and a cursor needs them all.';
grant execute on function public.list_posts to anon, authenticated, service_role;
