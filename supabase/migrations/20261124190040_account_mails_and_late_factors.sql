set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and current_setting('signpost.removes_factor', true) is distinct from old.user_id::text
       and exists (select from auth.users u where u.id = old.user_id) then
      raise exception 'A second factor is removed with its code.' using errcode = '42501', hint = 'code_needed';
    end if;
    return old;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('factor of ' || new.user_id, 0));
  if exists (
    select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id
  ) then
    raise exception 'This account has a second factor already.' using errcode = '42501', hint = 'has_factor';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from auth.sessions s where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes'
  ) or new.status = 'verified' and new.created_at < now() - interval '10 minutes' then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_pretence(name text, bearer uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  looks constant text := private.looks_of(name);
begin
  return not exists (
    select 1 from public.roles r
    where r.user_id = bearer and (bearer is distinct from auth.uid() or private.meets_team_rule())
  ) and (
    looks <> '' and exists (
      select 1 from private.reserved_names n where not n.is_word and private.looks_of(n.name) = looks
    )
    or looks <> '' and exists (
      select 1 from public.profiles p where p.is_team and private.looks_of(p.name) = looks
    )
    or exists (
      select 1 from private.reserved_names n, unnest(private.readings_of(is_pretence.name)) as reading
      where n.is_word and n.words <> '' and (
        strpos(' ' || reading || ' ', ' ' || n.words || ' ') > 0
        or n.words ~ '[\u3040-\u30ff\u3400-\u9fff]'
          and (strpos(' ' || reading, ' ' || n.words) > 0 or strpos(reading || ' ', n.words || ' ') > 0)
      )
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.note_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant integer := (select count(*) from private.known_devices d where d.user_id = new.user_id);
  device constant bytea := sha256(convert_to(concat_ws(
    E'\n', new.user_id, regexp_replace(left(new.user_agent, 500), '[0-9._]+', '', 'g'),
    network(set_masklen(new.ip, case family(new.ip) when 4 then 16 else 32 end))
  ), 'UTF8'));
begin
  insert into private.known_devices (user_id, key) values (new.user_id, device) on conflict do nothing;
  if not found then
    update private.known_devices d set seen_at = now() where d.user_id = new.user_id and d.key = device;
  elsif known > 0 then
    if known >= 50 then
      delete from private.known_devices d where d.user_id = new.user_id and d.key = (
        select o.key from private.known_devices o where o.user_id = new.user_id order by o.seen_at limit 1
      );
    end if;
    perform private.tell_owner(
      new.user_id, jsonb_build_object('event', 'device', 'user_agent', left(new.user_agent, 300))
    );
  end if;
  return null;
end
$function$;

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
  from private.mail_addresses a where a.id = mail.address_id;
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

CREATE OR REPLACE FUNCTION private.tell_owner(person uuid, what jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.mails (kind, person_id, about)
  select 'account', p.id, what || jsonb_build_object('to', u.email)
  from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and u.email_confirmed_at < now() - interval '1 minute' and (
    select count(*) < 5 from private.mails m
    where m.person_id = person and m.about ->> 'event' = what ->> 'event' and m.created_at > now() - interval '1 day'
  )
$function$;

COMMENT ON COLUMN "private"."mails"."about" IS 'Of a mail about an account: what happened to it, and the address that it had then.';

COMMENT ON FUNCTION "private"."guard_factor"() IS 'The auth service lets every session add a first factor, and every session that once gave a code add others and remove them all. A stolen one shall not: a factor is added within ten minutes of a sign-in and gets its first code within ten more, there is one, and it goes through private.remove_factor.';

COMMENT ON FUNCTION "private"."note_device"() IS 'Tells people of a sign-in from a browser or network that is new to their account. The first one is no news, and versions and places in a network change by themselves.';

COMMENT ON FUNCTION "private"."tell_owner"(uuid, jsonb) IS 'Sends the owner of an account a mail about it, to the address of this moment: whoever took the account may change that. Five a day of each event. Nothing while the account is being made: a password and a first way in are no news then.';

COMMENT ON TABLE "private"."mails" IS 'Every mail and what became of it, without its text.';
