-- Who of the team takes care of a post, and by when it is expected.
alter table public.post_triage
  add column assignee_id uuid references public.profiles (id) on delete set null,
  add column quarter text check (quarter ~ '^20[0-9]{2}-Q[1-4]$');
comment on table public.post_triage is
  'What the team keeps of a post beside it. One row for each post: who looked at it first, and when (its inbox is those without), who takes care of it, and by when it is expected.';
comment on column public.post_triage.assignee_id is 'Somebody of the team; nobody once that person has left it.';
comment on column public.post_triage.quarter is 'Such as 2027-Q1. The public reads it through expected_quarters, where the site shows it.';
create index post_triage_assignee_idx on public.post_triage (assignee_id, post_id) where assignee_id is not null;
create index profiles_team_idx on public.profiles (name) where is_team;

alter table public.site_settings add column shows_quarters boolean not null default false;
comment on column public.site_settings.shows_quarters is
  'Whether everybody reads by when planned posts and those in progress are expected.';

create function private.free_assigned() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.post_triage t set assignee_id = null where t.assignee_id = old.user_id;
  return null;
end
$$;
create trigger free_assigned after delete on public.roles
  for each row execute function private.free_assigned();

-- A plan names what it is about: assignee (the id of a person), quarter, or both; null for none.
create function private.read_plan(given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  plan constant jsonb := private.hosted_json(given);
begin
  if jsonb_typeof(plan) <> 'object' or plan = '{}' or plan - array['assignee', 'quarter'] <> '{}'
     or coalesce(plan ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(plan ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  return plan;
end
$$;

-- Changes the plans of up to 200 posts, of those where what the plan is about is still as it was seen; says what became of
-- each (done, unchanged, conflict, missing) and what its plan was. For the team.
create function public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb default null)
returns table (post_id bigint, category_slug text, outcome text, before jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only somebody of the team takes care of a post.' using errcode = '23514';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
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
revoke execute on function public.admin_set_plan(bigint[], jsonb, jsonb) from public, anon;
grant execute on function public.admin_set_plan(bigint[], jsonb, jsonb) to authenticated, service_role;

-- By when posts are expected, as far as that is for everybody to read.
create function public.expected_quarters(post_ids bigint[]) returns table (post_id bigint, quarter text)
language sql stable security definer set search_path = ''
as $$
  select t.post_id, t.quarter
  from public.post_triage t join public.posts p on p.id = t.post_id
  where t.post_id = any (post_ids[1:200]) and t.quarter is not null and p.deleted_at is null
    and p.state in ('planned', 'in-progress') and (select s.shows_quarters from public.site_settings s)
$$;
revoke execute on function public.expected_quarters(bigint[]) from public;
grant execute on function public.expected_quarters(bigint[]) to anon, authenticated, service_role;

-- The dashboard's posts can be narrowed to those of one of the team, or of nobody.
alter type private.post_filter add attribute assignee_id uuid;
alter type private.post_filter add attribute is_unassigned boolean;

-- As before, and assignee: the id of a person, me, or none.
do $$
begin
  execute replace(
    pg_get_functiondef('private.read_post_filter(jsonb, boolean)'::regprocedure),
    'when ''stale'' then',
    'when ''assignee'' then
        typed := private.filter_text(filter, field);
        if typed = ''none'' then
          result.is_unassigned := true;
        elsif typed = ''me'' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* ''^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'' then
          result.assignee_id := typed::uuid;
        else
          raise exception ''The filter assignee is an id, me or none.'' using errcode = ''22023'';
        end if;
      when ''stale'' then'
  );
  execute replace(
    pg_get_functiondef('public.admin_posts_count(jsonb)'::regprocedure),
    'f.is_stale)', 'f.is_stale, f.assignee_id, f.is_unassigned)'
  );
  execute replace(
    pg_get_functiondef('public.admin_triage(bigint[])'::regprocedure),
    '''votes_total'', p.votes_total,',
    '''votes_total'', p.votes_total,
      ''plan'', (
        select jsonb_build_object(''assignee'', t.assignee_id, ''quarter'', t.quarter)
        from public.post_triage t where t.post_id = p.id
      ),'
  );
  execute replace(
    pg_get_functiondef('public.admin_save_site(jsonb)'::regprocedure),
    'mail_footer = case',
    'shows_quarters = case
      when given ? ''shows_quarters'' then coalesce((given ->> ''shows_quarters'')::boolean, false) else s.shows_quarters
    end,
    mail_footer = case'
  );
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    '''dashboard_views'', (',
    '''assigned_posts'', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), ''[]'')
      from public.post_triage t where t.assignee_id = p.id
    ),
    ''dashboard_views'', ('
  );
end
$$;

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
     )' end,
  case when f.assignee_id is not null then
    'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)' end,
  case when f.is_unassigned then
    'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)' end
);

-- As before, and the plan.
drop function public.admin_columns(bigint[]);
create function public.admin_columns(post_ids bigint[])
returns table (
  post_id bigint, updated_at timestamptz, tags text[], notes_total integer, assignee_name text, quarter text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id),
      a.name, d.quarter
    from public.posts p
    join public.post_triage d on d.post_id = p.id
    left join public.profiles a on a.id = d.assignee_id
    where p.id = any (post_ids[1:200]) and p.deleted_at is null;
end
$$;
revoke execute on function public.admin_columns(bigint[]) from public, anon;
grant execute on function public.admin_columns(bigint[]) to authenticated, service_role;
