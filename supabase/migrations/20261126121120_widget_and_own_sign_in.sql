set local check_function_bodies = off;

DROP POLICY "the team deletes its own notes" ON "public"."post_notes";

DROP TRIGGER "look_at" ON "public"."post_notes";

ALTER TABLE "private"."attempt_limits" DROP CONSTRAINT "attempt_limits_kind_check";

ALTER TABLE "public"."categories" DROP CONSTRAINT "categories_slug_is_free";

DROP FUNCTION "public"."admin_columns"(bigint[]);

CREATE TABLE "private"."own_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "subject" text NOT NULL, "address" text NOT NULL, "name" text NOT NULL, "segments" jsonb NOT NULL, "ends_at" timestamp with time zone NOT NULL DEFAULT (now() + '01:00:00'::interval), CONSTRAINT "own_claims_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."own_claims" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_identities" ("subject" text NOT NULL, "person_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "own_identities_pkey" PRIMARY KEY (subject), CONSTRAINT "own_identities_subject_check" CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200))));

ALTER TABLE "private"."own_identities" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_keys" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "place" smallint NOT NULL, "algorithm" text NOT NULL, "secret" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "last_used_at" timestamp with time zone, CONSTRAINT "own_keys_algorithm_check" CHECK ((algorithm = ANY (ARRAY['HS256'::text, 'ES256'::text]))), CONSTRAINT "own_keys_pkey" PRIMARY KEY (id), CONSTRAINT "own_keys_place_check" CHECK ((place = ANY (ARRAY[1, 2]))), CONSTRAINT "own_keys_place_key" UNIQUE (place));

ALTER TABLE "private"."own_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_sessions" ("session_id" uuid NOT NULL, "person_id" uuid NOT NULL, CONSTRAINT "own_sessions_pkey" PRIMARY KEY (session_id));

ALTER TABLE "private"."own_sessions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_tokens" ("digest" bytea NOT NULL, "ends_at" timestamp with time zone NOT NULL, CONSTRAINT "own_tokens_pkey" PRIMARY KEY (digest));

ALTER TABLE "private"."own_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."person_segments" ("person_id" uuid NOT NULL, "plan" text, "company" text, "monthly_value" numeric(12,2), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "person_segments_company_check" CHECK (((char_length(company) >= 1) AND (char_length(company) <= 120))), CONSTRAINT "person_segments_monthly_value_check" CHECK ((monthly_value >= (0)::numeric)), CONSTRAINT "person_segments_pkey" PRIMARY KEY (person_id), CONSTRAINT "person_segments_plan_check" CHECK (((char_length(plan) >= 1) AND (char_length(plan) <= 80))));

ALTER TABLE "public"."person_segments" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."post_notes" ADD COLUMN "is_context" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."site_settings" ADD COLUMN "widget_origins" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."site_settings" ADD COLUMN "trusts_own_addresses" boolean NOT NULL DEFAULT false;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "company" text CASCADE;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "plan" text CASCADE;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "value_min" integer CASCADE;

