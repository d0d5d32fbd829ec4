-- How the site is called, how it looks and what it says, kept in the dashboard. Null: as the site has it by itself.
create function private.contrast_with_white(color text) returns double precision
language sql immutable parallel safe set search_path = ''
return (
  select 1.05 / (0.05 + sum(v.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end))
  from (values (2, 0.2126::double precision), (4, 0.7152), (6, 0.0722)) as v (place, weight),
    lateral (
      select case when color ~ '^#[0-9a-f]{6}$' then
        get_byte(decode(substr(color, v.place, 2), 'hex'), 0) / 255.0::double precision
      end as part
    ) c
);

create table public.site_settings (
  only_row boolean primary key default true check (only_row),
  name text check (name is null or (private.visible_length(name) >= 1 and char_length(name) <= 40)),
  logo_path text check (logo_path ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'),
  logo_width integer check (logo_width between 1 and 20000),
  logo_height integer check (logo_height between 1 and 20000),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  marketing_url text,
  terms_url text,
  privacy_url text,
  welcome text check (welcome is null or (private.visible_length(welcome) >= 1 and char_length(welcome) <= 300)),
  mail_sender text check (mail_sender is null or (private.visible_length(mail_sender) >= 1 and char_length(mail_sender) <= 60)),
  mail_footer text check (mail_footer is null or (private.visible_length(mail_footer) >= 1 and char_length(mail_footer) <= 300)),
  constraint site_settings_accent_is_legible check (private.contrast_with_white(accent) >= 4.5),
  constraint site_settings_links_are_web_addresses check (
    marketing_url ~ '^https?://[^\s<>"]+$' and terms_url ~ '^https?://[^\s<>"]+$' and privacy_url ~ '^https?://[^\s<>"]+$'
    and char_length(marketing_url) <= 300 and char_length(terms_url) <= 300 and char_length(privacy_url) <= 300
  ),
  constraint site_settings_logo_is_whole check (num_nonnulls(logo_path, logo_width, logo_height) in (0, 3))
);
comment on table public.site_settings is
  'One row. What admins set in the dashboard; null where the site keeps what it has by itself. Variables of the environment win over it.';
comment on column public.site_settings.accent is
  'The color of what is chosen and pressed. White letters on it have a contrast of 4.5 to 1 at least.';
comment on column public.site_settings.logo_path is 'An object of the bucket images, in a folder that belongs to nobody.';
insert into public.site_settings default values;

create table public.state_texts (
  state public.post_state primary key,
  name text check (name is null or (private.visible_length(name) >= 1 and char_length(name) <= 30)),
  description text check (description is null or (private.visible_length(description) >= 1 and char_length(description) <= 160))
);
comment on table public.state_texts is
  'How the five states are called and described to people; null for the words of the site. The states themselves stay.';
insert into public.state_texts (state) select unnest(enum_range(null::public.post_state));

alter table public.site_settings enable row level security;
alter table public.state_texts enable row level security;
revoke all on public.site_settings, public.state_texts from public, anon, authenticated, service_role;
grant select on public.site_settings, public.state_texts to anon, authenticated;
grant all on public.site_settings, public.state_texts to service_role;
create policy "anyone reads the settings of the site" on public.site_settings
  for select to anon, authenticated using (true);
create policy "anyone reads the words for states" on public.state_texts
  for select to anon, authenticated using (true);
create trigger a_require_presence before insert or update or delete on public.site_settings
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger a_require_presence before insert or update or delete on public.state_texts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- Only what changed, so that an entry can be read.
create function private.audit_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant jsonb := case when tg_table_name = 'state_texts' then jsonb_build_object('state', to_jsonb(new) -> 'state') else '{}' end;
  before jsonb;
  after jsonb;
begin
  select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, to_jsonb(new) -> o.key)
  into before, after
  from jsonb_each(to_jsonb(old)) o where o.value is distinct from to_jsonb(new) -> o.key;
  if before is not null then
    perform private.audit(tg_argv[0], null, null, named || before, named || after);
  end if;
  return null;
end
$$;
create trigger audit_site_settings after update on public.site_settings
  for each row execute function private.audit_settings('site.update');
