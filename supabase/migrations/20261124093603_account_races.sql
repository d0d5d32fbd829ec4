set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.delete_account(remove_content boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  -- In the order in which changes of roles and of the account itself hold them.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform 1 from auth.users u where u.id = me for update;
  if remove_content then
    perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
    perform pg_advisory_xact_lock(hashtextextended(me::text, 1));
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of(me);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_sending(sent_key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- The account may have been deleted meanwhile.
  perform private.require_member();
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$function$;
