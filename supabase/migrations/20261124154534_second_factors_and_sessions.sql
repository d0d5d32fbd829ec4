set local check_function_bodies = off;

ALTER TABLE "private"."attempt_limits" DROP CONSTRAINT "attempt_limits_kind_check";

ALTER TABLE "private"."mails" DROP CONSTRAINT "mails_kind_check";

DROP FUNCTION "public"."admin_people"(text, text, text, integer);

DROP FUNCTION "public"."get_viewer"();

CREATE TABLE "private"."known_devices" ("user_id" uuid NOT NULL, "key" bytea NOT NULL, "seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "known_devices_pkey" PRIMARY KEY (user_id, key));

ALTER TABLE "private"."known_devices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."recovery_codes" ("user_id" uuid NOT NULL, "digest" bytea NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY (user_id, digest));

ALTER TABLE "private"."recovery_codes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."mails" ADD COLUMN "about" jsonb;

ALTER TABLE "public"."site_settings" ADD COLUMN "requires_factor" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.digest_of_code(person uuid, code text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(person || regexp_replace(lower(left(code, 100)), '[^a-z0-9]', '', 'g'), 'UTF8'))
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
  if (tg_op = 'INSERT' or new.status = 'verified' and old.status <> 'verified') and not exists (
    select from auth.sessions s where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes'
  ) then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_session()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  session constant uuid := auth.jwt() ->> 'session_id';
begin
  return exists (select 1 from auth.users u where u.id = me and coalesce(u.banned_until < now(), true))
    and (session is null or exists (
      select 1 from auth.sessions s
      where s.id = session and s.user_id = me and coalesce(s.not_after > now(), true)
    ));
end
$function$;

CREATE OR REPLACE FUNCTION private.has_used_factor()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return auth.jwt() ->> 'aal' = 'aal2' and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and s.aal::text = 'aal2'
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
    and private.is_present() and private.meets_team_rule();
end
$function$;

CREATE OR REPLACE FUNCTION private.is_present()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  return private.has_session() and (
    auth.jwt() ->> 'aal' = 'aal2'
    or not exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status = 'verified')
  );
end
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
    and private.is_present() and private.meets_team_rule();
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_says(mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case mail.kind
    when 'test' then '{}'
    when 'account' then mail.about
    when 'summary' then (
      select private.summary_says() where exists (select from public.roles r where r.user_id = mail.person_id)
    )
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
    )
    else (
      select jsonb_build_object(
        'posts', jsonb_agg(told.post order by told.newest desc) filter (where told.place <= 30),
        'more_posts', greatest(count(*) - 30, 0)
      )
      from (
        select max(i.event_id) as newest, row_number() over (order by max(i.event_id) desc) as place, jsonb_build_object(
          'id', i.post_id, 'title', i.post_title, 'slug', i.post_slug, 'category_slug', i.category_slug,
          'more', count(*) filter (where i.place > 12),
          'items', jsonb_agg(i.item order by i.event_id) filter (where i.place <= 12)) as post
        from (
          select e.id as event_id, e.post_id, e.post_title, e.post_slug, e.category_slug,
            row_number() over (
              partition by e.post_id order by not private.is_update(e.kind), m.reason not in ('mention', 'reply'), e.id
            ) as place,
            jsonb_build_object(
              'kind', e.kind, 'reason', m.reason, 'created_at', e.created_at, 'comment_id', e.comment_id,
              'body', e.body, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note,
              'merged_title', e.merged_title, 'actor', a.name, 'is_team', a.is_team
            ) as item
          from private.mail_parts m join private.visible_events e on e.id = m.event_id
          left join public.profiles a on a.id = e.actor_id
          where m.mail_id = mail.id
            -- Muted since, or no longer followed.
            and (mail.person_id is null or exists (
              select from private.follows_of(array[mail.person_id], e.post_id) f
              where f.level = 'all' or (f.level = 'updates' and private.is_update(e.kind))
                or (m.reason = 'mention' and f.level is distinct from 'muted')
            ))
            and (mail.address_id is null or exists (
              select from private.mail_follows f
              where f.post_id = any (private.followed_as(e.post_id)) and f.address_id = mail.address_id
            ))
        ) i
        group by i.post_id, i.post_title, i.post_slug, i.category_slug
      ) told
      having count(*) > 0
    )
  end
