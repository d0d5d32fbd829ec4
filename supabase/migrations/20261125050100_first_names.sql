-- The public name that sign-up data give: never the e-mail address, nor what looks like the site's or an admin's.
create function private.name_in(user_data jsonb, bearer uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  data constant jsonb := private.hosted_json(user_data);
  given constant text := private.clean_line(left(coalesce(
    nullif(btrim(data ->> 'name'), ''), nullif(btrim(data ->> 'full_name'), ''), data ->> 'user_name', ''
  ), 80));
begin
  if private.visible_length(given) = 0 or private.has_stacked_marks(given) or private.is_pretence(given, bearer) then
    return 'New member';
  end if;
  return given;
end
$$;

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name) values (new.id, private.name_in(new.raw_user_meta_data::jsonb, new.id))
  on conflict (id) do nothing;
  return new;
end
$$;

-- Anybody may sign up with an address and a name. Whoever then comes with the address from another site is the first of
-- whom the auth service knows that it is theirs: it puts what that site says in the place of the stranger's words.
create function private.rename_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set name = private.name_in(new.raw_user_meta_data::jsonb, new.id) where id = new.id;
  return new;
end
$$;

create trigger rename_profile after update of raw_user_meta_data on auth.users
  for each row when (
    old.email_confirmed_at is null and old.last_sign_in_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data
  )
  execute function private.rename_profile();
