set local check_function_bodies = off;

CREATE TABLE "private"."api_answers" ("key_id" bigint NOT NULL, "idempotency_key" text NOT NULL, "request" bytea NOT NULL, "status" integer, "body" jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "api_answers_idempotency_key_check" CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 255))), CONSTRAINT "api_answers_pkey" PRIMARY KEY (key_id, idempotency_key));

ALTER TABLE "private"."api_answers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."api_keys" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "person_id" uuid NOT NULL, "name" text NOT NULL, "scopes" text[] NOT NULL, "digest" bytea NOT NULL, "last_four" text NOT NULL, "aal" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "ends_at" timestamp with time zone, "ended_at" timestamp with time zone, "last_used_at" timestamp with time zone, CONSTRAINT "api_keys_digest_key" UNIQUE (digest), CONSTRAINT "api_keys_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))), CONSTRAINT "api_keys_pkey" PRIMARY KEY (id), CONSTRAINT "api_keys_scopes_check" CHECK (((array_position(scopes, NULL::text) IS NULL) AND (scopes <@ ARRAY['read'::text, 'write'::text, 'team'::text, 'admin'::text]) AND (scopes @> ARRAY['read'::text]))), CONSTRAINT "api_keys_name_check1" CHECK ((name = private.clean_line(name))));

ALTER TABLE "private"."api_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."api_limits" ("caller" text NOT NULL, "max_count" integer NOT NULL, "period" interval NOT NULL, CONSTRAINT "api_limits_caller_check" CHECK ((caller = ANY (ARRAY['key'::text, 'network'::text]))), CONSTRAINT "api_limits_max_count_check" CHECK ((max_count > 0)), CONSTRAINT "api_limits_pkey" PRIMARY KEY (caller));

ALTER TABLE "private"."api_limits" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."api_usage" ("caller" bytea NOT NULL, "started_at" timestamp with time zone NOT NULL DEFAULT now(), "used" integer NOT NULL, CONSTRAINT "api_usage_pkey" PRIMARY KEY (caller));

ALTER TABLE "private"."api_usage" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."audit_log" ADD COLUMN "key_name" text;

