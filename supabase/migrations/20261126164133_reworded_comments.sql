set local check_function_bodies = off;

DROP POLICY "admins add canned answers" ON "public"."canned_answers";

DROP POLICY "admins change canned answers" ON "public"."canned_answers";

DROP POLICY "admins delete canned answers" ON "public"."canned_answers";

DROP POLICY "the team reads canned answers" ON "public"."canned_answers";

DROP POLICY "the team reads who people are" ON "public"."person_segments";

CREATE OR REPLACE FUNCTION private.bulk_ids(post_ids bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if cardinality(post_ids) > 200 then
    raise exception 'You can change at most 200 posts at once.' using errcode = '22023';
  end if;
  return array(select distinct i from unnest(post_ids) i where i is not null order by i);
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_day(filter jsonb, key text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) = 'string' and filter ->> key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return (filter ->> key)::date;
  end if;
  raise exception 'The filter % must be a date such as 2026-11-20.', key using errcode = '22023';
exception when datetime_field_overflow then
  raise exception 'The filter % is not a valid date.', key using errcode = '22023';
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_flag(filter jsonb, key text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) <> 'boolean' then
    raise exception 'The filter % must be true or false.', key using errcode = '22023';
  end if;
  return nullif((filter -> key)::boolean, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_list(filter jsonb, key text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) <> 'array'
     or exists (select 1 from jsonb_array_elements(filter -> key) e where jsonb_typeof(e) <> 'string') then
    raise exception 'The filter % must be a list of strings.', key using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(filter -> key));
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_number(filter jsonb, key text)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) = 'number' and filter ->> key ~ '^-?[0-9]{1,9}$' then
    return (filter ->> key)::integer;
  end if;
  raise exception 'The filter % must be a whole number.', key using errcode = '22023';
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_text(filter jsonb, key text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) <> 'string' then
    raise exception 'The filter % must be a string.', key using errcode = '22023';
  end if;
  return nullif(private.clean_line(left(filter ->> key, 400)), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.find_key(token text)
 RETURNS private.api_keys
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_key private.api_keys;
begin
  select * into found_key from private.api_keys k where k.digest = private.digest_of_key(token);
  if found_key.id is null then
    raise exception 'This API key isn''t valid.' using errcode = 'PT401', hint = 'key_unknown';
  end if;
  if found_key.ended_at is not null or found_key.ends_at <= now() then
    raise exception 'This API key has expired or was revoked.' using errcode = 'PT401', hint = 'key_ended';
  end if;
  return found_key;
end
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
    raise exception 'You can''t sign in to this account from here.' using errcode = 'PT409', hint = 'own_account';
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

CREATE OR REPLACE FUNCTION private.make_import_categories(given jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wanted text;
  base text;
  made integer[] := '{}';
  saved record;
begin
  for wanted in
    select distinct left(private.clean_line(c.value ->> 'new'), 60) from jsonb_each(coalesce(given -> 'categories', '{}')) c
    where c.value ? 'new' order by 1
  loop
    base := left(btrim(regexp_replace(private.slugify(wanted), '[^a-z0-9]+', '-', 'g'), '-'), 50);
    base := coalesce(nullif(btrim(base, '-'), ''), 'category');
    for attempt in 1..20 loop
      select * into saved from public.admin_save_category(
        null, base || case when attempt > 1 then '-' || attempt else '' end, wanted, '', null, null
      );
      exit when saved.status = 'saved';
    end loop;
    if saved.status <> 'saved' then
      raise exception 'This category can''t be created.'
        using errcode = 'PT409', hint = 'import_category_refused', detail = jsonb_build_object('name', wanted)::text;
    end if;
    made := made || saved.id;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_import(run_id uuid, states text[])
 RETURNS private.import_runs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = own_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.admin_id is distinct from (select auth.uid()) then
    raise exception 'Only the admin who uploaded this file can import it.' using errcode = 'PT403', hint = 'import_of_another';
  elsif run.state <> all (states) then
    raise exception 'This import has changed in the meantime.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  return run;
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_delivery(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  hook private.webhooks;
  delivery private.webhook_deliveries;
  says jsonb;
begin
  -- A webhook can't be deleted before its deliveries.
  select w.* into hook from private.webhooks w
  where w.id = (select d.webhook_id from private.webhook_deliveries d where d.job_id = job) for key share;
  select d.* into delivery from private.webhook_deliveries d
  where d.job_id = job and d.state = 'ready' and hook.off_at is null for no key update;
  if not found then
    return null;
  end if;
  says := case when delivery.event_id is null
    then jsonb_build_object('type', 'webhook.test', 'timestamp', delivery.created_at, 'data', '{}'::jsonb)
    else private.event_says(delivery.event_id) end;
  if says is null then
    update private.webhook_deliveries d set state = 'dropped', outcome = 'Its subject no longer exists.' where d.id = delivery.id;
    return null;
  end if;
  update private.webhook_deliveries d set attempts = d.attempts + 1, tried_at = now() where d.id = delivery.id;
  return jsonb_build_object(
    'id', delivery.id, 'attempt', delivery.attempts + 1, 'key', delivery.key, 'address', hook.address, 'shape', hook.shape,
    'says', says, 'secrets', to_jsonb(array_remove(array[
      hook.secret, case when hook.renewed_at > now() - interval '1 day' then hook.old_secret end], null))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_mail(job uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mail private.mails;
  reader record;
  says jsonb;
  problem text;
begin
  update private.mails m set state = 'unknown', outcome = 'The program that sent it ended before the answer came.'
  where m.key = job and m.state = 'sending';
  update private.mails m set state = 'claimed', attempts = m.attempts + 1
  where m.key = job and m.state in ('ready', 'claimed') returning m.* into mail;
  if not found then
    return null;
  end if;
  -- Of two emails to one reader, the second knows what the first contains.
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(mail.person_id, mail.address_id), 0));
  select coalesce(mail.about ->> 'to', u.email) as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
    p.name, coalesce(u.banned_until < now(), true) as is_open,
    private.make_token(
      'p', mail.person_id, greatest(mail.post_id, 0), case mail.kind when 'summary' then 'summary' else 'set' end
    ) as token
  into reader
  from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
  where u.id = mail.person_id
  union all
  select a.address, true, a.mail, null, true,
    private.make_token('a', a.id, greatest(mail.post_id, 0), case mail.kind when 'confirm' then 'confirm' else 'set' end)
  from private.mail_addresses a where a.id = mail.address_id
  union all
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' = 'deleted';
  says := private.mail_says(mail);
  if mail.kind = 'notices' then
    update private.mail_parts m set is_said = s.is_said
    from (
      select p.event_id, exists (select from private.parts_to_say(mail) t where t = p.event_id) as is_said
      from private.mail_parts p where p.mail_id = mail.id
    ) s
    where m.mail_id = mail.id and m.event_id = s.event_id and m.is_said <> s.is_said;
  end if;
  -- Only one entry may be left of it.
  if jsonb_array_length(says -> 'posts') = 1 and (says #>> '{posts,0,id}')::bigint < 0 then
    mail.post_id := (says #>> '{posts,0,id}')::bigint;
    reader.token := private.make_token(
      case when mail.person_id is null then 'a' else 'p' end, coalesce(mail.person_id, mail.address_id), -mail.post_id,
      'changelog'
    );
  end if;
  problem := case
    when reader.address is null or not reader.is_open then 'No one is left to send it to.'
    when not reader.is_confirmed then 'The address isn''t confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader turned emails off.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address receives no emails.'
    when says is null then 'Its subject no longer exists.'
  end;
  if problem is null then
    return says || jsonb_build_object(
      'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
      'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
      'is_person', mail.person_id is not null
    );
  end if;
  update private.mails m set state = 'dropped', outcome = problem where m.id = mail.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_import_choices(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  if jsonb_typeof(given) is distinct from 'object' or octet_length(given::text) > 100000
     or given - array['category', 'source', 'format', 'encoding', 'states', 'categories', 'columns'] <> '{}'
     or jsonb_typeof(coalesce(given -> 'states', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'categories', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'columns', '{}')) <> 'object'
     or char_length(given ->> 'source') > 200 then
    raise exception 'Invalid choices for an import.' using errcode = '22023';
  end if;
  for one in
    select key, value from jsonb_each(given) where key in ('category', 'source', 'format', 'encoding')
    union all select key, value from jsonb_each(coalesce(given -> 'columns', '{}'))
  loop
    if jsonb_typeof(one.value) <> 'string' then
      raise exception 'Invalid choices for an import.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    if one.value <> 'null' and not (one.value #>> '{}') = any (enum_range(null::public.post_state)::text[]) then
      raise exception 'Map each state to one of the five states or null.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'categories', '{}')) loop
    if jsonb_typeof(one.value) <> 'object' or one.value = '{}' or one.value - array['slug', 'new'] <> '{}'
       or jsonb_typeof(coalesce(one.value -> 'slug', one.value -> 'new')) <> 'string' then
      raise exception 'Map each category to an existing or a new one.' using errcode = '22023';
    end if;
  end loop;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_plan(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(given) <> 'object' or given = '{}' or given - array['assignee', 'quarter'] <> '{}'
     or coalesce(given ->> 'assignee', '00000000-0000-0000-0000-000000000000') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
     or coalesce(given ->> 'quarter', '2000-Q1') !~ '^20[0-9]{2}-Q[1-4]$' then
    raise exception 'A plan must be an object with assignee or quarter.' using errcode = '22023';
  end if;
  return given;
end
$function$;

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
    raise exception 'A filter must be an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'This state doesn''t exist.' using errcode = '22023';
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
          raise exception 'The filter assignee must be an id, "me" or "none".' using errcode = '22023';
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

CREATE OR REPLACE FUNCTION private.require_small_select(most integer DEFAULT 6)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- A short query can't repeat a column often enough, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\.(?:"[^"]+"|\*))+|"[^"]+"(?:->| as )', 'g')
      as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'This request selects one column too many times.' using errcode = '54000';
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_delivery(delivery_id bigint, attempt integer, answered integer, words text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  pauses constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,8 hours,8 hours}';
  went_well constant boolean := coalesce(answered between 200 and 299, false);
  delivery private.webhook_deliveries;
  failing timestamptz;
  reason text;
begin
  update private.webhook_deliveries d set
    state = case when went_well then 'sent' else 'ready' end,
    -- Spread out, so that not all retry at the same moment.
    due_at = now() + case when went_well then '0' else coalesce(pauses[attempt], '0') * (0.9 + random() * 0.2) end,
    status = answered, outcome = left(words, 500)
  where d.id = delivery_id and d.attempts = attempt and d.state = 'ready' returning d.* into delivery;
  if not found then
    return null;
  end if;
  update private.webhooks w set
    rests_until = case when went_well then w.rests_until else now() + interval '10 seconds' end,
    failing_since = case when not went_well then coalesce(w.failing_since, now()) end
  where w.id = delivery.webhook_id and w.off_at is null
  returning w.failing_since into failing;
  reason := case
    when answered = 410 then 'The receiver responded with 410: it is gone.'
    when failing < now() - interval '3 days' then 'All deliveries have failed for three days.'
  end;
  if reason is not null then
    perform private.switch_off_webhook(delivery.webhook_id, reason);
    insert into private.mails (kind, person_id, webhook_id)
    select 'webhook', r.user_id, delivery.webhook_id from public.roles r where r.role = 'admin';
  end if;
  return case when not went_well then delivery.due_at end;
end
$function$;

CREATE OR REPLACE FUNCTION private.switch_off_webhook(hook bigint, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.webhooks w set off_at = now(), off_reason = reason where w.id = hook and w.off_at is null;
  update private.webhook_deliveries d set state = 'dropped', outcome = 'The webhook was turned off.'
  where d.webhook_id = hook and d.state = 'ready';
$function$;

CREATE OR REPLACE FUNCTION private.undo_import(run_id uuid, attempt integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
  ids bigint[];
  gone bigint[];
  people uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  select * into run from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state = 'undoing' for update;
  if run.id is null then
    return null;
  end if;
  ids := array(
    select i.post_id from private.imports i where i.run_id = run.id and i.post_id > run.undo_after order by 1 limit most
  );
  if ids = '{}' then
    -- The next import may bring deleted posts back.
    delete from private.imports i where i.run_id = run.id and i.post_id is null;
    set constraints public.count_changed_post immediate;
    delete from public.categories c
    where c.id = any (run.made_categories) and c.slug <> 'new-features'
      and not exists (select from public.posts p where p.category_id = c.id);
    perform private.end_import(run.id, 'undone', run.outcome, null);
    return 0;
  end if;
  perform private.hold_posts(ids);
  gone := array(select p.id from public.posts p where p.id = any (ids) and private.is_as_imported(p, run.started_at));
  people := array(
    select p.author_id from public.posts p where p.id = any (gone)
    union select v.user_id from public.votes v where v.post_id = any (gone)
    union select c.author_id from public.comments c where c.post_id = any (gone)
    union select e.actor_id from public.post_events e where e.post_id = any (gone)
  );
  delete from private.imports i where i.run_id = run.id and i.post_id = any (gone);
  delete from public.posts p where p.id = any (gone);
  perform private.forget_imported_people(people, run.started_at);
  update private.import_runs r set
    undo_after = ids[cardinality(ids)], held_until = now() + interval '1 minute',
    outcome = coalesce(r.outcome, '{}') || jsonb_build_object(
      'removed', coalesce((r.outcome ->> 'removed')::integer, 0) + cardinality(gone),
      'kept', coalesce((r.outcome ->> 'kept')::integer, 0) + cardinality(ids) - cardinality(gone)
    )
  where r.id = run.id;
  return cardinality(ids);
end
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
  if not public.is_fresh() then
    raise exception 'Sign in again to add a key.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  if algorithm = 'HS256' then
    made := rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), E'=\n');
  elsif algorithm is distinct from 'ES256' or not private.is_signing_key(made) then
    raise exception 'This isn''t an ES256 public key.' using errcode = 'PT409', hint = 'own_key_unreadable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own keys', 0));
  select min(p) into free from generate_series(1, 2) p where not exists (select from private.own_keys k where k.place = p);
  if free is null then
    raise exception 'You can have up to two keys. Remove one first.' using errcode = 'PT409', hint = 'own_keys_full';
  end if;
  insert into private.own_keys (place, algorithm, secret) values (free, admin_add_own_key.algorithm, made)
  returning id into made_id;
  perform private.audit('signin.addkey', null, null, null, jsonb_build_object('id', made_id, 'algorithm', algorithm));
  return case algorithm when 'HS256' then made end;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_upload_part(run_id uuid, part integer, content text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  bytes constant bytea := decode(content, 'base64');
begin
  insert into private.import_parts (run_id, part, content) values (run.id, admin_add_upload_part.part, bytes);
  if (select sum(octet_length(p.content)) from private.import_parts p where p.run_id = run.id) > run.file_size then
    raise exception 'The file is larger than announced.' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_begin_upload(run_id uuid, file_name text, file_size bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('uploads', 0));
  if exists (select from private.import_runs r where r.id = admin_begin_upload.run_id) then
    raise exception 'This file is already uploaded.' using errcode = 'PT409', hint = 'import_moved_on';
  elsif (select count(*) from private.import_runs r where r.state in ('uploading', 'checking', 'checked')) >= 5 then
    raise exception 'Five uploaded files are already waiting. Import or discard one first.' using errcode = 'PT429', hint = 'imports_full';
  end if;
  insert into private.import_runs (id, admin_id, file_name, file_size)
  values (
    admin_begin_upload.run_id, (select auth.uid()),
    left(private.clean_line(admin_begin_upload.file_name), 200), admin_begin_upload.file_size
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_end_upload(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  whole record;
begin
  select count(*) as parts, max(p.part) as last, sum(octet_length(p.content)) as size into whole
  from private.import_parts p where p.run_id = run.id;
  if whole.size is distinct from run.file_size or whole.parts <> whole.last + 1 then
    raise exception 'The file is incomplete.' using errcode = '22023';
  end if;
  update private.import_runs r set state = 'checking', held_until = now() where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_make_export(with_notes boolean, with_pictures boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into private.exports (admin_id, origin, with_notes, with_pictures, state)
  values ((select auth.uid()), 'dashboard', admin_make_export.with_notes, admin_make_export.with_pictures, 'making')
  returning id into made;
  perform private.audit('export.start', null, null, null, jsonb_build_object(
    'id', made, 'with_notes', admin_make_export.with_notes, 'with_pictures', admin_make_export.with_pictures
  ));
  perform pg_notify('signpost', 'transfer');
  return made;
exception
  when unique_violation then
    raise exception 'An export is already running.' using errcode = 'PT409', hint = 'export_busy';
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
    raise exception 'A sort must be a list of up to five rules.' using errcode = '22023';
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
  -- A cursor contains its sort order.
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
  -- Only joins that the order needs: even a join that the planner removes prevents an index-only scan of updated_at.
  valued := case when keys && array[value_key, companies_key] then 'left join private.interest() w on w.post_id = p.id' else '' end;
  joined := concat_ws(' ', 'public.posts p', valued,
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key and valued = '' then
    -- Uses the index of names, and adds posts without an author, which share one name. For unanswered and stale posts,
    -- the planner expects too few and would read them all, so they are read author by author, checking each post.
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
    -- Goes state by state, or category by category (those with the same name together), each planned for its size,
    -- starting with the cursor's own, until the page is full.
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
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_looked(post_ids bigint[], wanted boolean)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  if wanted is null then
    raise exception '"reviewed" must be true or false.' using errcode = '22023';
  end if;
  return query
    update public.post_triage t
    set looked_at = case when wanted then now() end, looked_by = case when wanted then (select auth.uid()) end
    where t.post_id in (
      select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null
    ) and (t.looked_at is not null) <> wanted
    returning t.post_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, category_slug text, outcome text, before jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan must be an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only team members can be assigned to a post.' using errcode = '23514', hint = 'assignee_not_team';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    select p.title, c.slug, jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
    into title, category_slug, before
    from public.posts p
    join public.categories c on c.id = p.category_id
    join public.post_triage t on t.post_id = p.id
    where p.id = wanted and p.deleted_at is null for update of p, t;
    post_id := wanted;
    before := (select jsonb_object_agg(k, before -> k) from jsonb_object_keys(given) k);
    outcome := case
      when title is null then 'missing'
      when before = given then 'unchanged'
      when known is not null and before <> known then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.post_triage t set
        assignee_id = case when given ? 'assignee' then (given ->> 'assignee')::uuid else t.assignee_id end,
        quarter = case when given ? 'quarter' then given ->> 'quarter' else t.quarter end
      where t.post_id = wanted;
      perform private.look_at(wanted);
      perform private.audit('post.plan', wanted, title, before, given);
    end if;
    return next;
  end loop;
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
  if trusts_addresses and not public.is_fresh() and not (select s.trusts_own_addresses from public.site_settings s) then
    raise exception 'Sign in again before you trust addresses.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  update public.site_settings s set
    widget_origins = coalesce(admin_set_widget.origins, s.widget_origins),
    trusts_own_addresses = coalesce(admin_set_widget.trusts_addresses, s.trusts_own_addresses)
  where s.only_row;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_start_import(run_id uuid, choices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
  given jsonb := private.read_import_choices(choices);
  made constant integer[] := private.make_import_categories(given);
  wanted text;
begin
  if run.found ->> 'problem' is not null then
    raise exception 'The check found a problem.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  given := given || jsonb_build_object('categories', (
    select coalesce(jsonb_object_agg(c.key, jsonb_build_object('slug', coalesce(n.slug, c.value ->> 'slug'))), '{}')
    from jsonb_each(coalesce(given -> 'categories', '{}')) c
    left join public.categories n on n.id = any (made) and n.name = left(private.clean_line(c.value ->> 'new'), 60)
  ));
  for wanted in
    select given ->> 'category' union select c.value ->> 'slug' from jsonb_each(given -> 'categories') c
  loop
    if wanted is null or not exists (select from public.category_addresses a where a.slug = wanted) then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
  end loop;
  update private.import_runs r set
    state = 'running', choices = given, made_categories = made, done = 0, attempts = 0, held_until = now(), started_at = now()
  where r.id = run.id;
  perform private.audit('import.start', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_undo_import(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_undo_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.state not in ('done', 'failed') or run.started_at is null or run.found ->> 'kind' = 'board' then
    raise exception 'This import can''t be undone.' using errcode = 'PT409', hint = 'import_not_undoable';
  end if;
  update private.import_runs r set state = 'undoing', done = 0, attempts = 0, undo_after = 0, held_until = now()
  where r.id = run.id;
  perform private.audit('import.undo', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
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
    raise exception 'This sign-in was already used.' using errcode = 'PT409', hint = 'own_token_used';
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

CREATE OR REPLACE FUNCTION public.delete_posts(post_ids bigint[])
 RETURNS TABLE(id bigint, category_slug text, slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if cardinality(post_ids) > 200 then
    raise exception 'You can change at most 200 posts at once.' using errcode = '22023';
  end if;
  return query select * from private.hide_posts(post_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_entries(label text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 10)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, day date, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  after_time timestamptz;
  after_id bigint;
begin
  perform private.require_small_select(3);
  if after_cursor is not null then
    if after_cursor !~ '^[0-9]{1,16}-[0-9]{1,18}$' then
      raise exception 'Unknown cursor' using errcode = '22023';
    end if;
    after_id := split_part(after_cursor, '-', 2);
    after_time := to_timestamp(0) + split_part(after_cursor, '-', 1)::bigint * interval '1 millisecond';
  end if;
  return query
    select s.* from private.shown_entries(array(
      select e.id from public.changelog_entries e
      where e.state = 'published'
        and (after_id is null or (e.published_at, e.id) < (after_time, after_id))
        and (label is null or exists (
          select from public.changelog_entry_labels x join public.changelog_labels l on l.id = x.label_id
          where x.entry_id = e.id and l.slug = label
        ))
      order by e.published_at desc, e.id desc limit least(max_rows, 51)
    )) s;
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
  -- The person may have got a role since the token was verified.
  delete from auth.sessions s
  where s.id = note_own_session.session_id and s.user_id = note_own_session.person
    and exists (select from public.roles r where r.user_id = s.user_id);
$function$;

CREATE OR REPLACE FUNCTION public.pin_posts(post_ids bigint[], wanted boolean)
 RETURNS TABLE(id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  if wanted is null then
    raise exception '"pinned" must be true or false.' using errcode = '22023';
  end if;
  -- One at a time, so that the counts stay true until the end.
  perform pg_advisory_xact_lock(hashtextextended('pins', 0));
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set pinned_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.pinned_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  if wanted and exists (
    select from public.posts p
    where p.pinned_at is not null
      and p.category_id in (select t.category_id from public.posts t where t.id = any (changed))
    group by p.category_id having count(*) > 3
  ) then
    raise exception 'A category can have at most 3 pinned posts. Unpin one first.' using errcode = '23514', hint = 'pins_full';
  end if;
  perform private.look_at(i) from unnest(changed) i;
  perform private.audit(case when wanted then 'post.pin' else 'post.unpin' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_role(person_id uuid, wanted text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Checked first, because the caller may be losing the role right now.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'This role doesn''t exist.' using errcode = '22023';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'role_no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_votes_aside(of_post bigint, wanted boolean, signal text DEFAULT NULL::text, person_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(people uuid[], votes_total integer, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  target public.posts;
  meant uuid[];
  changed uuid[];
begin
  perform private.require_team();
  if num_nonnulls(signal, person_ids) <> 1 and (wanted or signal is not null) or signal is not null and not wanted
    or wanted is null then
    raise exception 'Give a signal, or people.' using errcode = '22023';
  end if;
  if signal not in ('burst', 'young', 'network') then
    raise exception 'This signal doesn''t exist.' using errcode = '22023';
  end if;
  if cardinality(person_ids) > 5000 then
    raise exception 'At most 5000 votes at once.' using errcode = '22023';
  end if;
  perform private.hold_posts(array[of_post]);
  select * into target from public.posts p where p.id = of_post and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  meant := case
    when person_ids is not null then person_ids
    when wanted then array(select s.user_id from private.vote_signs(of_post) s where set_votes_aside.signal = any (s.signals))
    else array(select v.user_id from public.votes v where v.post_id = of_post and v.is_set_aside order by 1 limit 5000)
  end;
  with changing as (
    update public.votes v set is_set_aside = wanted
    where v.post_id = of_post and v.user_id = any (meant) and v.is_set_aside <> wanted
    returning v.user_id
  )
  select coalesce(array_agg(c.user_id order by c.user_id), '{}') into changed from changing c;
  if not wanted then
    delete from private.withdrawn_votes w where w.user_id = any (meant) and private.standing_post(w.post_id) = of_post;
  end if;
  if changed <> '{}' then
    perform private.audit(
      case when wanted then 'vote.aside' else 'vote.count' end, of_post, target.title, null,
      jsonb_strip_nulls(jsonb_build_object('votes', cardinality(changed), 'signal', signal, 'people', to_jsonb(changed[1:50])))
    );
  end if;
  return query
    select changed, p.votes_total, c.slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = of_post;
end
$function$;

CREATE POLICY "admins add saved replies" ON "public"."canned_answers" FOR INSERT TO "authenticated" WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "admins change saved replies" ON "public"."canned_answers" FOR UPDATE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin)) WITH CHECK (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "admins delete saved replies" ON "public"."canned_answers" FOR DELETE TO "authenticated" USING (( SELECT private.is_admin() AS is_admin));

CREATE POLICY "the team reads saved replies" ON "public"."canned_answers" FOR SELECT TO "authenticated" USING (( SELECT private.is_team() AS is_team));

CREATE POLICY "the team reads segments" ON "public"."person_segments" FOR SELECT TO "authenticated" USING (( SELECT private.is_team() AS is_team));

COMMENT ON COLUMN "private"."exports"."attempts" IS 'As in import_runs, with held_until.';

COMMENT ON COLUMN "private"."exports"."missing" IS 'Pictures that the storage didn''t have.';

COMMENT ON COLUMN "private"."exports"."origin" IS 'shell: npm run export, which writes the file where the operator chose.';

COMMENT ON COLUMN "private"."exports"."problem" IS 'Why it failed: a sentence from the worker, or worker_gone.';

COMMENT ON COLUMN "private"."import_runs"."attempts" IS 'How many workers took it without finishing or returning it. Also the number of the worker that has it now.';

COMMENT ON COLUMN "private"."import_runs"."choices" IS 'The admin''s choices, as read by private.read_import_choices.';

COMMENT ON COLUMN "private"."import_runs"."done" IS 'How much of the file was read, or how many of its posts were removed again.';

COMMENT ON COLUMN "private"."import_runs"."found" IS 'The result of the check: counts, states, categories, columns, first posts, bad lines.';

COMMENT ON COLUMN "private"."import_runs"."held_until" IS 'Until when a worker holds it. After that, the worker counts as gone and another one takes over.';

COMMENT ON COLUMN "private"."import_runs"."made_categories" IS 'The categories that the import created.';

COMMENT ON COLUMN "private"."import_runs"."outcome" IS 'The result of the import: counts and bad lines. After an undo, also how many posts were removed and which were kept.';

COMMENT ON COLUMN "private"."import_runs"."problem" IS 'Why it failed: a sentence from the worker, or worker_gone, not_admin or stopped.';

COMMENT ON COLUMN "private"."import_runs"."undo_after" IS 'The last post that an undo has checked.';

COMMENT ON COLUMN "private"."imports"."run_id" IS 'The import that created it; null for npm run import.';

COMMENT ON COLUMN "private"."own_identities"."picture" IS 'The address of their picture in the product. The worker fetches it when it is due, at most three times.';

COMMENT ON COLUMN "private"."own_identities"."picture_path" IS 'The object that it was stored as. People who have another picture, or removed it, keep that.';

COMMENT ON COLUMN "private"."reserved_names"."is_word" IS 'Whether only the team may use it as a separate word in a name: alone, first, last or between symbols.';

COMMENT ON COLUMN "private"."webhooks"."rests_until" IS 'Nothing is sent before this time, because the last request failed.';

COMMENT ON COLUMN "public"."person_segments"."monthly_value" IS 'What the person''s company pays per month, in the product''s currency.';

COMMENT ON COLUMN "public"."post_notes"."is_context" IS 'Whether it records where its author wrote the post, as sent by the widget.';

COMMENT ON FUNCTION "private"."are_origins"(text[]) IS 'Whether these are up to twenty origins that may embed the widget: https, with *. for all subdomains, or this machine over http. They go into a response header.';

COMMENT ON FUNCTION "private"."certain_words"(text) IS 'The words that a title must contain if its key contains this text. The first and last word may be part of a longer word, so they don''t count. In scripts without spaces, every pair of characters is a word. Null if there are none.';

COMMENT ON FUNCTION "private"."claim_export"() IS 'Takes the next export to create. An export fails if three workers ended while working on it.';

COMMENT ON FUNCTION "private"."claim_import"() IS 'Takes the next import to check, run or undo. An import fails if three workers ended while working on it, or if its admin no longer is one.';

COMMENT ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) IS 'Records how an import ended and deletes its file.';

COMMENT ON FUNCTION "private"."end_own_sessions"() IS 'Ends the sessions of a new team member that began in the company''s product, because no one proved an address or a password for them.';

COMMENT ON FUNCTION "private"."filter_by_text"(private.post_filter, text, boolean) IS 'Chooses how to filter by a text: as a condition if at least one in twenty of the newest 2,000 posts contains it, otherwise as a list of posts. If every_post is true, always as a list; if it is null, neither, for callers that look up the text themselves. Planned anew each time, because no index covers a text of two letters.';

COMMENT ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) IS 'Removes people who came with an import and have no content left.';

COMMENT ON FUNCTION "private"."guard_linking"() IS 'Allows linking an account of another site only within ten minutes of a sign-in. The auth service lets every session do it, and the linked account can then sign in for good, so a stolen session could keep its access. The auth service doesn''t say which session asks.';

COMMENT ON FUNCTION "private"."has_session"() IS 'Whether the session and its account still exist. In plpgsql because that keeps the query plan.';

COMMENT ON FUNCTION "private"."hold_export"(uuid, integer) IS 'Extends a worker''s hold on an export. False if the worker has lost it.';

COMMENT ON FUNCTION "private"."hold_import"(uuid, integer, real) IS 'Extends a worker''s hold on an import. False if the worker has lost it.';

COMMENT ON FUNCTION "private"."import_categories"(uuid) IS 'What each category of a file becomes, by its name in the file.';

COMMENT ON FUNCTION "private"."import_says"(private.import_runs) IS 'An import as the dashboard shows it, without the result of its check.';

COMMENT ON FUNCTION "private"."interest"(bigint[]) IS 'How many companies want each post, and what they pay per month together. A company counts once, however many of its people voted. People without a company count with their own value.';

COMMENT ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) IS 'Whether no one has voted, commented, followed or added anything since a post was imported, and the team hasn''t touched it.';

COMMENT ON FUNCTION "private"."is_signing_key"(text) IS 'Whether a text is an ES256 public key (P-256, uncompressed), in base64 without the PEM lines.';

COMMENT ON FUNCTION "private"."link_own"(text, uuid, text, jsonb, text) IS 'Links an account to a user of the product and stores what the product says about the person. Returns the account''s address. Refuses accounts of the team. The product''s picture is used if the person has no other. Emails the owner the first time.';

COMMENT ON FUNCTION "private"."links_of"(text) IS 'Everything in a text that could become a link: addresses of pages and emails, Markdown brackets, and references and backslashes that Markdown turns into other characters. Each comes with the word after it, because that may contain the address.';

COMMENT ON FUNCTION "private"."make_import_categories"(jsonb) IS 'Creates the new categories that an import''s choices name.';

COMMENT ON FUNCTION "private"."note_export"(boolean, boolean) IS 'Records that npm run export has created an export.';

COMMENT ON FUNCTION "private"."own_import"(uuid, text[]) IS 'Locks the caller''s own import, which must be in one of these states.';

COMMENT ON FUNCTION "private"."own_person"(text, text) IS 'The account of a user of the product: the linked one, or else the one with their address.';

COMMENT ON FUNCTION "private"."publish_due_entries"() IS 'Publishes all entries that are due, including those that became due while no worker ran. Returns how many. Can run in parallel.';

COMMENT ON FUNCTION "private"."put_down_import"(uuid, integer) IS 'Returns an import to the queue for the next worker.';

COMMENT ON FUNCTION "private"."read_import_choices"(jsonb) IS 'Checks the choices for an import. category: a slug, for posts whose category isn''t in categories. states and categories: by their names in the file, what each becomes (a state, or null to skip its posts; {"slug"} of a category, or {"new"} with a name). columns: the table''s column for each field. source, format and encoding: as in npm run import.';

COMMENT ON FUNCTION "private"."set_segments"(uuid, jsonb) IS 'Stores what a token says about a person, replacing everything from before. A token without segments changes nothing.';

COMMENT ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) IS 'Records that an export that the worker holds is done or failed. Deletes the previous export''s file.';

COMMENT ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) IS 'Records the outcome of an import that the worker holds: checked, done or failed.';

COMMENT ON FUNCTION "private"."tell_owner"(uuid, jsonb) IS 'Emails the owner of an account about it. Uses the current address, because whoever took over the account may change it. At most five emails a day per event and sign-in method and twenty in total, but always the first of each, so that none hides another. Nothing while the account is being created, because its first password and sign-in method aren''t news.';

COMMENT ON FUNCTION "private"."tidy_transfers"() IS 'Deletes uploaded files that no one imported within a day, and expired exports.';

COMMENT ON FUNCTION "private"."undo_import"(uuid, integer, integer) IS 'Removes some posts of an import that the worker holds, except those that someone touched. Returns how many posts it checked: 0 when all are done, null if the worker has lost the import.';

COMMENT ON FUNCTION "public"."admin_add_own_key"(text, text) IS 'Adds a key for the product''s sign-in tokens. For HS256, creates the secret and returns it once; for ES256, takes the public key. Admins only, with a fresh session and not with an API key, because a key outlives the session that added it.';

COMMENT ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) IS 'Adds a part of up to a megabyte, in base64, to the caller''s own file. Admins only.';

COMMENT ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) IS 'Starts the upload of a file of up to 50 MB. At most five files can wait. Admins only.';

COMMENT ON FUNCTION "public"."admin_check_import"(uuid, jsonb) IS 'Queues another check of a file with different choices. Admins only.';

COMMENT ON FUNCTION "public"."admin_deliveries"(bigint, bigint, integer) IS 'The deliveries of a webhook, newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_end_upload"(uuid) IS 'Completes an upload and queues its check. Admins only.';

COMMENT ON FUNCTION "public"."admin_export_part"(uuid, integer) IS 'A part of an export''s file, in base64. Null after the last part and once the file has expired. Admins only.';

COMMENT ON FUNCTION "public"."admin_exports"() IS 'The latest exports, newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_import"(uuid) IS 'One import with the posts that an undo kept and, for the admin who uploaded the file, the result of its check. Null if it no longer exists. Admins only.';

COMMENT ON FUNCTION "public"."admin_imports"() IS 'The latest imports, newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_interest"(bigint[]) IS 'Who wants these posts: the number of companies, what they pay per month together, and how many people are on each plan. Leaves out posts that no one with segments voted for. For the team.';

COMMENT ON FUNCTION "public"."admin_mails"(bigint, text, integer) IS 'The log of emails, newest first, without addresses. Admins only.';

COMMENT ON FUNCTION "public"."admin_make_export"(boolean, boolean) IS 'Queues an export of the board without email addresses. Only one runs at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_own_keys"() IS 'The keys for the product''s sign-in tokens, with their last four characters. Admins only.';

COMMENT ON FUNCTION "public"."admin_remove_own_key"(bigint) IS 'Removes a key. From then on, tokens signed with it are refused. False if it doesn''t exist. Admins only.';

COMMENT ON FUNCTION "public"."admin_search_misses"(integer) IS 'Queries that found nothing, most frequent first. Admins only.';

COMMENT ON FUNCTION "public"."admin_set_widget"(text[], boolean) IS 'Sets which sites may embed the widget, and whether to trust the product''s email addresses. Null leaves a value unchanged. Trusting addresses needs a fresh session, like adding a key.';

COMMENT ON FUNCTION "public"."admin_start_import"(uuid, jsonb) IS 'Starts the caller''s own checked import, and creates the categories that it needs. Only one runs at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_stop_import"(uuid) IS 'Deletes a file that wasn''t imported, or stops its import. Posts that are already imported stay. Any admin.';

COMMENT ON FUNCTION "public"."admin_undo_import"(uuid) IS 'Undoes an import: removes all its posts that no one has touched since (private.is_as_imported). Any admin.';

COMMENT ON FUNCTION "public"."api_entries"(bigint[]) IS 'Up to fifty published entries in the format of webhooks, in the given order. All others are missing.';

COMMENT ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint, uuid, text) IS 'Uses up a token that the site''s server has verified, and says how to continue: `account` with its id, or a claim with `new` (there is no account yet) or `confirm` (the address must first be confirmed by email, because the site doesn''t trust the product''s addresses). If this isn''t the account `kept` (the one that is signed in), returns `other` and leaves the token unused. Refuses used tokens, tokens older than five minutes, and accounts of the team. Only for the site''s server.';

COMMENT ON FUNCTION "public"."end_other_sessions"() IS 'Ends all other sessions of the caller and forgets their devices.';

COMMENT ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) IS 'Links the account whose address was confirmed to the claim''s user, and returns its address. Refuses an account with another address. Only for the site''s server.';

COMMENT ON FUNCTION "public"."moderation_settings"() IS 'The moderation rules. For the team.';

COMMENT ON FUNCTION "public"."note_context"(bigint, text, text) IS 'Adds an internal note about the page and browser in which the caller just wrote a post, once per post. False for any other post.';

COMMENT ON FUNCTION "public"."note_own_session"(uuid, uuid) IS 'Records that a session began with a token of the product, and ends it if the person is on the team. Only for the site''s server.';

COMMENT ON FUNCTION "public"."own_keys"() IS 'The keys that verify tokens. Only for the site''s server.';

COMMENT ON FUNCTION "public"."set_moderation_settings"(text, integer, integer) IS 'Changes the moderation rules. Null leaves a rule unchanged. Admins only.';

COMMENT ON TABLE "private"."board_imports" IS 'How far imports of whole boards have come: how many rows of each part are done. Finished parts are skipped.';

COMMENT ON TABLE "private"."export_parts" IS 'The parts of an export''s file, until it expires.';

COMMENT ON TABLE "private"."exports" IS 'Exports of the board: those from the dashboard with their file, kept for a day, and a note of each npm run export.';

COMMENT ON TABLE "private"."hidings" IS 'What is hidden, by whom and why. cause: team (by hand), block (with its author), reports (until it is reviewed), approval (before it is reviewed). body is the text of a hidden comment, which its own row lacks meanwhile.';

COMMENT ON TABLE "private"."import_parts" IS 'The parts of an uploaded file, kept until its import has ended.';

COMMENT ON TABLE "private"."import_runs" IS 'Imports from the dashboard. An admin uploads a file, the worker checks it, and the same admin starts the import. Any admin can undo it.';

COMMENT ON TABLE "private"."imports" IS 'Which posts came from which source, so that importing them again adds nothing. source is the tracker, or the file if it names none. A deleted post''s row stays, so the post isn''t imported again.';

COMMENT ON TABLE "private"."own_claims" IS 'People who signed in from the product and either have no account here yet or must first confirm the address by email.';

COMMENT ON TABLE "private"."own_identities" IS 'Which account belongs to which user of the product, by the product''s user id.';

COMMENT ON TABLE "private"."own_keys" IS 'The keys that verify the product''s sign-in tokens: a shared secret or a public key. There can be two, to rotate them. Clients can''t read them.';

COMMENT ON TABLE "private"."own_sessions" IS 'Sessions that began with a token of the company''s own product. No one proved an address or a password for them.';

COMMENT ON TABLE "private"."own_tokens" IS 'Used tokens, as digests of their ids, kept until they would have expired anyway.';

COMMENT ON TABLE "public"."person_segments" IS 'What the company''s product said about a person when it last signed them in. Only the team can read it. People get their own with their data export.';
