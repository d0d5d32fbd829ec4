set local check_function_bodies = off;

CREATE TABLE "private"."export_parts" ("export_id" uuid NOT NULL, "part" integer NOT NULL, "content" bytea NOT NULL, CONSTRAINT "export_parts_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576))), CONSTRAINT "export_parts_part_check" CHECK (((part >= 0) AND (part <= 600))), CONSTRAINT "export_parts_pkey" PRIMARY KEY (export_id, part));

ALTER TABLE "private"."export_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "admin_id" uuid, "origin" text NOT NULL, "with_notes" boolean NOT NULL, "with_pictures" boolean NOT NULL, "state" text NOT NULL, "size" bigint, "missing" integer NOT NULL DEFAULT 0, "problem" text, "attempts" integer NOT NULL DEFAULT 0, "held_until" timestamp with time zone NOT NULL DEFAULT now(), "created_at" timestamp with time zone NOT NULL DEFAULT now(), "made_at" timestamp with time zone, "ends_at" timestamp with time zone, CONSTRAINT "exports_origin_check" CHECK ((origin = ANY (ARRAY['dashboard'::text, 'shell'::text]))), CONSTRAINT "exports_pkey" PRIMARY KEY (id), CONSTRAINT "exports_problem_check" CHECK ((char_length(problem) <= 2000)), CONSTRAINT "exports_size_check" CHECK ((size > 0)), CONSTRAINT "exports_state_check" CHECK ((state = ANY (ARRAY['making'::text, 'done'::text, 'failed'::text, 'ended'::text]))));

ALTER TABLE "private"."exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."import_parts" ("run_id" uuid NOT NULL, "part" integer NOT NULL, "content" bytea NOT NULL, CONSTRAINT "import_parts_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576))), CONSTRAINT "import_parts_part_check" CHECK (((part >= 0) AND (part <= 200))), CONSTRAINT "import_parts_pkey" PRIMARY KEY (run_id, part));

ALTER TABLE "private"."import_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."import_runs" ("id" uuid NOT NULL, "admin_id" uuid, "file_name" text NOT NULL, "file_size" bigint NOT NULL, "state" text NOT NULL DEFAULT 'uploading'::text, "choices" jsonb NOT NULL DEFAULT '{}'::jsonb, "made_categories" integer[] NOT NULL DEFAULT '{}'::integer[], "found" jsonb, "outcome" jsonb, "problem" text, "done" real NOT NULL DEFAULT 0, "attempts" integer NOT NULL DEFAULT 0, "held_until" timestamp with time zone NOT NULL DEFAULT now(), "undo_after" bigint NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "started_at" timestamp with time zone, "ended_at" timestamp with time zone, "undone_at" timestamp with time zone, CONSTRAINT "import_runs_done_check" CHECK (((done >= (0)::double precision) AND (done <= (1)::double precision))), CONSTRAINT "import_runs_file_size_check" CHECK (((file_size >= 1) AND (file_size <= 52428800))), CONSTRAINT "import_runs_pkey" PRIMARY KEY (id), CONSTRAINT "import_runs_problem_check" CHECK ((char_length(problem) <= 2000)), CONSTRAINT "import_runs_state_check" CHECK ((state = ANY (ARRAY['uploading'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))), CONSTRAINT "import_runs_file_name_check" CHECK (((private.visible_length(file_name) >= 1) AND (char_length(file_name) <= 200))));

ALTER TABLE "private"."import_runs" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."imports" ADD COLUMN "run_id" uuid;

