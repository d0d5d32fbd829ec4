create function private.link_own(subject text, person uuid, name text, segments jsonb, picture text) returns text
language plpgsql set search_path = '' as $$
declare
  account auth.users;
begin
  if exists (select from public.roles r where r.user_id = person) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  select u.* into account from auth.users u where u.id = person;
  if account.email is null or coalesce(account.banned_until > now(), false) then
    raise exception 'You can''t sign in to this account from here.' using errcode = 'PT409', hint = 'own_account';
  end if;
  insert into private.own_identities as i (subject, person_id) values (link_own.subject, person)
  on conflict on constraint own_identities_pkey do nothing;
  if found and account.email_confirmed_at is not null then
    perform private.tell_owner(person, jsonb_build_object('event', 'own'));
  end if;
  update public.profiles p set name = private.name_in(jsonb_build_object('name', link_own.name), person)
  where p.id = person and p.name = 'New member' and btrim(link_own.name) <> '';
  update private.own_identities i set picture = link_own.picture, picture_tries = 0, picture_due_at = now()
  from public.profiles p
  where i.subject = link_own.subject and i.picture is distinct from link_own.picture and link_own.picture is not null
    and p.id = person and p.avatar_url is not distinct from i.picture_path;
  if found then
    perform pg_notify('signpost', 'picture');
  end if;
  perform private.set_segments(person, segments);
  return account.email;
end
$$;
comment on function private.link_own is
  'Links an account to a user of the product and stores what the product says about the person. Returns the account''s address. Refuses accounts of the team. The product''s picture is used if the person has no other. Emails the owner the first time.';

create function private.own_person(subject text, mailbox text) returns uuid
language sql stable set search_path = '' as $$
  select coalesce(
    (select i.person_id from private.own_identities i where i.subject = own_person.subject),
    (select u.id from auth.users u where lower(u.email) = mailbox order by u.created_at limit 1)
  )
$$;
comment on function private.own_person is
  'The account of a user of the product: the linked one, or else the one with their address.';

create function public.own_account(subject text) returns table(name text, address text)
language sql stable security definer set search_path = '' as $$
  select p.name, u.email::text
  from private.own_identities i join auth.users u on u.id = i.person_id join public.profiles p on p.id = u.id
  where i.subject = own_account.subject
$$;
comment on function public.own_account is
  'The account that is linked to a user of the product, to show it before a token opens it. Only for the site''s server.';
grant execute on function public.own_account to service_role;

create function public.begin_own_sign_in(
  subject text, address text, name text, segments jsonb, token_id text, issued_at timestamptz, key_id bigint,
  kept uuid default null, picture text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  mailbox constant text := lower(btrim(address));
  person uuid;
  trusts constant boolean := (select s.trusts_own_addresses from public.site_settings s);
  claim uuid;
begin
  if issued_at is null or issued_at not between now() - interval '5 minutes 10 seconds' and now() + interval '10 seconds' then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  if kept is distinct from private.own_person(subject, mailbox) and kept is not null then
    return jsonb_build_object('outcome', 'other');
  end if;
  delete from private.own_tokens t where t.ends_at < now();
  insert into private.own_tokens (digest, ends_at)
  values (sha256(convert_to(token_id, 'UTF8')), issued_at + interval '6 minutes')
  on conflict do nothing;
  if not found then
    raise exception 'This sign-in was already used.' using errcode = 'PT409', hint = 'own_token_used';
  end if;
  update private.own_keys k set last_used_at = now()
  where k.id = begin_own_sign_in.key_id and coalesce(k.last_used_at < now() - interval '1 minute', true);
  if not found and not exists (select from private.own_keys k where k.id = begin_own_sign_in.key_id) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || subject, 0));
  select i.person_id into person from private.own_identities i where i.subject = begin_own_sign_in.subject;
  if person is null then
    person := private.own_person(subject, mailbox);
    if person is null or not trusts then
      if exists (select from public.roles r where r.user_id = person) then
        raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
      end if;
      delete from private.own_claims c where c.ends_at < now();
      insert into private.own_claims (subject, address, name, segments, picture)
      values (
        begin_own_sign_in.subject, mailbox, left(begin_own_sign_in.name, 200), coalesce(begin_own_sign_in.segments, '{}'),
        begin_own_sign_in.picture
      )
      returning id into claim;
      return jsonb_build_object('outcome', case when trusts then 'new' else 'confirm' end, 'claim', claim, 'address', mailbox);
    end if;
  end if;
  return jsonb_build_object('outcome', 'account', 'person', person, 'address', private.link_own(
    begin_own_sign_in.subject, person, begin_own_sign_in.name, begin_own_sign_in.segments, begin_own_sign_in.picture
  ));
