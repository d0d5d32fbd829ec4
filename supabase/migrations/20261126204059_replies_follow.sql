set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.part(merge public.post_merges)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rest constant bigint[] := array(select b.id from private.brought_by(merge.id) b where b.id <> merge.id);
begin
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments return, because each of them would be indexed again.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    -- A reply's own merge may be later than its comment's.
    select t.id from public.comments t where t.merge_id = any (rest || merge.id) and t.parent_id is null
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id) and t.parent_id is null
  );
  update private.search_comments s set post_id = merge.post_id
  from public.comments c where c.post_id = merge.post_id and s.comment_id = c.id and s.post_id <> merge.post_id;
  update public.images i
  set post_id = merge.post_id, merge_id = case when i.merge_id = any (rest) then i.merge_id end
  where i.merge_id = any (rest || merge.id);
  perform private.gather(merge.post_id);
  perform private.gather(merge.stays_id);
end
$function$;
