set local check_function_bodies = off;

ALTER TABLE "private"."limits" DROP CONSTRAINT "limits_action_check";

ALTER TABLE "private"."mails" DROP CONSTRAINT "mails_check";

CREATE TABLE "private"."invitations" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "key" uuid NOT NULL DEFAULT gen_random_uuid(), "address" text NOT NULL, "role" text NOT NULL, "invited_by" uuid NOT NULL, "sent_at" timestamp with time zone NOT NULL DEFAULT now(), "ends_at" timestamp with time zone NOT NULL DEFAULT (now() + '14 days'::interval), CONSTRAINT "invitations_address_check" CHECK (((address = lower(address)) AND (char_length(address) <= 254) AND (address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text))), CONSTRAINT "invitations_address_key" UNIQUE (address), CONSTRAINT "invitations_key_key" UNIQUE (key), CONSTRAINT "invitations_pkey" PRIMARY KEY (id), CONSTRAINT "invitations_role_check" CHECK ((role = ANY (ARRAY['admin'::text, 'moderator'::text]))));

ALTER TABLE "private"."invitations" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.accept_by_confirming()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.invitations;
begin
  select * into kept from private.invitations i where i.address = lower(new.email) and i.ends_at > now() for update;
  if kept.id is not null
    -- Otherwise, the auth service confirms new accounts without an email.
    and exists (select from public.profiles p where p.id = new.id and p.created_at < now())
    and not exists (select from private.blocks b where b.person_id = new.id)
  then
    perform set_config('signpost.actor', new.id::text, true);
    perform private.take_invitation(kept, new.id);
    perform set_config('signpost.actor', '', true);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit(action text, post_id bigint, post_title text, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor uuid := coalesce((select auth.uid()), nullif(current_setting('signpost.actor', true), '')::uuid);
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

CREATE OR REPLACE FUNCTION private.audit_invitation(invitation private.invitations, action text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.audit('invitation.' || action, null, null, null, jsonb_build_object(
    'id', invitation.id, 'address', regexp_replace(invitation.address, '^(.)[^@]*', '\1…'), 'role', invitation.role
  ))
$function$;

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.audit('role.revoke', null, null, jsonb_build_object('user_id', old.user_id, 'role', old.role), null);
    if old.role = 'admin' then
      delete from private.invitations i where i.invited_by = old.user_id;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform private.audit('role.grant', null, null, null, jsonb_build_object('user_id', new.user_id, 'role', new.role));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.invitation_says(invitation bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('event', 'invited', 'invitation', i.key, 'role', i.role, 'by', p.name)
  from private.invitations i join public.profiles p on p.id = i.invited_by
  where i.id = invitation and i.ends_at > now()
$function$;

CREATE OR REPLACE FUNCTION private.mail_says(mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case mail.kind
    when 'test' then '{}'
    when 'account' then case
      when mail.about ->> 'event' = 'invited' then private.invitation_says((mail.about ->> 'invitation')::bigint)
      else mail.about
    end
    when 'summary' then (
      select private.summary_says() where exists (select from public.roles r where r.user_id = mail.person_id)
    )
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then case when mail.post_id is null then (
      select '{}'::jsonb from private.changelog_readers r where r.address_id = mail.address_id and r.confirmed_at is null
    ) else (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
    ) end
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
          from private.parts_to_say(mail) t join private.mail_parts m on m.mail_id = mail.id and m.event_id = t
          join private.visible_events e on e.id = m.event_id
          left join public.profiles a on a.id = e.actor_id
        ) i
        group by i.post_id, i.post_title, i.post_slug, i.category_slug
      ) told
      having count(*) > 0
    )
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
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' in ('deleted', 'invited');
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
    when says is null and mail.kind = 'summary' and exists (select from public.roles r where r.user_id = mail.person_id)
      then 'There was nothing to report.'
    when says is null then 'Its subject no longer exists.'
  end;
  if problem is null then
    return says || jsonb_build_object(
      'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
      'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
      'is_person', mail.person_id is not null
    );
  end if;
  update private.mails m set state = 'dropped', outcome = problem, about = private.without_address(m.about) where m.id = mail.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_invitation(invitation private.invitations, action text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.spend_limit('invite');
  insert into private.mails (kind, about)
  values ('account', jsonb_build_object('event', 'invited', 'invitation', invitation.id, 'to', invitation.address));
  perform private.audit_invitation(invitation, action);
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_mail(mail_id bigint, attempt integer, became text, words text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with settled as (
    update private.mails set
      state = case became when 'later' then 'ready' else became end,
      due_at = case became
        when 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
      outcome = left(words, 500),
      about = case when became <> 'later' then private.without_address(about) else about end
    where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
    returning due_at
  )
  select case became when 'later' then (select due_at from settled) end
$function$;

CREATE OR REPLACE FUNCTION private.take_invitation(invitation private.invitations, person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.roles as r (user_id, role) values (person, invitation.role)
  on conflict (user_id) do update set role = excluded.role where excluded.role = 'admin' and r.role <> 'admin';
  delete from private.invitations i where i.id = invitation.id;
  perform private.audit_invitation(invitation, 'accept');
end
$function$;

CREATE OR REPLACE FUNCTION private.without_address(about jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case about ->> 'event'
    when 'deleted' then about - 'to'
    when 'invited' then about || jsonb_build_object('to', regexp_replace(about ->> 'to', '^(.)[^@]*', '\1…'))
    else about
  end
$function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(key uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  kept private.invitations;
begin
  select * into kept from private.invitations i
  where i.key = accept_invitation.key and i.ends_at > now() for update;
  if kept.id is null then
    raise exception 'This invitation has ended.' using errcode = 'PT409', hint = 'invitation_ended';
  end if;
  if not exists (
    select from auth.users u where u.id = me and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This invitation is for another address.' using errcode = '42501', hint = 'invitation_of_another';
  end if;
  if private.is_own_session((auth.jwt() ->> 'session_id')::uuid) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  perform private.take_invitation(kept, me);
  return kept.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_first_steps()
 RETURNS TABLE(is_named boolean, has_logo boolean, has_categories boolean, has_team boolean, has_posts boolean, has_widget boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select
      (select s.name is not null from public.site_settings s),
      (select s.logo_path is not null from public.site_settings s),
      exists (select from public.audit_log l where l.action in ('category.create', 'category.update', 'category.delete')),
      (select count(*) > 1 from public.roles) or exists (select from private.invitations i where i.ends_at > now()),
      exists (select from public.posts p where p.author_id is null or p.author_id <> all (private.example_people())),
      (select cardinality(s.widget_origins) > 0 from public.site_settings s)
  where not (select s.hides_first_steps from public.site_settings s);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_invitations()
 RETURNS TABLE(id bigint, address text, role text, invited_by text, sent_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select i.id, i.address, i.role, p.name, i.sent_at, i.ends_at
    from private.invitations i join public.profiles p on p.id = i.invited_by
    where i.ends_at > now() - interval '1 month'
    order by i.sent_at desc, i.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_invite(addresses text[], wanted text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text;
  made private.invitations;
  sent integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if coalesce(cardinality(addresses), 0) not between 1 and 20 then
    raise exception 'Invite between one and twenty people at a time.' using errcode = '22023';
  end if;
  delete from private.invitations i where i.ends_at < now() - interval '1 month';
  for mailbox in select distinct lower(btrim(a)) from unnest(addresses) a order by 1 loop
    if exists (
      select from auth.users u join public.roles r on r.user_id = u.id
      where lower(u.email) = mailbox and r.role in ('admin', wanted)
    ) then
      raise exception 'This person is already on the team: %', mailbox
        using errcode = 'PT409', hint = 'invited_is_on_team', detail = jsonb_build_object('address', mailbox)::text;
    end if;
    insert into private.invitations as i (address, role, invited_by) values (mailbox, wanted, auth.uid())
    on conflict (address) do update set
      role = excluded.role, invited_by = excluded.invited_by, key = excluded.key, sent_at = now(), ends_at = excluded.ends_at
    returning * into made;
    perform private.send_invitation(made, 'create');
    sent := sent + 1;
  end loop;
  if (select count(*) from private.invitations) > 100 then
    raise exception 'Up to 100 people can be invited at a time.' using errcode = 'PT409', hint = 'invitations_full';
  end if;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_mails(before_mail bigint DEFAULT NULL::bigint, only_state text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, kind text, reader text, post_id bigint, post_title text, reasons text[], state text, attempts integer, outcome text, created_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select m.id, case m.about ->> 'event' when 'invited' then 'invitation' else m.kind end, coalesce(r.name, regexp_replace(coalesce(a.address, m.about ->> 'to'), '^(.)[^@]*', '\1…')), m.post_id, p.title,
      array(select distinct t.reason from private.mail_parts t where t.mail_id = m.id order by 1),
      m.state, m.attempts, m.outcome, m.created_at, m.due_at
    from private.mails m
    left join public.profiles r on r.id = m.person_id
    left join private.mail_addresses a on a.id = m.address_id
    left join public.posts p on p.id = m.post_id and p.deleted_at is null
    where (before_mail is null or m.id < before_mail) and (only_state is null or m.state = only_state)
    order by m.id desc limit least(max_rows, 100);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_resend_invitation(invitation_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  renewed private.invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if exists (
    select from private.invitations i where i.id = invitation_id and i.sent_at > now() - interval '1 minute'
  ) then
    raise exception 'This invitation was sent a moment ago.' using errcode = 'PT409', hint = 'invitation_sent';
  end if;
  update private.invitations i set invited_by = auth.uid(), sent_at = now(), ends_at = now() + interval '14 days'
  where i.id = invitation_id returning i.* into renewed;
  if renewed.id is null then
    return false;
  end if;
  perform private.send_invitation(renewed, 'resend');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_revoke_invitation(invitation_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  revoked private.invitations;
begin
  perform private.require_admin();
  delete from private.invitations i where i.id = invitation_id returning i.* into revoked;
  if revoked.id is null then
    return false;
  end if;
  perform private.audit_invitation(revoked, 'revoke');
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.read_invitation(key uuid)
 RETURNS TABLE(address text, role text, invited_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.address, i.role, p.name
  from private.invitations i join public.profiles p on p.id = i.invited_by
  where i.key = read_invitation.key and i.ends_at > now()
$function$;

ALTER TABLE "private"."invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY (invited_by) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."limits" ADD CONSTRAINT "limits_action_check" CHECK ((action = ANY (ARRAY['post'::text, 'comment'::text, 'edit'::text, 'vote'::text, 'image'::text, 'report'::text, 'invite'::text])));

ALTER TABLE "private"."mails" ADD CONSTRAINT "mails_check" CHECK ((num_nonnulls(person_id, address_id) =
CASE
    WHEN ((about ->> 'event'::text) = ANY (ARRAY['deleted'::text, 'invited'::text])) THEN 0
    ELSE 1
END));

CREATE INDEX invitations_inviter_idx ON private.invitations USING btree (invited_by);

CREATE TRIGGER accept_by_confirming AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.accept_by_confirming();

COMMENT ON COLUMN "private"."invitations"."key" IS 'The secret in the link. Only the email contains it.';

COMMENT ON COLUMN "private"."mails"."about" IS 'For an email about an account: what happened to the account, and its address at that time. For a deleted account and an invitation, the address is kept until the email is sent.';

COMMENT ON FUNCTION "private"."accept_by_confirming"() IS 'Gives a new account the role that its address was invited to, once its owner follows the link in the confirmation email. Accounts that are confirmed as they are created must accept with the invitation''s link.';

COMMENT ON FUNCTION "private"."audit"(text, bigint, text, jsonb, jsonb) IS 'Writes an entry in the name of the person who made the request, or for whom the auth service makes it (signpost.actor).';

COMMENT ON FUNCTION "private"."audit_invitation"(private.invitations, text) IS 'Logs what happened to an invitation, with only the first letter of the address, because the log is kept for good.';

COMMENT ON FUNCTION "private"."audit_role"() IS 'Logs who gained or lost a role. Invitations end with the role of the admin who sent them.';

COMMENT ON FUNCTION "private"."invitation_says"(bigint) IS 'The content of an invitation''s email; null once it has ended.';

COMMENT ON FUNCTION "private"."send_invitation"(private.invitations, text) IS 'Emails an invitation, within the admin''s limit, and logs it.';

COMMENT ON FUNCTION "private"."take_invitation"(private.invitations, uuid) IS 'Gives the role of an invitation, which never lowers one, and ends it.';

COMMENT ON FUNCTION "private"."without_address"(jsonb) IS 'What an email is about, once it is over: without the address of someone who has no account.';

COMMENT ON FUNCTION "public"."accept_invitation"(uuid) IS 'Gives the caller the role that the link''s reader was invited to. It takes both the link and the confirmed address: the auth service may be set up to confirm addresses without an email, and links get forwarded. Not in a session that began in the company''s product, where no one proved the address.';

COMMENT ON FUNCTION "public"."admin_invitations"() IS 'Invitations that no one has accepted, also those that ended within a month. Never with their links. Admins only.';

COMMENT ON FUNCTION "public"."admin_invite"(text[], text) IS 'Emails people an invitation to the team, all or none, and returns how many. Inviting someone again replaces their invitation, and the earlier link ends. Admins only.';

COMMENT ON FUNCTION "public"."admin_resend_invitation"(bigint) IS 'Sends an invitation again and renews it for 14 days. At most once a minute. False if it no longer exists. Admins only.';

COMMENT ON FUNCTION "public"."admin_revoke_invitation"(bigint) IS 'Ends an invitation, also its link. False if it no longer exists. Admins only.';

COMMENT ON FUNCTION "public"."read_invitation"(uuid) IS 'What the reader of an invitation sees. No row for a link that doesn''t work.';

COMMENT ON TABLE "private"."invitations" IS 'Who is invited to the team, until they accept. Ended invitations stay listed for a month, so that an admin can send them again.';

REVOKE ALL ON FUNCTION "private"."accept_by_confirming"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."accept_by_confirming"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."audit_invitation"(private.invitations, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_invitation"(private.invitations, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invitation_says"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invitation_says"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."send_invitation"(private.invitations, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."send_invitation"(private.invitations, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_invitation"(private.invitations, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_invitation"(private.invitations, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."without_address"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."without_address"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."accept_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_invitation"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_invitations"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_invitations"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_invite"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_invite"(text[], text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_resend_invitation"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_resend_invitation"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_revoke_invitation"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_revoke_invitation"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_invitation"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_invitation"(uuid) TO "anon", "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."invitations" TO "postgres", "service_role";

insert into private.limits (action, standing, max_count, period, sentence)
values ('invite', 'any', 40, '1 hour', 'You have invited a lot of people.')
on conflict do nothing;
