create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  name text not null check (private.visible_length(name) between 1 and 80 and char_length(name) <= 160 and not private.has_stacked_marks(name)),
  avatar_url text,
  placeholder boolean not null default false,
  created_at timestamptz not null default now(),
  -- In the person's own folder: never an address somebody else controls.
  constraint profiles_avatar_is_own check (
    avatar_url ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|png|jpg|gif|avif)$' and split_part(avatar_url, '/', 1) = id::text
  )
);
comment on table public.profiles is
  'What the public may know of a person. An account''s profile has the id of its auth user; a placeholder stands for the author of imported feedback and cannot sign in.';
comment on column public.profiles.avatar_url is 'Path of an object in the avatars bucket.';

alter table public.profiles enable row level security;
grant select (id, name, avatar_url, created_at) on public.profiles to anon, authenticated;
grant update (name, avatar_url) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "anyone reads names and avatars" on public.profiles
  for select to anon, authenticated using (true);
create policy "people rename themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Whether the caller's account and session still stand: an access token outlives both by up to an hour.
-- In plpgsql because that keeps its plan; every write asks this.
create function private.is_present() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
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
grant execute on function private.is_present() to anon, authenticated, service_role;

-- What a name looks like: without case, accents, spaces, signs and what nobody sees, with Cyrillic and Greek letters and
-- digits as the Latin letters they pass for. Capitals come first: some pass for another letter than their small form.
create function private.looks_of(name text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(
  translate(
    lower(
      translate(
        normalize(private.seen_of(private.cut_marks(private.bounded(name, 2000))), nfkd),
        'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹАВЕЅІЈКМНОРСТУХҮԌԚԜҺ', 'ABEZHIKMNOPTYXCABESIJKMHOPCTYXYGQWH'
      )
    ),
    'аеорсухіјѕԁһԛԝмтвнкпαειορτυνκηχωγıɡօոøđłŧħᴀᴄᴅᴇɢɪᴊᴋʟᴍɴᴏᴘꜱᴛᴜᴠᴡᴢl01|!5$',
    'aeopcyxijsdhqwmtbhknaeioptuvknxwyigonodithacdegijkimnopstuvwzioiiiss'
  ),
  '[\s[:punct:]\u0300-\u036f]', '', 'g'
);

create table private.reserved_names (name text primary key);
comment on table private.reserved_names is
  'Names that nobody but an admin may bear: the site''s own, and what it calls people who are gone. An operator adds to it.';
insert into private.reserved_names (name) values ('Signpost'), ('Signpost team'), ('Deleted user');
alter table private.reserved_names enable row level security;
grant all on private.reserved_names to service_role;

-- Whether a name passes for that of the site or of one of its admins.
create function private.is_pretence(name text, bearer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  looks constant text := private.looks_of(name);
begin
  return looks <> '' and not exists (select 1 from public.roles r where r.user_id = bearer) and (
    exists (select 1 from private.reserved_names n where private.looks_of(n.name) = looks)
    or exists (
      select 1 from public.roles r join public.profiles p on p.id = r.user_id where private.looks_of(p.name) = looks
    )
  );
end
$$;

-- Whether the caller may be called so, for a form to say before anything is sent off.
create function public.is_name_free(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_pretence(private.clean_line(left(name, 160)), auth.uid())
$$;
grant execute on function public.is_name_free(text) to anon, authenticated;

-- Keeps names, and what looks like them, for admins; says how many of them were free. People who bear one keep it.
create function public.reserve_names(names text[]) returns integer
language sql security definer set search_path = ''
as $$
  with reserved as (
    insert into private.reserved_names (name)
    select distinct on (private.looks_of(given)) private.clean_line(given) from unnest(names) given
    where private.looks_of(given) <> '' and not exists (
      select 1 from private.reserved_names n where private.looks_of(n.name) = private.looks_of(given)
    )
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from reserved
$$;
revoke execute on function public.reserve_names(text[]) from public, anon, authenticated;
grant execute on function public.reserve_names(text[]) to service_role;

-- A sign-up is never refused for its name: create_profile gives another one, which an admin may bear as well.
-- Operators name people as they like.
create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'UPDATE' and auth.uid() is not null and private.is_pretence(new.name, new.id) then
    raise exception 'This name is kept for the people who run this site.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger clean_profile before insert or update of name on public.profiles
  for each row execute function private.clean_profile();

-- Sign-up data comes from the client, so only a display name is taken from it, and never the e-mail.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  data constant jsonb := private.hosted_json(new.raw_user_meta_data::jsonb);
  given text;
begin
  given := private.clean_line(left(coalesce(
    nullif(btrim(data ->> 'name'), ''), nullif(btrim(data ->> 'full_name'), ''), data ->> 'user_name', ''
  ), 80));
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, new.id) then
    given := 'New member';
  end if;
  insert into public.profiles (id, name) values (new.id, given) on conflict (id) do nothing;
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- What an account keeps about itself goes into every token of it. Anybody may write it, through the auth service.
create function private.bound_user_data() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if octet_length(new.raw_user_meta_data::text) > 10240 then
    raise exception 'An account keeps no more than 10 kB about itself.' using errcode = '22001';
  end if;
  return new;
end
$$;

create trigger bound_user_data before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_data();

create function private.delete_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.profiles where id = old.id;
  return old;
end
$$;

create trigger delete_profile after delete on auth.users
  for each row execute function private.delete_profile();