CREATE OR REPLACE FUNCTION private.are_origins(given text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((given IS NOT NULL) AND (cardinality(given) <= 20) AND (array_position(given, NULL::text) IS NULL) AND (NOT (EXISTS (SELECT FROM unnest(are_origins.given) o(origin) WHERE ((char_length(o.origin) > 200) OR (o.origin !~ '^(https://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?$'::text))))));

CREATE OR REPLACE FUNCTION private.export_kept()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mail_follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', f.post_id, 'confirmed_at', f.confirmed_at, 'created_at', f.created_at) order by f.post_id), '[]')
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      join auth.users u on u.id = me.id and u.email_confirmed_at is not null and lower(u.email) = a.address),
    'mentions', (
      select coalesce(jsonb_agg(m.comment_id order by m.comment_id), '[]')
      from private.mentions m where m.person_id = me.id),
    'post_mentions', (
      select coalesce(jsonb_agg(m.post_id order by m.post_id), '[]')
      from private.post_mentions m where m.person_id = me.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', e.kind, 'post_id', e.post_id, 'comment_id', e.comment_id, 'reason', n.reason,
        'created_at', e.created_at, 'read_at', n.read_at) order by e.id), '[]')
      from private.notices n join private.visible_events e on e.id = n.event_id where n.person_id = me.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'post_id', m.post_id, 'state', m.state, 'created_at', m.created_at) order by m.id), '[]')
      from private.mails m where m.person_id = me.id),
    'hidden_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'created_at', p.created_at, 'cause', h.cause,
        'reason', h.reason) order by p.id), '[]')
      from public.posts p join private.hidings h on h.post_id = p.id where p.author_id = me.id),
    'hidden_comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'body', h.body, 'created_at', c.created_at, 'cause', h.cause,
        'reason', h.reason) order by c.id), '[]')
      from public.comments c join private.hidings h on h.comment_id = c.id where c.author_id = me.id),
    'merged_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'created_at', p.created_at,
        'edited_at', p.edited_at, 'merged_into', m.stays_id) order by p.id), '[]')
      from public.post_merges m join public.posts p on p.id = m.post_id
      where m.undone_at is null and p.author_id = me.id),
    'same_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', s.low_id, 'same_as', s.high_id, 'created_at', s.created_at) order by s.created_at), '[]')
      from private.same_posts s where s.user_id = me.id),
    'block', (
      select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'ends_at', b.ends_at)
      from private.blocks b where b.person_id = me.id),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', r.post_id, 'comment_id', r.comment_id, 'reason', r.reason, 'created_at', r.created_at,
        'outcome', r.outcome) order by r.id), '[]')
      from private.reports r where r.reporter_id = me.id),
    'votes_set_aside', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]') from (
        select v.post_id from public.votes v where v.user_id = me.id and v.is_set_aside
        union select w.post_id from private.withdrawn_votes w where w.user_id = me.id
      ) t),
    'votes_given_by_the_team', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.user_id = me.id),
    'given_votes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'why', g.why, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.given_by = me.id),
    'vote_networks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'salted_hash', encode(n.network, 'hex'), 'noted_at', n.noted_at) order by n.post_id), '[]')
      from private.vote_networks n where n.user_id = me.id),
    'segments', (
      select jsonb_build_object(
        'plan', s.plan, 'company', s.company, 'monthly_value', s.monthly_value, 'updated_at', s.updated_at)
      from public.person_segments s where s.person_id = me.id),
    'own_sign_ins', (
      select coalesce(jsonb_agg(jsonb_build_object('subject', i.subject, 'created_at', i.created_at) order by i.created_at), '[]')
      from private.own_identities i where i.person_id = me.id),
    'sent_contexts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = me.id and n.is_context)
  )
  from (select auth.uid() as id where private.is_present()) me
