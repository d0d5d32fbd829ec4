-- Second factors. The auth service stores them and checks their codes; this file adds what it doesn't protect.

create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  digest bytea not null,
  primary key (user_id, digest)
);
comment on table private.recovery_codes is
  'Codes that remove a lost second factor, stored as digests. Each works once and has 60 random bits.';

alter table private.recovery_codes enable row level security;

create function private.digest_of_code(person uuid, code text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(person || regexp_replace(lower(left(code, 100)), '[^a-z0-9]', '', 'g'), 'UTF8'))
$$;
comment on function private.digest_of_code is 'The stored digest of a recovery code, no matter how it is typed.';

create function private.guard_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and current_setting('signpost.removes_factor', true) is distinct from old.user_id::text
       and exists (select from auth.users u where u.id = old.user_id) then
      raise exception 'Enter a code to remove a second factor.' using errcode = '42501', hint = 'code_needed';
    end if;
    return old;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('factor of ' || new.user_id, 0));
  if exists (
    select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id
  ) then
    raise exception 'This account already has a second factor.' using errcode = '42501', hint = 'has_factor';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from auth.sessions s
    where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
  ) or new.status = 'verified' and new.created_at < now() - interval '10 minutes' then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if tg_op = 'UPDATE' and new.status = 'verified' then
    perform set_config('signpost.new_factor', new.id::text, true);
  end if;
  return new;
end
$$;
comment on function private.guard_factor is
  'Protects the second factor from stolen sessions. The auth service lets every session add a first factor, and every session that once entered a code add and remove factors. Here, a factor can only be added within ten minutes of a sign-in and must get its first code within the next ten. There is only one, and it is removed with private.remove_factor.';

create function private.guard_first_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('signpost.new_factor', true) = new.factor_id::text and (private.is_own_session(new.id) or not exists (
    select from auth.mfa_factors f
    where f.id = new.factor_id and f.created_at < new.created_at + interval '10 minutes'
  )) then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$$;
comment on function private.guard_first_code is
  'Allows the first code only from a session that was fresh when the factor was added. The auth service doesn''t say which session adds a factor, but names the one that enters the first code, in the transaction that turns the factor on. That session must have started at most ten minutes before the factor was added, so that a stolen session can''t profit from the owner''s sign-in elsewhere.';

create function private.tell_added_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_owner(new.user_id, jsonb_build_object('event', 'factor-added'));
  return null;
end
$$;
comment on function private.tell_added_factor is 'Emails the owner of an account about a new second factor.';

create function private.remove_factor(person uuid, how text, kept_session uuid default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  had_factor constant boolean := exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified'
  );
begin
  if not had_factor then
    return false;
  end if;
  perform set_config('signpost.removes_factor', person::text, true);
  delete from auth.mfa_factors f where f.user_id = person;
  perform set_config('signpost.removes_factor', '', true);
  delete from private.recovery_codes c where c.user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id is distinct from kept_session;
  delete from auth.mfa_amr_claims a where a.session_id = kept_session and a.authentication_method = 'totp';
  update auth.sessions s set aal = 'aal1', factor_id = null where s.id = kept_session;
  perform private.tell_owner(person, jsonb_build_object('event', how));
  return true;
end
$$;
comment on function private.remove_factor is
  'Removes the second factor of an account with its recovery codes, ends its other sessions and emails its owner. False if there is none.';

create function private.require_fresh_code() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_present() or not private.has_used_factor() or not exists (
    select from jsonb_array_elements(auth.jwt() -> 'amr') a
    where a ->> 'method' = 'totp' and (a ->> 'timestamp')::numeric > extract(epoch from now()) - 120
  ) then
    raise exception 'Enter a code from your authenticator app first.' using errcode = '42501', hint = 'code_needed';
  end if;
  return auth.uid();
end
$$;
comment on function private.require_fresh_code is
  'Returns the caller''s id if the session entered a code within the last two minutes, and refuses otherwise. A refreshed token still says when the code was entered.';

create function public.make_recovery_codes() returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_fresh_code();
  letters constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  codes text[];
begin
  select array_agg(made.code) into codes from (
    select regexp_replace(string_agg(substr(letters, get_byte(r.bytes, i) % 32 + 1, 1), '' order by i), '(.{4})(.{4})', '\1-\2-') as code
    from (
      select n, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes
      from generate_series(1, 10) n
    ) r cross join generate_series(0, 11) i
    group by r.n
  ) made;
  delete from private.recovery_codes c where c.user_id = me;
  insert into private.recovery_codes (user_id, digest)
  select me, private.digest_of_code(me, c.code) from unnest(codes) as c (code);
  return query select unnest(codes);
end
$$;
comment on function public.make_recovery_codes is
  'Creates ten recovery codes that replace the old ones, and returns them once. Requires a code of the factor right before.';
grant execute on function public.make_recovery_codes to authenticated;

create function public.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.recovery_codes c where c.user_id = auth.uid() and private.is_present()
$$;
comment on function public.count_recovery_codes is 'How many recovery codes the caller has left.';
grant execute on function public.count_recovery_codes to authenticated;

create function public.use_recovery_code(code text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  if not public.awaits_code() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  delete from private.recovery_codes c where c.user_id = me and c.digest = private.digest_of_code(me, code);
  return found and private.remove_factor(me, 'factor-recovered', (auth.jwt() ->> 'session_id')::uuid);
end
$$;
comment on function public.use_recovery_code is
  'Removes a lost second factor with a recovery code, after signing in. False for a wrong code. Attempts aren''t limited: no one can guess 60 bits, and with a limit, someone who knows the password could keep the owner out.';
grant execute on function public.use_recovery_code to authenticated;

create function public.remove_factor() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.remove_factor(private.require_fresh_code(), 'factor-removed', (auth.jwt() ->> 'session_id')::uuid);
end
$$;
comment on function public.remove_factor is 'Removes the caller''s second factor. Requires one of its codes right before.';
grant execute on function public.remove_factor to authenticated;

create function private.reset_factor(person uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.remove_factor(person, 'factor-reset') then
    return false;
  end if;
  perform private.audit('factor.reset', null, null, jsonb_build_object('user_id', person), null);
  return true;
end
$$;
comment on function private.reset_factor is 'Removes another person''s lost second factor and logs who did it.';

create function public.reset_factor(person_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if person_id = auth.uid() then
    raise exception 'Turn off your own two-factor authentication in your settings.' using errcode = 'PT409', hint = 'own_factor';
  end if;
  return private.reset_factor(person_id);
end
$$;
comment on function public.reset_factor is
  'Removes the second factor of someone who lost it. Admins only, and never their own, which takes a code.';
grant execute on function public.reset_factor to authenticated;

create function public.require_team_factor(wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not private.has_used_factor() then
    raise exception 'Turn on two-factor authentication for your own account first.' using errcode = 'PT409', hint = 'factor_first';
  end if;
  update public.site_settings s set requires_factor = wanted where s.only_row and s.requires_factor <> wanted;
end
$$;
comment on function public.require_team_factor is
  'Whether the team must use a second factor. Only admins who used theirs can change it, so that they don''t lock themselves out.';
grant execute on function public.require_team_factor to authenticated;
