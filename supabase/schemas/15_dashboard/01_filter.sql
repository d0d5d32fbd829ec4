-- The filter of the dashboard's list, as JSON.

create type private.post_filter as (
  states public.post_state[],
  category_ids integer[],
  author_ids uuid[],
  from_time timestamptz,
  to_time timestamptz,
  votes_min integer,
  votes_max integer,
  post_ids bigint[],
  unanswered boolean,
  text_key text,
  text_words tsquery,
  tag_ids integer[],
  in_inbox boolean,
  is_stale boolean,
  assignee_id uuid,
  is_unassigned boolean,
  text_typed text,
  text_signs text[],
  text_title tsquery,
  company text,
  plan text,
  value_min integer
);

create function private.filter_list(filter jsonb, key text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(filter -> key) <> 'array'
     or exists (select 1 from jsonb_array_elements(filter -> key) e where jsonb_typeof(e) <> 'string') then
    raise exception 'The filter % must be a list of strings.', key using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(filter -> key));
end
$$;
comment on function private.filter_list is 'The strings of a filter''s list.';

create function private.filter_text(filter jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(filter -> key) <> 'string' then
    raise exception 'The filter % must be a string.', key using errcode = '22023';
  end if;
  return nullif(private.clean_line(left(filter ->> key, 400)), '');
end
$$;
comment on function private.filter_text is 'A filter''s text, bounded; null if there is none.';

create function private.filter_day(filter jsonb, key text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(filter -> key) = 'string' and filter ->> key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return (filter ->> key)::date;
  end if;
  raise exception 'The filter % must be a date such as 2026-11-20.', key using errcode = '22023';
exception when datetime_field_overflow then
  raise exception 'The filter % is not a valid date.', key using errcode = '22023';
end
$$;
comment on function private.filter_day is 'A filter''s day (UTC). Raises an error if it isn''t a valid date.';

create function private.filter_number(filter jsonb, key text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(filter -> key) = 'number' and filter ->> key ~ '^-?[0-9]{1,9}$' then
    return (filter ->> key)::integer;
  end if;
  raise exception 'The filter % must be a whole number.', key using errcode = '22023';
end
$$;
comment on function private.filter_number is 'A filter''s whole number. Raises an error if it isn''t one.';

create function private.filter_flag(filter jsonb, key text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(filter -> key) <> 'boolean' then
    raise exception 'The filter % must be true or false.', key using errcode = '22023';
  end if;
  return nullif((filter -> key)::boolean, false);
end
$$;
comment on function private.filter_flag is 'True, or null if a filter''s switch is off.';

create function private.read_post_filter(given jsonb, every_post boolean default false) returns private.post_filter
language plpgsql stable set search_path = '' as $$
declare
  filter constant jsonb := coalesce(given, '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter must be an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'This state doesn''t exist.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
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
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'company' then
        result.company := lower(private.filter_text(filter, field));
      when 'plan' then
        result.plan := lower(private.filter_text(filter, field));
      when 'value_min' then
        result.value_min := private.filter_number(filter, field);
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee must be an id, "me" or "none".' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$$;
comment on function private.read_post_filter is
  'Reads a filter. Keys, all optional: states, categories (slugs) and tags (names) as lists, author (part of the name, or id), created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed, never moved, and no team member has commented), inbox (no team member has reviewed it), stale (not completed, and no team activity for 90 days), company and plan (of someone who voted, according to the company''s product), value_min (what the companies of the voters pay per month together). A null key is no filter; an unknown key is refused.';

create function private.post_conditions(f private.post_filter, one_by_one boolean default false) returns text
language sql immutable set search_path = ''
return concat_ws(' and ',
  'p.deleted_at is null',
  case when f.states is not null then 'p.state = any (($1).states)' end,
  case when f.category_ids is not null then 'p.category_id = any (($1).category_ids)' end,
  case
    when cardinality(f.author_ids) > 5000 then '(p.author_id in (select unnest(($1).author_ids))) is true'
    when f.author_ids is not null then 'p.author_id = any (($1).author_ids)'
  end,
  case when f.from_time is not null then 'p.created_at >= ($1).from_time' end,
  case when f.to_time is not null then 'p.created_at < ($1).to_time' end,
  case when f.votes_min is not null then 'p.votes_total >= ($1).votes_min' end,
  case when f.votes_max is not null then 'p.votes_total <= ($1).votes_max' end,
  case
    when f.post_ids is not null then 'p.id = any (($1).post_ids)'
    when f.text_key is not null then
      '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)'
    when f.text_signs is not null then
      '(select s.signs @> ($1).text_signs from private.search_signs s where s.post_id = p.id)'
  end,
  case when f.unanswered then
    'p.state = ''proposed'' and (select true from public.post_events e where e.post_id = p.id limit 1) is not true and '
      || case when one_by_one then
        '(select true from public.comments c
          where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
          limit 1) is not true'
      else
        'p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
         )'
      end
  end,
  case when f.tag_ids is not null then
    'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))' end,
  case when f.in_inbox then
    'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)' end,
  case when f.is_stale then
    'p.state <> ''completed'' and p.created_at < now() - interval ''90 days'' and '
      || case when one_by_one then
        '(select true from public.post_events e
          where e.post_id = p.id and e.created_at > now() - interval ''90 days'' limit 1) is not true
         and (select true from public.comments c
           where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days'' limit 1) is not true'
      else
        'p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
         and p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days''
         )'
      end
  end,
  case when f.assignee_id is not null then
    'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)' end,
  case when f.is_unassigned then
    'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)' end,
  case when f.company is not null or f.plan is not null then
    'p.id in (
       select v.post_id from public.person_segments s join public.votes v on v.user_id = s.person_id
       where v.counts and coalesce(lower(s.company) = ($1).company, ($1).company is null)
         and coalesce(lower(s.plan) = ($1).plan, ($1).plan is null)
     )' end,
  case when f.value_min > 0 then
    'p.id in (select i.post_id from private.interest() i where i.monthly_value >= ($1).value_min)' end
);
comment on function private.post_conditions is
  'The SQL condition of a filter on a post p. It takes the filter as its first parameter and contains nothing from outside. Only active filters are included, written so that the planner isn''t misled.';
