create index mail_parts_waiting_person_idx on private.mail_parts (person_id) where mail_id is null;
create index mail_parts_waiting_address_idx on private.mail_parts (address_id) where mail_id is null;

-- As before, with people and addresses each found by their own index: a mail to everybody who follows a post is made in
-- seconds where it took minutes.
create or replace function private.gather_mails(max_rows integer default 5000) returns integer
language plpgsql set search_path = ''
as $$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and e.kind = 'post.state'
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    -- Its mail has its number beforehand: what was just made could be joined only one by one.
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
    join private.visible_events e on e.id = m.event_id and (e.kind <> 'post.state' or m.due_at <= now())
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
