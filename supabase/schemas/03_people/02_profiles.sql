-- What everyone can see of a person, copied from the account in the auth service.

create function private.name_in(user_data jsonb, bearer uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  given constant text := private.clean_line(left(coalesce(
    nullif(btrim(user_data ->> 'name'), ''), nullif(btrim(user_data ->> 'full_name'), ''),
    user_data ->> 'user_name', ''
  ), 80));
begin
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, bearer) then
    return 'New member';
  end if;
  return given;
end
$$;
comment on function private.name_in is
  'The public name in sign-up data. Never the email address, nor a name that resembles the site''s or an admin''s.';

create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'UPDATE' and auth.uid() is not null and new.name <> old.name
     and private.is_pretence(new.name, new.id) then
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514', hint = 'name_reserved';
  end if;
  return new;
end
$$;
comment on function private.clean_profile is
  'Cleans a profile''s name and refuses reserved ones, unless the owner had it before it was reserved. Sign-ups get another name instead. Operators may use any name.';

create table public.profiles (
  id uuid default gen_random_uuid() primary key,
  name text not null,
  avatar_url text,
  placeholder boolean not null default false,
  created_at timestamptz not null default now(),
  is_team boolean not null default false,
  is_public boolean not null default true,
  constraint profiles_avatar_is_own check (
    avatar_url ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg|gif|avif)$'
    and split_part(avatar_url, '/', 1) = id::text
  ),
  check (
    private.visible_length(name) between 1 and 80
    and char_length(name) <= 160
    and not private.has_stacked_marks(name)
  )
);
comment on table public.profiles is
  'What the public may know of a person. An account''s profile has the id of its auth user. A placeholder profile can''t sign in: it is the author of imported feedback, or someone whom the team knows only by email address.';
comment on column public.profiles.avatar_url is 'Path of an object in the avatars bucket.';
comment on column public.profiles.is_team is
  'Whether the person has a role. A trigger on roles keeps it up to date; no client can set it.';

comment on column public.profiles.is_public is
  'False until the account''s address is confirmed or someone has signed in to it, so that a sign-up, which anyone can make, shows nothing to others.';

create index profiles_name_idx on public.profiles (lower(name));
create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_team_idx on public.profiles (name) where is_team;

alter table public.profiles enable row level security;
grant select (id, name, avatar_url, created_at, is_team) on public.profiles to anon, authenticated;
grant update (name, avatar_url) on public.profiles to authenticated;

create policy "anyone reads names and avatars of confirmed people" on public.profiles
  for select to anon, authenticated using (is_public);
create policy "people rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_proven constant boolean := new.email_confirmed_at is not null or new.last_sign_in_at is not null;
begin
  insert into public.profiles (id, name, is_public)
  values (new.id, private.name_in(case when is_proven then new.raw_user_meta_data end, new.id), is_proven)
  on conflict (id) do nothing;
  return new;
end
$$;
comment on function private.create_profile is
  'Creates the profile of a new account. Sign-up data comes from the client, so only the display name is used, never the email address. The name of an unconfirmed address isn''t used either, because anyone could have signed up with it.';

create function private.token_bytes(written text) returns integer
language sql immutable set search_path = ''
return octet_length(written) + 5 * char_length(regexp_replace(written, '[^<>&]', '', 'g'));
comment on function private.token_bytes is
  'How many bytes a text takes in a token. The auth service writes ''<'', ''>'' and ''&'' as six characters.';

create function private.known_user_data() returns text[]
language sql immutable set search_path = ''
return array[
  'name', 'full_name', 'user_name', 'preferred_username', 'avatar_url', 'email', 'email_verified', 'phone_verified',
  'sub', 'iss', 'provider_id', 'came_from'
];
comment on function private.known_user_data is 'The part of an account''s metadata that the site and its sign-in methods use.';

create function private.bound_user_data() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.token_bytes(new.raw_user_meta_data::text) > 2048 then
    new.raw_user_meta_data := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(new.raw_user_meta_data) d
      where private.token_bytes(d.value::text) <= 150 and d.key = any (private.known_user_data())
    ), '{}');
  end if;
  return new;
end
$$;
comment on function private.bound_user_data is
  'Keeps an account''s metadata small. It is stored once in the token and three times in the cookies, and request headers may hold 16 kB. Above 2 kB, only what the site and its sign-in methods use is kept. It is cut rather than refused, because anyone can sign up with someone else''s address and fill it.';

create function private.bound_identity_data() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.identity_data := coalesce((
    select jsonb_object_agg(d.key, d.value)
    from jsonb_each(new.identity_data) d
    where private.token_bytes(d.value::text) <= 300 and d.key = any (
      case new.provider when 'email' then '{sub,email,email_verified,phone_verified}'::text[]
      else private.known_user_data() end
    )
  ), '{}');
  return new;
end
$$;
comment on function private.bound_identity_data is
  'Cuts sign-up data in the identity as well: the auth service copies it there, and sessions carry it in their cookies.';

create function private.delete_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.post_notes n where n.author_id = old.id and n.is_context;
  delete from public.profiles where id = old.id;
  return old;
end
$$;
comment on function private.delete_profile is 'Deletes the profile of a deleted account, and what the widget sent with its posts.';

create function private.guard_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_when = 'BEFORE' then
    new.recovery_sent_at := null;
    return new;
  end if;
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
      or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return null;
end
$$;
comment on function private.guard_password is
  'Allows a new password only right after a sign-in. The auth service doesn''t say which session asks, but ends every other session in the same transaction, so the session that is left at its end must be fresh. If an operator sets the password, none is left. The local backend checks the caller''s own session first. The link of an email works once.';

create function public.describe_people(people uuid[], on_post bigint default null) returns table(
  id uuid,
  created_at timestamptz,
  posts_total bigint,
  wrote_post boolean,
  said_here text,
  last_title text,
  last_said text
)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.created_at,
    (select count(*) from public.posts p where p.author_id = a.id and p.deleted_at is null),
    exists (select from public.posts p where p.id = on_post and p.author_id = a.id and p.deleted_at is null),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.post_id = on_post and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    ),
    (
      select p.title from public.posts p
      where p.author_id = a.id and p.deleted_at is null order by p.id desc limit 1
    ),
    (
      select left(c.body, 600)
      from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = a.id and c.deleted_at is null and c.hidden_at is null
      order by c.id desc limit 1
    )
  from public.profiles a
  where a.id = any (describe_people.people[1:20]) and a.is_public and (select private.require_small_select(3))
$$;
comment on function public.describe_people is 'What tells people with the same name apart. Uses only what everyone can read.';
grant execute on function public.describe_people to authenticated;