$function$;

CREATE OR REPLACE FUNCTION private.meets_team_rule()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not coalesce((select s.requires_factor from public.site_settings s), false) or private.has_used_factor();
end
$function$;

CREATE OR REPLACE FUNCTION private.note_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant integer := (select count(*) from private.known_devices d where d.user_id = new.user_id);
  device constant bytea := sha256(convert_to(concat_ws(
    E'\n', new.user_id, regexp_replace(left(new.user_agent, 500), '[0-9._]+', '', 'g'),
    network(set_masklen(new.ip, case family(new.ip) when 4 then 16 else 32 end))
  ), 'UTF8'));
begin
  insert into private.known_devices (user_id, key) values (new.user_id, device) on conflict do nothing;
  if not found then
    update private.known_devices d set seen_at = now() where d.user_id = new.user_id and d.key = device;
  elsif known > 0 then
    if known >= 50 then
      delete from private.known_devices d where d.user_id = new.user_id and d.key = (
        select o.key from private.known_devices o where o.user_id = new.user_id order by o.seen_at limit 1
      );
    end if;
    if (
      select count(*) < 5 from private.mails m
      where m.person_id = new.user_id and m.about ->> 'event' = 'device' and m.created_at > now() - interval '1 day'
    ) then
      perform private.tell_owner(
        new.user_id, jsonb_build_object('event', 'device', 'user_agent', left(new.user_agent, 300))
      );
    end if;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_factor(person uuid, how text, kept_session uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  had_factor constant boolean := exists (
    select from auth.mfa_factors f where f.user_id = person and f.status = 'verified'
  );
begin
  if not had_factor then
    return false;
  end if;
  perform set_config('signpost.removes_factor', person::text, true);
  delete from auth.mfa_factors f where f.user_id = person;
  perform set_config('signpost.removes_factor', '', true);
  delete from private.recovery_codes c where c.user_id = person;
  delete from auth.sessions s where s.user_id = person and s.id is distinct from kept_session;
  delete from auth.mfa_amr_claims a where a.session_id = kept_session and a.authentication_method = 'totp';
  update auth.sessions s set aal = 'aal1', factor_id = null where s.id = kept_session;
  perform private.tell_owner(person, jsonb_build_object('event', how));
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_fresh_code()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_present() or not private.has_used_factor() or not exists (
    select from jsonb_array_elements(auth.jwt() -> 'amr') a
    where a ->> 'method' = 'totp' and (a ->> 'timestamp')::numeric > extract(epoch from now()) - 120
  ) then
    raise exception 'Enter a code from your authenticator app first.' using errcode = '42501', hint = 'code_needed';
  end if;
  return auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.reset_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.remove_factor(person, 'factor-reset') then
    return false;
  end if;
  perform private.audit('factor.reset', null, null, jsonb_build_object('user_id', person), null);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_added_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_owner(new.user_id, jsonb_build_object('event', 'factor-added'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  it auth.identities := case tg_op when 'DELETE' then old else new end;
begin
  if not exists (select from auth.identities i where i.user_id = it.user_id and i.id <> it.id) then
    return null;
  end if;
  perform private.tell_owner(it.user_id, jsonb_build_object(
    'event', case tg_op when 'DELETE' then 'unlinked' else 'linked' end, 'provider', it.provider
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_new_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_owner(new.id, jsonb_build_object('event', 'password'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_owner(person uuid, what jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.mails (kind, person_id, about)
  select 'account', p.id, what
  from auth.users u join public.profiles p on p.id = u.id
  where u.id = person and u.email_confirmed_at < now() - interval '1 minute'
$function$;

CREATE OR REPLACE FUNCTION public.admin_people(query text DEFAULT ''::text, only_of text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamp with time zone, posts integer, comments integer, votes integer, hidden integer, blocked_at timestamp with time zone, block_reason text, block_ends_at timestamp with time zone, row_cursor text, has_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new', 'confirmed') then
    raise exception 'Unknown choice of people.' using errcode = '22023';
  end if;
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t where t.user_id = p.id),
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.hidden_at is not null)
        + (select count(*)::integer from public.comments t where t.author_id = p.id and t.hidden_at is not null),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text,
      sees_addresses and exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for = '' or strpos(lower(o.name), looked_for) > 0 or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and not exists (select from private.voter_addresses k where k.person_id = o.id)
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
          else true
        end
      order by o.created_at desc, o.id desc limit least(greatest(max_rows, 1), 201)
    ) p
    left join auth.users u on u.id = p.id
    left join public.roles r on r.user_id = p.id
    left join private.blocks b on b.person_id = p.id
    order by p.created_at desc, p.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.awaits_code()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  return auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select 1 from auth.mfa_factors f where f.user_id = me and f.status = 'verified')
    and private.has_session();
end
$function$;

CREATE OR REPLACE FUNCTION public.count_recovery_codes()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from private.recovery_codes c where c.user_id = auth.uid() and private.is_present()
$function$;

CREATE OR REPLACE FUNCTION public.end_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
begin
  delete from auth.sessions s where s.id = session_id and s.user_id = me;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_viewer()
 RETURNS TABLE(id uuid, email text, name text, avatar_url text, role text, has_password boolean, has_factor boolean, needs_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, u.email::text, p.name, p.avatar_url, case when a.meets_rule then r.role end,
    coalesce(u.encrypted_password, '') <> '',
    exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'),
    r.role is not null and not a.meets_rule
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  cross join (select private.meets_team_rule() as meets_rule) a
  where p.id = (select auth.uid()) and private.is_present()
$function$;

CREATE OR REPLACE FUNCTION public.list_sessions()
 RETURNS TABLE(id uuid, user_agent text, seen_at timestamp with time zone, is_current boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select s.id, left(s.user_agent, 500), coalesce(s.refreshed_at at time zone 'utc', s.created_at),
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions s
    where s.user_id = me and coalesce(s.not_after > now(), true)
    order by 4 desc, 3 desc limit 50;
end
$function$;

CREATE OR REPLACE FUNCTION public.make_recovery_codes()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_fresh_code();
  letters constant text := 'abcdefghijkmnpqrstuvwxyz23456789';
  codes text[];
begin
  select array_agg(made.code) into codes from (
    select regexp_replace(string_agg(substr(letters, get_byte(r.bytes, i) % 32 + 1, 1), '' order by i), '(.{4})(.{4})', '\1-\2-') as code
    from (
      select n, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes
      from generate_series(1, 10) n
    ) r cross join generate_series(0, 11) i
    group by r.n
  ) made;
  delete from private.recovery_codes c where c.user_id = me;
  insert into private.recovery_codes (user_id, digest)
  select me, private.digest_of_code(me, c.code) from unnest(codes) as c (code);
  return query select unnest(codes);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_factor()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.remove_factor(private.require_fresh_code(), 'factor-removed', (auth.jwt() ->> 'session_id')::uuid);
end
$function$;

CREATE OR REPLACE FUNCTION public.require_team_factor(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if not private.has_used_factor() then
    raise exception 'Turn on two-factor authentication for your own account first.' using errcode = 'PT409';
  end if;
  update public.site_settings s set requires_factor = wanted where s.only_row and s.requires_factor <> wanted;
end
$function$;

CREATE OR REPLACE FUNCTION public.reset_factor(person_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if person_id = auth.uid() then
    raise exception 'Turn off your own two-factor authentication in your settings.' using errcode = 'PT409';
  end if;
  return private.reset_factor(person_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.use_recovery_code(code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  if not public.awaits_code() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  delete from private.recovery_codes c where c.user_id = me and c.digest = private.digest_of_code(me, code);
  return found and private.remove_factor(me, 'factor-recovered', (auth.jwt() ->> 'session_id')::uuid);
end
$function$;

ALTER TABLE "private"."attempt_limits" ADD CONSTRAINT "attempt_limits_kind_check" CHECK ((kind = ANY (ARRAY['sign-in'::text, 'sign-up'::text, 'recover'::text, 'confirm-resend'::text, 'follow'::text, 'captcha'::text, 'code'::text])));

ALTER TABLE "private"."known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_kind_check" CHECK ((kind = ANY (ARRAY['notices'::text, 'confirm'::text, 'summary'::text, 'test'::text, 'webhook'::text, 'account'::text])));

ALTER TABLE "private"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE TRIGGER tell_identity AFTER INSERT OR DELETE ON auth.identities FOR EACH ROW EXECUTE FUNCTION private.tell_identity();

CREATE TRIGGER guard_factor BEFORE INSERT OR DELETE OR UPDATE OF status ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.guard_factor();

CREATE TRIGGER tell_added_factor AFTER UPDATE OF status ON auth.mfa_factors FOR EACH ROW WHEN (((old.status <> 'verified'::auth.factor_status) AND (new.status = 'verified'::auth.factor_status))) EXECUTE FUNCTION private.tell_added_factor();

CREATE TRIGGER note_named_device AFTER UPDATE OF ip ON auth.sessions FOR EACH ROW WHEN (((old.ip IS NULL) AND (new.ip IS NOT NULL))) EXECUTE FUNCTION private.note_device();

CREATE TRIGGER note_device AFTER INSERT ON auth.sessions FOR EACH ROW WHEN ((new.ip IS NOT NULL)) EXECUTE FUNCTION private.note_device();

CREATE TRIGGER tell_new_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN ((((new.encrypted_password)::text <> ''::text) AND ((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text))) EXECUTE FUNCTION private.tell_new_password();

COMMENT ON COLUMN "private"."mails"."about" IS 'Of a mail about an account: what happened to it.';

COMMENT ON COLUMN "public"."site_settings"."requires_factor" IS 'Whether the team acts with a second factor only.';

COMMENT ON FUNCTION "private"."digest_of_code"(uuid, text) IS 'What is kept of a recovery code, however it is typed.';

COMMENT ON FUNCTION "private"."guard_factor"() IS 'The auth service lets every session add a first factor, and every session that once gave a code add others and remove them all. A stolen one shall not: a factor is added within ten minutes of a sign-in, there is one, and it goes through private.remove_factor.';

COMMENT ON FUNCTION "private"."has_session"() IS 'Whether account and session stand; plpgsql keeps its plan.';

COMMENT ON FUNCTION "private"."has_used_factor"() IS 'Whether the caller''s session gave a code of its second factor. The session says so as well: a token that outlives the factor still says aal2.';

COMMENT ON FUNCTION "private"."is_present"() IS 'Whether account and session stand. Whoever has a second factor is present once its code was given.';

COMMENT ON FUNCTION "private"."meets_team_rule"() IS 'Whether the caller may act for the team: with a second factor where the site asks the team for one.';

COMMENT ON FUNCTION "private"."note_device"() IS 'Tells people of a sign-in from a browser or network that is new to their account, five times a day at most. The first one is no news, and versions and places in a network change by themselves.';

COMMENT ON FUNCTION "private"."remove_factor"(uuid, text, uuid) IS 'Removes the second factor of an account with its recovery codes, ends its other sessions and tells its owner how it happened. False where there is none.';

COMMENT ON FUNCTION "private"."require_fresh_code"() IS 'The id of a caller whose session gave a code within two minutes; refuses everybody else. A refreshed token still says when the code was given.';

COMMENT ON FUNCTION "private"."reset_factor"(uuid) IS 'Removes somebody''s lost second factor, and logs who did.';

COMMENT ON FUNCTION "private"."tell_added_factor"() IS 'Tells the owner of an account of its new second factor.';

COMMENT ON FUNCTION "private"."tell_identity"() IS 'Tells the owner of an account of a sign-in method that came or went.';

COMMENT ON FUNCTION "private"."tell_new_password"() IS 'Tells the owner of an account of its new password.';

COMMENT ON FUNCTION "private"."tell_owner"(uuid, jsonb) IS 'Sends the owner of an account a mail about it. Nothing while the account is being made: a password and a first way in are no news then.';

COMMENT ON FUNCTION "public"."admin_people"(text, text, text, integer) IS 'People, the newest first, found by a part of their name or, for admins, of their address; only_of: team, blocked or new (since a day). Addresses, and who has a second factor, are told to admins alone. Continue with the row_cursor of the last row. For the team.';

COMMENT ON FUNCTION "public"."awaits_code"() IS 'Whether the caller has a second factor and has not given its code yet.';

COMMENT ON FUNCTION "public"."count_recovery_codes"() IS 'How many recovery codes the caller has left.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends a session of the caller''s own; false for any other.';

COMMENT ON FUNCTION "public"."get_viewer"() IS 'Who the caller is, as the site shows it. No row for a visitor, an ended session, an account that is gone, and while the code of a second factor is missing. needs_factor: the site asks the team for a second factor, and until it is used the role does not count.';

COMMENT ON FUNCTION "public"."list_sessions"() IS 'Where the caller is signed in: this session first, then the last used.';

COMMENT ON FUNCTION "public"."make_recovery_codes"() IS 'Ten new recovery codes in place of the old ones, told this once. For whoever gave a code of their factor a moment ago.';

COMMENT ON FUNCTION "public"."remove_factor"() IS 'Removes the caller''s second factor, right after a code of it was given.';

COMMENT ON FUNCTION "public"."require_team_factor"(boolean) IS 'Whether the team acts with a second factor only. For admins who used theirs, so that nobody locks themselves out.';

COMMENT ON FUNCTION "public"."reset_factor"(uuid) IS 'Removes the second factor of somebody who lost it. Admins only, and never their own: that takes a code.';

COMMENT ON FUNCTION "public"."use_recovery_code"(text) IS 'Lets whoever signed in and lost the second factor in without it: a recovery code removes the factor. False for a wrong code. Nobody guesses one of 60 bits, so they are not counted: whoever knows the password could keep the owner out.';

COMMENT ON TABLE "private"."known_devices" IS 'From which devices somebody signed in, as digests of browser and network; the last fifty of each account.';

COMMENT ON TABLE "private"."recovery_codes" IS 'Codes that remove a lost second factor, once each, as digests: a code has 60 random bits.';

REVOKE ALL ON FUNCTION "private"."digest_of_code"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."digest_of_code"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_session"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_used_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_used_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."meets_team_rule"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."meets_team_rule"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_device"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_device"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_factor"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_factor"(uuid, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_fresh_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_fresh_code"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reset_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reset_factor"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_added_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_added_factor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_identity"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_identity"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_new_password"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_new_password"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_owner"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_owner"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_people"(text, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_people"(text, text, text, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."awaits_code"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."awaits_code"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."count_recovery_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."count_recovery_codes"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_session"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."get_viewer"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_viewer"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."list_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_sessions"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."make_recovery_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_recovery_codes"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_factor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_factor"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."require_team_factor"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."require_team_factor"(boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reset_factor"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reset_factor"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."use_recovery_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_recovery_code"(text) TO "authenticated", "postgres";



insert into private.attempt_limits (kind, scope, max_count, period) values
  ('code', 'account and address', 10, '15 minutes');
