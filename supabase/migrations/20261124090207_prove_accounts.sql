set local check_function_bodies = off;

DROP POLICY "anyone reads names and avatars" ON "public"."profiles";

-- With the triggers that run them: only the owner of auth.users may drop those by name.
DROP FUNCTION "private"."forget_sign_up"() CASCADE;

DROP FUNCTION "private"."rename_profile"() CASCADE;

ALTER TABLE "public"."profiles" ADD COLUMN "is_public" boolean NOT NULL DEFAULT true;

-- Whoever signed up and never confirmed may not be whose address it is.
UPDATE "public"."profiles" p SET is_public = false, name = 'New member'
FROM auth.users u
WHERE u.id = p.id AND u.email_confirmed_at IS NULL AND u.last_sign_in_at IS NULL AND u.phone_confirmed_at IS NULL
  AND NOT EXISTS (SELECT FROM public.posts t WHERE t.author_id = p.id)
  AND NOT EXISTS (SELECT FROM public.comments t WHERE t.author_id = p.id);

CREATE OR REPLACE FUNCTION private.count_insights()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('count insights', 0)) then
    return;
  end if;
  delete from private.insight_days where true;
  insert into private.insight_days (day, kind, category_id, count)
  select (p.created_at at time zone 'UTC')::date, 'post', p.category_id, count(*)
  from public.posts p where (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (v.created_at at time zone 'UTC')::date, 'vote', p.category_id, count(*)
  from public.votes v join public.posts p on p.id = v.post_id
  where v.counts and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (c.created_at at time zone 'UTC')::date, 'comment', p.category_id, count(*)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.deleted_at is null and c.hidden_at is null
    and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1, 3
  union all
  select (f.created_at at time zone 'UTC')::date, 'person', 0, count(*)
  from public.profiles f where f.is_public and not f.placeholder
  group by 1;

  delete from private.insight_answers where true;
  insert into private.insight_answers (week, posts, median)
  select date_trunc('week', a.at at time zone 'UTC')::date, count(*),
    percentile_cont(0.5) within group (order by a.at - p.created_at)
  from (
    select s.post_id, min(s.at) as at
    from (
      select e.post_id, e.created_at as at from public.post_events e
      union all
      select c.post_id, c.created_at
      from public.comments c join public.profiles f on f.id = c.author_id
      where f.is_team and c.deleted_at is null
    ) s
    group by s.post_id
  ) a
  join public.posts p on p.id = a.post_id
  where a.at >= p.created_at and (p.deleted_at is null or p.deleted_at = 'infinity') and p.hidden_at is null
  group by 1;

  delete from private.insight_rising where true;
  insert into private.insight_rising (post_id, votes, votes_before)
  select r.post_id, r.votes, r.votes_before
  from (
    select v.post_id, count(*) filter (where v.created_at >= now() - interval '7 days') as votes,
      count(*) filter (where v.created_at < now() - interval '7 days') as votes_before
    from public.votes v join public.posts p on p.id = v.post_id
    where v.created_at >= now() - interval '14 days' and v.counts and p.deleted_at is null and p.hidden_at is null
    group by v.post_id
    having count(*) filter (where v.created_at >= now() - interval '7 days') > 0
    order by votes desc, v.post_id desc
    limit 50
  ) r
  order by r.post_id;

  insert into private.insight_run (counted_at) values (now())
  on conflict (only_row) do update set counted_at = excluded.counted_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_proven constant boolean := new.email_confirmed_at is not null or new.last_sign_in_at is not null;
begin
  insert into public.profiles (id, name, is_public)
  values (new.id, private.name_in(case when is_proven then new.raw_user_meta_data end, new.id), is_proven)
  on conflict (id) do nothing;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.let_first_password_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen private.first_passwords;
begin
  new.encrypted_password := '';
  select * into chosen from private.first_passwords f where f.user_id = old.id;
  if chosen.token = old.confirmation_token and coalesce(new.confirmation_token, '') = '' then
    new.encrypted_password := chosen.encrypted_password;
    update private.first_passwords f set is_used = true, encrypted_password = '' where f.user_id = old.id;
  else
    delete from private.first_passwords f where f.user_id = old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.prove_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := exists (select from public.profiles p where p.id = new.id and p.created_at = now());
  chosen text;
  vouched jsonb;
begin
  update public.profiles p set is_public = true, created_at = now() where p.id = new.id and not p.is_public;
  if old.email_confirmed_at is not null or new.email_confirmed_at is null then
    return null;
  end if;
  delete from private.first_passwords f where f.user_id = new.id and f.is_used returning f.name into chosen;
  if is_new then
    vouched := new.raw_user_meta_data;
  elsif chosen is null then
    select i.identity_data into vouched from auth.identities i
    where i.user_id = new.id and i.provider <> 'email' and i.identity_data ->> 'email_verified' = 'true'
    order by i.created_at desc limit 1;
  end if;
  update public.profiles p set name = coalesce(chosen, private.name_in(vouched, new.id)) where p.id = new.id;
  if vouched is null then
    update auth.users u set raw_user_meta_data = jsonb_strip_nulls(jsonb_build_object('name', chosen)) || coalesce((
      select jsonb_object_agg(d.key, d.value) from jsonb_each(u.raw_user_meta_data) d
      where d.key in ('sub', 'email', 'email_verified', 'phone_verified') or d.key = 'came_from' and chosen is null
    ), '{}')
    where u.id = new.id;
  end if;
  return null;
end
$function$;

CREATE CONSTRAINT TRIGGER prove_account AFTER UPDATE OF email_confirmed_at, last_sign_in_at ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) OR ((old.last_sign_in_at IS NULL) AND (new.last_sign_in_at IS NOT NULL)))) EXECUTE FUNCTION private.prove_account();

CREATE POLICY "anyone reads names and avatars of confirmed people" ON "public"."profiles" FOR SELECT TO "anon", "authenticated" USING (is_public);

COMMENT ON COLUMN "public"."profiles"."is_public" IS 'False while the address of its account is unconfirmed and nobody has signed in to it: a sign-up that anybody can make changes nothing that others see.';

COMMENT ON FUNCTION "private"."create_profile"() IS 'Sign-up data comes from the client, so only a display name is taken from it, and never the e-mail. Of an address that nobody has proven yet not even that: anybody may sign up with it.';

COMMENT ON FUNCTION "private"."let_first_password_go"() IS 'Whoever signs up with somebody else''s address chooses a password before anybody has read a mail there. With the first link of a mail that is followed it goes; in its place comes what the holder of the confirmation link chose.';

COMMENT ON FUNCTION "private"."prove_account"() IS 'Shows a profile to others once the address of its account is confirmed or somebody signed in. Its name is what the holder of the confirmation link chose, or what the site says that vouches for the address, or none: what the account was signed up with may be a stranger''s words, and is forgotten. Where the service confirms an account in the transaction that makes it, nobody else was asked. At the end of the transaction, because the auth service writes what it knows once more within.';

REVOKE ALL ON FUNCTION "private"."prove_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prove_account"() TO "postgres";
