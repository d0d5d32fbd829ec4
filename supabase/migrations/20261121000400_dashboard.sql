-- What admins see and do on the dashboard, and the log of all they did.

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid references public.profiles (id) on delete set null,
  action text not null,
  post_id bigint,
  post_title text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is
  'What admins did to what is not their own, and who was made an admin. Only grows: entries outlive the post they speak of. No actor means the operator, or an account that is gone.';
create index audit_log_post_idx on public.audit_log (post_id, created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id);
create index audit_log_time_idx on public.audit_log (created_at desc, id desc);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
grant select on public.audit_log to service_role;
create policy "admins read the log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create function private.keep_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The one change there is: an actor's account goes, and with it the way to the person.
  if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
     and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  raise exception 'The log only grows.' using errcode = '42501';
end
$$;
create trigger keep_log before update or delete on public.audit_log
  for each row execute function private.keep_log();
create trigger keep_whole_log before truncate on public.audit_log
  for each statement execute function private.keep_log();

create function private.audit(action text, post_id bigint, post_title text, before jsonb, after jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, post_id, post_title, before, after)
  values ((select auth.uid()), action, post_id, post_title, before, after)
$$;

create function private.audit_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not (select private.is_admin()) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    if old.author_id is distinct from me then
      perform private.audit('post deleted', old.id, old.title,
        jsonb_build_object('title', old.title, 'state', old.state, 'votes', old.votes_total), null);
    end if;
  elsif tg_op = 'INSERT' then
    if new.author_id is distinct from me then
      perform private.audit('post restored', new.id, new.title, null, null);
    end if;
  else
    if new.state <> old.state then
      perform private.audit('state changed', new.id, new.title, to_jsonb(old.state), to_jsonb(new.state));
    end if;
    if new.category_id <> old.category_id then
      perform private.audit('category changed', new.id, new.title,
        (select to_jsonb(name) from public.categories where id = old.category_id),
        (select to_jsonb(name) from public.categories where id = new.category_id));
    end if;
    if new.author_id is distinct from me and (new.title, new.details) is distinct from (old.title, old.details) then
      perform private.audit('post edited', new.id, new.title,
        jsonb_build_object('title', old.title, 'details', old.details),
        jsonb_build_object('title', new.title, 'details', new.details));
    end if;
  end if;
  return null;
end
$$;
create trigger audit_post after update of title, details, state, category_id or delete on public.posts
  for each row execute function private.audit_post();
create trigger audit_restored_post after insert on public.posts
  for each row when (coalesce(current_setting('signpost.restoring', true), '') = 'on')
  execute function private.audit_post();

create function private.audit_part() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  post bigint;
  what jsonb;
begin
  if tg_table_name = 'comments' then
    if old.author_id is not distinct from me or old.deleted_at is not null then
      return null;
    end if;
    post := old.post_id;
    what := jsonb_build_object('comment', old.body);
  else
    if old.uploader_id is not distinct from me then
      return null;
    end if;
    post := coalesce(old.post_id, (select c.post_id from public.comments c where c.id = old.comment_id));
    what := jsonb_build_object('image', old.path, 'alt', old.alt);
  end if;
  if me is not null and (select private.is_admin()) then
    perform private.audit(
      case tg_table_name when 'comments' then 'comment deleted' else 'image deleted' end,
      post, (select p.title from public.posts p where p.id = post), what, null
    );
  end if;
  return null;
end
$$;
-- What goes with its post or comment is not an action of its own: depth 1 is a function's own statement.
create trigger audit_emptied_comment after update of deleted_at on public.comments
  for each row when (new.deleted_at is not null and pg_trigger_depth() = 0)
  execute function private.audit_part();
create trigger audit_deleted_comment after delete on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.audit_part();
create trigger audit_deleted_image after delete on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.audit_part();

create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  perform private.audit(
    case when tg_op = 'DELETE' then 'admin revoked' else 'admin granted' end, null, null, null,
    jsonb_build_object('person', person)
  );
  return null;
end
$$;
create trigger audit_role after insert or delete on public.roles
  for each row execute function private.audit_role();

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;

