-- What the dashboard's list of posts can be filtered by.
create type private.post_filter as (
  states public.post_state[], category_ids integer[], author_ids uuid[], from_time timestamptz, to_time timestamptz,
  votes_min integer, votes_max integer, post_ids bigint[], unanswered boolean
);

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
  filter constant jsonb := coalesce(private.hosted_json(given), '{}');
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
  'p.deleted_at is null',
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
