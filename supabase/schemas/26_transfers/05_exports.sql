-- Exports of the whole board from the dashboard, and the time of the last one.

create table private.exports (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid references public.profiles (id) on delete set null,
  origin text not null check (origin in ('dashboard', 'shell')),
  with_notes boolean not null,
  with_pictures boolean not null,
  state text not null check (state in ('making', 'done', 'failed', 'ended')),
  size bigint check (size > 0),
  missing integer not null default 0,
  problem text check (char_length(problem) <= 2000),
  attempts integer not null default 0,
  held_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  made_at timestamptz,
  ends_at timestamptz
);
comment on table private.exports is
  'Exports of the board: those from the dashboard with their file, kept for a day, and a note of each npm run export.';
comment on column private.exports.origin is 'shell: npm run export, which writes the file where the operator chose.';
comment on column private.exports.missing is 'Pictures that the storage didn''t have.';
comment on column private.exports.problem is 'Why it failed: a sentence from the worker, or worker_gone.';
comment on column private.exports.attempts is 'As in import_runs, with held_until.';

create unique index exports_one_at_a_time on private.exports ((true)) where state = 'making';
create index exports_made_idx on private.exports (made_at desc) where made_at is not null;
create index exports_admin_idx on private.exports (admin_id);

create table private.export_parts (
  export_id uuid references private.exports (id) on delete cascade,
  part integer check (part between 0 and 600),
  content bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (export_id, part)
);
comment on table private.export_parts is 'The parts of an export''s file, until it expires.';

create function public.admin_make_export(with_notes boolean, with_pictures boolean) returns uuid
language plpgsql security definer set search_path = '' as $$
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
    raise exception 'An export is already running.' using errcode = 'PT409', hint = 'export_busy';
end
$$;
comment on function public.admin_make_export is
  'Queues an export of the board without email addresses. Only one runs at a time. Admins only.';
grant execute on function public.admin_make_export to authenticated;

create function public.admin_exports() returns table(
  id uuid, admin_name text, origin text, state text, size bigint, missing integer, problem text, created_at timestamptz,
  made_at timestamptz, ends_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select e.id, p.name, e.origin, case when e.ends_at <= now() then 'ended' else e.state end, e.size, e.missing, e.problem,
      e.created_at, e.made_at, e.ends_at
    from private.exports e left join public.profiles p on p.id = e.admin_id
    order by e.created_at desc, e.id limit 5;
end
$$;
comment on function public.admin_exports is 'The latest exports, newest first. Admins only.';
grant execute on function public.admin_exports to authenticated;

create function public.admin_export_part(export_id uuid, part integer) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select encode(p.content, 'base64') from private.export_parts p join private.exports e on e.id = p.export_id
    where e.id = admin_export_part.export_id and e.state = 'done' and e.ends_at > now() and p.part = admin_export_part.part
  );
end
$$;
comment on function public.admin_export_part is
  'A part of an export''s file, in base64. Null after the last part and once the file has expired. Admins only.';
grant execute on function public.admin_export_part to authenticated;

create function private.claim_export() returns setof private.exports
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.claim_export is
  'Takes the next export to create. An export fails if three workers ended while working on it.';

create function private.hold_export(export_id uuid, attempt integer) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.exports e set held_until = now() + interval '1 minute'
  where e.id = export_id and e.attempts = attempt and e.state = 'making';
  return found;
end
$$;
comment on function private.hold_export is 'Extends a worker''s hold on an export. False if the worker has lost it.';

create function private.settle_export(export_id uuid, attempt integer, missing integer, problem text default null) returns void
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.settle_export is
  'Records that an export that the worker holds is done or failed. Deletes the previous export''s file.';

create function private.note_export(with_notes boolean, with_pictures boolean) returns void
language sql set search_path = '' as $$
  insert into private.exports (origin, with_notes, with_pictures, state, made_at)
  values ('shell', note_export.with_notes, note_export.with_pictures, 'ended', now())
$$;
comment on function private.note_export is 'Records that npm run export has created an export.';

create function private.tidy_transfers() returns void
language sql set search_path = '' as $$
  delete from private.import_runs r
  where r.state in ('uploading', 'checked') and r.held_until < now() - interval '1 day';
  update private.import_runs r set failed_rows = null
  where r.failed_rows is not null and coalesce(r.ended_at, r.created_at) < now() - interval '1 week';
  update private.exports e set state = 'ended' where e.state = 'done' and e.ends_at <= now();
  delete from private.export_parts p using private.exports e where e.id = p.export_id and e.state in ('ended', 'failed');
$$;
comment on function private.tidy_transfers is
  'Deletes uploaded files that no one imported within a day, failed rows after a week, and expired exports.';
