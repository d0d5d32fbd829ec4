create function private.gather_mails(max_rows integer default 5000) returns integer
language plpgsql set search_path = '' as $$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and private.is_update(e.kind)
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    -- Ids are drawn beforehand, because new rows could only be joined one by one.
    select w.person_id, w.address_id, nextval(pg_get_serial_sequence('private.mails', 'id')) as mail_id
    from (
      select m.person_id, m.address_id
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id is null and m.due_at <= now()
        and (m.due_at <= now() - correction or coalesce(m.person_id, m.address_id) not in (select o.reader from open_for o))
      group by 1, 2 limit max_rows
    ) w
  ), parts as (
    select m.event_id, m.person_id, m.address_id, m.new_mail, e.post_id
    from (
      select m.*, w.mail_id as new_mail
      from waiting w join private.mail_parts m on m.person_id = w.person_id and m.mail_id is null
      union all
      select m.*, w.mail_id
      from waiting w join private.mail_parts m on m.address_id = w.address_id and m.mail_id is null
    ) m
    join private.visible_events e on e.id = m.event_id and (not private.is_update(e.kind) or m.due_at <= now())
  ), mails as (
    insert into private.mails (id, kind, person_id, address_id, post_id)
    overriding system value
    select p.new_mail, 'notices', p.person_id, p.address_id,
      case when min(p.post_id) = max(p.post_id) then min(p.post_id) end
    from parts p group by p.new_mail, p.person_id, p.address_id
    returning id
  ), told_people as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.person_id = p.person_id
  ), told_addresses as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.address_id = p.address_id
  )
  select count(*) into made from mails;
  return made;
end
$$;
comment on function private.gather_mails is
  'Creates one email for each of the next people with something due, with everything pending for them except changes and merges that can still be undone. Returns how many it created; 0 also while another process does the same.';
grant execute on function private.gather_mails to service_role;

create function private.without_address(about jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case about ->> 'event'
    when 'deleted' then about - 'to'
    when 'invited' then about || jsonb_build_object('to', regexp_replace(about ->> 'to', '^(.)[^@]*', '\1…'))
    else about
  end
$$;
comment on function private.without_address is
  'What an email is about, once it is over: without the address of someone who has no account.';

create function private.prepare_mail(job uuid) returns jsonb
language plpgsql set search_path = '' as $$
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
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' in ('deleted', 'invited');
  says := private.mail_says(mail);
  if mail.kind = 'notices' then
    update private.mail_parts m set is_said = s.is_said
    from (
      select p.event_id, exists (select from private.parts_to_say(mail) t where t = p.event_id) as is_said
      from private.mail_parts p where p.mail_id = mail.id
    ) s
    where m.mail_id = mail.id and m.event_id = s.event_id and m.is_said <> s.is_said;
  end if;
  -- If the email has only one changelog entry left, it is about that entry.
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
  update private.mails m set state = 'dropped', outcome = problem, about = private.without_address(m.about) where m.id = mail.id;
  return null;
end
$$;
comment on function private.prepare_mail is
  'Everything in an email, for an attempt of the job with its key. Null if nothing is to be sent: without a reader, an address or any content it is dropped, and if the previous attempt ended while the text was being sent, no one knows whether it arrived, so it isn''t sent again.';
grant execute on function private.prepare_mail to service_role;

create function private.begin_mail(mail_id bigint, attempt integer) returns boolean
language sql set search_path = '' as $$
  with begun as (
    update private.mails set state = 'sending' where id = mail_id and attempts = attempt and state = 'claimed'
    returning 1
  )
  select exists (select from begun)
$$;
comment on function private.begin_mail is 'Marks an email as being sent. False if another attempt has started.';
grant execute on function private.begin_mail to service_role;

create function private.settle_mail(mail_id bigint, attempt integer, became text, words text) returns timestamptz
language sql set search_path = '' as $$
  with settled as (
    update private.mails set
      state = case became when 'later' then 'ready' else became end,
      due_at = case became
        when 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
      outcome = left(words, 500),
      about = case when became <> 'later' then private.without_address(about) else about end
    where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
    returning due_at
  )
  select case became when 'later' then (select due_at from settled) end
$$;
comment on function private.settle_mail is
  'Records the result of an attempt: ''sent'', ''failed'' (for good), ''unknown'' or ''later''. Returns when the next attempt is due, after pauses that grow from a minute to four hours, or null if there is none. The result of an attempt that is already over changes nothing.';
grant execute on function private.settle_mail to service_role;
