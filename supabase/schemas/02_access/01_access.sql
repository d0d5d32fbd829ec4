-- Who is asking, and what they may do. A token that outlived its session or its account may do nothing.

create function private.has_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  session constant uuid := auth.jwt() ->> 'session_id';
begin
  return exists (select 1 from auth.users u where u.id = me and coalesce(u.banned_until < now(), true))
    and (session is null or exists (
      select 1 from auth.sessions s
      where s.id = session and s.user_id = me and coalesce(s.not_after > now(), true)
    ));
end
$$;
comment on function private.has_session is 'Whether account and session stand; plpgsql keeps its plan.';

create function private.has_used_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return auth.jwt() ->> 'aal' = 'aal2' and (
    exists (
      select 1 from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and s.aal::text = 'aal2'
    )
    or private.key_id() is not null and exists (
      select 1 from auth.mfa_factors f join private.api_keys k on k.person_id = f.user_id
      where k.id = private.key_id() and f.status = 'verified' and f.created_at <= k.created_at
    )
  );
end
$$;
comment on function private.has_used_factor is
  'Whether the caller''s session gave a code of its second factor. The session says so as well: a token that outlives the factor still says aal2. An API key counts while the factor stands that its owner had used as it was made.';

create function public.awaits_code() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status = 'verified')
    and private.has_session();
end
$$;
comment on function public.awaits_code is 'Whether the caller has a second factor and has not given its code yet.';
grant execute on function public.awaits_code to authenticated, service_role;

create function private.is_present() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return private.has_session() and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status = 'verified')
  );
end
$$;
comment on function private.is_present is
  'Whether account and session stand. Whoever has a second factor is present once its code was given.';
grant execute on function private.is_present to anon, authenticated, service_role;

create function private.meets_team_rule() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not coalesce((select s.requires_factor from public.site_settings s), false) or private.has_used_factor();
end
$$;
comment on function private.meets_team_rule is
  'Whether the caller may act for the team: with a second factor where the site asks the team for one.';

create function private.counts_as_team(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.roles r where r.user_id = person) and case
    when person is not distinct from auth.uid() then private.meets_team_rule()
    else not coalesce((select s.requires_factor from public.site_settings s), false)
      or exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
  end;
end
$$;
comment on function private.counts_as_team is
  'Whether a person is trusted as one of the team, also where somebody else asks: with a second factor where the site asks the team for one.';

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me and role = 'admin')
    and private.has_scope('admin') and private.is_present() and private.meets_team_rule();
end
$$;
comment on function private.is_admin is 'Whether the caller is an admin, looked up for each statement.';
grant execute on function private.is_admin to anon, authenticated, service_role;

create function private.is_team() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me)
    and private.has_scope('team') and private.is_present() and private.meets_team_rule();
end
$$;
comment on function private.is_team is 'Whether the caller is an admin or a moderator, looked up for each statement.';
grant execute on function private.is_team to anon, authenticated, service_role;

create function private.is_blocked() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from private.blocks b where b.person_id = me and coalesce(b.ends_at > now(), true));
end
$$;
comment on function private.is_blocked is 'Whether the caller is blocked at this moment.';
grant execute on function private.is_blocked to authenticated, service_role;

create function private.require_presence() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null and not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return null;
end
$$;
comment on function private.require_presence is
  'A token whose session or account has ended writes nothing, on whichever way it comes: through the tables or through functions that run as their owner. Import and operators have no account and pass.';

create function private.require_member() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return auth.uid();
end
$$;
comment on function private.require_member is 'The id of the caller; refuses whoever is not signed in.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is 'Refuses whoever is not an admin.';

create function private.require_team() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.is_team()) then
    raise exception 'Only the team may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_team is 'Refuses whoever is not of the team.';

create function private.require_small_select(most integer default 6) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- A short one cannot, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\.(?:"[^"]+"|\*))+|"[^"]+"(?:->| as )', 'g')
      as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'A request names a column too often.' using errcode = '54000';
  end if;
  return true;
end
$$;
comment on function private.require_small_select is
  '`select=a:title,b:title,…` a thousand times over makes megabytes of a short column. Only the query that the API has written out tells, where a column is qualified, taken apart or renamed: what it names more often than any page of the site is refused.';
grant execute on function private.require_small_select to anon, authenticated;

create table private.own_sessions (
  session_id uuid primary key,
  person_id uuid not null references auth.users (id) on delete cascade
);
comment on table private.own_sessions is
  'Sessions that began with a token of the company''s own product. Nobody proved an address or a password for them.';

create index own_sessions_person_idx on private.own_sessions (person_id);

create function private.is_own_session(session uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.own_sessions o where o.session_id = session);
end
$$;
comment on function private.is_own_session is
  'Whether a session began in the company''s own product. It sets no password, adds no factor and deletes no account.';

create function public.is_fresh() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_present() and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > now() - interval '10 minutes'
      and not private.is_own_session(s.id)
  )
$$;
comment on function public.is_fresh is
  'Whether the caller signed in within ten minutes. A session is made by signing in alone, never by a refresh, so whoever only holds a token of it cannot make it fresh. A sign-in from the company''s own product is none.';
grant execute on function public.is_fresh to authenticated, service_role;

create function private.is_recovery(session auth.sessions, account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select session.created_at > now() - interval '10 minutes' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = '' and not private.is_own_session(session.id)
$$;
comment on function private.is_recovery is
  'Whether a recovery mail began the session within ten minutes. A code or link that signs in looks the same to the database: the auth service keeps both in one place.';

create function private.is_confirmation(session auth.sessions, account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select session.created_at > now() - interval '1 hour' and not private.is_own_session(session.id)
    and session.created_at between account.email_confirmed_at and account.email_confirmed_at + interval '5 seconds'
    and (
      account.invited_at is not null
      or account.confirmation_sent_at is not null and coalesce(account.encrypted_password, '') = ''
    )
$$;
comment on function private.is_confirmation is
  'Whether a session began, within the hour, with the link that confirmed the address of an account whose owner has chosen no password yet: the project''s own mails sign in first. The service gives whoever is invited a random one.';

create function public.is_recovering() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_present()
    and jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")')
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$$;
comment on function public.is_recovering is 'Whether the caller may choose a new password without the old one.';
grant execute on function public.is_recovering to authenticated, service_role;
