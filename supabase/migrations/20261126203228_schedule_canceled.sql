set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_delete_entry(entry_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
begin
  perform private.require_team();
  select * into entry from public.changelog_entries e where e.id = admin_delete_entry.entry_id for update;
  if entry.id is null then
    return false;
  end if;
  if entry.state = 'published' then
    raise exception 'Unpublish this entry before you delete it.' using errcode = '23514';
  end if;
  -- Only people who may publish can delete something that is scheduled or was on the site.
  if entry.state = 'scheduled' or entry.first_published_at is not null or entry.author_id is distinct from auth.uid() then
    perform private.require_publisher();
  end if;
  delete from public.changelog_entries e where e.id = entry.id;
  perform private.audit_entry('changelog.delete', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_take_back_entry(entry_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e where e.id = admin_take_back_entry.entry_id for update;
  if entry.id is null or entry.state = 'draft' then
    return entry.id is not null;
  end if;
  update public.changelog_entries e
  set state = 'draft', publish_at = null, published_at = null, edited_at = null, updated_at = now()
  where e.id = entry.id;
  if entry.state = 'published' then
    perform private.log_event('changelog.removed', -entry.id);
  end if;
  perform private.audit_entry(
    case entry.state when 'scheduled' then 'changelog.unschedule' else 'changelog.unpublish' end, entry
  );
  return true;
end
$function$;

COMMENT ON FUNCTION "public"."admin_delete_entry"(bigint) IS 'Deletes an entry that isn''t published for good: the caller''s own draft if it was never published, or any for people who may publish. False if it no longer exists.';
