create function private.import_says(run private.import_runs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', run.id, 'fileName', run.file_name, 'fileSize', run.file_size, 'state', run.state, 'done', run.done,
    'isWaiting', run.held_until <= now(), 'problem', run.problem, 'createdAt', run.created_at, 'startedAt', run.started_at,
    'endedAt', run.ended_at, 'undoneAt', run.undone_at, 'outcome', run.outcome,
    'isMine', run.admin_id is not distinct from (select auth.uid()),
    'adminName', (select p.name from public.profiles p where p.id = run.admin_id),
    'isBoard', run.found ->> 'kind' = 'board',
    'needsInput', coalesce(
      run.found ->> 'problem' is not null or jsonb_path_exists(run.found, '$.states[*] ? (@.isKnown == false)')
      or jsonb_path_exists(run.found, '$.dates ? (@.order == null)') and run.choices ->> 'dates' is null, false),
    'hasFailedRows', run.failed_rows is not null and run.admin_id is not distinct from (select auth.uid()),
    'posts', (select count(*) from private.imports i where i.run_id = run.id and i.post_id is not null)
  )
$$;
comment on function private.import_says is 'An import as the dashboard shows it, without the result of its check.';

create function public.admin_imports() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(private.import_says(r) order by r.created_at desc, r.id)
    from (select * from private.import_runs i order by i.created_at desc, i.id limit 30) r
  ), '[]');
end
$$;
comment on function public.admin_imports is 'The latest imports, newest first. Admins only.';
grant execute on function public.admin_imports to authenticated;

create function public.admin_import(run_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
$$;
comment on function public.admin_import is
  'One import with the posts that an undo kept and, for the admin who uploaded the file, the result of its check. Null if it no longer exists. Admins only.';
grant execute on function public.admin_import to authenticated;

create function public.admin_failed_rows(run_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select r.failed_rows from private.import_runs r
    where r.id = admin_failed_rows.run_id and r.admin_id = (select auth.uid())
  );
end
$$;
comment on function public.admin_failed_rows is
  'The rows that the caller''s own import couldn''t import, as a CSV file with the reasons. Null if there are none. Admins only.';
grant execute on function public.admin_failed_rows to authenticated;

create function private.import_categories(run_id uuid) returns table(name text, category_id integer)
language sql stable set search_path = '' as $$
  select c.key, a.category_id
  from private.import_runs r
    cross join jsonb_each(coalesce(r.choices -> 'categories', '{}')) c
    join public.category_addresses a on a.slug = c.value ->> 'slug'
  where r.id = import_categories.run_id
$$;
comment on function private.import_categories is 'What each category of a file becomes, by its name in the file.';
