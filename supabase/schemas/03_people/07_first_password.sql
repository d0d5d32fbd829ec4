-- Anyone can sign up with someone else's address. So the person who follows the link in the email chooses the name and
-- password, in the transaction in which the auth service confirms the address.

create table private.first_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  token text not null,
  name text not null,
  encrypted_password text not null,
  tries integer not null default 1,
  is_used boolean not null default false
);
comment on table private.first_passwords is
  'The name and password chosen with a confirmation link, until the auth service confirms the address with that link.';

alter table private.first_passwords enable row level security;

create function public.choose_first_password(
  token text, name text, password text, of_email text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  chosen constant text := private.clean_line(left(name, 200));
begin
  if char_length(token) < 20 or char_length(token) > 500 or octet_length(password) > 72
    or char_length(password) between 1 and 7
  then
    return false;
  end if;
  -- Must be the same expression as in the auth service's index.
  select u.id into person from auth.users u
  where u.confirmation_token = token and u.confirmation_token !~ '^[0-9 ]*$'
    and u.email_confirmed_at is null and u.encrypted_password <> ''
    and (of_email is null or lower(u.email) = lower(of_email))
  for no key update;
  if person is null then
    return false;
  end if;
  if private.is_pretence(chosen, person) then
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514', hint = 'name_reserved';
  end if;
  insert into private.first_passwords as f (user_id, token, name, encrypted_password)
  values (
    person, token, chosen,
    case when password = '' then '' else extensions.crypt(password, extensions.gen_salt('bf', 10)) end
  )
  on conflict (user_id) do update
  set token = excluded.token, name = excluded.name, encrypted_password = excluded.encrypted_password,
    tries = f.tries + 1
  where f.tries < 20;
  if not found then
    return false;
  end if;
  -- Also checked now, so that a name that breaks a rule is refused here.
  update public.profiles p set name = chosen where p.id = person;
  return true;
end
$$;
comment on function public.choose_first_password is
  'Sets the name and password of an unconfirmed account, for the holder of the link in its email. The password takes effect once the auth service confirms the address with that link. False for any other token, for the token of another address than `of_email`, and after twenty tries. An empty password means none. Only the site''s server may call this: tokens are derived from the address and the code in the email, and nothing here limits guesses.';
grant execute on function public.choose_first_password to service_role;

create function private.let_first_password_go() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  chosen private.first_passwords;
begin
  new.encrypted_password := '';
  select * into chosen from private.first_passwords f where f.user_id = old.id;
  if chosen.token = old.confirmation_token and coalesce(new.confirmation_token, '') = '' then
    new.encrypted_password := chosen.encrypted_password;
    update private.first_passwords f set is_used = true, encrypted_password = '' where f.user_id = old.id;
  else
    delete from private.first_passwords f where f.user_id = old.id;
  end if;
  return new;
end
$$;
comment on function private.let_first_password_go is
  'Drops the password from an unconfirmed sign-up. Whoever signs up with someone else''s address chooses a password before anyone has read an email there. When the first link of an email is followed, that password is removed and replaced by what the holder of the confirmation link chose.';

create function private.prove_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := exists (select from public.profiles p where p.id = new.id and p.created_at = now());
  chosen text;
  vouched jsonb;
begin
  update public.profiles p set is_public = true, created_at = now() where p.id = new.id and not p.is_public;
  if old.email_confirmed_at is not null or new.email_confirmed_at is null then
    return null;
  end if;
  delete from private.first_passwords f where f.user_id = new.id and f.is_used returning f.name into chosen;
  if is_new then
    vouched := new.raw_user_meta_data;
  elsif chosen is null then
    select i.identity_data into vouched from auth.identities i
    where i.user_id = new.id and i.provider <> 'email' and i.identity_data ->> 'email_verified' = 'true'
    order by i.created_at desc limit 1;
  end if;
  update public.profiles p set name = coalesce(chosen, private.name_in(vouched, new.id)) where p.id = new.id;
  if vouched is null then
    update auth.users u set raw_user_meta_data = jsonb_strip_nulls(jsonb_build_object('name', chosen)) || coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(u.raw_user_meta_data) d
      where d.key in ('sub', 'email', 'email_verified', 'phone_verified') or d.key = 'came_from' and chosen is null
    ), '{}')
    where u.id = new.id;
  end if;
  return null;
end
$$;
comment on function private.prove_account is
  'Makes a profile public once its address is confirmed or someone has signed in. The name is the one chosen with the confirmation link, the one from the provider that vouches for the address, or none: the name from the sign-up may be a stranger''s, so it is dropped. If the auth service confirms the account in the same transaction that creates it, no one else was involved. Runs at the end of the transaction, because the auth service writes its data once more within it.';

create function private.drop_unproven_identities() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.identities i
  where i.user_id = new.id and i.provider <> 'email'
    and i.identity_data ->> 'email_verified' = 'false';
  return null;
end
$$;
comment on function private.drop_unproven_identities is
  'Removes sign-in methods that never proved the address. Another site may let anyone enter someone else''s address. Whoever confirms the address by email keeps the account, and sign-ins from that site no longer lead to it.';

create function private.guard_linking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Older versions of the auth service have no such column.
  account constant uuid := to_jsonb(new) ->> 'linking_target_id';
begin
  if account is not null and not exists (
    select from auth.sessions s
    where s.user_id = account and s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
  ) then
    raise exception 'Sign in again to link another sign-in method.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$$;
comment on function private.guard_linking is
  'Allows linking an account of another site only within ten minutes of a sign-in. The auth service lets every session do it, and the linked account can then sign in for good, so a stolen session could keep its access. The auth service doesn''t say which session asks.';

create function private.keep_an_identity() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One at a time. The auth service counts before it deletes, so two simultaneous removals would each still see the
  -- other method.
  perform 1 from auth.users u where u.id = old.user_id for update;
  if not exists (
    select from auth.identities i join auth.users u on u.id = i.user_id
    where i.user_id = old.user_id and i.id <> old.id
      and (
        u.email is null or lower(i.identity_data ->> 'email') = lower(u.email)
        or lower(old.identity_data ->> 'email') is distinct from lower(u.email)
      )
  ) then
    raise exception 'An account keeps its last sign-in method and the one that its address comes from.' using errcode = '23514';
  end if;
  return old;
end
$$;
comment on function private.keep_an_identity is
  'Keeps people from losing their last sign-in method, or the one their address comes from. Without that, the auth service would give the account the address of another method.';
