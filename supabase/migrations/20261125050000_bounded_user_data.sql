-- What an account keeps about itself stands in its token once and in its cookies three times over, and the headers of a
-- request may hold 16 kB. The auth service writes '<', '>' and '&' with six letters.
create or replace function private.bound_user_data() returns trigger
language plpgsql set search_path = ''
as $$
declare
  written constant text := new.raw_user_meta_data::text;
begin
  if octet_length(written) + 5 * char_length(regexp_replace(written, '[^<>&]', '', 'g')) > 2048 then
    raise exception 'An account keeps no more than 2 kB about itself.' using errcode = '22001';
  end if;
  return new;
end
$$;

-- Whoever kept more could not sign in. The site reads nothing of it but the name.
update auth.users
set raw_user_meta_data = jsonb_build_object('name', left(private.hosted_json(raw_user_meta_data::jsonb) ->> 'name', 80))
where octet_length(raw_user_meta_data::text) + 5 * char_length(regexp_replace(raw_user_meta_data::text, '[^<>&]', '', 'g')) > 2048;

-- What the sign-up said is kept there as well, and goes into the cookies.
do $$
begin
  update auth.identities i
  set identity_data = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(private.hosted_json(i.identity_data::jsonb))
    where octet_length(value::text) <= 256
  )
  where octet_length(i.identity_data::text) > 4096;
exception when insufficient_privilege or undefined_table then
  null;
end
$$;