$function$;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and current_setting('signpost.removes_factor', true) is distinct from old.user_id::text
       and exists (select from auth.users u where u.id = old.user_id) then
      raise exception 'A second factor is removed with its code.' using errcode = '42501', hint = 'code_needed';
    end if;
    return old;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('factor of ' || new.user_id, 0));
  if exists (
    select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id
  ) then
    raise exception 'This account has a second factor already.' using errcode = '42501', hint = 'has_factor';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from auth.sessions s
    where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
  ) or new.status = 'verified' and new.created_at < now() - interval '10 minutes' then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if tg_op = 'UPDATE' and new.status = 'verified' then
    perform set_config('signpost.new_factor', new.id::text, true);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_first_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('signpost.new_factor', true) = new.factor_id::text and (private.is_own_session(new.id) or not exists (
    select from auth.mfa_factors f
    where f.id = new.factor_id and f.created_at < new.created_at + interval '10 minutes'
  )) then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
      or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.interest(post_ids bigint[] DEFAULT NULL::bigint[])
 RETURNS TABLE(post_id bigint, companies integer, monthly_value numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select one.post_id, count(one.company)::integer, coalesce(sum(one.worth), 0)
  from (
    select v.post_id, lower(s.company) as company, max(s.monthly_value) as worth
    from public.person_segments s join public.votes v on v.user_id = s.person_id
    where v.counts and (interest.post_ids is null or v.post_id = any (interest.post_ids))
    group by v.post_id, lower(s.company), case when s.company is null then s.person_id end
  ) one
  group by one.post_id
$function$;

CREATE OR REPLACE FUNCTION private.is_confirmation(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '1 hour' and not private.is_own_session(session.id)
    and session.created_at between account.email_confirmed_at and account.email_confirmed_at + interval '5 seconds'
    and (
      account.invited_at is not null
      or account.confirmation_sent_at is not null and coalesce(account.encrypted_password, '') = ''
    )
$function$;

CREATE OR REPLACE FUNCTION private.is_own_session(session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.own_sessions o where o.session_id = session);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_recovery(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '10 minutes' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = '' and not private.is_own_session(session.id)
$function$;

CREATE OR REPLACE FUNCTION private.is_signing_key(key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (key ~ '^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$'::text);

CREATE OR REPLACE FUNCTION private.link_own(subject text, person uuid, name text, segments jsonb)
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
  perform private.set_segments(person, segments);
  return account.email;
end
$function$;

CREATE OR REPLACE FUNCTION private.post_conditions(f private.post_filter, one_by_one boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN concat_ws(' and '::text, 'p.deleted_at is null', CASE WHEN ((f).states IS NOT NULL) THEN 'p.state = any (($1).states)'::text ELSE NULL::text END, CASE WHEN ((f).category_ids IS NOT NULL) THEN 'p.category_id = any (($1).category_ids)'::text ELSE NULL::text END, CASE WHEN (cardinality((f).author_ids) > 5000) THEN '(p.author_id in (select unnest(($1).author_ids))) is true'::text WHEN ((f).author_ids IS NOT NULL) THEN 'p.author_id = any (($1).author_ids)'::text ELSE NULL::text END, CASE WHEN ((f).from_time IS NOT NULL) THEN 'p.created_at >= ($1).from_time'::text ELSE NULL::text END, CASE WHEN ((f).to_time IS NOT NULL) THEN 'p.created_at < ($1).to_time'::text ELSE NULL::text END, CASE WHEN ((f).votes_min IS NOT NULL) THEN 'p.votes_total >= ($1).votes_min'::text ELSE NULL::text END, CASE WHEN ((f).votes_max IS NOT NULL) THEN 'p.votes_total <= ($1).votes_max'::text ELSE NULL::text END, CASE WHEN ((f).post_ids IS NOT NULL) THEN 'p.id = any (($1).post_ids)'::text WHEN ((f).text_key IS NOT NULL) THEN '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)'::text WHEN ((f).text_signs IS NOT NULL) THEN '(select s.signs @> ($1).text_signs from private.search_signs s where s.post_id = p.id)'::text ELSE NULL::text END, CASE WHEN (f).unanswered THEN ('p.state = ''proposed'' and (select true from public.post_events e where e.post_id = p.id limit 1) is not true and '::text || CASE WHEN one_by_one THEN '(select true from public.comments c
          where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
          limit 1) is not true'::text ELSE 'p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
         )'::text END) ELSE NULL::text END, CASE WHEN ((f).tag_ids IS NOT NULL) THEN 'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))'::text ELSE NULL::text END, CASE WHEN (f).in_inbox THEN 'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)'::text ELSE NULL::text END, CASE WHEN (f).is_stale THEN ('p.state <> ''completed'' and p.created_at < now() - interval ''90 days'' and '::text || CASE WHEN one_by_one THEN '(select true from public.post_events e
          where e.post_id = p.id and e.created_at > now() - interval ''90 days'' limit 1) is not true
         and (select true from public.comments c
           where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days'' limit 1) is not true'::text ELSE 'p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
         and p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days''
         )'::text END) ELSE NULL::text END, CASE WHEN ((f).assignee_id IS NOT NULL) THEN 'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)'::text ELSE NULL::text END, CASE WHEN (f).is_unassigned THEN 'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)'::text ELSE NULL::text END, CASE WHEN (((f).company IS NOT NULL) OR ((f).plan IS NOT NULL)) THEN 'p.id in (
       select v.post_id from public.person_segments s join public.votes v on v.user_id = s.person_id
       where v.counts and coalesce(lower(s.company) = ($1).company, ($1).company is null)
         and coalesce(lower(s.plan) = ($1).plan, ($1).plan is null)
     )'::text ELSE NULL::text END, CASE WHEN ((f).value_min > 0) THEN 'p.id in (select i.post_id from private.interest() i where i.monthly_value >= ($1).value_min)'::text ELSE NULL::text END);

