set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.counts_as_team(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.roles r where r.user_id = person) and case
    when person is not distinct from auth.uid() then private.meets_team_rule()
    else not coalesce((select s.requires_factor from public.site_settings s), false)
      or exists (select from auth.mfa_factors f where f.user_id = person and f.status = 'verified')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_trusted(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.counts_as_team(person)
    or not exists (select from private.blocks b where b.person_id = person)
    and exists (
      select from public.profiles p, private.moderation m
      where p.id = person and p.created_at <= now() - make_interval(days => m.trusted_days)
    )
    and (
      exists (select from public.posts p where p.author_id = person and p.deleted_at is null)
      or exists (
        select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
        where c.author_id = person and c.deleted_at is null and c.hidden_at is null
      )
    );
end
$function$;

CREATE OR REPLACE FUNCTION private.needs_approval(person uuid, words text, this_post bigint DEFAULT NULL::bigint, this_comment bigint DEFAULT NULL::bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.moderation;
begin
  select * into rule from private.moderation;
  if rule.approval = 'off' or private.counts_as_team(person) then
    return false;
  end if;
  return case rule.approval
    when 'all' then true
    when 'first' then not private.has_standing(person, this_post, this_comment)
    when 'links' then private.links_of(words) <> '{}' and not (
      private.has_standing(person, this_post, this_comment) and exists (
        select from public.profiles p
        where p.id = person and p.created_at <= now() - make_interval(days => rule.trusted_days)
      )
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.standing_of(person uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  age constant interval := now() - (select p.created_at from public.profiles p where p.id = person);
begin
  return case
    when private.counts_as_team(person) then 'regular'
    when age < interval '1 day' then 'newcomer'
    when age > interval '7 days' and exists (select 1 from public.posts t where t.author_id = person) then 'regular'
    else 'member'
  end;
end
$function$;

COMMENT ON FUNCTION "private"."counts_as_team"(uuid) IS 'Whether a person is trusted as one of the team, also where somebody else asks: with a second factor where the site asks the team for one.';

REVOKE ALL ON FUNCTION "private"."counts_as_team"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counts_as_team"(uuid) TO "postgres";
