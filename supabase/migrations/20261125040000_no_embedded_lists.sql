-- A select that went from a post to its comments, from each to its post, and on, made 70 MB of thirty comments. An API
-- derives these ways from foreign keys. A function that takes a row of one table, and is named after the other, replaces
-- every way from the first to the second; nobody may call it. A row's one post, author or category can still be read with it.
do $$
declare
  way record;
begin
  for way in
    select distinct parent.relname as one, child.relname as many
    from pg_constraint k
    join pg_class parent on parent.oid = k.confrelid
    join pg_class child on child.oid = k.conrelid
    where k.contype = 'f' and parent.relnamespace = 'public'::regnamespace and child.relnamespace = 'public'::regnamespace
    order by 1, 2
  loop
    execute format(
      'create function public.%1$I(public.%2$I) returns setof public.%1$I language sql stable set search_path = ''''
       return null::public.%1$I', way.many, way.one
    );
    execute format('comment on function public.%I(public.%I) is ''Replaces the embedding of a foreign key.''', way.many, way.one);
    execute format(
      'revoke execute on function public.%I(public.%I) from public, anon, authenticated, service_role', way.many, way.one
    );
  end loop;
end
$$;
