set local check_function_bodies = off;

ALTER TABLE "public"."site_settings" ADD COLUMN "hides_first_steps" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION public.admin_first_steps()
 RETURNS TABLE(is_named boolean, has_categories boolean, has_team boolean, has_posts boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select
      (select s.name is not null or s.logo_path is not null from public.site_settings s),
      exists (select from public.audit_log l where l.action in ('category.create', 'category.update', 'category.delete')),
      (select count(*) > 1 from public.roles),
      exists (select from public.posts p where p.author_id is null or p.author_id <> all (private.example_people()))
  where not (select s.hides_first_steps from public.site_settings s);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_site(settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  perform private.require_admin();
  if settings ? 'time_zone' and not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    raise exception 'There is no such time zone.' using errcode = '22023';
  end if;
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
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
$function$;

COMMENT ON COLUMN "public"."site_settings"."hides_first_steps" IS 'Whether an admin dismissed the list of first steps.';

COMMENT ON FUNCTION "public"."admin_first_steps"() IS 'Which first steps of a new board are done; no row once an admin dismissed the list. Admins only.';

COMMENT ON FUNCTION "public"."admin_save_site"(jsonb) IS 'Saves what the settings name and leaves the rest: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer, language, each empty for what the site has by itself; time_zone, shows_quarters, moderators_publish, shows_reactions, hides_first_steps; and states, by their keys, with name and description.';

REVOKE ALL ON FUNCTION "public"."admin_first_steps"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_first_steps"() TO "authenticated", "postgres";
