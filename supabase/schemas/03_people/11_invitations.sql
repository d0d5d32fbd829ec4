-- Invitations to the team. The role goes only to someone who can read the emails of the invited address.

create table private.invitations (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid() unique,
  address text not null unique,
  role text not null check (role in ('admin', 'moderator')),
  invited_by uuid not null references public.profiles (id) on delete cascade,
  sent_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '14 days',
  check (address = lower(address) and char_length(address) <= 254 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);
comment on table private.invitations is
  'Who is invited to the team, until they accept. Ended invitations stay listed for a month, so that an admin can send them again.';
comment on column private.invitations.key is 'The secret in the link. Only the email contains it.';

create index invitations_inviter_idx on private.invitations (invited_by);

alter table private.invitations enable row level security;

create function private.end_invitations(people uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.invitations i using auth.users u where u.id = any (people) and i.address = lower(u.email)
$$;
comment on function private.end_invitations is
  'Ends the invitations of people whose role changed or who were blocked, so that an earlier link doesn''t undo it.';

create function private.require_pause(invitation private.invitations) returns void
language plpgsql set search_path = '' as $$
begin
  if invitation.sent_at > now() - interval '1 minute' then
    raise exception 'This person was invited a moment ago: %', invitation.address using
      errcode = 'PT409', hint = 'invitation_sent', detail = jsonb_build_object('address', invitation.address)::text;
  end if;
end
$$;
comment on function private.require_pause is 'Refuses to email an address its invitation more than once a minute.';

create function private.send_invitation(invitation private.invitations, action text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.spend_limit('invite');
  insert into private.mails (kind, about)
  values ('account', jsonb_build_object('event', 'invited', 'invitation', invitation.id, 'to', invitation.address));
  perform private.audit_invitation(invitation, action);
end
$$;
comment on function private.send_invitation is 'Emails an invitation, within the admin''s limit, and logs it.';

create function private.audit_invitation(invitation private.invitations, action text) returns void
language sql set search_path = '' as $$
  select private.audit('invitation.' || action, null, null, null, jsonb_build_object(
    'id', invitation.id, 'address', regexp_replace(invitation.address, '^(.)[^@]*', '\1…'), 'role', invitation.role
  ))
$$;
comment on function private.audit_invitation is
  'Logs what happened to an invitation, with only the first letter of the address, because the log is kept for good.';

create function private.invitation_says(invitation bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('event', 'invited', 'invitation', i.key, 'role', i.role, 'by', p.name)
  from private.invitations i join public.profiles p on p.id = i.invited_by
  where i.id = invitation and i.ends_at > now()
$$;
comment on function private.invitation_says is 'The content of an invitation''s email; null once it has ended.';

create function public.admin_invite(addresses text[], wanted text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  mailbox text;
  made private.invitations;
  sent integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if coalesce(cardinality(addresses), 0) not between 1 and 20 then
    raise exception 'Invite between one and twenty people at a time.' using errcode = '22023';
  end if;
  if coalesce(wanted, '') not in ('admin', 'moderator') then
    raise exception 'This role doesn''t exist. Use admin or moderator.' using errcode = '22023', hint = 'role_unknown';
  end if;
  delete from private.invitations i where i.ends_at < now() - interval '1 month';
  for mailbox in select distinct coalesce(lower(btrim(a)), '') from unnest(addresses) a order by 1 loop
    if mailbox !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(mailbox) > 254 then
      raise exception 'This isn''t an email address: %', mailbox using
        errcode = '22023', hint = 'invited_address_invalid', detail = jsonb_build_object('address', left(mailbox, 254))::text;
    end if;
    if exists (
      select from auth.users u join public.roles r on r.user_id = u.id
      where lower(u.email) = mailbox and r.role in ('admin', wanted)
    ) then
      raise exception 'This person is already on the team: %', mailbox
        using errcode = 'PT409', hint = 'invited_is_on_team', detail = jsonb_build_object('address', mailbox)::text;
    end if;
    perform private.require_pause((select i from private.invitations i where i.address = mailbox));
    insert into private.invitations as i (address, role, invited_by) values (mailbox, wanted, auth.uid())
    on conflict (address) do update set
      role = excluded.role, invited_by = excluded.invited_by, key = excluded.key, sent_at = now(), ends_at = excluded.ends_at
    returning * into made;
    perform private.send_invitation(made, 'create');
    sent := sent + 1;
  end loop;
  if (select count(*) from private.invitations) > 100 then
    raise exception 'Up to 100 people can be invited at a time.' using errcode = 'PT409', hint = 'invitations_full';
  end if;
  return sent;
end
$$;
comment on function public.admin_invite is
  'Emails people an invitation to the team, all or none, and returns how many. Inviting someone again replaces their invitation, and the earlier link ends. At most once a minute for each address. Admins only.';
grant execute on function public.admin_invite to authenticated;

create function public.admin_invitations() returns table(
  id bigint, address text, role text, invited_by text, sent_at timestamptz, ends_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select i.id, i.address, i.role, p.name, i.sent_at, i.ends_at
    from private.invitations i join public.profiles p on p.id = i.invited_by
    where i.ends_at > now() - interval '1 month'
    order by i.sent_at desc, i.id desc;
end
$$;
comment on function public.admin_invitations is
  'Invitations that no one has accepted, also those that ended within a month. Never with their links. Admins only.';
grant execute on function public.admin_invitations to authenticated;

create function public.admin_resend_invitation(invitation_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  renewed private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  perform private.require_pause((select i from private.invitations i where i.id = invitation_id));
  update private.invitations i set invited_by = auth.uid(), sent_at = now(), ends_at = now() + interval '14 days'
  where i.id = invitation_id returning i.* into renewed;
  if renewed.id is null then
    return false;
  end if;
  perform private.send_invitation(renewed, 'resend');
  return true;
end
$$;
comment on function public.admin_resend_invitation is
  'Sends an invitation again and renews it for 14 days. At most once a minute. False if it no longer exists. Admins only.';
grant execute on function public.admin_resend_invitation to authenticated;

create function public.admin_revoke_invitation(invitation_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  revoked private.invitations;
begin
  perform private.require_admin();
  delete from private.invitations i where i.id = invitation_id returning i.* into revoked;
  if revoked.id is null then
    return false;
  end if;
  perform private.audit_invitation(revoked, 'revoke');
  return true;
end
$$;
comment on function public.admin_revoke_invitation is
  'Ends an invitation, also its link. False if it no longer exists. Admins only.';
grant execute on function public.admin_revoke_invitation to authenticated;

create function public.read_invitation(key uuid) returns table(address text, role text, invited_by text)
language sql stable security definer set search_path = '' as $$
  select i.address, i.role, p.name
  from private.invitations i join public.profiles p on p.id = i.invited_by
  where i.key = read_invitation.key and i.ends_at > now()
$$;
comment on function public.read_invitation is 'What the reader of an invitation sees. No row for a link that doesn''t work.';
grant execute on function public.read_invitation to anon, authenticated;

create function private.take_invitation(invitation private.invitations, person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.roles as r (user_id, role) values (person, invitation.role)
  on conflict (user_id) do update set role = excluded.role where excluded.role = 'admin' and r.role <> 'admin';
  delete from private.invitations i where i.id = invitation.id;
  perform private.audit_invitation(invitation, 'accept');
end
$$;
comment on function private.take_invitation is 'Gives the invited person their role, unless they already have a higher one, and ends the invitation.';

create function public.accept_invitation(key uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
  kept private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into kept from private.invitations i
  where i.key = accept_invitation.key and i.ends_at > now() for update;
  if kept.id is null then
    raise exception 'This invitation has ended.' using errcode = 'PT409', hint = 'invitation_ended';
  end if;
  if not exists (
    select from auth.users u where u.id = me and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This invitation is for another address.' using errcode = '42501', hint = 'invitation_of_another';
  end if;
  if private.is_own_session((auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  perform private.take_invitation(kept, me);
  return kept.role;
end
$$;
comment on function public.accept_invitation is
  'Gives the caller the role that the link''s reader was invited to. It takes both the link and the confirmed address: the auth service may be set up to confirm addresses without an email, and links get forwarded. Not in a session that began in the company''s product, where no one proved the address.';
grant execute on function public.accept_invitation to authenticated;

create function private.accept_by_confirming() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept private.invitations;
begin
  if not exists (select from private.invitations i where i.address = lower(new.email) and i.ends_at > now()) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into kept from private.invitations i where i.address = lower(new.email) and i.ends_at > now() for update;
  if kept.id is not null
    -- Otherwise, the auth service confirms new accounts without an email.
    and exists (select from public.profiles p where p.id = new.id and p.created_at < now())
    and not exists (select from private.blocks b where b.person_id = new.id)
    -- A token of the company's product may have confirmed the address.
    and not exists (select from private.own_identities o where o.person_id = new.id)
  then
    perform set_config('signpost.actor', new.id::text, true);
    perform private.take_invitation(kept, new.id);
    perform set_config('signpost.actor', '', true);
  end if;
  return null;
end
$$;
comment on function private.accept_by_confirming is
  'Gives a new account the role that its address was invited to, once its owner follows the link in the confirmation email. Accounts that are confirmed as they are created must accept with the invitation''s link.';