CREATE OR REPLACE FUNCTION private.read_post_filter(given jsonb, every_post boolean DEFAULT false)
 RETURNS private.post_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  filter constant jsonb := coalesce(given, '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter is an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'company' then
        result.company := lower(private.filter_text(filter, field));
      when 'plan' then
        result.plan := lower(private.filter_text(filter, field));
      when 'value_min' then
        result.value_min := private.filter_number(filter, field);
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee is an id, me or none.' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_segments(person uuid, segments jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.person_segments as s (person_id, plan, company, monthly_value)
  select person, nullif(left(private.clean_line(segments ->> 'plan'), 80), ''),
    nullif(left(private.clean_line(segments ->> 'company'), 120), ''),
    case when jsonb_typeof(segments -> 'monthly_value') = 'number'
      then least(greatest((segments ->> 'monthly_value')::numeric, 0), 9999999999) end
  where segments ?| array['plan', 'company', 'monthly_value']
  on conflict (person_id) do update
  set plan = excluded.plan, company = excluded.company, monthly_value = excluded.monthly_value, updated_at = now()
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_own_key(algorithm text, public_key text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made text := regexp_replace(coalesce(public_key, ''), '-----[A-Z ]+-----|\s', '', 'g');
  free smallint;
  made_id bigint;
begin
  perform private.require_admin();
  perform private.require_own_session();
  if algorithm = 'HS256' then
    made := rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), E'=\n');
  elsif algorithm is distinct from 'ES256' or not private.is_signing_key(made) then
    raise exception 'This is not a public key for ES256.' using errcode = 'PT409', hint = 'own_key_unreadable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own keys', 0));
  select min(p) into free from generate_series(1, 2) p where not exists (select from private.own_keys k where k.place = p);
  if free is null then
    raise exception 'There are two keys already. Remove one first.' using errcode = 'PT409', hint = 'own_keys_full';
  end if;
  insert into private.own_keys (place, algorithm, secret) values (free, admin_add_own_key.algorithm, made)
  returning id into made_id;
  perform private.audit('signin.addkey', null, null, null, jsonb_build_object('id', made_id, 'algorithm', algorithm));
  return case algorithm when 'HS256' then made end;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_columns(post_ids bigint[])
 RETURNS TABLE(post_id bigint, updated_at timestamp with time zone, tags text[], notes_total integer, assignee_name text, quarter text, companies integer, monthly_value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id),
      a.name, d.quarter, coalesce(i.companies, 0), coalesce(i.monthly_value, 0)::double precision
    from public.posts p
    join public.post_triage d on d.post_id = p.id
    left join public.profiles a on a.id = d.assignee_id
    left join private.interest(post_ids[1:200]) i on i.post_id = p.id
    where p.id = any (post_ids[1:200]) and p.deleted_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_interest(post_ids bigint[])
 RETURNS TABLE(post_id bigint, companies integer, monthly_value double precision, plans jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select i.post_id, i.companies, i.monthly_value::double precision, (
      select coalesce(jsonb_object_agg(p.plan, p.people), '{}') from (
        select s.plan, count(*) as people
        from public.votes v join public.person_segments s on s.person_id = v.user_id
        where v.post_id = i.post_id and v.counts and s.plan is not null
        group by s.plan order by count(*) desc, s.plan limit 10
      ) p
    )
    from private.interest(post_ids[1:200]) i;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_own_keys()
 RETURNS TABLE(id bigint, algorithm text, last_four text, created_at timestamp with time zone, last_used_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query select k.id, k.algorithm, right(k.secret, 4), k.created_at, k.last_used_at from private.own_keys k order by k.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_posts(filter jsonb DEFAULT '{}'::jsonb, sort jsonb DEFAULT '[]'::jsonb, page_rows integer DEFAULT 50, after_cursor text DEFAULT NULL::text, before_cursor text DEFAULT NULL::text)
 RETURNS TABLE(id bigint, title text, slug text, category_id integer, category_slug text, category_name text, author_name text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  value_key constant text := 'coalesce(w.monthly_value, 0)';
  companies_key constant text := 'coalesce(w.companies, 0)';
  valued text;
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"],
    "companies": ["coalesce(w.companies, 0)", "integer"], "monthly_value": ["coalesce(w.monthly_value, 0)", "numeric"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(sort, '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  directions boolean[];
  beyond text := 'true';
  beyond_in_group text;
  size integer;
  conditions text;
  is_walked boolean;
  group_is text;
  group_beyond text;
  of_group bigint[];
  page_ids bigint[] := array[]::bigint[];
  most constant integer := least(greatest(coalesce(page_rows, 50), 1), 200);
  ordered text[];
  joined text;
  page text;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor says which order it belongs to.
  signature := md5(keys::text || descending::text);

  directions := array(select d <> is_back from unnest(descending) with ordinality as t(d, i) order by i);
  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := private.beyond_cursor(keys, types, directions, 1);
    beyond_in_group := private.beyond_cursor(keys, types, directions, 2);
  end if;

  conditions := private.post_conditions(f);
  ordered := (
    select array_agg(k || case when d then ' desc' else '' end order by i)
    from unnest(keys, directions) with ordinality as t(k, d, i)
  );
  -- Only what the order asks for: a join, even one that is left out again, keeps the index of updated_at from being enough.
  valued := case when keys && array[value_key, companies_key] then 'left join private.interest() w on w.post_id = p.id' else '' end;
  joined := concat_ws(' ', 'public.posts p', valued,
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key and valued = '' then
    -- By the index of names, and beside it those without an author, who share one. How few posts the team did nothing with
    -- the planner takes for fewer than they are, and would go through all: author by author then, each post asked by itself.
    is_walked := (f.unanswered or f.is_stale) and f.post_ids is null;
    if is_walked then
      conditions := private.post_conditions(f, one_by_one => true);
    end if;
    page := format(
      'p.id in (
         (select p.id from public.profiles a cross join lateral (
            select * from public.posts p where p.author_id = a.id and %1$s %2$s
          ) p join public.categories c on c.id = p.category_id where %3$s order by %4$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %1$s and %5$s order by %6$s limit $3)
       )',
      conditions, case when is_walked then 'offset 0' end,
      replace(beyond, author_key, 'lower(a.name)'), replace(array_to_string(ordered, ', '), author_key, 'lower(a.name)'),
      replace(beyond, author_key, nobody_key), replace(array_to_string(ordered, ', '), author_key, nobody_key)
    );
  elsif keys[1] in ('p.state', 'lower(c.name)') then
    -- State by state, or category by category (those of one name together), each planned for its size, from the one the cursor
    -- is in until the page is full.
    for group_is, group_beyond in
      select g.is_it, case when g.is_same then beyond_in_group else 'true' end
      from (
        select format('p.state = %L', s) as is_it, s = (keyset ->> 0)::public.post_state as is_same,
          case when directions[1] then s < (keyset ->> 0)::public.post_state else s > (keyset ->> 0)::public.post_state end
            as is_after,
          row_number() over (order by s) as place
        from unnest(enum_range(null::public.post_state)) s where keys[1] = 'p.state' and (f.states is null or s = any (f.states))
          and (f.is_stale is null or s <> 'completed') and (f.unanswered is null or s = 'proposed')
        union all
        select '(' || string_agg(format('p.category_id = %s', c.id), ' or ') || ')', lower(c.name) = keyset ->> 0,
          case when directions[1] then lower(c.name) < keyset ->> 0 else lower(c.name) > keyset ->> 0 end,
          row_number() over (order by lower(c.name))
        from public.categories c where keys[1] = 'lower(c.name)' and (f.category_ids is null or c.id = any (f.category_ids))
        group by lower(c.name)
      ) g
      where given is null or g.is_same or g.is_after
      order by case when directions[1] then -g.place else g.place end
    loop
      execute format(
        'select array(select p.id from %s where %s and %s and %s order by %s limit $3)',
        joined, group_is, conditions, group_beyond, array_to_string(ordered[2:], ', ')
      ) into of_group using f, keyset, most - cardinality(page_ids);
      page_ids := page_ids || of_group;
      exit when cardinality(page_ids) >= most;
    end loop;
    page := 'p.id = any ($5)';
  else
    page := conditions || ' and ' || beyond;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (select p.id from %2$s where %3$s order by %4$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id %6$s
     order by %5$s',
    array_to_string(keys, ', '), joined, page, array_to_string(ordered, ', '),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i)), valued
  ) using f, keyset, most, signature, page_ids;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_posts_total(filter jsonb DEFAULT '{}'::jsonb, most integer DEFAULT 10000)
 RETURNS TABLE(total integer, is_exact boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  bound constant integer := least(greatest(coalesce(most, 10000), 1), 10000);
  f private.post_filter;
  of_text private.post_filter;
  of_rest private.post_filter;
  is_kept boolean;
  sources text[] := array['public.posts p'];
  conditions text;
  source text;
  found_here integer;
  looked_at integer;
  grain constant integer := greatest(bound / 100, 1);
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => null);
  is_kept := num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.unanswered, f.tag_ids, f.in_inbox,
    f.is_stale, f.assignee_id, f.is_unassigned, f.company, f.plan, f.value_min) = 0;
  if is_kept and f.text_typed is null then
    return query
      select coalesce(sum(t.posts), 0)::integer, true from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids));
    return;
  end if;
  if is_kept and f.states is null and f.category_ids is null then
    -- A text alone is counted where it is looked up. Of signs the planner expects too many posts, and would read all for a few.
    sources := array(
      select format(
        case when f.text_key is null then '(%s) found' else '(%s) found join public.posts p on p.id = found.post_id' end, l
      ) from unnest(private.text_lookups(f)) l
    );
    conditions := case when f.text_key is null then '(select p.deleted_at is null from public.posts p where p.id = found.post_id)'
      else 'p.deleted_at is null' end;
  else
    if f.text_typed is not null then
      f := private.filter_by_text(f, f.text_typed, every_post => false);
      if f.post_ids is null then
        of_text.text_key := f.text_key;
        of_text.text_signs := f.text_signs;
        of_rest := f;
        of_rest.text_key := null;
        of_rest.text_signs := null;
        execute format(
          'select count(*) filter (where %s), count(*)
           from (select p.id, p.deleted_at from public.posts p where %s limit $2) p',
          private.post_conditions(of_text), private.post_conditions(of_rest)
        ) into found_here, looked_at using f, bound + 1;
        if looked_at <= bound then
          return query select found_here, true;
          return;
        elsif found_here >= grain then
          return query select least(found_here - found_here % grain, bound), false;
          return;
        end if;
      end if;
    end if;
    conditions := private.post_conditions(f);
  end if;
  total := 0;
  foreach source in array sources loop
    -- One more than is told, to see whether there are more.
    execute format('select count(*) from (select from %s where %s limit $2) few', source, conditions)
      into found_here using f, bound + 1 - total;
    total := total + found_here;
    exit when total > bound;
  end loop;
  is_exact := total <= bound;
  total := least(total, bound);
  return next;
