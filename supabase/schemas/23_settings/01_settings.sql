-- The site's name, look and texts.

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
comment on function private.contrast_with_white is 'The contrast of a color with white; null if there is no color.';

create function private.are_origins(given text[]) returns boolean
language sql immutable parallel safe set search_path = ''
return given is not null and cardinality(given) <= 20 and array_position(given, null::text) is null and not exists (
  select from unnest(given) as o (origin)
  where char_length(o.origin) > 200 or o.origin !~
    '^(https://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?$'
);
comment on function private.are_origins is
  'Whether these are up to twenty origins that may embed the widget: https, with *. for all subdomains, or this machine over http. They go into a response header.';

create function private.audit_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
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
comment on function private.audit_settings is 'Logs only what changed, to keep entries readable.';

create table public.site_settings (
  only_row boolean default true primary key check (only_row),
  name text,
  logo_path text check (logo_path ~ '^site/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$'),
  logo_width integer check (logo_width between 1 and 20000),
  logo_height integer check (logo_height between 1 and 20000),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  marketing_url text,
  terms_url text,
  privacy_url text,
  welcome text,
  mail_sender text,
  mail_footer text,
  shows_quarters boolean not null default false,
  requires_factor boolean not null default false,
  language text not null default 'en' check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 60),
  moderators_publish boolean not null default false,
  shows_reactions boolean not null default true,
  hides_first_steps boolean not null default false,
  widget_origins text[] not null default '{}',
  trusts_own_addresses boolean not null default false,
  constraint site_settings_accent_is_legible check (private.contrast_with_white(accent) >= 4.5::double precision),
  constraint site_settings_links_are_web_addresses check (
    marketing_url ~ '^https?://[^\s<>"]+$'
    and terms_url ~ '^https?://[^\s<>"]+$'
    and privacy_url ~ '^https?://[^\s<>"]+$'
    and char_length(marketing_url) <= 300
    and char_length(terms_url) <= 300
    and char_length(privacy_url) <= 300
  ),
  constraint site_settings_logo_is_whole check (num_nonnulls(logo_path, logo_width, logo_height) in (0, 3)),
  constraint site_settings_widget_origins_are_origins check (private.are_origins(widget_origins)),
  check (mail_footer is null or private.visible_length(mail_footer) >= 1 and char_length(mail_footer) <= 300),
  check (mail_sender is null or private.visible_length(mail_sender) >= 1 and char_length(mail_sender) <= 60),
  check (name is null or private.visible_length(name) >= 1 and char_length(name) <= 40),
  check (welcome is null or private.visible_length(welcome) >= 1 and char_length(welcome) <= 300)
);
comment on table public.site_settings is 'One row: what admins set, null for the default. Environment variables take precedence.';
comment on column public.site_settings.logo_path is 'An object in the bucket images, in site/.';
comment on column public.site_settings.accent is 'The accent color, with a contrast to white of at least 4.5.';
comment on column public.site_settings.requires_factor is 'Whether the team must use a second factor.';
comment on column public.site_settings.time_zone is 'The time zone in which the team schedules changelog entries.';
comment on column public.site_settings.moderators_publish is 'Whether moderators may publish changelog entries.';
comment on column public.site_settings.shows_reactions is 'Whether members may react to changelog entries.';
comment on column public.site_settings.hides_first_steps is 'Whether an admin dismissed the list of first steps.';
comment on column public.site_settings.widget_origins is 'The sites that may embed the widget, as origins.';
comment on column public.site_settings.trusts_own_addresses is 'Whether the product''s tokens prove email addresses.';
comment on column public.site_settings.shows_quarters is 'Whether the quarters in plans are public.';
comment on column public.site_settings.language is 'A language in messages/. English if there is no such file.';

grant select on public.site_settings to anon, authenticated;

create policy "anyone reads the settings of the site" on public.site_settings
  for select to anon, authenticated using (true);

create trigger audit_site_settings after update on public.site_settings
  for each row execute function private.audit_settings('site.update');
