-- The API may follow a foreign key from a row to the row it names, but never the other way round, to the many rows that
-- name it. For each of those, a function that no one may call takes the place of the relationship.

do $$
declare
  way record;
begin
  for way in
    select distinct child.relname as many, parent.relname as one
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.relnamespace = 'public'::regnamespace and parent.relnamespace = 'public'::regnamespace
  loop
    execute format(
      'create function public.%1$I(public.%2$I) returns setof public.%1$I
       language sql stable set search_path = '''' return null::public.%1$I', way.many, way.one
    );
    execute format(
      'comment on function public.%I(public.%I) is ''Replaces the embedding of a foreign key.''', way.many, way.one
    );
  end loop;
end $$;
