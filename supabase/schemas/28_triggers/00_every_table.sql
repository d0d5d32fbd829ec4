-- What every table has: row level security, and in public also limits on selects and on writes.

do $$
declare
  relation record;
begin
  for relation in
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  loop
    execute format('alter table %I.%I enable row level security', relation.schema, relation.name);
    continue when relation.schema = 'private';
    execute format(
      'create policy "a request names each column a few times" on public.%I
       as restrictive for select to anon, authenticated using ((select private.require_small_select()))', relation.name
    );
    execute format(
      'create trigger a_require_presence before insert or delete or update on public.%I
       for each statement when (pg_trigger_depth() = 0) execute function private.require_presence()', relation.name
    );
  end loop;
end $$;
