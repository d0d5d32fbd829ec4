-- A token whose session or account has ended writes nothing, on whichever way it comes: through the tables or
-- through functions that run as their owner. Import and operators have no account and pass.
create function private.require_presence() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if auth.uid() is not null and not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return null;
end
$$;

-- On every table, which is why this chapter comes last. Name and depth as of private.spend().
do $$
declare
  name text;
begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format(
      'create trigger a_require_presence before insert or update or delete on public.%I
       for each statement when (pg_trigger_depth() = 0) execute function private.require_presence()', name
    );
  end loop;
end
$$;