create trigger reserve_site_name after update of name on public.site_settings
  for each row when (new.name is not null) execute function private.reserve_site_name();
create trigger change_search_language after update of language on public.site_settings
  for each row when (old.language <> new.language) execute function private.change_search_language();

create table public.state_texts (
  state public.post_state primary key,
  name text,
  description text,
  check (description is null or private.visible_length(description) >= 1 and char_length(description) <= 160),
  check (name is null or private.visible_length(name) >= 1 and char_length(name) <= 30)
);
comment on table public.state_texts is 'Names and descriptions of the five states; null for the default.';

grant select on public.state_texts to anon, authenticated;

create policy "anyone reads the words for states" on public.state_texts for select to anon, authenticated using (true);

create trigger audit_state_texts after update on public.state_texts
  for each row execute function private.audit_settings('state.update');

create function public.admin_save_site(settings jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  perform private.require_admin();
  if settings ? 'time_zone' and not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    raise exception 'This time zone doesn''t exist.' using errcode = '22023';
  end if;
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'Settings must be an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when settings ? 'name' then private.said(settings ->> 'name') else s.name end,
    accent = case when settings ? 'accent' then lower(private.said(settings ->> 'accent')) else s.accent end,
    marketing_url = case when settings ? 'marketing_url' then private.said(settings ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when settings ? 'terms_url' then private.said(settings ->> 'terms_url') else s.terms_url end,
    privacy_url = case when settings ? 'privacy_url' then private.said(settings ->> 'privacy_url') else s.privacy_url end,
    welcome = case when settings ? 'welcome' then private.said(settings ->> 'welcome') else s.welcome end,
    mail_sender = case when settings ? 'mail_sender' then private.said(settings ->> 'mail_sender') else s.mail_sender end,
    shows_quarters = case
      when settings ? 'shows_quarters' then coalesce((settings ->> 'shows_quarters')::boolean, false) else s.shows_quarters
    end,
    language = coalesce(nullif(settings ->> 'language', ''), s.language),
    time_zone = case when settings ? 'time_zone' then settings ->> 'time_zone' else s.time_zone end,
    moderators_publish = coalesce((settings ->> 'moderators_publish')::boolean, s.moderators_publish),
    shows_reactions = coalesce((settings ->> 'shows_reactions')::boolean, s.shows_reactions),
    hides_first_steps = coalesce((settings ->> 'hides_first_steps')::boolean, s.hides_first_steps),
    mail_footer = case when settings ? 'mail_footer' then nullif(private.clean_text(settings ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(settings -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$$;
comment on function public.admin_save_site is
  'Saves the given settings and leaves the others unchanged: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer and language, each empty for the default; time_zone, shows_quarters, moderators_publish, shows_reactions, hides_first_steps; and states, by their keys, with name and description.';
grant execute on function public.admin_save_site to authenticated;

create function public.admin_set_widget(
  origins text[] default null, trusts_addresses boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if trusts_addresses and not public.is_fresh() and not (select s.trusts_own_addresses from public.site_settings s) then
    raise exception 'Sign in again before you trust addresses.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  update public.site_settings s set
    widget_origins = coalesce(admin_set_widget.origins, s.widget_origins),
    trusts_own_addresses = coalesce(admin_set_widget.trusts_addresses, s.trusts_own_addresses)
  where s.only_row;
end
$$;
comment on function public.admin_set_widget is
  'Sets which sites may embed the widget, and whether to trust the product''s email addresses. Null leaves a value unchanged. Trusting addresses needs a fresh session, like adding a key.';
grant execute on function public.admin_set_widget to authenticated;

create function public.admin_set_logo(path text, width integer, height integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  before text;
begin
  perform private.require_admin();
  select s.logo_path into before from public.site_settings s for update;
  update public.site_settings s set logo_path = path, logo_width = width, logo_height = height where s.only_row;
  return before;
end
$$;
comment on function public.admin_set_logo is 'Sets or removes the logo. Returns the object that is no longer used.';
grant execute on function public.admin_set_logo to authenticated;
