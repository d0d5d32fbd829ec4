set local check_function_bodies = off;

DROP FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint);

CREATE OR REPLACE FUNCTION private.own_person(subject text, mailbox text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select i.person_id from private.own_identities i where i.subject = own_person.subject),
    (select u.id from auth.users u where lower(u.email) = mailbox order by u.created_at limit 1)
  )
$function$;

CREATE OR REPLACE FUNCTION public.begin_own_sign_in(subject text, address text, name text, segments jsonb, token_id text, issued_at timestamp with time zone, key_id bigint, kept uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mailbox constant text := lower(btrim(address));
  person uuid;
  trusts constant boolean := (select s.trusts_own_addresses from public.site_settings s);
  claim uuid;
begin
  if issued_at is null or issued_at not between now() - interval '5 minutes 10 seconds' and now() + interval '10 seconds' then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  if kept is distinct from private.own_person(subject, mailbox) and kept is not null then
    return jsonb_build_object('outcome', 'other');
  end if;
  delete from private.own_tokens t where t.ends_at < now();
  insert into private.own_tokens (digest, ends_at)
  values (sha256(convert_to(token_id, 'UTF8')), issued_at + interval '6 minutes')
  on conflict do nothing;
  if not found then
    raise exception 'This sign-in was used already.' using errcode = 'PT409', hint = 'own_token_used';
  end if;
  update private.own_keys k set last_used_at = now()
  where k.id = begin_own_sign_in.key_id and coalesce(k.last_used_at < now() - interval '1 minute', true);
  if not found and not exists (select from private.own_keys k where k.id = begin_own_sign_in.key_id) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || subject, 0));
  select i.person_id into person from private.own_identities i where i.subject = begin_own_sign_in.subject;
  if person is null then
    person := private.own_person(subject, mailbox);
    if person is null or not trusts then
      if exists (select from public.roles r where r.user_id = person) then
        raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
      end if;
      delete from private.own_claims c where c.ends_at < now();
      insert into private.own_claims (subject, address, name, segments)
      values (begin_own_sign_in.subject, mailbox, left(begin_own_sign_in.name, 200), coalesce(begin_own_sign_in.segments, '{}'))
      returning id into claim;
      return jsonb_build_object('outcome', case when trusts then 'new' else 'confirm' end, 'claim', claim, 'address', mailbox);
    end if;
  end if;
  return jsonb_build_object('outcome', 'account', 'person', person, 'address', private.link_own(
    begin_own_sign_in.subject, person, begin_own_sign_in.name, begin_own_sign_in.segments
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.is_own_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_own_session((auth.jwt() ->> 'session_id')::uuid)
$function$;

COMMENT ON FUNCTION "private"."own_person"(text, text) IS 'Whose account a person of the company''s product has or would take: the one linked to them, else the one with their address.';

COMMENT ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid) IS 'Uses up a token that the site''s server has checked, and says whose account it signs in to: `account`, or with a claim to go on with `new` (there is none yet) or `confirm` (whoever it is proves the address by a mail first, since the company''s word for addresses doesn''t count). If it isn''t the account `kept`, that of whoever is signed in, it says `other` and leaves the token unused. Refuses a token that was used or is more than five minutes old, and accounts of the team. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."is_own_session"() IS 'Whether the caller''s session began with a token of the company''s product, which may then replace or end it.';

REVOKE ALL ON FUNCTION "private"."own_person"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_person"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."is_own_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_own_session"() TO "authenticated", "postgres";
