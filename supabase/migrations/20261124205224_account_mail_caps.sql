set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.tell_owner(person uuid, what jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.mails (kind, person_id, about)
  select 'account', p.id, what || jsonb_build_object('to', u.email)
  from auth.users u join public.profiles p on p.id = u.id
  cross join (
    select count(*) filter (
      where m.about ->> 'event' = what ->> 'event' and m.about ->> 'provider' is not distinct from what ->> 'provider'
    ) as same, count(*) as total
    from private.mails m
    where m.person_id = person and m.kind = 'account' and m.created_at > now() - interval '1 day'
  ) today
  where u.id = person and u.email_confirmed_at < now() - interval '1 minute'
    and (today.same = 0 or today.same < 5 and today.total < 20)
$function$;

COMMENT ON FUNCTION "private"."tell_owner"(uuid, jsonb) IS 'Sends the owner of an account a mail about it, to the address of this moment: whoever took the account may change that. Five a day of each event and sign-in method and twenty in all, but always the first of each, so that none hides another. Nothing while the account is being made: a password and a first way in are no news then.';
