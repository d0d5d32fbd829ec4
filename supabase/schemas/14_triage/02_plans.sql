create function private.free_assigned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_triage t set assignee_id = null where t.assignee_id = old.user_id;
  return null;
end
$$;
comment on function private.free_assigned is 'Unassigns posts from a person who leaves the team.';

create function private.read_plan(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(given) <> 'object' or given = '{}' or given - array['assignee', 'quarter'] <> '{}'
     or coalesce(given ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(given ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan must be an object with assignee or quarter.' using errcode = '22023';
  end if;
  return given;
end
$$;
comment on function private.read_plan is 'Reads a plan: an assignee''s id, a quarter, or both; null for none.';

create function public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb default null) returns table(
  post_id bigint, category_slug text, outcome text, before jsonb
)
language plpgsql security definer set search_path = '' as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan must be an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only team members can be assigned to a post.' using errcode = '23514', hint = 'assignee_not_team';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    -- Locked alone first: a row of a join is dropped if the post moves to another category while this waits.
    perform from public.posts p where p.id = wanted for update;
    select p.title, c.slug, jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
    into title, category_slug, before
    from public.posts p
    join public.categories c on c.id = p.category_id
    join public.post_triage t on t.post_id = p.id
    where p.id = wanted and p.deleted_at is null for update of p, t;
    post_id := wanted;
    before := (select jsonb_object_agg(k, before -> k) from jsonb_object_keys(given) k);
    outcome := case
      when title is null then 'missing'
      when before = given then 'unchanged'
      when known is not null and before <> known then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.post_triage t set
        assignee_id = case when given ? 'assignee' then (given ->> 'assignee')::uuid else t.assignee_id end,
        quarter = case when given ? 'quarter' then given ->> 'quarter' else t.quarter end
      where t.post_id = wanted;
      perform private.look_at(wanted);
      perform private.audit('post.plan', wanted, title, before, given);
    end if;
    return next;
  end loop;
end
$$;
comment on function public.admin_set_plan is
  'Changes the plans of up to 200 posts, if they are still as the caller saw them. Returns the outcome of each (done, unchanged, conflict, missing) and its previous plan. For the team.';
grant execute on function public.admin_set_plan to authenticated, service_role;

create function public.expected_quarters(post_ids bigint[]) returns table(post_id bigint, quarter text)
language sql stable security definer set search_path = '' as $$
  select t.post_id, t.quarter
  from public.post_triage t join public.posts p on p.id = t.post_id
  where (select private.require_small_select(3)) and t.post_id = any (post_ids[1:200]) and t.quarter is not null and p.deleted_at is null
    and p.state in ('planned', 'in-progress') and (select s.shows_quarters from public.site_settings s)
$$;
comment on function public.expected_quarters is 'When posts are expected, as far as that is public.';
grant execute on function public.expected_quarters to anon, authenticated, service_role;

create function public.admin_columns(post_ids bigint[], with_details boolean default false) returns table(
  post_id bigint, updated_at timestamptz, tags text[], notes_total integer, assignee_name text, quarter text,
  companies integer, monthly_value double precision, details text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id),
      a.name, d.quarter, coalesce(i.companies, 0), coalesce(i.monthly_value, 0)::double precision,
      case when with_details then p.details end
    from public.posts p
    join public.post_triage d on d.post_id = p.id
    left join public.profiles a on a.id = d.assignee_id
    left join private.interest(post_ids[1:200]) i on i.post_id = p.id
    where p.id = any (post_ids[1:200]) and p.deleted_at is null;
end
$$;
comment on function public.admin_columns is 'Additional columns of the dashboard''s table and, if wanted, the posts'' details. For the team.';
grant execute on function public.admin_columns to authenticated, service_role;
