set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.device_key(session auth.sessions)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select sha256(convert_to(concat_ws(
    E'\n', session.user_id, regexp_replace(left(session.user_agent, 500), '[0-9._]+', '', 'g'),
    network(set_masklen(session.ip, case family(session.ip) when 4 then 16 else 32 end))
  ), 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION private.forget_devices(person uuid, only_key bytea DEFAULT NULL::bytea)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.known_devices d where d.user_id = person and d.key = coalesce(only_key, d.key);
  insert into private.known_devices (user_id, key) values (person, '') on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION private.note_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant integer := (select count(*) from private.known_devices d where d.user_id = new.user_id);
  device constant bytea := private.device_key(new);
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
    perform private.tell_owner(
      new.user_id, jsonb_build_object('event', 'device', 'user_agent', left(new.user_agent, 300))
    );
  end if;
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
  if old.encrypted_password <> '' then
    perform private.forget_devices(new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_session(session_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  ended auth.sessions;
begin
  delete from auth.sessions s where s.id = session_id and s.user_id = me returning s.* into ended;
  if ended.id is null then
    return false;
  end if;
  perform private.forget_devices(me, private.device_key(ended));
  return true;
end
$function$;

COMMENT ON FUNCTION "private"."device_key"(auth.sessions) IS 'What a device is known by: versions and places in a network change by themselves.';

COMMENT ON FUNCTION "private"."forget_devices"(uuid, bytea) IS 'Forgets one device of an account, or all, so that the next sign-in there is told of. An empty key says that there were some.';

COMMENT ON FUNCTION "private"."tell_new_password"() IS 'Tells the owner of an account of its new password, and forgets the devices that signed in with the old one.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends a session of the caller''s own and forgets its device; false for any other.';

REVOKE ALL ON FUNCTION "private"."device_key"(auth.sessions) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."device_key"(auth.sessions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_devices"(uuid, bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_devices"(uuid, bytea) TO "postgres";

insert into private.known_devices (user_id, key, seen_at)
select s.user_id, private.device_key(s), max(s.created_at) from auth.sessions s
where s.ip is not null group by 1, 2
on conflict do nothing;