end$function$;

CREATE OR REPLACE FUNCTION public.admin_remove_own_key(key_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed private.own_keys;
begin
  perform private.require_admin();
  perform private.require_own_session();
  delete from private.own_keys k where k.id = key_id returning k.* into removed;
  if removed.id is null then
    return false;
  end if;
  perform private.audit(
    'signin.removekey', null, null, jsonb_build_object('id', removed.id, 'algorithm', removed.algorithm), null
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_widget(origins text[] DEFAULT NULL::text[], trusts_addresses boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  update public.site_settings s set
    widget_origins = coalesce(admin_set_widget.origins, s.widget_origins),
    trusts_own_addresses = coalesce(admin_set_widget.trusts_addresses, s.trusts_own_addresses)
  where s.only_row;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_triage(post_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if cardinality(post_ids) > 20 then
    raise exception 'At most 20 posts at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'category_id', p.category_id,
      'votes_total', p.votes_total,
      'plan', (
        select jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
        from public.post_triage t where t.post_id = p.id
      ), 'comments_total', p.comments_total,
      'author', (
        select jsonb_build_object(
          'id', a.id, 'name', a.name, 'avatar', a.avatar_url, 'is_team', a.is_team, 'created_at', a.created_at,
          'posts_total', (select count(*) from public.posts o where o.author_id = a.id and o.deleted_at is null and o.id <> p.id),
          'comments_total', (select count(*) from public.comments o where o.author_id = a.id and o.deleted_at is null),
          'posts', (
            select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
              select o.id, o.title, o.state, o.slug, c.slug as category_slug
              from public.posts o join public.categories c on c.id = o.category_id
              where o.author_id = a.id and o.deleted_at is null and o.id <> p.id order by o.id desc limit 3
            ) t
          )
        )
        from public.profiles a where a.id = p.author_id
      ),
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select m.id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null order by m.id desc limit 20
        ) t
      ),
      'interest', (
        select to_jsonb(i) - 'post_id' from public.admin_interest(array[p.id]) i
      ),
      'tags', (
        select coalesce(jsonb_agg(g.id order by lower(g.name)), '[]')
        from public.post_tags t join public.tags g on g.id = t.tag_id where t.post_id = p.id
      ),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select k.id, k.author_id, n.name as author_name, k.body, k.created_at, k.is_context
          from public.post_notes k left join public.profiles n on n.id = k.author_id
          where k.post_id = p.id order by k.id desc limit 20
        ) t
      )
    ) order by w.place), '[]')
    from unnest(post_ids) with ordinality as w(id, place) join public.posts p on p.id = w.id
    where p.deleted_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_own_sign_in(subject text, address text, name text, segments jsonb, token_id text, issued_at timestamp with time zone, key_id bigint)
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
    select u.id into person from auth.users u where lower(u.email) = mailbox order by u.created_at limit 1;
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