end
$$;
comment on function public.begin_own_sign_in is
  'Uses up a token that the site''s server has verified, and says how to continue: `account` with its id, or a claim with `new` (there is no account yet) or `confirm` (the address must first be confirmed by email, because the site doesn''t trust the product''s addresses). If this isn''t the account `kept` (the one that is signed in), returns `other` and leaves the token unused. Refuses used tokens, tokens older than five minutes, and accounts of the team. Only for the site''s server.';
grant execute on function public.begin_own_sign_in to service_role;

create function public.finish_own_sign_in(claim uuid, person uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  kept private.own_claims;
begin
  delete from private.own_claims c where c.id = claim and c.ends_at > now() returning c.* into kept;
  if kept.id is null or not exists (
    select from auth.users u
    where u.id = person and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || kept.subject, 0));
  return private.link_own(kept.subject, person, kept.name, kept.segments, kept.picture);
end
$$;
comment on function public.finish_own_sign_in is
  'Links the account whose address was confirmed to the claim''s user, and returns its address. Refuses an account with another address. Only for the site''s server.';
grant execute on function public.finish_own_sign_in to service_role;

create function private.claim_picture() returns table(subject text, person_id uuid, picture text)
language sql set search_path = '' as $$
  update private.own_identities i
  set picture_tries = i.picture_tries + 1,
    picture_due_at = case when i.picture_tries < 2 then now() + interval '10 minutes' end
  where i.subject = (
    select d.subject from private.own_identities d where d.picture_due_at <= now()
    order by d.picture_due_at limit 1 for update skip locked
  )
  returning i.subject, i.person_id, i.picture
$$;
comment on function private.claim_picture is 'The next picture to fetch from the product. It is due again later, unless it is kept.';

create function private.keep_picture(subject text, picture text, path text) returns void
language sql set search_path = '' as $$
  with kept as (
    update public.profiles p set avatar_url = path from private.own_identities i
    where i.subject = keep_picture.subject and i.picture = keep_picture.picture and p.id = i.person_id
      and p.avatar_url is not distinct from i.picture_path
    returning p.id
  )
  update private.own_identities i set picture_due_at = null, picture_path = path from kept
  where i.subject = keep_picture.subject
$$;
comment on function private.keep_picture is
  'Shows a fetched picture, unless the person has chosen another one or the product has named another one in the meantime.';

create function public.is_own_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_own_session((auth.jwt() ->> 'session_id')::uuid)
$$;
comment on function public.is_own_session is
  'Whether the caller''s session began with a token of the company''s product, which may then replace or end it.';
grant execute on function public.is_own_session to authenticated;

create function public.note_own_session(session_id uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.own_sessions o
  where o.person_id = person and not exists (select from auth.sessions s where s.id = o.session_id);
  insert into private.own_sessions (session_id, person_id)
  select s.id, s.user_id from auth.sessions s where s.id = note_own_session.session_id and s.user_id = person
  on conflict do nothing;
  -- The person may have got a role since the token was verified.
  delete from auth.sessions s
  where s.id = note_own_session.session_id and s.user_id = note_own_session.person
    and exists (select from public.roles r where r.user_id = s.user_id);
$$;
comment on function public.note_own_session is
  'Records that a session began with a token of the product, and ends it if the person is on the team. Only for the site''s server.';
grant execute on function public.note_own_session to service_role;
