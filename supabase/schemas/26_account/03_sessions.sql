-- Where people are signed in, and emails about their accounts.

create function private.tell_owner(person uuid, what jsonb) returns void
language sql set search_path = '' as $$
  insert into private.mails (kind, person_id, about)
  select 'account', p.id, what || jsonb_build_object('to', u.email)
  from auth.users u join public.profiles p on p.id = u.id
  cross join (
    select count(*) filter (
      where m.about ->> 'event' = what ->> 'event' and m.about ->> 'provider' is not distinct from what ->> 'provider'
    ) as same, count(*) as total
    from private.mails m
    where m.person_id = person and m.kind = 'account' and m.created_at > now() - interval '1 day'
  ) today
  where u.id = person and u.email_confirmed_at < now() - interval '1 minute'
    and (today.same = 0 or today.same < 5 and today.total < 20)
$$;
comment on function private.tell_owner is
  'Emails the owner of an account about it. Uses the current address, because whoever took over the account may change it. At most five emails a day per event and sign-in method and twenty in total, but always the first of each, so that none hides another. Nothing while the account is being created, because its first password and sign-in method aren''t news.';

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  key bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table private.known_devices is
  'The devices that someone signed in from, as digests of browser and network; the last fifty per account.';

alter table private.known_devices enable row level security;

create function private.device_key(session auth.sessions) returns bytea
language sql stable set search_path = '' as $$
  select sha256(convert_to(concat_ws(
    E'\n', session.user_id, regexp_replace(left(session.user_agent, 500), '[0-9._]+', '', 'g'),
    network(set_masklen(session.ip, case family(session.ip) when 4 then 16 else 32 end))
  ), 'UTF8'))
$$;
comment on function private.device_key is
  'What identifies a device. Ignores versions and addresses within a network, because those change on their own.';

create function private.forget_devices(person uuid, only_key bytea default null) returns void
language sql set search_path = '' as $$
  delete from private.known_devices d where d.user_id = person and d.key = coalesce(only_key, d.key);
  insert into private.known_devices (user_id, key) values (person, '') on conflict do nothing;
$$;
comment on function private.forget_devices is
  'Forgets one device of an account, or all, so that its next sign-in is reported. An empty key records that there were some.';

create function private.note_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known constant integer := (select count(*) from private.known_devices d where d.user_id = new.user_id);
  device constant bytea := private.device_key(new);
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
$$;
comment on function private.note_device is
  'Emails people about a sign-in from a browser or network that is new to their account. The first one isn''t reported. Versions and addresses within a network are ignored, because they change on their own.';

create function private.tell_new_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_owner(new.id, jsonb_build_object('event', 'password'));
  if old.encrypted_password <> '' then
    perform private.forget_devices(new.id);
  end if;
  return null;
end
$$;
comment on function private.tell_new_password is
  'Emails the owner of an account about its new password, and forgets the devices that signed in with the old one.';

create function private.tell_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  it auth.identities := case tg_op when 'DELETE' then old else new end;
begin
  if not exists (select from auth.identities i where i.user_id = it.user_id and i.id <> it.id) then
    return null;
  end if;
  perform private.tell_owner(it.user_id, jsonb_build_object(
    'event', case tg_op when 'DELETE' then 'unlinked' else 'linked' end, 'provider', it.provider
  ));
  return null;
end
$$;
comment on function private.tell_identity is 'Emails the owner of an account about an added or removed sign-in method.';

create function public.list_sessions() returns table(id uuid, user_agent text, seen_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select s.id, left(s.user_agent, 500), coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s
    where s.user_id = me and coalesce(s.not_after > now(), true)
    order by 4 desc, 3 desc limit 50;
end
$$;
comment on function public.list_sessions is 'Where the caller is signed in: this session first, then the most recently used.';
grant execute on function public.list_sessions to authenticated;

create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
  ended auth.sessions;
begin
  delete from auth.sessions s where s.id = session_id and s.user_id = me returning s.* into ended;
  if ended.id is null then
    return false;
  end if;
  perform private.forget_devices(me, private.device_key(ended));
  return true;
end
$$;
comment on function public.end_session is
  'Ends one of the caller''s sessions and forgets its device. False for any other session.';
grant execute on function public.end_session to authenticated;

create function public.end_other_sessions() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
  here auth.sessions;
begin
  select s.* into here from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = me;
  delete from auth.sessions s where s.user_id = me and s.id is distinct from here.id;
  perform private.forget_devices(me);
  insert into private.known_devices (user_id, key) select me, private.device_key(here) where here.ip is not null;
end
$$;
comment on function public.end_other_sessions is 'Ends all other sessions of the caller and forgets their devices.';
grant execute on function public.end_other_sessions to authenticated;
