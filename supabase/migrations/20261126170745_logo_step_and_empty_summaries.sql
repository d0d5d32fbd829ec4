set local check_function_bodies = off;

DROP FUNCTION "public"."admin_first_steps"();

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
  -- Of two emails to one reader, the second knows what the first contains.
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(mail.person_id, mail.address_id), 0));
  select coalesce(mail.about ->> 'to', u.email) as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
    p.name, coalesce(u.banned_until < now(), true) as is_open,
    private.make_token(
      'p', mail.person_id, greatest(mail.post_id, 0), case mail.kind when 'summary' then 'summary' else 'set' end
    ) as token
  into reader
  from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
  where u.id = mail.person_id
  union all
  select a.address, true, a.mail, null, true,
    private.make_token('a', a.id, greatest(mail.post_id, 0), case mail.kind when 'confirm' then 'confirm' else 'set' end)
  from private.mail_addresses a where a.id = mail.address_id
  union all
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' = 'deleted';
  says := private.mail_says(mail);
  if mail.kind = 'notices' then
    update private.mail_parts m set is_said = s.is_said
    from (
      select p.event_id, exists (select from private.parts_to_say(mail) t where t = p.event_id) as is_said
      from private.mail_parts p where p.mail_id = mail.id
    ) s
    where m.mail_id = mail.id and m.event_id = s.event_id and m.is_said <> s.is_said;
  end if;
  -- Only one entry may be left of it.
  if jsonb_array_length(says -> 'posts') = 1 and (says #>> '{posts,0,id}')::bigint < 0 then
    mail.post_id := (says #>> '{posts,0,id}')::bigint;
    reader.token := private.make_token(
      case when mail.person_id is null then 'a' else 'p' end, coalesce(mail.person_id, mail.address_id), -mail.post_id,
      'changelog'
    );
  end if;
  problem := case
    when reader.address is null or not reader.is_open then 'No one is left to send it to.'
    when not reader.is_confirmed then 'The address isn''t confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader turned emails off.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address receives no emails.'
    when says is null and mail.kind = 'summary' and exists (select from public.roles r where r.user_id = mail.person_id)
      then 'There was nothing to report.'
    when says is null then 'Its subject no longer exists.'
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

CREATE OR REPLACE FUNCTION public.admin_first_steps()
 RETURNS TABLE(is_named boolean, has_logo boolean, has_categories boolean, has_team boolean, has_posts boolean, has_widget boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select
      (select s.name is not null from public.site_settings s),
      (select s.logo_path is not null from public.site_settings s),
      exists (select from public.audit_log l where l.action in ('category.create', 'category.update', 'category.delete')),
      (select count(*) > 1 from public.roles),
      exists (select from public.posts p where p.author_id is null or p.author_id <> all (private.example_people())),
      (select cardinality(s.widget_origins) > 0 from public.site_settings s)
  where not (select s.hides_first_steps from public.site_settings s);
end
$function$;

COMMENT ON FUNCTION "public"."admin_first_steps"() IS 'Which first steps of a new board are done; no row once an admin dismissed the list. Admins only.';

REVOKE ALL ON FUNCTION "public"."admin_first_steps"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_first_steps"() TO "authenticated", "postgres";
