-- Uploads a file to the database in parts, and stores what an admin chooses before the import.

create function private.own_import(run_id uuid, states text[]) returns private.import_runs
language plpgsql set search_path = '' as $$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = own_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.admin_id is distinct from (select auth.uid()) then
    raise exception 'Only the admin who uploaded this file can import it.' using errcode = 'PT403', hint = 'import_of_another';
  elsif run.state <> all (states) then
    raise exception 'This import has changed in the meantime.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  return run;
end
$$;
comment on function private.own_import is 'Locks the caller''s own import, which must be in one of these states.';

create function public.admin_begin_upload(run_id uuid, file_name text, file_size bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('uploads', 0));
  if exists (select from private.import_runs r where r.id = admin_begin_upload.run_id) then
    raise exception 'This file is already uploaded.' using errcode = 'PT409', hint = 'import_moved_on';
  elsif (select count(*) from private.import_runs r where r.state in ('uploading', 'checking', 'checked')) >= 5 then
    raise exception 'Five uploaded files are already waiting. Import or discard one first.' using errcode = 'PT429', hint = 'imports_full';
  end if;
  insert into private.import_runs (id, admin_id, file_name, file_size)
  values (
    admin_begin_upload.run_id, (select auth.uid()),
    left(private.clean_line(admin_begin_upload.file_name), 200), admin_begin_upload.file_size
  );
end
$$;
comment on function public.admin_begin_upload is
  'Starts the upload of a file of up to 50 MB. At most five files can wait. Admins only.';
grant execute on function public.admin_begin_upload to authenticated;

create function public.admin_add_upload_part(run_id uuid, part integer, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  bytes constant bytea := decode(content, 'base64');
begin
  insert into private.import_parts (run_id, part, content) values (run.id, admin_add_upload_part.part, bytes);
  if (select sum(octet_length(p.content)) from private.import_parts p where p.run_id = run.id) > run.file_size then
    raise exception 'The file is larger than announced.' using errcode = '22023';
  end if;
end
$$;
comment on function public.admin_add_upload_part is
  'Adds a part of up to a megabyte, in base64, to the caller''s own file. Admins only.';
grant execute on function public.admin_add_upload_part to authenticated;

create function public.admin_end_upload(run_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  whole record;
begin
  select count(*) as parts, max(p.part) as last, sum(octet_length(p.content)) as size into whole
  from private.import_parts p where p.run_id = run.id;
  if whole.size is distinct from run.file_size or whole.parts <> whole.last + 1 then
    raise exception 'The file is incomplete.' using errcode = '22023';
  end if;
  update private.import_runs r set state = 'checking', held_until = now() where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$$;
comment on function public.admin_end_upload is 'Completes an upload and queues its check. Admins only.';
grant execute on function public.admin_end_upload to authenticated;

create function public.admin_check_import(run_id uuid, choices jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
begin
  update private.import_runs r set
    state = 'checking', choices = private.read_import_choices(admin_check_import.choices), done = 0, attempts = 0,
    held_until = now()
  where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$$;
comment on function public.admin_check_import is 'Queues another check of a file with different choices. Admins only.';
grant execute on function public.admin_check_import to authenticated;

create function private.make_import_categories(given jsonb) returns integer[]
language plpgsql set search_path = '' as $$
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
      raise exception 'This category can''t be created.'
        using errcode = 'PT409', hint = 'import_category_refused', detail = jsonb_build_object('name', wanted)::text;
    end if;
    made := made || saved.id;
  end loop;
  return made;
end
$$;
comment on function private.make_import_categories is 'Creates the new categories that an import''s choices name.';

create function public.admin_start_import(run_id uuid, choices jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
  given jsonb := private.read_import_choices(choices);
  made constant integer[] := private.make_import_categories(given);
  wanted text;
begin
  if run.found ->> 'problem' is not null then
    raise exception 'The check found a problem.' using errcode = 'PT409', hint = 'import_moved_on';
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
$$;
comment on function public.admin_start_import is
  'Starts the caller''s own checked import, and creates the categories that it needs. Only one runs at a time. Admins only.';
grant execute on function public.admin_start_import to authenticated;

create function public.admin_stop_import(run_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.admin_stop_import is
  'Deletes a file that wasn''t imported, or stops its import. Posts that are already imported stay. Any admin.';
grant execute on function public.admin_stop_import to authenticated;

create function public.admin_undo_import(run_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_undo_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.state not in ('done', 'failed') or run.started_at is null or run.found ->> 'kind' = 'board' then
    raise exception 'This import can''t be undone.' using errcode = 'PT409', hint = 'import_not_undoable';
  end if;
  update private.import_runs r set state = 'undoing', done = 0, attempts = 0, undo_after = 0, held_until = now()
  where r.id = run.id;
  perform private.audit('import.undo', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$$;
comment on function public.admin_undo_import is
  'Undoes an import: removes all its posts that no one has touched since (private.is_as_imported). Any admin.';
grant execute on function public.admin_undo_import to authenticated;
