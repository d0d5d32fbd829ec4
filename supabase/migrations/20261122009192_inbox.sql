-- The dashboard's posts can be narrowed to the inbox, to tags, and to those that wait for a word.
alter type private.post_filter add attribute tag_ids integer[];
alter type private.post_filter add attribute in_inbox boolean;
alter type private.post_filter add attribute is_stale boolean;

-- True, or null where a filter's switch is off.
create function private.filter_flag(filter jsonb, key text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if jsonb_typeof(filter -> key) <> 'boolean' then
    raise exception 'The filter % is true or false.', key using errcode = '22023';
  end if;
  return nullif((filter -> key)::boolean, false);
end
$$;

-- Reads a filter. Keys, all optional: states, categories (slugs) and tags (names) as lists, author (part of the name, or
-- id), created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed,
-- never moved, and nobody of the team has commented), inbox (nobody of the team has looked at it), stale (not completed, and no
-- word from the team for 90 days). A key that is null is no filter; an unknown one is refused.
create or replace function private.read_post_filter(given jsonb, every_post boolean default false) returns private.post_filter
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
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
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
     )' end,
  case when f.tag_ids is not null then
    'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))' end,
  case when f.in_inbox then
    'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)' end,
  case when f.is_stale then
    'p.state <> ''completed'' and p.created_at < now() - interval ''90 days''
     and p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
     and p.id not in (
       select c.post_id from public.comments c join public.roles r on r.user_id = c.author_id
       where c.deleted_at is null and c.created_at > now() - interval ''90 days''
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
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => true);
  if num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.post_ids, f.unanswered, f.tag_ids,
    f.in_inbox, f.is_stale) = 0 then
    return (
      select coalesce(sum(t.posts), 0) from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids))
    );
  end if;
  execute format('select count(*) from public.posts p where %s', private.post_conditions(f)) into total using f;
  return total;
end
$$;
revoke execute on function private.filter_flag(jsonb, text) from public;

-- What it takes to decide about posts, in the order they are named; without those that are gone. Security definer
-- because it counts what its author wrote.
create function public.admin_triage(post_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  if cardinality(post_ids) > 20 then
    raise exception 'At most 20 posts at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'category_id', p.category_id,
      'votes_total', p.votes_total, 'comments_total', p.comments_total,
      'author', (
        select jsonb_build_object(
          'id', a.id, 'name', a.name, 'avatar', a.avatar_url, 'is_team', a.is_team, 'created_at', a.created_at,
          'posts_total', (select count(*) from public.posts o where o.author_id = a.id and o.deleted_at is null and o.id <> p.id),
          'comments_total', (select count(*) from public.comments o where o.author_id = a.id and o.deleted_at is null),
          'posts', (
            select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
              select o.id, o.title, o.state, o.slug, c.slug as category_slug
              from public.posts o join public.categories c on c.id = o.category_id
              where o.author_id = a.id and o.deleted_at is null and o.id <> p.id order by o.id desc limit 3
            ) t
          )
        )
        from public.profiles a where a.id = p.author_id
      ),
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select m.id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null order by m.id desc limit 20
        ) t
      ),
      'tags', (
        select coalesce(jsonb_agg(g.id order by lower(g.name)), '[]')
        from public.post_tags t join public.tags g on g.id = t.tag_id where t.post_id = p.id
      ),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select k.id, k.author_id, n.name as author_name, k.body, k.created_at
          from public.post_notes k left join public.profiles n on n.id = k.author_id
          where k.post_id = p.id order by k.id desc limit 20
        ) t
      )
    ) order by w.place), '[]')
    from unnest(post_ids) with ordinality as w(id, place) join public.posts p on p.id = w.id
    where p.deleted_at is null
  );
end
$$;
revoke execute on function public.admin_triage(bigint[]) from public, anon;
grant execute on function public.admin_triage(bigint[]) to authenticated, service_role;