CREATE OR REPLACE FUNCTION private.claim_export()
 RETURNS SETOF private.exports
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.exports;
begin
  select * into run from private.exports e where e.state = 'making' and e.held_until <= now() for update skip locked limit 1;
  if run.id is null then
    return;
  elsif run.attempts >= 3 then
    update private.exports e set state = 'failed', problem = 'worker_gone' where e.id = run.id;
    return;
  end if;
  delete from private.export_parts p where p.export_id = run.id;
  return query
    update private.exports e set held_until = now() + interval '1 minute', attempts = e.attempts + 1
    where e.id = run.id returning e.*;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_import()
 RETURNS SETOF private.import_runs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  loop
    select * into run from private.import_runs r
    where r.state in ('checking', 'running', 'undoing') and r.held_until <= now()
    order by r.state <> 'checking', r.created_at for update skip locked limit 1;
    if run.id is null then
      return;
    end if;
    if run.attempts >= 3 then
      perform private.end_import(run.id, 'failed', null, 'worker_gone');
    elsif run.state <> 'undoing'
          and not exists (select from public.roles o where o.user_id = run.admin_id and o.role = 'admin') then
      perform private.end_import(run.id, 'failed', null, 'not_admin');
    else
      return query
        update private.import_runs r set held_until = now() + interval '1 minute', attempts = r.attempts + 1
        where r.id = run.id returning r.*;
      return;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_import(run_id uuid, state text, outcome jsonb, problem text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.import_runs r set
    state = end_import.state, problem = end_import.problem, outcome = coalesce(end_import.outcome, r.outcome, '{}'),
    done = case when end_import.state = 'failed' then r.done else 1 end,
    ended_at = case when r.started_at is not null then now() end,
    undone_at = case when end_import.state = 'undone' then now() end
  where r.id = end_import.run_id;
  delete from private.import_parts p where p.run_id = end_import.run_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_imported_people(people uuid[], since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.profiles p
  where p.id = any (people) and p.placeholder and p.created_at >= since
    and not exists (select from public.posts o where o.author_id = p.id)
    and not exists (select from public.votes v where v.user_id = p.id)
    and not exists (select from public.comments c where c.author_id = p.id)
    and not exists (select from public.post_events e where e.actor_id = p.id)
$function$;

CREATE OR REPLACE FUNCTION private.hold_export(export_id uuid, attempt integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.exports e set held_until = now() + interval '1 minute'
  where e.id = export_id and e.attempts = attempt and e.state = 'making';
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_import(run_id uuid, attempt integer, done real DEFAULT NULL::real)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.import_runs r set
    held_until = now() + interval '1 minute', done = greatest(r.done, least(hold_import.done, 1))
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing');
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_categories(run_id uuid)
 RETURNS TABLE(name text, category_id integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.key, a.category_id
  from private.import_runs r
    cross join jsonb_each(coalesce(r.choices -> 'categories', '{}')) c
    join public.category_addresses a on a.slug = c.value ->> 'slug'
  where r.id = import_categories.run_id
$function$;

CREATE OR REPLACE FUNCTION private.import_says(run private.import_runs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', run.id, 'fileName', run.file_name, 'fileSize', run.file_size, 'state', run.state, 'done', run.done,
    'isWaiting', run.held_until <= now(), 'problem', run.problem, 'createdAt', run.created_at, 'startedAt', run.started_at,
    'endedAt', run.ended_at, 'undoneAt', run.undone_at, 'outcome', run.outcome,
    'isMine', run.admin_id is not distinct from (select auth.uid()),
    'adminName', (select p.name from public.profiles p where p.id = run.admin_id),
    'isBoard', run.found ->> 'kind' = 'board',
    'posts', (select count(*) from private.imports i where i.run_id = run.id and i.post_id is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION private.is_as_imported(post public.posts, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (post.deleted_at is null or post.deleted_at < 'infinity')
    and post.updated_at = post.created_at and post.edited_at is null
    and num_nonnulls(post.hidden_at, post.locked_at, post.pinned_at) = 0
    and not exists (
      select from public.votes v join public.profiles p on p.id = v.user_id
      where v.post_id = post.id and (not p.placeholder or v.is_set_aside)
    )
    and not exists (select from private.given_votes v where v.post_id = post.id)
    and not exists (
      select from public.comments c left join public.profiles p on p.id = c.author_id
      where c.post_id = post.id and (not p.placeholder or p.id is null and c.created_at > since)
    )
    and not exists (
      select from public.post_events e left join public.profiles p on p.id = e.actor_id
      where e.post_id = post.id and (not p.placeholder or p.id is null and e.created_at > since)
    )
    and not exists (select from public.post_merges m where post.id in (m.post_id, m.into_id, m.stays_id))
    and not exists (select from public.post_triage t where t.post_id = post.id and num_nonnulls(t.assignee_id, t.quarter) > 0)
    and not exists (select from public.post_notes n where n.post_id = post.id)
    and not exists (select from public.post_tags t where t.post_id = post.id)
    and not exists (select from private.follows f where f.post_id = post.id)
    and not exists (select from private.mail_follows f where f.post_id = post.id)
    and not exists (select from public.images i where i.post_id = post.id)
    and not exists (select from public.changelog_entry_posts e where e.post_id = post.id)
$function$;

CREATE OR REPLACE FUNCTION private.make_import_categories(given jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wanted text;
  base text;
  made integer[] := '{}';
  saved record;
begin
  for wanted in
    select distinct left(private.clean_line(c.value ->> 'new'), 60) from jsonb_each(coalesce(given -> 'categories', '{}')) c
    where c.value ? 'new' order by 1
  loop
    base := left(btrim(regexp_replace(private.slugify(wanted), '[^a-z0-9]+', '-', 'g'), '-'), 50);
    base := coalesce(nullif(btrim(base, '-'), ''), 'category');
    for attempt in 1..20 loop
      select * into saved from public.admin_save_category(
        null, base || case when attempt > 1 then '-' || attempt else '' end, wanted, '', null, null
      );
      exit when saved.status = 'saved';
    end loop;
    if saved.status <> 'saved' then
      raise exception 'This category cannot be made.'
        using errcode = 'PT409', hint = 'import_category_refused', detail = jsonb_build_object('name', wanted)::text;
    end if;
    made := made || saved.id;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_export(with_notes boolean, with_pictures boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.exports (origin, with_notes, with_pictures, state, made_at)
  values ('shell', note_export.with_notes, note_export.with_pictures, 'ended', now())
$function$;

CREATE OR REPLACE FUNCTION private.own_import(run_id uuid, states text[])
 RETURNS private.import_runs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = own_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.admin_id is distinct from (select auth.uid()) then
    raise exception 'Only the admin who uploaded a file may import it.' using errcode = 'PT403', hint = 'import_of_another';
  elsif run.state <> all (states) then
    raise exception 'This import has gone on since.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  return run;
end
$function$;

CREATE OR REPLACE FUNCTION private.put_down_import(run_id uuid, attempt integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.import_runs r set held_until = now(), attempts = r.attempts - 1
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing')
$function$;

CREATE OR REPLACE FUNCTION private.read_import_choices(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  if jsonb_typeof(given) is distinct from 'object' or octet_length(given::text) > 100000
     or given - array['category', 'source', 'format', 'encoding', 'states', 'categories', 'columns'] <> '{}'
     or jsonb_typeof(coalesce(given -> 'states', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'categories', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'columns', '{}')) <> 'object'
     or char_length(given ->> 'source') > 200 then
    raise exception 'These are no choices for an import.' using errcode = '22023';
  end if;
  for one in
    select key, value from jsonb_each(given) where key in ('category', 'source', 'format', 'encoding')
    union all select key, value from jsonb_each(coalesce(given -> 'columns', '{}'))
  loop
    if jsonb_typeof(one.value) <> 'string' then
      raise exception 'These are no choices for an import.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    if one.value <> 'null' and not (one.value #>> '{}') = any (enum_range(null::public.post_state)::text[]) then
      raise exception 'A state becomes one of the five, or null.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'categories', '{}')) loop
    if jsonb_typeof(one.value) <> 'object' or one.value = '{}' or one.value - array['slug', 'new'] <> '{}'
       or jsonb_typeof(coalesce(one.value -> 'slug', one.value -> 'new')) <> 'string' then
      raise exception 'A category becomes one that is there, or a new one.' using errcode = '22023';
    end if;
  end loop;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_export(export_id uuid, attempt integer, missing integer, problem text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.exports e set
    state = case when settle_export.problem is null then 'done' else 'failed' end, problem = left(settle_export.problem, 2000),
    missing = settle_export.missing,
    size = (select sum(octet_length(p.content)) from private.export_parts p where p.export_id = e.id),
    made_at = case when settle_export.problem is null then now() end,
    ends_at = case when settle_export.problem is null then now() + interval '1 day' end
  where e.id = settle_export.export_id and e.attempts = attempt and e.state = 'making';
  if found and settle_export.problem is null then
    update private.exports e set state = 'ended' where e.state = 'done' and e.id <> settle_export.export_id;
  end if;
  perform private.tidy_transfers();
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_import(run_id uuid, attempt integer, state text, says jsonb DEFAULT NULL::jsonb, outcome jsonb DEFAULT NULL::jsonb, problem text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing') for update;
  if not found then
    return false;
  end if;
  if settle_import.state = 'checked' then
    update private.import_runs r set state = 'checked', found = settle_import.says, done = 1 where r.id = run_id;
  else
    perform private.end_import(run_id, settle_import.state, outcome, left(problem, 2000));
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_transfers()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.import_runs r
  where r.state in ('uploading', 'checked') and r.held_until < now() - interval '1 day';
  update private.exports e set state = 'ended' where e.state = 'done' and e.ends_at <= now();
  delete from private.export_parts p using private.exports e where e.id = p.export_id and e.state in ('ended', 'failed');
$function$;

CREATE OR REPLACE FUNCTION private.undo_import(run_id uuid, attempt integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
  ids bigint[];
  gone bigint[];
  people uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  select * into run from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state = 'undoing' for update;
  if run.id is null then
    return null;
  end if;
  ids := array(
    select i.post_id from private.imports i where i.run_id = run.id and i.post_id > run.undo_after order by 1 limit most
  );
  if ids = '{}' then
    -- Posts that were deleted come again with the next import.
    delete from private.imports i where i.run_id = run.id and i.post_id is null;
    set constraints public.count_changed_post immediate;
    delete from public.categories c
    where c.id = any (run.made_categories) and c.slug <> 'new-features'
      and not exists (select from public.posts p where p.category_id = c.id);
    perform private.end_import(run.id, 'undone', run.outcome, null);
    return 0;
  end if;
  perform private.hold_posts(ids);
  gone := array(select p.id from public.posts p where p.id = any (ids) and private.is_as_imported(p, run.started_at));
  people := array(
    select p.author_id from public.posts p where p.id = any (gone)
    union select v.user_id from public.votes v where v.post_id = any (gone)
    union select c.author_id from public.comments c where c.post_id = any (gone)
    union select e.actor_id from public.post_events e where e.post_id = any (gone)
  );
  delete from private.imports i where i.run_id = run.id and i.post_id = any (gone);
  delete from public.posts p where p.id = any (gone);
  perform private.forget_imported_people(people, run.started_at);
  update private.import_runs r set
    undo_after = ids[cardinality(ids)], held_until = now() + interval '1 minute',
    outcome = coalesce(r.outcome, '{}') || jsonb_build_object(
      'removed', coalesce((r.outcome ->> 'removed')::integer, 0) + cardinality(gone),
      'kept', coalesce((r.outcome ->> 'kept')::integer, 0) + cardinality(ids) - cardinality(gone)
    )
  where r.id = run.id;
  return cardinality(ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_upload_part(run_id uuid, part integer, content text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  bytes constant bytea := decode(content, 'base64');
begin
  insert into private.import_parts (run_id, part, content) values (run.id, admin_add_upload_part.part, bytes);
  if (select sum(octet_length(p.content)) from private.import_parts p where p.run_id = run.id) > run.file_size then
    raise exception 'This is more than was said.' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_begin_upload(run_id uuid, file_name text, file_size bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('uploads', 0));
  if exists (select from private.import_runs r where r.id = admin_begin_upload.run_id) then
    raise exception 'This file is uploaded already.' using errcode = 'PT409', hint = 'import_moved_on';
  elsif (select count(*) from private.import_runs r where r.state in ('uploading', 'checking', 'checked')) >= 5 then
    raise exception 'Five files wait already.' using errcode = 'PT429', hint = 'imports_full';
  end if;
  insert into private.import_runs (id, admin_id, file_name, file_size)
  values (
    admin_begin_upload.run_id, (select auth.uid()),
    left(private.clean_line(admin_begin_upload.file_name), 200), admin_begin_upload.file_size
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_check_import(run_id uuid, choices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
begin
  update private.import_runs r set
    state = 'checking', choices = private.read_import_choices(admin_check_import.choices), done = 0, attempts = 0,
    held_until = now()
  where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_end_upload(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  whole record;
begin
  select count(*) as parts, max(p.part) as last, sum(octet_length(p.content)) as size into whole
  from private.import_parts p where p.run_id = run.id;
  if whole.size is distinct from run.file_size or whole.parts <> whole.last + 1 then
    raise exception 'The file is not whole.' using errcode = '22023';
  end if;
  update private.import_runs r set state = 'checking', held_until = now() where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_export_part(export_id uuid, part integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select encode(p.content, 'base64') from private.export_parts p join private.exports e on e.id = p.export_id
    where e.id = admin_export_part.export_id and e.state = 'done' and e.ends_at > now() and p.part = admin_export_part.part
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_exports()
 RETURNS TABLE(id uuid, admin_name text, origin text, state text, size bigint, missing integer, problem text, created_at timestamp with time zone, made_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select e.id, p.name, e.origin, case when e.ends_at <= now() then 'ended' else e.state end, e.size, e.missing, e.problem,
      e.created_at, e.made_at, e.ends_at
    from private.exports e left join public.profiles p on p.id = e.admin_id
    order by e.created_at desc, e.id limit 5;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_import(run_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_import.run_id;
  if run.id is null then
    return null;
  end if;
  return private.import_says(run) || jsonb_build_object(
    'kept', case when run.state = 'undone' then (
      select coalesce(jsonb_agg(k.post), '[]') from (
        select jsonb_build_object('title', p.title, 'slug', p.slug, 'category', c.slug) as post
        from private.imports i join public.posts p on p.id = i.post_id join public.categories c on c.id = p.category_id
        where i.run_id = run.id and p.deleted_at is null order by p.id limit 50
      ) k
    ) end
  ) || case
    when run.state = 'checked' and run.admin_id is not distinct from (select auth.uid()) then
      jsonb_build_object('found', run.found, 'choices', run.choices)
    else '{}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_imports()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(private.import_says(r) order by r.created_at desc, r.id)
    from (select * from private.import_runs i order by i.created_at desc, i.id limit 30) r
  ), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_make_export(with_notes boolean, with_pictures boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into private.exports (admin_id, origin, with_notes, with_pictures, state)
  values ((select auth.uid()), 'dashboard', admin_make_export.with_notes, admin_make_export.with_pictures, 'making')
  returning id into made;
  perform private.audit('export.start', null, null, null, jsonb_build_object(
    'id', made, 'with_notes', admin_make_export.with_notes, 'with_pictures', admin_make_export.with_pictures
  ));
  perform pg_notify('signpost', 'transfer');
  return made;
exception
  when unique_violation then
    raise exception 'An export is being made.' using errcode = 'PT409', hint = 'export_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_start_import(run_id uuid, choices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
  given jsonb := private.read_import_choices(choices);
  made constant integer[] := private.make_import_categories(given);
  wanted text;
begin
  if run.found ->> 'problem' is not null then
    raise exception 'The check has found a problem.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  given := given || jsonb_build_object('categories', (
    select coalesce(jsonb_object_agg(c.key, jsonb_build_object('slug', coalesce(n.slug, c.value ->> 'slug'))), '{}')
    from jsonb_each(coalesce(given -> 'categories', '{}')) c
    left join public.categories n on n.id = any (made) and n.name = left(private.clean_line(c.value ->> 'new'), 60)
  ));
  for wanted in
    select given ->> 'category' union select c.value ->> 'slug' from jsonb_each(given -> 'categories') c
  loop
    if wanted is null or not exists (select from public.category_addresses a where a.slug = wanted) then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
  end loop;
  update private.import_runs r set
    state = 'running', choices = given, made_categories = made, done = 0, attempts = 0, held_until = now(), started_at = now()
  where r.id = run.id;
  perform private.audit('import.start', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_stop_import(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_stop_import.run_id for update;
  if run.state in ('uploading', 'checking', 'checked') then
    delete from private.import_runs r where r.id = run.id;
  elsif run.state = 'running' then
    perform private.end_import(run.id, 'failed', null, 'stopped');
    perform private.audit('import.stop', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_undo_import(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_undo_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.state not in ('done', 'failed') or run.started_at is null or run.found ->> 'kind' = 'board' then
    raise exception 'This import cannot be undone.' using errcode = 'PT409', hint = 'import_not_undoable';
  end if;
  update private.import_runs r set state = 'undoing', done = 0, attempts = 0, undo_after = 0, held_until = now()
  where r.id = run.id;
  perform private.audit('import.undo', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$function$;

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_admin_id_fkey" FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY (export_id) REFERENCES private.exports(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_runs" ADD CONSTRAINT "import_runs_admin_id_fkey" FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."import_parts" ADD CONSTRAINT "import_parts_run_id_fkey" FOREIGN KEY (run_id) REFERENCES private.import_runs(id) ON DELETE CASCADE;

ALTER TABLE "private"."imports" ADD CONSTRAINT "imports_run_id_fkey" FOREIGN KEY (run_id) REFERENCES private.import_runs(id) ON DELETE SET NULL;

CREATE INDEX exports_admin_idx ON private.exports USING btree (admin_id);

CREATE INDEX exports_made_idx ON private.exports USING btree (made_at DESC) WHERE (made_at IS NOT NULL);

CREATE UNIQUE INDEX exports_one_at_a_time ON private.exports USING btree ((true)) WHERE (state = 'making'::text);

CREATE INDEX import_runs_admin_idx ON private.import_runs USING btree (admin_id);

CREATE INDEX import_runs_due_idx ON private.import_runs USING btree (held_until) WHERE (state = ANY (ARRAY['uploading'::text, 'checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));

CREATE UNIQUE INDEX import_runs_one_at_a_time ON private.import_runs USING btree ((true)) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE INDEX imports_run_idx ON private.imports USING btree (run_id, post_id) WHERE (run_id IS NOT NULL);

COMMENT ON COLUMN "private"."exports"."attempts" IS 'As of import_runs, with held_until.';

COMMENT ON COLUMN "private"."exports"."missing" IS 'Pictures that the storage did not have.';

COMMENT ON COLUMN "private"."exports"."origin" IS 'shell: npm run export, whose file is where the operator wanted it.';

COMMENT ON COLUMN "private"."exports"."problem" IS 'Why it failed: a sentence of the worker, or worker_gone.';

COMMENT ON COLUMN "private"."import_runs"."attempts" IS 'Counts the workers that took it up and did not put it down again; the number of the one that has it.';

COMMENT ON COLUMN "private"."import_runs"."choices" IS 'What the admin chose; private.read_import_choices says what may stand there.';

COMMENT ON COLUMN "private"."import_runs"."done" IS 'How much of the file is read, or of its posts taken back.';

COMMENT ON COLUMN "private"."import_runs"."found" IS 'What the check found: counts, states, categories, columns, first posts, bad lines.';

COMMENT ON COLUMN "private"."import_runs"."held_until" IS 'Until then a worker has it; after that it is gone, and another goes on.';

COMMENT ON COLUMN "private"."import_runs"."made_categories" IS 'Those that came with it.';

COMMENT ON COLUMN "private"."import_runs"."outcome" IS 'What it did: counts and bad lines; undone also how many posts went, and which were kept.';

COMMENT ON COLUMN "private"."import_runs"."problem" IS 'Why it failed: a sentence of the worker, or worker_gone, not_admin or stopped.';

COMMENT ON COLUMN "private"."import_runs"."undo_after" IS 'The last post that an undo has looked at.';

COMMENT ON COLUMN "private"."imports"."run_id" IS 'The import that brought it; null for npm run import.';

COMMENT ON FUNCTION "private"."claim_export"() IS 'Takes up an export that is to be made; after three workers that ended with it, it has failed.';

COMMENT ON FUNCTION "private"."claim_import"() IS 'Takes up what is to be checked, imported or undone. After three workers that ended with it, it has failed; so has one whose admin is none any more.';

COMMENT ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) IS 'Writes down how an import ended; its file goes.';

COMMENT ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) IS 'Removes people who came with an import and have nothing left.';

COMMENT ON FUNCTION "private"."hold_export"(uuid, integer) IS 'Goes on holding an export. False for a worker that has lost it.';

COMMENT ON FUNCTION "private"."hold_import"(uuid, integer, real) IS 'Goes on holding an import. False for a worker that has lost it.';

COMMENT ON FUNCTION "private"."import_categories"(uuid) IS 'What the categories of a file become, by their names there.';

COMMENT ON FUNCTION "private"."import_says"(private.import_runs) IS 'An import as the dashboard shows it, without what its check found.';

COMMENT ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) IS 'Whether nobody voted, commented, followed or added anything since a post was imported, and the team did nothing with it.';

COMMENT ON FUNCTION "private"."make_import_categories"(jsonb) IS 'Adds the new categories that the choices for an import name.';

COMMENT ON FUNCTION "private"."note_export"(boolean, boolean) IS 'Notes that npm run export has made one.';

COMMENT ON FUNCTION "private"."own_import"(uuid, text[]) IS 'Locks an import of the caller''s own that is in one of these states.';

COMMENT ON FUNCTION "private"."put_down_import"(uuid, integer) IS 'Leaves an import to the next worker.';

COMMENT ON FUNCTION "private"."read_import_choices"(jsonb) IS 'Choices for an import: category (a slug) for posts whose own is not named in categories; states and categories by their names in the file, each with what it becomes (a state, or null to leave its posts out; {"slug"} of a category, or {"new"} with a name); columns of a table by field; source, format and encoding as of npm run import.';

COMMENT ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) IS 'An export that is held is made, or has failed. The file of the one before goes.';

COMMENT ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) IS 'Says what came of an import that is held: checked, done or failed.';

COMMENT ON FUNCTION "private"."tidy_transfers"() IS 'Deletes files that nobody imported for a day, and exports whose time is over.';

COMMENT ON FUNCTION "private"."undo_import"(uuid, integer, integer) IS 'Takes back some posts of an import that is held, and says how many it looked at: none when all are done, null for a worker that has lost it. Posts that somebody touched stay.';

COMMENT ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) IS 'Adds a piece of up to a megabyte, in base64, to a file of one''s own. Admins only.';

COMMENT ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) IS 'Makes room for a file of up to 50 MB. Five may wait. Admins only.';

COMMENT ON FUNCTION "public"."admin_check_import"(uuid, jsonb) IS 'Checks a file again with other choices. Admins only.';

COMMENT ON FUNCTION "public"."admin_end_upload"(uuid) IS 'Has a file checked that is here as a whole. Admins only.';

COMMENT ON FUNCTION "public"."admin_export_part"(uuid, integer) IS 'A piece of the file of an export, in base64; null after the last one and once its time is over. Admins only.';

COMMENT ON FUNCTION "public"."admin_exports"() IS 'The last exports, the newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_import"(uuid) IS 'One import, with what its check found for the admin who uploaded it, and the posts that an undo kept; null when it is gone. Admins only.';

COMMENT ON FUNCTION "public"."admin_imports"() IS 'The last imports, the newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_make_export"(boolean, boolean) IS 'Has the board exported, without e-mail addresses. One at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_start_import"(uuid, jsonb) IS 'Starts an import of one''s own that was checked, and makes the categories that it needs. One runs at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_stop_import"(uuid) IS 'Deletes a file that was not imported, or stops its import: what is there stays. Any admin.';

COMMENT ON FUNCTION "public"."admin_undo_import"(uuid) IS 'Takes back what an import made: all posts that nobody has touched since (private.is_as_imported). Any admin.';

COMMENT ON TABLE "private"."board_imports" IS 'How far the boards that were brought here from another instance have come: so many rows of each part are there. A part that is finished is not looked at again.';

COMMENT ON TABLE "private"."export_parts" IS 'The file of an export in pieces, until its time is over.';

COMMENT ON TABLE "private"."exports" IS 'Exports of the board: those from the dashboard with their file for a day, those of npm run export as a note.';

COMMENT ON TABLE "private"."import_parts" IS 'An uploaded file in pieces, until its import has ended.';

COMMENT ON TABLE "private"."import_runs" IS 'Imports from the dashboard: uploaded by an admin, checked by the worker, started by the same admin, and undone by any.';

COMMENT ON TABLE "private"."imports" IS 'Which posts came from elsewhere, so that bringing the same again adds nothing. source is the tracker, or the file where it does not name one; a post that was deleted since leaves its row, so it does not come back.';

REVOKE ALL ON FUNCTION "private"."claim_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_export"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_import"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_import"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_export"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_import"(uuid, integer, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_import"(uuid, integer, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_categories"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_categories"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_says"(private.import_runs) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_says"(private.import_runs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_import_categories"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_import_categories"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_export"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_export"(boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_import"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_import"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."put_down_import"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."put_down_import"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_import_choices"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_import_choices"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tidy_transfers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tidy_transfers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_import"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_import"(uuid, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_check_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_check_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_end_upload"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_end_upload"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_export_part"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_export_part"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_exports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_exports"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_imports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_imports"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_make_export"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_make_export"(boolean, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_start_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_start_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_stop_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_stop_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_undo_import"(uuid) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."export_parts" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."exports" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."import_parts" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."import_runs" TO "postgres", "service_role";