CREATE OR REPLACE FUNCTION public.count_attempt(kind text, account text, address text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule record;
  rule_key bytea;
  tries integer;
  oldest timestamptz;
  wait integer := 0;
begin
  if not exists (select 1 from private.attempt_limits l where l.kind = count_attempt.kind) then
    raise exception 'Unknown kind of attempt: %', left(kind, 40) using errcode = '22023';
  end if;
  if address = '' and kind in ('sign-in', 'enter-code', 'own-sign-in') then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
    order by l.scope
  loop
    rule_key := private.attempt_key(kind, rule.scope, left(account, 320), left(address, 64));
    -- One at a time for each key, so that parallel attempts cannot slip through together.
    perform pg_advisory_xact_lock(hashtextextended(encode(rule_key, 'hex'), 0));
    select count(*), min(a.tried_at) into tries, oldest
    from private.attempts a where a.key = rule_key and a.tried_at > now() - rule.period;
    if tries >= rule.max_count then
      wait := greatest(wait, ceil(extract(epoch from oldest + rule.period - now()))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into private.attempts (key)
    select private.attempt_key(count_attempt.kind, l.scope, left(account, 320), left(address, 64))
    from private.attempt_limits l
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
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
  return private.link_own(kept.subject, person, kept.name, kept.segments);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_fresh()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_present() and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > now() - interval '10 minutes'
      and not private.is_own_session(s.id)
  )
$function$;

CREATE OR REPLACE FUNCTION public.note_context(post_id bigint, page text, browser text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  said constant text := concat_ws(E'\n',
    nullif(private.clean_line(left(page, 1000)), ''), nullif(private.clean_line(left(browser, 400)), '')
  );
begin
  perform 1 from public.posts p
  where p.id = note_context.post_id and p.author_id = me and p.created_at > now() - interval '10 minutes' for key share;
  if not found or private.visible_length(said) = 0 or exists (
    select from public.post_notes n where n.post_id = note_context.post_id and n.is_context
  ) then
    return false;
  end if;
  insert into public.post_notes (post_id, author_id, body, is_context) values (note_context.post_id, me, said, true);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_own_session(session_id uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.own_sessions o
  where o.person_id = person and not exists (select from auth.sessions s where s.id = o.session_id);
  insert into private.own_sessions (session_id, person_id)
  select s.id, s.user_id from auth.sessions s where s.id = note_own_session.session_id and s.user_id = person
  on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION public.own_keys()
 RETURNS TABLE(id bigint, algorithm text, secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k.id, k.algorithm, k.secret from private.own_keys k order by k.id
$function$;

CREATE OR REPLACE FUNCTION public.person_segments(public.profiles)
 RETURNS SETOF public.person_segments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.person_segments;

ALTER TABLE "private"."attempt_limits" ADD CONSTRAINT "attempt_limits_kind_check" CHECK ((kind = ANY (ARRAY['sign-in'::text, 'sign-up'::text, 'recover'::text, 'confirm-resend'::text, 'follow'::text, 'captcha'::text, 'send-code'::text, 'enter-code'::text, 'code'::text, 'own-sign-in'::text])));

ALTER TABLE "private"."own_identities" ADD CONSTRAINT "own_identities_person_id_fkey" FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."own_sessions" ADD CONSTRAINT "own_sessions_person_id_fkey" FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE;

-- A category of that name keeps its posts, at another address.
UPDATE "public"."categories" SET "slug" = 'embed-' || "id" WHERE "slug" = 'embed';

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_is_free" CHECK ((slug <> ALL (ARRAY['404'::text, '500'::text, 'api'::text, 'apple-icon'::text, 'auth'::text, 'builds'::text, 'changelog'::text, 'dashboard'::text, 'forgot-password'::text, 'lists'::text, 'mailbox'::text, 'more'::text, 'reset-password'::text, 'roadmap'::text, 'search'::text, 'settings'::text, 'sign-out'::text, 'sitemap'::text, 'admin'::text, 'insights'::text, 'notifications'::text, 'sign-in'::text, 'sign-up'::text, 'embed'::text])));

ALTER TABLE "public"."person_segments" ADD CONSTRAINT "person_segments_person_id_fkey" FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX own_claims_ends_idx ON private.own_claims USING btree (ends_at);

CREATE INDEX own_identities_person_idx ON private.own_identities USING btree (person_id);

CREATE INDEX own_sessions_person_idx ON private.own_sessions USING btree (person_id);

CREATE INDEX own_tokens_ends_idx ON private.own_tokens USING btree (ends_at);

CREATE INDEX person_segments_company_idx ON public.person_segments USING btree (lower(company));

CREATE INDEX person_segments_plan_idx ON public.person_segments USING btree (lower(plan));

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.person_segments FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER look_at AFTER INSERT ON public.post_notes FOR EACH ROW WHEN ((NOT new.is_context)) EXECUTE FUNCTION private.look_at_post_of();

CREATE POLICY "a request names each column a few times" ON "public"."person_segments" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "the team reads who people are" ON "public"."person_segments" FOR SELECT TO "authenticated" USING (( SELECT private.is_team() AS is_team));

CREATE POLICY "the team deletes its own notes and what the widget sent" ON "public"."post_notes" FOR DELETE TO "authenticated" USING ((( SELECT private.is_team() AS is_team) AND ((author_id = ( SELECT auth.uid() AS uid)) OR is_context)));

COMMENT ON COLUMN "public"."person_segments"."monthly_value" IS 'What the person''s company pays a month, in the company''s own currency.';

COMMENT ON COLUMN "public"."post_notes"."is_context" IS 'Whether it says where its author wrote the post, as the widget asked them to send along.';

COMMENT ON COLUMN "public"."site_settings"."trusts_own_addresses" IS 'Whether the company''s word for an address counts, when its own product signs somebody in.';

COMMENT ON COLUMN "public"."site_settings"."widget_origins" IS 'Which sites show the pages below /embed in a frame.';

COMMENT ON FUNCTION "private"."are_origins"(text[]) IS 'Up to twenty origins that may show the widget: https, perhaps with *. for every subdomain, or this machine over http. They stand in a header.';

COMMENT ON FUNCTION "private"."interest"(bigint[]) IS 'How many companies want posts, and what they pay a month together. A company counts once, however many of its people voted; a person without one counts for their own value.';

COMMENT ON FUNCTION "private"."is_own_session"(uuid) IS 'Whether a session began in the company''s own product. It sets no password, adds no factor and deletes no account.';

COMMENT ON FUNCTION "private"."is_signing_key"(text) IS 'Whether a text is the public key of a pair for ES256 (P-256, uncompressed), in base64 without the lines around it.';

COMMENT ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) IS 'Makes an account that of a person of the company''s product, unless it is the team''s, tells its owner the first time, and notes what the product says of the person. Says the account''s address.';

COMMENT ON FUNCTION "private"."read_post_filter"(jsonb, boolean) IS 'Reads a filter. Keys, all optional: states, categories (slugs) and tags (names) as lists, author (part of the name, or id), created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed, never moved, and nobody of the team has commented), inbox (nobody of the team has looked at it), stale (not completed, and no word from the team for 90 days), company and plan (of somebody who voted, as the company''s product says), value_min (what the companies of those who voted pay a month together). A key that is null is no filter; an unknown one is refused.';

COMMENT ON FUNCTION "private"."set_segments"(uuid, jsonb) IS 'Notes what a token says of a person, all anew. A token that says nothing of the kind leaves what is noted.';

COMMENT ON FUNCTION "public"."admin_add_own_key"(text, text) IS 'Adds a key for tokens of the company''s product. Of HS256 the secret is made here and told this once; of ES256 the public key is given. For admins, and not by an API key.';

COMMENT ON FUNCTION "public"."admin_columns"(bigint[]) IS 'Further columns of the dashboard''s table. For the team.';

COMMENT ON FUNCTION "public"."admin_interest"(bigint[]) IS 'Who wants posts: the number of companies, what they pay a month together, and how many people of each plan. Posts that nobody known wants are missing. For the team.';

COMMENT ON FUNCTION "public"."admin_own_keys"() IS 'The keys for tokens of the company''s product, by their last letters. For admins.';

COMMENT ON FUNCTION "public"."admin_remove_own_key"(bigint) IS 'Removes a key: tokens signed with it are refused from then on. False where there is none. For admins.';

COMMENT ON FUNCTION "public"."admin_set_widget"(text[], boolean) IS 'Sets which sites show the widget, and whether the company''s word for an address counts; null leaves either as it is.';

COMMENT ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Uses up a token that the site''s server has checked, and says whose account it signs in to: `account`, or with a claim to go on with `new` (there is none yet) or `confirm` (whoever it is proves the address by a mail first, since the company''s word for addresses doesn''t count). Refuses a token that was used or is more than five minutes old, and accounts of the team. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) IS 'Links the account whose address was confirmed with what a token claimed, and says its address; refuses an account with another address. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."is_fresh"() IS 'Whether the caller signed in within ten minutes. A session is made by signing in alone, never by a refresh, so whoever only holds a token of it cannot make it fresh. A sign-in from the company''s own product is none.';

COMMENT ON FUNCTION "public"."note_context"(bigint, text, text) IS 'Notes for the team on which page and in which browser the caller has just written a post, once for each post; false for any other post.';

COMMENT ON FUNCTION "public"."note_own_session"(uuid, uuid) IS 'Notes that a session began with a token of the company''s product. Only the site''s server may say so.';

COMMENT ON FUNCTION "public"."own_keys"() IS 'What tokens are checked with. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."person_segments"(public.profiles) IS 'Replaces the embedding of a foreign key.';

COMMENT ON TABLE "private"."own_claims" IS 'Who signed in from the company''s product and has no account here yet, or has to prove the address by a mail first.';

COMMENT ON TABLE "private"."own_identities" IS 'Which account belongs to a person of the company''s product, by the id that the product gives them.';

COMMENT ON TABLE "private"."own_keys" IS 'What tokens of the company''s product are checked with: a shared secret, or a public key. Two at once, for changing over. Clients never read them.';

COMMENT ON TABLE "private"."own_sessions" IS 'Sessions that began with a token of the company''s own product. Nobody proved an address or a password for them.';

COMMENT ON TABLE "private"."own_tokens" IS 'Tokens that were used, as digests of their ids, until they would be too old anyway.';

COMMENT ON TABLE "public"."person_segments" IS 'What the company''s product said of a person when it last signed them in. Nobody but the team reads it; a person has their own in the export of their data.';

REVOKE ALL ON FUNCTION "private"."are_origins"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_origins"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."interest"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."interest"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_own_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_own_session"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_signing_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_signing_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_segments"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_segments"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_add_own_key"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_add_own_key"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_columns"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_columns"(bigint[]) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_interest"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_interest"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_own_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_own_keys"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_remove_own_key"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_remove_own_key"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_set_widget"(text[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_set_widget"(text[], boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."note_context"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_context"(bigint, text, text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."note_own_session"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_own_session"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."own_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_keys"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."person_segments"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."person_segments"(public.profiles) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_claims" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_identities" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_keys" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_sessions" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_tokens" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."person_segments" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."person_segments" TO "postgres", "service_role";

ALTER TABLE "private"."own_keys" ADD CONSTRAINT "own_keys_check" CHECK (
CASE algorithm
    WHEN 'HS256'::text THEN (secret ~ '^[A-Za-z0-9_-]{43}$'::text)
    ELSE private.is_signing_key(secret)
END);

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_widget_origins_are_origins" CHECK (private.are_origins(widget_origins));

insert into private.attempt_limits (kind, scope, max_count, period) values ('own-sign-in', 'address', 120, '10 minutes');
