-- `select=a:title,b:title,…` a thousand times over makes megabytes of a short column. Only the query that the API has
-- written out tells, where a column is qualified or renamed: what it names more often than any page of the site is refused.
create function private.require_small_select(most integer default 6) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- A short one cannot, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\."[^"]+")+|"[^"]+" as ', 'g') as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'A request names a column too often.' using errcode = '54000';
  end if;
  return true;
end
$$;
revoke execute on function private.require_small_select from public;
grant execute on function private.require_small_select to anon, authenticated;

do $$
declare
  read_table regclass;
begin
  for read_table in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    execute format(
      'create policy "a request names each column a few times" on %s as restrictive for select to anon, authenticated
       using ((select private.require_small_select()))', read_table
    );
  end loop;
end
$$;
