-- Orders of the dashboard that had to sort every post.
create index posts_updated_idx on public.posts (updated_at desc, id desc);
create index profiles_name_idx on public.profiles (lower(name));
create index posts_nobody_idx on public.posts (id) where author_id is null;

-- Posts for the dashboard. sort: [{"by": …, "desc": …}], at most five rules, each column once; newest first when
-- empty. The id decides among equals, in the direction of the last rule. Continue with the row_cursor of a page's
-- last row as after_cursor, or go back with that of its first row as before_cursor; 1 to 200 rows a page.
-- Security definer because the words of posts are kept where clients cannot read.
create or replace function public.admin_posts(
  filter jsonb default '{}', sort jsonb default '[]', page_rows integer default 50,
  after_cursor text default null, before_cursor text default null
)
returns table (
  id bigint, title text, slug text, category_id integer, category_slug text, category_name text,
  author_name text, state public.post_state, votes_total integer, comments_total integer,
  created_at timestamptz, row_cursor text
)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(private.hosted_json(sort), '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  beyond text := 'true';
  same text := '';
  size integer;
  conditions text;
  ordered text;
  page text;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor says which order it belongs to.
  signature := md5(keys::text || descending::text);

  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := '';
    for i in 1 .. size loop
      beyond := concat_ws(' or ', nullif(beyond, ''), format(
        '(%s%s %s ($2 ->> %s)::%s)', same, keys[i], case when descending[i] <> is_back then '<' else '>' end, i - 1, types[i]
      ));
      same := same || format('%s = ($2 ->> %s)::%s and ', keys[i], i - 1, types[i]);
    end loop;
    -- Said once more for the first key alone, where an index can start from it.
    beyond := format('(%s) and %s %s ($2 ->> 0)::%s', beyond, keys[1],
      case when descending[1] <> is_back then '<=' else '>=' end, types[1]);
  end if;

  conditions := private.post_conditions(f) || ' and ' || beyond;
  ordered := (
    select string_agg(k || case when d <> is_back then ' desc' else '' end, ', ' order by i)
    from unnest(keys, descending) with ordinality as t(k, d, i)
  );
  page := 'select p.id from public.posts p
    left join public.profiles a on a.id = p.author_id left join public.categories c on c.id = p.category_id';
  if keys[1] = author_key then
    -- By the index of names, and beside it those without an author, who share one.
    page := format(
      '%1$s where p.id in (
         (select p.id from public.profiles a join public.posts p on p.author_id = a.id
          join public.categories c on c.id = p.category_id where %2$s order by %3$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %4$s order by %5$s limit $3)
       )',
      page, replace(conditions, author_key, 'lower(a.name)'), replace(ordered, author_key, 'lower(a.name)'),
      replace(conditions, author_key, nobody_key), replace(ordered, author_key, nobody_key)
    );
  else
    page := page || ' where ' || conditions;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (%2$s order by %3$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %4$s',
    array_to_string(keys, ', '), page, ordered,
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i))
  ) using f, keyset, least(greatest(coalesce(page_rows, 50), 1), 200), signature;
end
$$;
