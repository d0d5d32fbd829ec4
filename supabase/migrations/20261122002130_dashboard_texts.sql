-- A text that many posts have is asked of each post while a page is put together, which ends soon; one that few have
-- is looked up in the indexes of words and of parts of titles.
create index search_titles_parts_idx on private.search_titles using gin (key extensions.gin_trgm_ops) with (fastupdate = off);

alter type private.post_filter add attribute text_key text;
alter type private.post_filter add attribute text_words tsquery;
drop function private.read_post_filter(jsonb);
drop function private.posts_with_text(text);

-- Sets what finds a text: a condition when at least one in twenty of the newest 2,000 posts has it, else the posts.
-- With every_post always the posts, which a count needs. Planned anew each time: a text of two letters is in no index.
create function private.filter_by_text(f private.post_filter, typed text, every_post boolean)
returns private.post_filter
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = force_custom_plan
as $$
begin
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.post_ids := array(
      select p.id from public.posts p where strpos(p.title, typed) > 0 or strpos(p.details, typed) > 0
    );
    return f;
  end if;
  select string_agg(a.strict_body, ' & ')::tsquery into f.text_words from private.search_atoms(typed, false) a;
  if not every_post and (
    select count(*) filter (where newest.is_found) > 100 from (
      select t.key like '%' || f.text_key || '%' or s.vector @@ f.text_words as is_found
      from private.search_titles t join private.search_posts s on s.post_id = t.post_id
      order by t.post_id desc limit 2000
    ) newest
  ) then
    return f;
  end if;
  f.post_ids := array(
    select s.post_id from private.search_posts s where s.vector @@ f.text_words
    union
    select t.post_id from private.search_titles t where t.key like '%' || f.text_key || '%'
  );
  return f;
end
$$;

-- Reads a filter. Keys, all optional: states and categories (slugs) as lists, author (part of the name, or id),
-- created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed,
-- never moved, and no admin has commented). A key that is null is no filter; an unknown one is refused.
create function private.read_post_filter(given jsonb, every_post boolean default false) returns private.post_filter
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
          result := private.filter_by_text(result, typed, every_post);
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
create or replace function private.post_conditions(f private.post_filter) returns text
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
  case when f.text_key is not null and f.post_ids is null then
    '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
      from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)' end,
  case when f.unanswered then
    'p.state = ''proposed'' and not exists (select 1 from public.post_events e where e.post_id = p.id)
     and p.id not in (
       select c.post_id from public.comments c join public.roles r on r.user_id = c.author_id where c.deleted_at is null
     )' end
);

-- How many posts a filter finds, always exact: from kept totals where only states and categories are asked for.
create or replace function public.admin_posts_count(filter jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  f private.post_filter;
  total integer;
begin
  perform private.require_admin();
  f := private.read_post_filter(filter, every_post => true);
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
