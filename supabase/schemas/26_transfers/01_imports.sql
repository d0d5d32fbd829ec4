-- Imports from the dashboard. An admin uploads a file. The worker checks it, and imports it when the admin says so.

create table private.import_runs (
  id uuid primary key,
  admin_id uuid references public.profiles (id) on delete set null,
  file_name text not null check (private.visible_length(file_name) >= 1 and char_length(file_name) <= 200),
  file_size bigint not null check (file_size between 1 and 52428800),
  state text not null default 'uploading'
    check (state in ('uploading', 'checking', 'checked', 'running', 'done', 'failed', 'undoing', 'undone')),
  choices jsonb not null default '{}',
  made_categories integer[] not null default '{}',
  found jsonb,
  outcome jsonb,
  problem text check (char_length(problem) <= 2000),
  done real not null default 0 check (done between 0 and 1),
  attempts integer not null default 0,
  held_until timestamptz not null default now(),
  undo_after bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  undone_at timestamptz,
  failed_rows text check (octet_length(failed_rows) <= 5242880)
);
comment on table private.import_runs is
  'Imports from the dashboard. An admin uploads a file, the worker checks it, and the same admin starts the import. Any admin can undo it.';
comment on column private.import_runs.choices is 'The admin''s choices, as read by private.read_import_choices.';
comment on column private.import_runs.made_categories is 'The categories that the import created.';
comment on column private.import_runs.found is
  'The result of the check: counts, states, categories, columns, first posts, bad lines.';
comment on column private.import_runs.outcome is
  'The result of the import: counts and bad lines. After an undo, also how many posts were removed and which were kept.';
comment on column private.import_runs.failed_rows is
  'The rows of a table that couldn''t be imported, as a CSV file with the reasons, to correct and import again.';
comment on column private.import_runs.problem is
  'Why it failed: a sentence from the worker, or worker_gone, not_admin or stopped.';
comment on column private.import_runs.done is
  'How much of the file was read, or how many of its posts were removed again.';
comment on column private.import_runs.attempts is
  'How many workers took it without finishing or returning it. Also the number of the worker that has it now.';
comment on column private.import_runs.held_until is
  'Until when a worker holds it. After that, the worker counts as gone and another one takes over.';
comment on column private.import_runs.undo_after is 'The last post that an undo has checked.';

create unique index import_runs_one_at_a_time on private.import_runs ((true)) where state in ('running', 'undoing');
create index import_runs_admin_idx on private.import_runs (admin_id);
create index import_runs_due_idx on private.import_runs (held_until)
  where state in ('uploading', 'checking', 'checked', 'running', 'undoing');

create table private.import_parts (
  run_id uuid references private.import_runs (id) on delete cascade,
  part integer check (part between 0 and 200),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (run_id, part)
);
comment on table private.import_parts is 'The parts of an uploaded file, kept until its import has ended.';

create table private.imports (
  source text,
  source_id text check (source_id <> ''),
  post_id bigint references public.posts (id) on delete set null,
  created_at timestamptz not null default now(),
  run_id uuid references private.import_runs (id) on delete set null,
  primary key (source, source_id)
);
comment on table private.imports is
  'Which posts came from which source, so that importing them again adds nothing. source is the tracker, or the file if it names none. A deleted post''s row stays, so the post isn''t imported again.';
comment on column private.imports.run_id is 'The import that created it; null for npm run import.';

create index imports_post_idx on private.imports (post_id);
create index imports_source_id_idx on private.imports (source_id);
create index imports_run_idx on private.imports (run_id, post_id) where run_id is not null;

create table private.board_imports (
  board uuid,
  part text,
  rows bigint not null default 0 check (rows >= 0),
  finished_at timestamptz,
  primary key (board, part)
);
comment on table private.board_imports is
  'How far imports of whole boards have come: how many rows of each part are done. Finished parts are skipped.';

create function private.read_import_choices(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  one record;
begin
  if jsonb_typeof(given) is distinct from 'object' or octet_length(given::text) > 100000
     or given - array['category', 'source', 'format', 'encoding', 'states', 'categories', 'columns', 'dates'] <> '{}'
     or jsonb_typeof(coalesce(given -> 'states', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'categories', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'columns', '{}')) <> 'object'
     or not coalesce(given -> 'dates' in ('"day"', '"month"'), true)
     or char_length(given ->> 'source') > 200 then
    raise exception 'Invalid choices for an import.' using errcode = '22023';
  end if;
  for one in
    select key, value from jsonb_each(given) where key in ('category', 'source', 'format', 'encoding')
    union all select key, value from jsonb_each(coalesce(given -> 'columns', '{}'))
  loop
    if jsonb_typeof(one.value) <> 'string' then
      raise exception 'Invalid choices for an import.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    if one.value <> 'null' and not (one.value #>> '{}') = any (enum_range(null::public.post_state)::text[]) then
      raise exception 'Map each state to one of the five states or null.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'categories', '{}')) loop
    if jsonb_typeof(one.value) <> 'object' or one.value = '{}' or one.value - array['slug', 'new'] <> '{}'
       or jsonb_typeof(coalesce(one.value -> 'slug', one.value -> 'new')) <> 'string' then
      raise exception 'Map each category to an existing or a new one.' using errcode = '22023';
    end if;
  end loop;
  return given;
end
$$;
comment on function private.read_import_choices is
  'Checks the choices for an import. category: a slug, for posts whose category isn''t in categories. states and categories: by their names in the file, what each becomes (a state, or null to skip its posts; {"slug"} of a category, or {"new"} with a name). columns: the table''s column for each field. dates: what dates such as 03/04/2025 start with, day or month. source, format and encoding: as in npm run import.';
