set local check_function_bodies = off;

ALTER TABLE "private"."mails" DROP CONSTRAINT "mails_check";

CREATE OR REPLACE FUNCTION private.prepare_mail(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
  reader record;
  says jsonb;
  problem text;
begin
  update private.mails m set state = 'unknown', outcome = 'The program that sent it ended before the answer came.'
  where m.key = job and m.state = 'sending';
  update private.mails m set state = 'claimed', attempts = m.attempts + 1
  where m.key = job and m.state in ('ready', 'claimed') returning m.* into mail;
  if not found then
    return null;
  end if;
  select coalesce(mail.about ->> 'to', u.email) as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
    p.name, coalesce(u.banned_until < now(), true) as is_open,
    private.make_token('p', mail.person_id, mail.post_id, case mail.kind when 'summary' then 'summary' else 'set' end) as token
  into reader
  from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
  where u.id = mail.person_id
  union all
  select a.address, true, a.mail, null, true,
    private.make_token('a', a.id, mail.post_id, case mail.kind when 'confirm' then 'confirm' else 'set' end)
  from private.mail_addresses a where a.id = mail.address_id
  union all
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' = 'deleted';
  says := private.mail_says(mail);
  problem := case
    when reader.address is null or not reader.is_open then 'There is nobody any more to send it to.'
    when not reader.is_confirmed then 'The address is not confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader wants no mails any more.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address takes no mails.'
    when says is null then 'What it was about is gone.'
  end;
  if problem is null then
    return says || jsonb_build_object(
      'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
      'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
      'is_person', mail.person_id is not null
    );
  end if;
  update private.mails m set state = 'dropped', outcome = problem where m.id = mail.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail(mail_id bigint, attempt integer, became text, words text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with settled as (
    update private.mails set
      state = case became when 'later' then 'ready' else became end,
      due_at = case became
        when 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
      outcome = left(words, 500),
      about = case when became <> 'later' and about ->> 'event' = 'deleted' then about - 'to' else about end
    where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
    returning due_at
  )
  select case became when 'later' then (select due_at from settled) end
$function$;

CREATE OR REPLACE FUNCTION public.admin_mails(before_mail bigint DEFAULT NULL::bigint, only_state text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, kind text, reader text, post_id bigint, post_title text, reasons text[], state text, attempts integer, outcome text, created_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select m.id, m.kind, coalesce(r.name, regexp_replace(coalesce(a.address, m.about ->> 'to'), '^(.)[^@]*', '\1…')), m.post_id, p.title,
      array(select distinct t.reason from private.mail_parts t where t.mail_id = m.id order by 1),
      m.state, m.attempts, m.outcome, m.created_at, m.due_at
    from private.mails m
    left join public.profiles r on r.id = m.person_id
    left join private.mail_addresses a on a.id = m.address_id
    left join public.posts p on p.id = m.post_id and p.deleted_at is null
    where (before_mail is null or m.id < before_mail) and (only_state is null or m.state = only_state)
    order by m.id desc limit least(max_rows, 100);
end
$function$;

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
    perform private.hold_posts_of_people(array[me]);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  insert into private.mails (kind, about)
  select 'account', jsonb_build_object('event', 'deleted', 'to', u.email)
  from auth.users u where u.id = me and u.email_confirmed_at is not null;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$function$;

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_check" CHECK ((num_nonnulls(person_id, address_id) =
CASE
    WHEN ((about ->> 'event'::text) = 'deleted'::text) THEN 0
    ELSE 1
END));

COMMENT ON COLUMN "private"."mails"."about" IS 'Of a mail about an account: what happened to it, and the address that it had then. That of an account that is gone is kept until the mail was sent.';

COMMENT ON FUNCTION "public"."delete_account"(boolean) IS 'Deletes the caller''s account with its sessions. Posts and comments stay under "Deleted user", or go for good with what was said on them; a comment that others answered stays as an empty place. Posts of others that were merged into the caller''s stand for themselves again. The owner is told by mail.';