-- The local backend hands JSON arguments over as strings inside jsonb.
create function private.unwrap(value jsonb) returns jsonb
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'string' then (value #>> '{}')::jsonb else value end;

-- The where clause of a filter, to be executed with the filter as $1. Keys: states, categories (slugs), author
-- (part of a name), created_from, created_to (dates, inclusive), votes_min, votes_max, text, unanswered.
create function private.admin_conditions(filter jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  known constant jsonb := '{
    "states": "p.state = any (array(select jsonb_array_elements_text($1 -> ''states''))::public.post_state[])",
    "categories": "c.slug = any (array(select jsonb_array_elements_text($1 -> ''categories'')))",
    "author": "a.name ilike private.like_pattern($1 ->> ''author'')",
    "created_from": "p.created_at >= ($1 ->> ''created_from'')::date::timestamp at time zone ''UTC''",
    "created_to": "p.created_at < (($1 ->> ''created_to'')::date + 1)::timestamp at time zone ''UTC''",
    "votes_min": "p.votes_total >= ($1 ->> ''votes_min'')::integer",
    "votes_max": "p.votes_total <= ($1 ->> ''votes_max'')::integer",
    "text": "(p.title ilike private.like_pattern($1 ->> ''text'') or p.details ilike private.like_pattern($1 ->> ''text''))",
    "unanswered": "not exists (select 1 from public.comments m join public.roles r on r.user_id = m.author_id where m.post_id = p.id and m.deleted_at is null)"
  }';
  unknown_key text;
begin
  select k into unknown_key from jsonb_object_keys(filter) k where not known ? k limit 1;
  if unknown_key is not null then
    raise exception 'Unknown filter: %', left(unknown_key, 40) using errcode = '22023';
  end if;
  return coalesce(
    (select string_agg(known ->> k, ' and ' order by k) from jsonb_object_keys(filter) k
     where k <> 'unanswered' or (filter ->> 'unanswered')::boolean),
    'true'
  );
end
$$;

create function private.like_pattern(value text) returns text
language sql immutable set search_path = ''
return '%' || regexp_replace(left(value, 200), '([\\%_])', '\\\1', 'g') || '%';

-- One page of all posts for admins, filtered, in the order of up to five rules [{"by": …, "desc": …}]. Each row
-- carries the cursor that continues after it; `backwards` gives the page that ends before the cursor.
create function public.admin_posts(
  filter jsonb default '{}', sort jsonb default '[]', at_cursor text default null,
  backwards boolean default false, max_rows integer default 50
)
returns table (
  id bigint, title text, slug text, category_id integer, category_slug text, category_name text,
  author_name text, state public.post_state, votes_total integer, comments_total integer,
  created_at timestamptz, revision integer, row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''''))", "text"], "category": ["c.name", "text"],
    "id": ["p.id", "bigint"]
  }';
  rules jsonb := coalesce(private.unwrap(sort), '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  downward boolean[] := array[]::boolean[];
  ordering text;
  condition text := 'true';
  cursor_values jsonb;
begin
  perform private.require_admin();
  filter := private.unwrap(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'Unknown order' using errcode = '22023';
  end if;
  -- The number last: with it no two rows are equal.
  rules := rules || jsonb_build_array(jsonb_build_object('by', 'id', 'desc', coalesce((rules -> -1 ->> 'desc')::boolean, true)));
  for rule in select value from jsonb_array_elements(rules) loop
    if not known ? coalesce(rule ->> 'by', '') then
      raise exception 'Unknown order: %', left(rule ->> 'by', 40) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    downward := downward || (coalesce((rule ->> 'desc')::boolean, false) <> backwards);
  end loop;
  if at_cursor is not null then
    begin
      cursor_values := at_cursor::jsonb;
      if jsonb_typeof(cursor_values) <> 'array' or jsonb_array_length(cursor_values) <> cardinality(keys) then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    select '(' || string_agg(
      '(' || coalesce((
        select string_agg(format('%s = ($2 ->> %s)::%s', keys[j], j - 1, types[j]), ' and ') || ' and '
        from generate_series(1, i - 1) j
      ), '') || format('%s %s ($2 ->> %s)::%s', keys[i], case when downward[i] then '<' else '>' end, i - 1, types[i]) || ')',
      ' or ' order by i
    ) || ')' into condition
    from generate_subscripts(keys, 1) i;
    -- Lets an index on the first rule start where the page does.
    condition := condition || format(
      ' and %s %s ($2 ->> 0)::%s', keys[1], case when downward[1] then '<=' else '>=' end, types[1]
    );
  end if;
  select string_agg(keys[i] || case when downward[i] then ' desc' else ' asc' end, ', ' order by i)
  into ordering from generate_subscripts(keys, 1) i;
  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total, p.comments_total,
            p.created_at, p.revision, jsonb_build_array(%s)::text
     from public.posts p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     where %s and %s order by %s limit $3',
    array_to_string(keys, ', '), private.admin_conditions(filter), condition, ordering
  ) using filter, cursor_values, least(greatest(max_rows, 1), 200);
end
$$;
revoke execute on function public.admin_posts(jsonb, jsonb, text, boolean, integer) from public, anon;
grant execute on function public.admin_posts(jsonb, jsonb, text, boolean, integer) to authenticated, service_role;

create function public.admin_posts_count(filter jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  counted integer;
begin
  perform private.require_admin();
  filter := private.unwrap(filter);
  execute format(
    'select count(*)::integer from public.posts p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id where %s',
    private.admin_conditions(filter)
  ) into counted using filter;
  return counted;
end
$$;
revoke execute on function public.admin_posts_count(jsonb) from public, anon;
grant execute on function public.admin_posts_count(jsonb) to authenticated, service_role;

-- Which posts a filter matches, in steps of up to 1,000, each with what a conflict is noticed by.
create function public.admin_post_ids(filter jsonb default '{}', after_id bigint default 0, max_rows integer default 1000)
returns table (id bigint, state public.post_state, category_id integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  filter := private.unwrap(filter);
  return query execute format(
    'select p.id, p.state, p.category_id from public.posts p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     where %s and p.id > $2 order by p.id limit $3',
    private.admin_conditions(filter)
  ) using filter, after_id, least(greatest(max_rows, 1), 1000);
end
$$;
revoke execute on function public.admin_post_ids(jsonb, bigint, integer) from public, anon;
grant execute on function public.admin_post_ids(jsonb, bigint, integer) to authenticated, service_role;

-- Moves up to 1,000 posts to a state. `seen` is {"<id>": "<state the admin saw>"}: a post that is in another
-- state by now stays as it is. Outcomes: done, unchanged, missing, conflict.
create function public.admin_set_state(
  post_ids bigint[], new_state public.post_state, seen jsonb, public_note text default null
)
returns table (post_id bigint, outcome text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted bigint;
  found_state public.post_state;
begin
  perform private.require_admin();
  seen := private.unwrap(seen);
  if cardinality(post_ids) > 1000 then
    raise exception 'At most 1000 posts at once.' using errcode = '22023';
  end if;
  for wanted in select distinct u from unnest(post_ids) u order by u loop
    select p.state into found_state from public.posts p where p.id = wanted for update;
    post_id := wanted;
    outcome := case
      when not found then 'missing'
      when found_state = new_state then 'unchanged'
      when seen ->> wanted::text is distinct from found_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      perform public.set_post_state(wanted, new_state, public_note);
    end if;
    return next;
  end loop;
end
$$;
revoke execute on function public.admin_set_state(bigint[], public.post_state, jsonb, text) from public, anon;
grant execute on function public.admin_set_state(bigint[], public.post_state, jsonb, text) to authenticated, service_role;

-- The same for the category; `seen` is {"<id>": <category id>}.
create function public.admin_set_category(post_ids bigint[], new_category integer, seen jsonb)
returns table (post_id bigint, outcome text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted bigint;
  found_category integer;
begin
  perform private.require_admin();
  seen := private.unwrap(seen);
  if cardinality(post_ids) > 1000 then
    raise exception 'At most 1000 posts at once.' using errcode = '22023';
  end if;
  for wanted in select distinct u from unnest(post_ids) u order by u loop
    select p.category_id into found_category from public.posts p where p.id = wanted for update;
    post_id := wanted;
    outcome := case
      when not found then 'missing'
      when found_category = new_category then 'unchanged'
      when (seen ->> wanted::text)::integer is distinct from found_category then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      perform public.set_post_category(wanted, new_category);
    end if;
    return next;
  end loop;
end
$$;
revoke execute on function public.admin_set_category(bigint[], integer, jsonb) from public, anon;
grant execute on function public.admin_set_category(bigint[], integer, jsonb) to authenticated, service_role;

-- A post with what an admin wants to know of it: images, latest comments, timeline, log, voters.
create function public.admin_post(post_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'slug', p.slug, 'state', p.state,
      'categoryId', p.category_id, 'categorySlug', c.slug,
      'images', (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width,
          'height', i.height) order by i.position, i.id), '[]')
        from public.images i where i.post_id = p.id
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m."createdAt" desc), '[]') from (
          select m.id, m.body, m.created_at as "createdAt", w.name as "authorName"
          from public.comments m left join public.profiles w on w.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null order by m.created_at desc limit 5
        ) m
      ),
      'log', (
        select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), '[]') from (
          select l.id, l.action, l.before, l.after, l.created_at as "createdAt", w.name as "actorName"
          from public.audit_log l left join public.profiles w on w.id = l.actor_id
          where l.post_id = p.id order by l.id desc limit 20
        ) l
      ),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'from', e.from_state, 'to', e.to_state,
          'note', e.note, 'createdAt', e.created_at) order by e.created_at), '[]')
        from public.post_events e where e.post_id = p.id
      ),
      'voters', (
        select coalesce(jsonb_agg(v.name), '[]') from (
          select w.name from public.votes v join public.profiles w on w.id = v.user_id
          where v.post_id = p.id order by v.created_at desc limit 50
        ) v
      )
    )
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id
  );
end
$$;
revoke execute on function public.admin_post(bigint) from public, anon;
grant execute on function public.admin_post(bigint) to authenticated, service_role;
