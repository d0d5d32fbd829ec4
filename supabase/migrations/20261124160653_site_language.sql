set local check_function_bodies = off;

ALTER TABLE "public"."site_settings" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

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

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_language_check" CHECK ((language ~ '^[a-z]{2}(-[A-Z]{2})?$'::text));

COMMENT ON COLUMN "public"."site_settings"."language" IS 'A file of messages/; English where there is none.';

COMMENT ON FUNCTION "public"."admin_save_site"(jsonb) IS 'Saves what the settings name and leaves the rest: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer, language, each empty for what the site has by itself; and states, by their keys, with name and description.';