create trigger audit_state_texts after update on public.state_texts
  for each row execute function private.audit_settings('state.update');

-- Nobody but an admin is called as the site is.
create function private.reserve_site_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.reserve_names(array[new.name, new.name || ' team']);
  return null;
end
$$;
create trigger reserve_site_name after update of name on public.site_settings
  for each row when (new.name is not null) execute function private.reserve_site_name();

-- What is said in one line of text, and what is empty is none.
create function private.said(text) returns text
language sql immutable set search_path = ''
return nullif(private.clean_line($1), '');

-- Saves what the settings name and leaves the rest: name, accent, marketing_url, terms_url, privacy_url, welcome,
-- mail_sender, mail_footer, each empty for what the site has by itself; and states, by their keys, with name and
-- description.
create function public.admin_save_site(settings jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant jsonb := private.hosted_json(settings);
  one record;
begin
  perform private.require_admin();
  if jsonb_typeof(given) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when given ? 'name' then private.said(given ->> 'name') else s.name end,
    accent = case when given ? 'accent' then lower(private.said(given ->> 'accent')) else s.accent end,
    marketing_url = case when given ? 'marketing_url' then private.said(given ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when given ? 'terms_url' then private.said(given ->> 'terms_url') else s.terms_url end,
    privacy_url = case when given ? 'privacy_url' then private.said(given ->> 'privacy_url') else s.privacy_url end,
    welcome = case when given ? 'welcome' then private.said(given ->> 'welcome') else s.welcome end,
    mail_sender = case when given ? 'mail_sender' then private.said(given ->> 'mail_sender') else s.mail_sender end,
    mail_footer = case when given ? 'mail_footer' then nullif(private.clean_text(given ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$$;

-- Shows another logo, or none, and says which object is of no use any more.
create function public.admin_set_logo(path text, width integer, height integer) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  before text;
begin
  perform private.require_admin();
  select s.logo_path into before from public.site_settings s for update;
  update public.site_settings s set logo_path = path, logo_width = width, logo_height = height where s.only_row;
  return before;
end
$$;

revoke execute on function public.admin_save_site(jsonb) from public, anon;
revoke execute on function public.admin_set_logo(text, integer, integer) from public, anon;
grant execute on function public.admin_save_site(jsonb) to authenticated;
grant execute on function public.admin_set_logo(text, integer, integer) to authenticated;

-- In a folder of nobody's: an admin who leaves takes the own folder along.
create policy "admins store the logo" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'images' and (select private.is_admin())
    and name ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'
    and coalesce(metadata ->> 'mimetype', 'image/webp') = 'image/webp'
  );

create or replace view private.shown_objects as
select 'images' as bucket, i.path, i.uploader_id as owner_id, i.created_at as since from public.images i
union all
select 'images', private.sized_path(i.path, w.width), i.uploader_id, i.created_at
from public.images i, unnest(i.widths) as w (width)
union all
select 'avatars', p.avatar_url, p.id, '-infinity' from public.profiles p where p.avatar_url is not null
union all
select 'images', s.logo_path, null, '-infinity' from public.site_settings s where s.logo_path is not null;

-- As before, and a logo.
create or replace function private.remove_stray_rows() returns integer
language plpgsql set search_path = ''
as $$
declare
  missing constant text[] := array(select s.path from private.find_strays() s where s.kind = 'row');
  rows integer;
  sizes integer;
  portraits integer;
  logos integer;
begin
  delete from public.images where path = any (missing);
  get diagnostics rows = row_count;
  update public.images i set widths = array(
    select w.width from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) <> all (missing)
  )
  where exists (
    select 1 from unnest(i.widths) as w (width) where private.sized_path(i.path, w.width) = any (missing)
  );
  get diagnostics sizes = row_count;
  update public.profiles set avatar_url = null where avatar_url = any (missing);
  get diagnostics portraits = row_count;
  update public.site_settings set logo_path = null, logo_width = null, logo_height = null
  where logo_path = any (missing);
  get diagnostics logos = row_count;
  return rows + sizes + portraits + logos;
end
$$;
