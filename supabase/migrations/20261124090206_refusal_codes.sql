set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.refuse_new_link(author uuid, was text, wanted text, of_post bigint DEFAULT NULL::bigint, of_comment bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if author = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(author, wanted, of_post, of_comment) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = 'PT403', hint = 'approval';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_answerable(comment public.comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if comment.deleted_at is null and private.hold_post(comment.post_id) is not null
     and auth.uid() is not null and not private.is_team() then
    raise exception 'This thread is locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  if comment.parent_id is not null and not exists (
    select 1 from public.comments c
    where c.id = comment.parent_id and c.post_id = comment.post_id
      and c.parent_id is null and c.deleted_at is null and c.hidden_at is null
  ) then
    raise exception 'This comment can no longer be answered.' using errcode = '23503';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unblocked(is_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if is_new and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = 'PT403', hint = 'blocked';
  end if;
end
$function$;
