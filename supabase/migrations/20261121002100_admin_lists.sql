-- The dashboard's list of posts: any filter, up to five sort rules, pages by keyset.
create type private.post_filter as (
  states public.post_state[], category_ids integer[], author_ids uuid[], from_time timestamptz, to_time timestamptz,
  votes_min integer, votes_max integer, post_ids bigint[], unanswered boolean
);

-- A JSON argument as it was meant: the local backend hands it over as a string inside jsonb. Null for JSON's null.
create function private.given_json(value jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(case jsonb_typeof(value) when 'string' then (value #>> '{}')::jsonb else value end, 'null');
exception when invalid_text_representation then
  raise exception 'This is no JSON.' using errcode = '22023';
end
$$;

-- The strings of a filter's list.
create function private.filter_list(filter jsonb, key text) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'array'
     or exists (select 1 from jsonb_array_elements(filter -> key) e where jsonb_typeof(e) <> 'string') then
    raise exception 'The filter % is a list of texts.', key using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(filter -> key));
end
$$;

create function private.filter_text(filter jsonb, key text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'string' then
    raise exception 'The filter % is a text.', key using errcode = '22023';
  end if;
  return nullif(private.clean_line(left(filter ->> key, 400)), '');
end
$$;

create function private.filter_day(filter jsonb, key text) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) = 'string' and filter ->> key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return (filter ->> key)::date;
  end if;
  raise exception 'The filter % is a day, like 2026-11-20.', key using errcode = '22023';
exception when datetime_field_overflow then
  raise exception 'The filter % is no day there is.', key using errcode = '22023';
end
$$;

create function private.filter_number(filter jsonb, key text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) = 'number' and filter ->> key ~ '^-?[0-9]{1,9}$' then
    return (filter ->> key)::integer;
  end if;
  raise exception 'The filter % is a whole number.', key using errcode = '22023';
end
$$;

-- Posts whose title holds a text, accents and signs aside, or whose title and details have its words. A text
-- without words (signs only) is looked for as it stands. Found beforehand: the planner cannot guess how many it is.
create function private.posts_with_text(typed text) returns bigint[]
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  words tsquery;
  typed_key text;
begin
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if typed_key is null then
    return array(
      select p.id from public.posts p where strpos(p.title, typed) > 0 or strpos(p.details, typed) > 0
    );
  end if;
  select string_agg(a.strict_body, ' & ')::tsquery into words from private.search_atoms(typed, false) a;
  return array(
    select s.post_id from private.search_posts s where s.vector @@ words
    union
    select t.post_id from private.search_titles t where strpos(t.key, typed_key) > 0
  );
end
$$;

-- Reads a filter. Keys, all optional: states and categories (slugs) as lists, author (part of the name, or id),
-- created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed,
-- never moved, and no admin has commented). A key that is null is no filter; an unknown one is refused.
create function private.read_post_filter(given jsonb) returns private.post_filter
language plpgsql stable set search_path = ''
as $$
declare
  filter constant jsonb := coalesce(private.given_json(given), '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter is an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result.post_ids := private.posts_with_text(typed);
        end if;
      when 'unanswered' then
        if jsonb_typeof(filter -> field) <> 'boolean' then
          raise exception 'The filter unanswered is true or false.' using errcode = '22023';
        end if;
        result.unanswered := nullif((filter -> field)::boolean, false);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$$;

-- What a filter asks of a post p, as SQL that takes the filter as its first parameter and nothing from outside.
-- Only what is asked for is spelled out, so that the planner sees what is left.
create function private.post_conditions(f private.post_filter) returns text
language sql immutable set search_path = ''
return concat_ws(' and ',
  'true',
  case when f.states is not null then 'p.state = any (($1).states)' end,
  case when f.category_ids is not null then 'p.category_id = any (($1).category_ids)' end,
  case when f.author_ids is not null then 'p.author_id = any (($1).author_ids)' end,
  case when f.from_time is not null then 'p.created_at >= ($1).from_time' end,
  case when f.to_time is not null then 'p.created_at < ($1).to_time' end,
  case when f.votes_min is not null then 'p.votes_total >= ($1).votes_min' end,
  case when f.votes_max is not null then 'p.votes_total <= ($1).votes_max' end,
  case when f.post_ids is not null then 'p.id = any (($1).post_ids)' end,
  case when f.unanswered then
    'p.state = ''proposed'' and not exists (select 1 from public.post_events e where e.post_id = p.id)
     and p.id not in (
       select c.post_id from public.comments c join public.roles r on r.user_id = c.author_id where c.deleted_at is null
     )' end
);

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;

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
  author_id uuid, author_name text, state public.post_state, votes_total integer, comments_total integer,
  created_at timestamptz, updated_at timestamptz, state_changed_at timestamptz, row_cursor text
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
  rules jsonb := coalesce(private.given_json(sort), '[]');
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
      keyset := given::jsonb;
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
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, p.author_id, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, p.updated_at, p.state_changed_at, jsonb_build_array(%1$s, $4)::text
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

-- The ids a filter finds, in their order: at most 1,000 a call; continue with the last one as after_id.
create function public.admin_post_ids(filter jsonb default '{}', max_rows integer default 1000, after_id bigint default 0)
returns setof bigint
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  f private.post_filter;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter);
  return query execute format(
    'select p.id from public.posts p where %s and p.id > $2 order by p.id limit $3', private.post_conditions(f)
  ) using f, coalesce(after_id, 0), least(greatest(coalesce(max_rows, 1000), 1), 1000);
end
$$;

revoke execute on function public.admin_posts(jsonb, jsonb, integer, text, text) from public, anon;
revoke execute on function public.admin_posts_count(jsonb) from public, anon;
revoke execute on function public.admin_post_ids(jsonb, integer, bigint) from public, anon;
grant execute on function public.admin_posts(jsonb, jsonb, integer, text, text) to authenticated;
grant execute on function public.admin_posts_count(jsonb) to authenticated;
grant execute on function public.admin_post_ids(jsonb, integer, bigint) to authenticated;
