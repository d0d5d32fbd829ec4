set local check_function_bodies = off;

DROP FUNCTION "private"."link_own"(text, uuid, text, jsonb);

DROP FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid);

ALTER TABLE "private"."own_claims" ADD COLUMN "picture" text;

ALTER TABLE "private"."own_identities" ADD COLUMN "picture" text;

ALTER TABLE "private"."own_identities" ADD COLUMN "picture_path" text;

ALTER TABLE "private"."own_identities" ADD COLUMN "picture_tries" smallint NOT NULL DEFAULT 0;

ALTER TABLE "private"."own_identities" ADD COLUMN "picture_due_at" timestamp with time zone;

CREATE OR REPLACE FUNCTION private.claim_picture()
 RETURNS TABLE(subject text, person_id uuid, picture text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.own_identities i
  set picture_tries = i.picture_tries + 1,
    picture_due_at = case when i.picture_tries < 2 then now() + interval '10 minutes' end
  where i.subject = (
    select d.subject from private.own_identities d where d.picture_due_at <= now()
    order by d.picture_due_at limit 1 for update skip locked
  )
  returning i.subject, i.person_id, i.picture
$function$;

CREATE OR REPLACE FUNCTION private.keep_picture(subject text, picture text, path text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with kept as (
    update public.profiles p set avatar_url = path from private.own_identities i
    where i.subject = keep_picture.subject and i.picture = keep_picture.picture and p.id = i.person_id
      and p.avatar_url is not distinct from i.picture_path
    returning p.id
  )
  update private.own_identities i set picture_due_at = null, picture_path = path from kept
  where i.subject = keep_picture.subject
$function$;

CREATE OR REPLACE FUNCTION private.link_own(subject text, person uuid, name text, segments jsonb, picture text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  account auth.users;
begin
  if exists (select from public.roles r where r.user_id = person) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  select u.* into account from auth.users u where u.id = person;
  if account.email is null or coalesce(account.banned_until > now(), false) then
    raise exception 'This account can''t be signed in to from here.' using errcode = 'PT409', hint = 'own_account';
  end if;
  insert into private.own_identities as i (subject, person_id) values (link_own.subject, person)
  on conflict on constraint own_identities_pkey do nothing;
  if found and account.email_confirmed_at is not null then
    perform private.tell_owner(person, jsonb_build_object('event', 'own'));
  end if;
  update public.profiles p set name = private.name_in(jsonb_build_object('name', link_own.name), person)
  where p.id = person and p.name = 'New member' and btrim(link_own.name) <> '';
  update private.own_identities i set picture = link_own.picture, picture_tries = 0, picture_due_at = now()
  from public.profiles p
  where i.subject = link_own.subject and i.picture is distinct from link_own.picture and link_own.picture is not null
    and p.id = person and p.avatar_url is not distinct from i.picture_path;
  if found then
    perform pg_notify('signpost', 'picture');
  end if;
  perform private.set_segments(person, segments);
  return account.email;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_own_sign_in(subject text, address text, name text, segments jsonb, token_id text, issued_at timestamp with time zone, key_id bigint, kept uuid DEFAULT NULL::uuid, picture text DEFAULT NULL::text)
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
      insert into private.own_claims (subject, address, name, segments, picture)
      values (
        begin_own_sign_in.subject, mailbox, left(begin_own_sign_in.name, 200), coalesce(begin_own_sign_in.segments, '{}'),
        begin_own_sign_in.picture
      )
      returning id into claim;
      return jsonb_build_object('outcome', case when trusts then 'new' else 'confirm' end, 'claim', claim, 'address', mailbox);
    end if;
  end if;
  return jsonb_build_object('outcome', 'account', 'person', person, 'address', private.link_own(
    begin_own_sign_in.subject, person, begin_own_sign_in.name, begin_own_sign_in.segments, begin_own_sign_in.picture
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_own_sign_in(claim uuid, person uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.own_claims;
begin
  delete from private.own_claims c where c.id = claim and c.ends_at > now() returning c.* into kept;
  if kept.id is null or not exists (
    select from auth.users u
    where u.id = person and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || kept.subject, 0));
  return private.link_own(kept.subject, person, kept.name, kept.segments, kept.picture);
end
$function$;

ALTER TABLE "private"."own_identities" ADD CONSTRAINT "own_identities_picture_check" CHECK ((char_length(picture) <= 1000));

CREATE INDEX own_identities_picture_idx ON private.own_identities USING btree (picture_due_at) WHERE (picture_due_at IS NOT NULL);

COMMENT ON COLUMN "private"."own_identities"."picture" IS 'Where the product has their picture. The worker fetches it when it is due, three times at most.';

COMMENT ON COLUMN "private"."own_identities"."picture_path" IS 'The object that it was stored as. Whoever has another one, or removed it, keeps that.';

COMMENT ON FUNCTION "private"."claim_picture"() IS 'The next picture to fetch from the product. It is due again later, unless it is kept.';

COMMENT ON FUNCTION "private"."keep_picture"(text, text, text) IS 'Shows a fetched picture, unless the person chose another one or the product named another one meanwhile.';

COMMENT ON FUNCTION "private"."link_own"(text, uuid, text, jsonb, text) IS 'Makes an account that of a person of the company''s product, unless it is the team''s, tells its owner the first time, and notes what the product says of the person. Its picture is for who has no other. Says the account''s address.';

COMMENT ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid, text) IS 'Uses up a token that the site''s server has checked, and says whose account it signs in to: `account`, or with a claim to go on with `new` (there is none yet) or `confirm` (whoever it is proves the address by a mail first, since the company''s word for addresses doesn''t count). If it isn''t the account `kept`, that of whoever is signed in, it says `other` and leaves the token unused. Refuses a token that was used or is more than five minutes old, and accounts of the team. Only the site''s server may ask.';

REVOKE ALL ON FUNCTION "private"."claim_picture"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_picture"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_picture"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_picture"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_own"(text, uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_own"(text, uuid, text, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid, text) TO "postgres", "service_role";