CREATE OR REPLACE FUNCTION private.audit(action text, post_id bigint, post_title text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor uuid := (select auth.uid());
  name text := (select p.name from public.profiles p where p.id = actor);
begin
  insert into public.audit_log (actor_id, actor_name, action, post_id, post_title, before, after, key_name)
  values (
    case when name is not null then actor end,
    coalesce(name, case when actor is null then 'Operator' else 'Deleted user' end),
    action, post_id, post_title, before, after,
    (select k.name from private.api_keys k where k.id = private.key_id())
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_key_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  post public.posts;
begin
  select * into post from public.posts p
  where p.id = coalesce((row_now ->> 'post_id')::bigint, (row_now ->> 'id')::bigint);
  perform private.audit('key.' || lower(tg_op), post.id, post.title, null,
    jsonb_build_object('table', tg_table_name, 'id', row_now -> 'id'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  token constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-signpost-key';
  claims jsonb;
begin
  if token is null then
    return;
  end if;
  claims := private.claims_of_key(token);
  if private.is_open_to_keys(current_setting('request.method', true), current_setting('request.path', true)) is not true then
    raise exception 'An API key may not do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  perform set_config('request.jwt.claims', claims::text, true);
  perform set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  perform set_config('role', 'authenticated', true);
  perform set_config('statement_timeout', '8s', true);
  if not (claims -> 'scopes' ? 'write') then
    perform set_config('transaction_read_only', 'on', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.claims_of_key(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant private.api_keys := private.find_key(token);
begin
  return jsonb_build_object(
    'sub', used.person_id, 'role', 'authenticated', 'aud', 'authenticated', 'aal', used.aal, 'key', used.id,
    'scopes', to_jsonb(used.scopes)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.count_api_request(kind text, caller text)
 RETURNS TABLE(max_count integer, remaining integer, reset integer, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.api_limits;
  spent private.api_usage;
begin
  select * into rule from private.api_limits l where l.caller = count_api_request.kind;
  insert into private.api_usage as u (caller, used)
  select sha256(convert_to(concat_ws(E'\n', s.value, 'api', count_api_request.kind, count_api_request.caller), 'UTF8')), 1
  from private.salt s
  on conflict on constraint api_usage_pkey do update set
    used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
    started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
  returning * into spent;
  if spent.used = 1 then
    delete from private.api_usage u where u.started_at < now() - interval '1 hour';
  end if;
  -- Lost counts of a crash harm nobody.
  perform set_config('synchronous_commit', 'off', true);
  return query select rule.max_count, rule.max_count - spent.used,
    greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer),
    extract(epoch from rule.period)::integer;
end
$function$;

CREATE OR REPLACE FUNCTION private.digest_of_key(token text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(left(token, 100), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.digest_of_request(request text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(coalesce(request, ''), 'UTF8'))
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
    raise exception 'This API key is not valid.' using errcode = 'PT401', hint = 'key_unknown';
  end if;
  if found_key.ended_at is not null or found_key.ends_at <= now() then
    raise exception 'This API key has ended.' using errcode = 'PT401', hint = 'key_ended';
  end if;
  return found_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_scope(wanted text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := auth.jwt();
begin
  return claims -> 'key' is null or claims -> 'scopes' ? wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_used_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return auth.jwt() ->> 'aal' = 'aal2' and (
    exists (
      select 1 from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and s.aal::text = 'aal2'
    )
    or private.key_id() is not null and exists (
      select 1 from auth.mfa_factors f join private.api_keys k on k.person_id = f.user_id
      where k.id = private.key_id() and f.status = 'verified' and f.created_at <= k.created_at
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me and role = 'admin')
    and private.has_scope('admin') and private.is_present() and private.meets_team_rule();
end
$function$;

CREATE OR REPLACE FUNCTION private.is_open_to_keys(method text, path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select path = any (array[
    '/categories', '/comments', '/images', '/post_addresses', '/post_events', '/post_merges', '/post_notes',
    '/post_tags', '/post_totals', '/posts', '/profiles', '/site_settings', '/state_texts', '/tags'
  ]) and (method in ('GET', 'HEAD') or path in ('/post_notes', '/tags')) or path = any (array[
    '/rpc/admin_add_webhook', '/rpc/admin_archive_category', '/rpc/admin_change_tags', '/rpc/admin_columns',
    '/rpc/admin_delete_webhook', '/rpc/admin_deliveries', '/rpc/admin_followers', '/rpc/admin_give_vote',
    '/rpc/admin_give_vote_by_address', '/rpc/admin_order_categories', '/rpc/admin_people', '/rpc/admin_post',
    '/rpc/admin_posts', '/rpc/admin_posts_total', '/rpc/admin_reports', '/rpc/admin_save_category',
    '/rpc/admin_set_category', '/rpc/admin_set_looked', '/rpc/admin_set_plan', '/rpc/admin_set_state',
    '/rpc/admin_set_webhook', '/rpc/admin_take_vote', '/rpc/admin_test_webhook', '/rpc/admin_triage',
    '/rpc/admin_voters', '/rpc/admin_webhooks', '/rpc/api_posts', '/rpc/comment_source',
    '/rpc/create_comment', '/rpc/create_post', '/rpc/delete_comment', '/rpc/delete_post', '/rpc/dismiss_reports',
    '/rpc/edit_comment', '/rpc/edit_post', '/rpc/expected_quarters', '/rpc/get_post', '/rpc/get_viewer',
    '/rpc/hide_comments', '/rpc/hide_posts', '/rpc/list_categories', '/rpc/list_comments', '/rpc/list_posts',
    '/rpc/list_replies', '/rpc/merge_posts', '/rpc/merge_preview', '/rpc/merged_posts', '/rpc/near_words',
    '/rpc/post_source', '/rpc/report', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/set_role', '/rpc/set_vote',
    '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts', '/rpc/unmerge_posts', '/rpc/votes_on',
    '/rpc/waiting_of'
  ])
$function$;

CREATE OR REPLACE FUNCTION private.is_team()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from public.roles where user_id = me)
    and private.has_scope('team') and private.is_present() and private.meets_team_rule();
end
$function$;

CREATE OR REPLACE FUNCTION private.key_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (auth.jwt() ->> 'key')::bigint
$function$;

CREATE OR REPLACE FUNCTION private.require_own_session()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if private.key_id() is not null then
    raise exception 'An API key may not do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  return auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_post(post_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, n.name as author_name, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_name || coalesce(' (API key ' || l.key_name || ')', '') as actor_name, l.action, l.before,
            l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id and v.counts
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id and p.deleted_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.api_posts(post_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(told.post order by told.at), '[]')
  from (
    select asked.at, private.post_says(asked.id) as post
    from unnest(post_ids[1:100]) with ordinality as asked (id, at)
  ) told
  where told.post is not null and (select private.require_small_select())
$function$;

CREATE OR REPLACE FUNCTION public.begin_api_request(token text, idempotency_key text DEFAULT NULL::text, request text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant private.api_keys := private.find_key(token);
  counted jsonb;
  earlier private.api_answers;
begin
  select to_jsonb(c) into counted from private.count_api_request('key', used.id::text) c;
  if coalesce(used.last_used_at < now() - interval '1 minute', true) then
    update private.api_keys k set last_used_at = now() where k.id = used.id;
  end if;
  counted := counted || jsonb_build_object('key', used.id, 'person', used.person_id, 'scopes', to_jsonb(used.scopes));
  if begin_api_request.idempotency_key is null or (counted ->> 'remaining')::integer < 0 then
    return counted;
  end if;
  -- No request runs for a minute: its server is gone.
  delete from private.api_answers a
  where a.created_at < now() - interval '1 day' or a.status is null and a.created_at < now() - interval '1 minute';
  insert into private.api_answers as a (key_id, idempotency_key, request)
  values (used.id, begin_api_request.idempotency_key, private.digest_of_request(begin_api_request.request))
  on conflict do nothing;
  if found then
    return counted || '{"earlier": "none"}';
  end if;
  select * into earlier from private.api_answers a
  where a.key_id = used.id and a.idempotency_key = begin_api_request.idempotency_key;
  return counted || case
    when earlier.request is distinct from private.digest_of_request(begin_api_request.request) then
      '{"earlier": "different"}'::jsonb
    when earlier.status is null then '{"earlier": "running"}'::jsonb
    else jsonb_build_object('earlier', 'done', 'status', earlier.status, 'body', earlier.body)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_api_network(address text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(c) from private.count_api_request('network', private.network_of(left(address, 64))) c
$function$;

CREATE OR REPLACE FUNCTION public.end_api_key(key_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_own_session();
  sees_all constant boolean := private.is_admin();
  gone private.api_keys;
begin
  update private.api_keys k set ended_at = now()
  where k.id = end_api_key.key_id and (k.person_id = me or sees_all) and k.ended_at is null
  returning * into gone;
  if gone.id is null then
    return false;
  end if;
  perform private.audit('key.end', null, null, jsonb_build_object(
    'id', gone.id, 'name', gone.name, 'user_id', gone.person_id
  ), null);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_api_request(token text, idempotency_key text, status integer DEFAULT NULL::integer, body jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant private.api_keys := private.find_key(token);
begin
  if finish_api_request.status is null then
    delete from private.api_answers a
    where a.key_id = used.id and a.idempotency_key = finish_api_request.idempotency_key and a.status is null;
  else
    update private.api_answers a set status = finish_api_request.status, body = finish_api_request.body
    where a.key_id = used.id and a.idempotency_key = finish_api_request.idempotency_key and a.status is null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_viewer()
 RETURNS TABLE(id uuid, email text, name text, avatar_url text, role text, has_password boolean, has_factor boolean, needs_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, u.email::text, p.name, p.avatar_url,
    case
      when not a.meets_rule or not private.has_scope('team') then null
      when not private.has_scope('admin') and r.role is not null then 'moderator'
      else r.role
    end,
    coalesce(u.encrypted_password, '') <> '',
    exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
    r.role is not null and not a.meets_rule
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  cross join (select private.meets_team_rule() as meets_rule) a
  where p.id = (select auth.uid()) and private.is_present()
$function$;

CREATE OR REPLACE FUNCTION public.list_api_keys()
 RETURNS TABLE(id bigint, person_id uuid, person_name text, name text, scopes text[], last_four text, created_at timestamp with time zone, ends_at timestamp with time zone, last_used_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_own_session();
  sees_all constant boolean := private.is_admin();
begin
  perform private.require_small_select();
  return query
    select k.id, k.person_id, p.name, k.name, k.scopes, k.last_four, k.created_at, k.ends_at, k.last_used_at
    from private.api_keys k join public.profiles p on p.id = k.person_id
    where (k.person_id = me or sees_all) and k.ended_at is null and coalesce(k.ends_at > now(), true)
    order by k.person_id <> me, k.id desc limit 500;
end
$function$;

CREATE OR REPLACE FUNCTION public.make_api_key(name text, scopes text[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_own_session();
  letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  bytes constant bytea := extensions.gen_random_bytes(128);
  token text := 'sp_';
  made private.api_keys;
begin
  if 'admin' = any (make_api_key.scopes) and not private.is_admin() then
    raise exception 'Only an admin may make a key with the scope admin.' using errcode = '42501';
  end if;
  if make_api_key.ends_at <= now() then
    raise exception 'Choose an end date in the future.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || me, 0));
  if (
    select count(*) from private.api_keys k
    where k.person_id = me and k.ended_at is null and coalesce(k.ends_at > now(), true)
  ) >= 20 then
    raise exception 'You have twenty keys already. End one first.' using errcode = 'PT429', hint = 'keys_full';
  end if;
  -- 248 is four times 62: each letter is as likely as any other.
  select token || string_agg(substr(letters, 1 + b.value % 62, 1), '' order by b.at) into token from (
    select i as at, get_byte(bytes, i) as value from generate_series(0, 127) i
    where get_byte(bytes, i) < 248 order by i limit 43
  ) b;
  token := token || left(encode(private.digest_of_key(token), 'hex'), 6);
  insert into private.api_keys (person_id, name, scopes, digest, last_four, aal, ends_at)
  values (
    me, private.clean_line(make_api_key.name),
    array(select distinct s from unnest(
      make_api_key.scopes || array['read'] || case when 'admin' = any (make_api_key.scopes) then array['team'] else '{}' end
    ) s order by s),
    private.digest_of_key(token), right(token, 4), coalesce(auth.jwt() ->> 'aal', 'aal1'), make_api_key.ends_at
  ) returning * into made;
  perform private.audit('key.create', null, null, null, jsonb_build_object(
    'id', made.id, 'name', made.name, 'scopes', to_jsonb(made.scopes), 'ends_at', made.ends_at
  ));
  return token;
end
$function$;

ALTER TABLE "private"."api_keys" ADD CONSTRAINT "api_keys_person_id_fkey" FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."api_answers" ADD CONSTRAINT "api_answers_key_id_fkey" FOREIGN KEY (key_id) REFERENCES private.api_keys(id) ON DELETE CASCADE;

CREATE INDEX api_answers_created_at_idx ON private.api_answers USING btree (created_at);

CREATE INDEX api_keys_person_idx ON private.api_keys USING btree (person_id);

CREATE INDEX api_usage_started_at_idx ON private.api_usage USING btree (started_at);

CREATE TRIGGER audit_key_write AFTER INSERT OR DELETE OR UPDATE OF body ON public.comments FOR EACH ROW WHEN ((private.key_id() IS NOT NULL)) EXECUTE FUNCTION private.audit_key_write();

CREATE TRIGGER audit_key_write AFTER INSERT OR DELETE OR UPDATE OF title, details ON public.posts FOR EACH ROW WHEN ((private.key_id() IS NOT NULL)) EXECUTE FUNCTION private.audit_key_write();

CREATE TRIGGER audit_key_write AFTER INSERT OR DELETE ON public.votes FOR EACH ROW WHEN (((private.key_id() IS NOT NULL) AND (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.audit_key_write();

COMMENT ON COLUMN "private"."api_keys"."aal" IS 'aal2 when its owner had used a second factor as it was made.';

COMMENT ON COLUMN "private"."api_keys"."last_used_at" IS 'Written once a minute at most.';

COMMENT ON COLUMN "public"."audit_log"."key_name" IS 'The API key that did it, by its name; null for a person.';

COMMENT ON FUNCTION "private"."audit_key_write"() IS 'Logs what an API key writes in its owner''s name, which nothing logs when a person does it.';

COMMENT ON FUNCTION "private"."before_request"() IS 'Runs before each request of the database''s API (db_pre_request): one with the header x-signpost-key becomes one of the key''s owner. Runs as its caller, or it could not change the role.';

COMMENT ON FUNCTION "private"."claims_of_key"(text) IS 'The claims with which a request runs that comes with an API key.';

COMMENT ON FUNCTION "private"."count_api_request"(text, text) IS 'Counts a request and says how many are left (below zero: refused), in how many seconds the count starts again, and the period.';

COMMENT ON FUNCTION "private"."digest_of_key"(text) IS 'What is kept of an API key.';

COMMENT ON FUNCTION "private"."digest_of_request"(text) IS 'What is kept of a request with an idempotency key.';

COMMENT ON FUNCTION "private"."find_key"(text) IS 'The API key of a token; refuses one that is unknown or has ended.';

COMMENT ON FUNCTION "private"."has_scope"(text) IS 'Whether the request has a scope of an API key. Without a key it has all.';

COMMENT ON FUNCTION "private"."has_used_factor"() IS 'Whether the caller''s session gave a code of its second factor. The session says so as well: a token that outlives the factor still says aal2. An API key counts while the factor stands that its owner had used as it was made.';

COMMENT ON FUNCTION "private"."is_open_to_keys"(text, text) IS 'Whether requests with an API key may go to a path of the database''s API. Tables are read, notes and tags written as well. All others refuse keys: those of an account, its factor, its sessions and its keys, and whatever is added later.';

COMMENT ON FUNCTION "private"."key_id"() IS 'The API key with which the request came; null without one.';

COMMENT ON FUNCTION "private"."require_own_session"() IS 'The id of the caller, who is of the team and signed in; refuses API keys.';

COMMENT ON FUNCTION "public"."api_posts"(bigint[]) IS 'Up to a hundred posts as webhooks tell them, in the order asked for; those that are gone are missing.';

COMMENT ON FUNCTION "public"."begin_api_request"(text, text, text) IS 'Counts a request of an API key and says whose it is. With an idempotency key it also says what became of an earlier request with it: none, running, done, or one with another body. For the site''s server; whoever has the key may call it.';

COMMENT ON FUNCTION "public"."count_api_network"(text) IS 'Counts a request without a key. Only the site''s server calls this; a client could use up the requests of others.';

COMMENT ON FUNCTION "public"."end_api_key"(bigint) IS 'Ends an API key at once: one''s own, or anybody''s for admins. False when there is none.';

COMMENT ON FUNCTION "public"."finish_api_request"(text, text, integer, jsonb) IS 'Keeps the answer to a request with an idempotency key, or without a status lets it be sent anew.';

COMMENT ON FUNCTION "public"."list_api_keys"() IS 'The caller''s API keys, the newest first, then for admins those of others. For the team.';

COMMENT ON FUNCTION "public"."make_api_key"(text, text[], timestamp with time zone) IS 'Makes an API key for the caller, who is of the team, and tells it this once. The last six letters are the first six of the SHA-256 of those before, in hexadecimal. The scope admin brings team along, every key reads.';

COMMENT ON TABLE "private"."api_answers" IS 'What was answered to POST requests with an Idempotency-Key, for a day. Without a status the first one still runs.';

COMMENT ON TABLE "private"."api_keys" IS 'Keys of the API, each of a person of the team, as digests: a key has 256 random bits.';

COMMENT ON TABLE "private"."api_limits" IS 'How often the API may be asked with one key, and from one network without a key. An operator changes a limit with an update.';

COMMENT ON TABLE "private"."api_usage" IS 'Requests of a key or a network in the current period, by a salted hash; forgotten after an hour.';

REVOKE ALL ON FUNCTION "private"."audit_key_write"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_key_write"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_request"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_request"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claims_of_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claims_of_key"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."count_api_request"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_api_request"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_of_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digest_of_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."digest_of_request"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digest_of_request"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_scope"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_scope"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_open_to_keys"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_open_to_keys"(text, text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."key_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."key_id"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."require_own_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_own_session"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."api_posts"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."api_posts"(bigint[]) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."begin_api_request"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_api_request"(text, text, text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."count_api_network"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_api_network"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."end_api_key"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_api_key"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."finish_api_request"(text, text, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_api_request"(text, text, integer, jsonb) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."list_api_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_api_keys"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_api_key"(text, text[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_api_key"(text, text[], timestamp with time zone) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_answers" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_keys" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_limits" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."api_usage" TO "postgres", "service_role";

insert into private.api_limits (caller, max_count, period) values
  ('key', 600, '1 minute'),
  ('network', 120, '1 minute');

-- A project whose operator has a function of their own there keeps it; npm run doctor says so.
do $$
begin
  if exists (
    select from pg_roles r where r.rolname = 'authenticator'
      and not exists (select from unnest(r.rolconfig) setting where setting like 'pgrst.db_pre_request=%')
  ) then
    alter role authenticator set pgrst.db_pre_request = 'private.before_request';
    notify pgrst, 'reload config';
  end if;
end $$;
