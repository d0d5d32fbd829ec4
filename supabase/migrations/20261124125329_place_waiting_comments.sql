set local check_function_bodies = off;

DROP FUNCTION "public"."my_waiting"();

CREATE OR REPLACE FUNCTION public.my_waiting()
 RETURNS TABLE(post_id bigint, comment_id bigint, title text, body text, created_at timestamp with time zone, on_post bigint, parent_id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    select h.post_id, h.comment_id, p.title, coalesce(h.body, p.details), h.hidden_at, c.post_id, c.parent_id
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    where h.cause = 'approval' and me = case when c.id is null then p.author_id else c.author_id end
    order by h.id desc limit 100;
end
$function$;

COMMENT ON FUNCTION "public"."my_waiting"() IS 'What of the caller''s waits for approval, the newest first; of a comment also the post it is on and what it answers.';

REVOKE ALL ON FUNCTION "public"."my_waiting"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_waiting"() TO "authenticated", "postgres", "service_role";
