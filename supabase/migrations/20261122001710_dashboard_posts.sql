-- Posts for the dashboard. sort: [{"by": …, "desc": …}], at most five rules, each column once; newest first when
-- empty. The id decides among equals, in the direction of the last rule. Continue with the row_cursor of a page's
-- last row as after_cursor, or go back with that of its first row as before_cursor; 1 to 200 rows a page.
-- Security definer because the words of posts are kept where clients cannot read.
create function public.admin_posts(
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

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (
       select p.id from public.posts p
       left join public.profiles a on a.id = p.author_id
       left join public.categories c on c.id = p.category_id
       where %2$s and %3$s order by %4$s limit $3
     ) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by %5$s',
    array_to_string(keys, ', '), private.post_conditions(f), beyond,
    (select string_agg(k || case when d <> is_back then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i)),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i))
  ) using f, keyset, least(greatest(coalesce(page_rows, 50), 1), 200), signature;
end
$$;

-- How many posts a filter finds, always exact: from kept totals where only states and categories are asked for.
create function public.admin_posts_count(filter jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  f private.post_filter;
  total integer;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter);
  if num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.post_ids, f.unanswered) = 0 then
    return (
      select coalesce(sum(t.posts), 0) from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids))
    );
  end if;
  execute format('select count(*) from public.posts p where %s', private.post_conditions(f)) into total using f;
  return total;
end
$$;

revoke execute on function public.admin_posts(jsonb, jsonb, integer, text, text) from public, anon;
revoke execute on function public.admin_posts_count(jsonb) from public, anon;
grant execute on function public.admin_posts(jsonb, jsonb, integer, text, text) to authenticated;
grant execute on function public.admin_posts_count(jsonb) to authenticated;

-- Which posts a filter matches, in steps of up to 200, each with what a later change compares (seen).
create function public.admin_matching(filter jsonb default '{}', after_id bigint default 0, max_rows integer default 200)
returns table (id bigint, state public.post_state, category_id integer)
language plpgsql stable security definer set search_path = '' set jit = off
as $$
#variable_conflict use_column
declare
  f private.post_filter;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter);
  return query execute format(
    'select p.id, p.state, p.category_id from public.posts p where %s and p.id > $2 order by p.id limit $3',
    private.post_conditions(f)
  ) using f, coalesce(after_id, 0), least(greatest(coalesce(max_rows, 200), 1), 200);
end
$$;
revoke execute on function public.admin_matching(jsonb, bigint, integer) from public, anon;
grant execute on function public.admin_matching(jsonb, bigint, integer) to authenticated;

-- All there is to know of a post, for its row in the dashboard; null when there is none. Admins only: it tells
-- who voted.
create function public.admin_post(post_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, n.name as author_name, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_name, l.action, l.before, l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id and p.deleted_at is null
  );
end
$$;
revoke execute on function public.admin_post(bigint) from public, anon;
grant execute on function public.admin_post(bigint) to authenticated;
