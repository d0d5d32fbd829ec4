-- The local API grants everything on every table to anon and authenticated when it answers its first request.
-- A hosted project does not. What the migrations grant is written down here after they ran, and put back
-- whenever that happens, so that column grants mean the same in both.
create schema if not exists local_backend;
-- Names are written out in full: there is no search path where they are run.
set local search_path = pg_catalog;
create table if not exists local_backend.grants (statement text not null);
truncate local_backend.grants;

alter default privileges in schema public, private revoke all on tables from anon, authenticated;
alter default privileges in schema public, private revoke all on sequences from anon, authenticated;

insert into local_backend.grants
select format('grant %s on %s %s to %s', a.privilege_type,
              case c.relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass, a.grantee::regrole)
from pg_class c cross join lateral aclexplode(c.relacl) a
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'S')
  and a.grantee in ('anon'::regrole, 'authenticated'::regrole)
union all
select format('grant %s (%I) on table %s to %s', a.privilege_type, t.attname, c.oid::regclass, a.grantee::regrole)
from pg_class c join pg_attribute t on t.attrelid = c.oid cross join lateral aclexplode(t.attacl) a
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.grantee in ('anon'::regrole, 'authenticated'::regrole);

create or replace function local_backend.put_grants_back() returns event_trigger
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  statement text;
begin
  if current_setting('local_backend.busy', true) = 'yes' then
    return;
  end if;
  if current_query() !~* '^\s*grant\s+all\s+on\s+all\s+(tables|sequences)\s+in\s+schema\s+"?(public|private)'
    and current_query() !~* '^\s*alter\s+default\s+privileges\s+in\s+schema\s+"?(public|private)"?\s+grant\s+all' then
    return;
  end if;
  perform set_config('local_backend.busy', 'yes', true);
  alter default privileges in schema public, private revoke all on tables from anon, authenticated;
  alter default privileges in schema public, private revoke all on sequences from anon, authenticated;
  revoke all on all tables in schema public, private from anon, authenticated;
  revoke all on all sequences in schema public, private from anon, authenticated;
  for statement in select g.statement from local_backend.grants g loop
    execute statement;
  end loop;
  perform set_config('local_backend.busy', 'no', true);
end
$$;

-- First requests that come together would change the same rows of the catalog, and all but one would fail.
create or replace function local_backend.wait_for_grants() returns event_trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('local_backend.grants', 0));
end
$$;

drop event trigger if exists wait_for_grants;
create event trigger wait_for_grants on ddl_command_start when tag in ('GRANT', 'ALTER DEFAULT PRIVILEGES')
  execute function local_backend.wait_for_grants();
drop event trigger if exists put_grants_back;
create event trigger put_grants_back on ddl_command_end when tag in ('GRANT', 'ALTER DEFAULT PRIVILEGES')
  execute function local_backend.put_grants_back();
