-- Who is asking, and what they may do. A token whose session or account has ended may do nothing.

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
comment on function private.has_session is
  'Whether the session and its account still exist. In plpgsql because that keeps the query plan.';

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
  'Whether the caller''s session has passed its second factor. Checks the session too, because a token issued before the factor was removed still says aal2. An API key counts as passed as long as the factor exists that its owner had used when making it.';

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
comment on function public.awaits_code is 'Whether the caller has a second factor and hasn''t entered its code yet.';
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
  'Whether the session and account exist and, if the account has a second factor, its code was entered.';
grant execute on function private.is_present to anon, authenticated, service_role;

create function private.meets_team_rule() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not coalesce((select s.requires_factor from public.site_settings s), false) or private.has_used_factor();
end
$$;
comment on function private.meets_team_rule is
  'Whether the caller may act for the team: with a second factor if the site requires one.';

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
  'Whether a person is trusted as a team member, no matter who asks: with a second factor if the site requires one.';

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me and role = 'admin')
    and private.has_scope('admin') and private.is_present() and private.meets_team_rule();
end
$$;
comment on function private.is_admin is 'Whether the caller is an admin. Evaluated once per statement.';
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
comment on function private.is_team is 'Whether the caller is an admin or a moderator. Evaluated once per statement.';
grant execute on function private.is_team to anon, authenticated, service_role;

create function private.is_blocked() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from private.blocks b where b.person_id = me and coalesce(b.ends_at > now(), true));
end
$$;
comment on function private.is_blocked is 'Whether the caller is blocked right now.';
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
  'Refuses every write by a token whose session or account has ended, through tables as well as through security definer functions. Imports and operators have no account and pass.';

create function private.require_member() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return auth.uid();
end
$$;
comment on function private.require_member is 'Returns the caller''s id. Refuses callers who aren''t signed in.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is 'Refuses callers who aren''t admins.';

create function private.require_team() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.is_team()) then
    raise exception 'Only the team may do this.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_team is 'Refuses callers who aren''t on the team.';

create function private.require_small_select(most integer default 6) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- A short query can't repeat a column often enough, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\.(?:"[^"]+"|\*))+|"[^"]+"(?:->| as )', 'g')
      as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'This request selects one column too many times.' using errcode = '54000';
  end if;
  return true;
end
$$;
comment on function private.require_small_select is
  'Refuses requests that name one column too often: `select=a:title,b:title,…` a thousand times turns a short column into megabytes. Only the query generated by the API shows it, where columns are qualified, split or renamed. The limit is above what any page of the site asks for.';
grant execute on function private.require_small_select to anon, authenticated;

create table private.own_sessions (
  session_id uuid primary key,
  person_id uuid not null references auth.users (id) on delete cascade
);
comment on table private.own_sessions is
  'Sessions that began with a token of the company''s own product. No one proved an address or a password for them.';

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
  'Whether the caller signed in within the last ten minutes. Sessions start with a sign-in and refreshing doesn''t renew them, so a stolen token can''t make a session fresh. Signing in through the company''s product doesn''t count.';
grant execute on function public.is_fresh to authenticated, service_role;

create function private.is_recovery(session auth.sessions, account auth.users) returns boolean
language sql stable set search_path = '' as $$
  select session.created_at > now() - interval '10 minutes' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = '' and not private.is_own_session(session.id)
$$;
comment on function private.is_recovery is
  'Whether a recovery email started the session within the last ten minutes. The database can''t tell it from a sign-in code or link, because the auth service stores both in the same place.';

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
  'Whether the session started within the last hour with the link that confirmed the account''s address, and the owner hasn''t chosen a password yet. With a project''s default emails, that link signs in first. Invited accounts get a random password.';

create function public.is_recovering() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_present()
    and jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")')
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$$;
comment on function public.is_recovering is 'Whether the caller may choose a new password without entering the old one.';
grant execute on function public.is_recovering to authenticated, service_role;
