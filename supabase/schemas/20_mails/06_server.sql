-- The mail server that an admin chooses in the dashboard. One in the environment takes precedence (lib/jobs/find-mail-server.ts).

create table private.mail_server (
  only_row boolean primary key default true check (only_row),
  host text not null,
  port integer not null,
  username text,
  password text,
  sender text not null
);
comment on table private.mail_server is
  'Sends the emails that Signpost writes. Only the worker reads the password, with the operator''s rights. It has no checks, because an error of a check names the whole row: admin_save_mail_server checks first.';

create function public.admin_mail_server() returns table(host text, port integer, username text, sender text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select s.host, s.port, s.username, s.sender from private.mail_server s;
end
$$;
comment on function public.admin_mail_server is 'The mail server without its password; no row if there is none. Admins only.';
grant execute on function public.admin_mail_server to authenticated;

create function private.retry_mails() returns void
language sql set search_path = '' as $$
  update private.mails set due_at = now() where state = 'ready' and due_at > now();
  select pg_notify('signpost', 'mail');
$$;
comment on function private.retry_mails is 'Ends the pauses before the next attempts, and wakes the worker.';

create function public.admin_retry_mails() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.retry_mails();
end
$$;
comment on function public.admin_retry_mails is 'Tries at once to send the emails that the mail server didn''t take. Admins only.';
grant execute on function public.admin_retry_mails to authenticated;

create function public.admin_delayed_mails() returns table(mails bigint, outcome text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select count(*), (array_agg(m.outcome order by m.id desc))[1]
    from private.mails m where m.state in ('ready', 'claimed', 'sending') and m.outcome is not null
    having count(*) > 0;
end
$$;
comment on function public.admin_delayed_mails is
  'How many emails wait for another attempt, and why the newest does; no row if none do. Admins only.';
grant execute on function public.admin_delayed_mails to authenticated;

create function public.admin_save_mail_server(
  host text default null, port integer default null, username text default null, password text default null, sender text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before private.mail_server;
  made private.mail_server;
begin
  perform private.require_admin();
  perform private.require_own_session();
  if not public.is_fresh() then
    raise exception 'Sign in again to change the mail server.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  delete from private.mail_server s returning * into before;
  if admin_save_mail_server.host is not null then
    if (
      host ~ '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$'
      and char_length(host) <= 253 and port between 1 and 65535
      and sender ~ '^[^\s<>@,;:"]+@[^\s<>@,;:"]+$' and char_length(sender) <= 254
      and char_length(coalesce(username, 'a')) between 1 and 200 and coalesce(username, '') !~ '[[:cntrl:]]'
      and char_length(coalesce(password, 'a')) between 1 and 500 and coalesce(password, '') !~ '[[:cntrl:]]'
    ) is not true then
      raise exception 'This isn''t a mail server.' using errcode = '22023';
    end if;
    -- A saved password only goes to the server and account that it was saved for.
    if username is not null and password is null and (before.host, before.port, before.username) = (host, port, username) then
      password := before.password;
    end if;
    if username is not null and password is null then
      raise exception 'Enter the password for this server.' using errcode = '23514', hint = 'mail_password_missing';
    end if;
    insert into private.mail_server (host, port, username, password, sender)
    values (host, port, username, case when username is not null then password end, sender) returning * into made;
    -- Invitations that are only in the mailbox go out now.
    insert into private.mails (kind, about)
    select 'account', jsonb_build_object('event', 'invited', 'invitation', i.id, 'to', i.address)
    from private.invitations i
    where i.ends_at > now() and '250 saved-to-mailbox' = (
      select m.outcome from private.mails m
      where m.about ->> 'event' = 'invited' and (m.about ->> 'invitation')::bigint = i.id order by m.id desc limit 1
    );
    insert into private.mails (kind, person_id)
    select 'test', (select auth.uid()) where not exists (
      select from private.mails m
      where m.person_id = (select auth.uid()) and m.kind = 'test' and m.state in ('ready', 'claimed', 'sending')
    );
  end if;
  perform private.audit(
    'mail.update', null, null,
    jsonb_build_object('mail_server', before.host || ':' || before.port, 'mail_user', before.username, 'mail_from', before.sender),
    jsonb_build_object('mail_server', made.host || ':' || made.port, 'mail_user', made.username, 'mail_from', made.sender)
  );
  perform private.retry_mails();
end
$$;
comment on function public.admin_save_mail_server is
  'Chooses the mail server, or none without a host. Without a password, the saved one stays if host, port and username do. Takes a sign-in within the last ten minutes. Sends the caller a test email. Admins only.';
grant execute on function public.admin_save_mail_server to authenticated;
