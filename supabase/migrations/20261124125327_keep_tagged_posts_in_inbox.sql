set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_change_tags(post_ids bigint[], added integer[], removed integer[])
 RETURNS TABLE(post_id bigint, tag_id integer, is_added boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
begin
  if cardinality(added) > 50 or cardinality(removed) > 50 then
    raise exception 'At most 50 tags at once.' using errcode = '22023';
  end if;
  ids := array(
    select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null order by p.id for key share
  );
  return query
    with gone as (
      delete from public.post_tags t where t.post_id = any (ids) and t.tag_id = any (removed)
      returning t.post_id, t.tag_id
    ), come as (
      insert into public.post_tags (post_id, tag_id)
      select i, g.id from unnest(ids) i cross join public.tags g where g.id = any (added) and not g.id = any (removed)
      order by 1, 2
      on conflict do nothing returning post_id, tag_id
    )
    select gone.post_id, gone.tag_id, false from gone union all select come.post_id, come.tag_id, true from come;
end
$function$;
