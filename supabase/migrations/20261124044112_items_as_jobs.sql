set local check_function_bodies = off;

-- What waits becomes jobs by itself: the worker makes one for each row without. A mail whose text is on its way right
-- now is marked as unknown by its job, and does not go out again.

DROP FUNCTION "private"."claim_delivery"();

DROP FUNCTION "private"."claim_mail"();

DROP FUNCTION "private"."give_up_lost_mails"();

DROP FUNCTION "private"."settle_delivery"(bigint, integer, integer, text);

DROP FUNCTION "private"."settle_mail"(bigint, integer, text, text);

ALTER TABLE "private"."mails" DROP COLUMN "claimed_at";

ALTER TABLE "private"."webhook_deliveries" ADD COLUMN "job_id" uuid NOT NULL DEFAULT gen_random_uuid();

CREATE OR REPLACE FUNCTION private.begin_mail(mail_id bigint, attempt integer)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with begun as (
    update private.mails set state = 'sending' where id = mail_id and attempts = attempt and state = 'claimed'
    returning 1
  )
  select exists (select from begun)
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
  -- No webhook goes before its deliveries.
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
    update private.webhook_deliveries d set state = 'dropped', outcome = 'What it was about is gone.' where d.id = delivery.id;
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
  select u.email as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
    p.name, coalesce(u.banned_until < now(), true) as is_open,
    private.make_token('p', mail.person_id, mail.post_id, case mail.kind when 'summary' then 'summary' else 'set' end) as token
  into reader
  from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
  where u.id = mail.person_id
  union all
  select a.address, true, a.mail, null, true,
    private.make_token('a', a.id, mail.post_id, case mail.kind when 'confirm' then 'confirm' else 'set' end)
  from private.mail_addresses a where a.id = mail.address_id;
  says := private.mail_says(mail);
  problem := case
    when reader.address is null or not reader.is_open then 'There is nobody any more to send it to.'
    when not reader.is_confirmed then 'The address is not confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader wants no mails any more.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address takes no mails.'
    when says is null then 'What it was about is gone.'
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

CREATE OR REPLACE FUNCTION private.send_unheard(of_post bigint, of_comment bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.webhook_deliveries d set state = 'ready', job_id = gen_random_uuid(), due_at = now(), outcome = null
  from private.unheard_deliveries(of_post, of_comment) u where d.id = u.id and d.state = 'dropped'
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
    -- Not all at the same moment.
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
    when answered = 410 then 'The receiver answered that it is gone (410).'
    when failing < now() - interval '3 days' then 'Nothing has arrived for three days.'
  end;
  if reason is not null then
    perform private.switch_off_webhook(delivery.webhook_id, reason);
    insert into private.mails (kind, person_id, webhook_id)
    select 'webhook', r.user_id, delivery.webhook_id from public.roles r where r.role = 'admin';
  end if;
  return case when not went_well then delivery.due_at end;
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
      outcome = left(words, 500)
    where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
    returning due_at
  )
  select case became when 'later' then (select due_at from settled) end
$function$;

CREATE OR REPLACE FUNCTION public.admin_replay_delivery(delivery_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform 1 from private.webhook_deliveries d where d.id = delivery_id;
  if not found then
    raise exception 'This delivery is no longer in the log.' using errcode = 'P0002';
  end if;
  update private.webhook_deliveries d set
    state = 'ready', job_id = gen_random_uuid(), attempts = 0, due_at = now(), outcome = null, status = null
  from private.webhooks w
  where d.id = delivery_id and w.id = d.webhook_id and w.off_at is null;
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$function$;

ALTER TABLE "private"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_job_id_key" UNIQUE (job_id);

COMMENT ON COLUMN "private"."mails"."key" IS 'Its Message-ID, and the id of the job that sends it.';

COMMENT ON COLUMN "private"."mails"."state" IS 'claimed: an attempt prepares it. sending: its text is on the way, which happens once: when the answer is lost, it stays unknown whether it arrived.';

COMMENT ON COLUMN "private"."webhook_deliveries"."job_id" IS 'The job that sends it; another one when it is sent again.';

COMMENT ON COLUMN "private"."webhooks"."rests_until" IS 'Nothing is sent to it before: the last request failed a moment ago.';

COMMENT ON FUNCTION "private"."begin_mail"(bigint, integer) IS 'Right before the text of a mail goes out; false when another attempt has begun since, and then nothing may.';

COMMENT ON FUNCTION "private"."prepare_delivery"(uuid) IS 'All that the next attempt of a job says; null when nothing is to be sent: what it was about is gone, its webhook is off, or another job sends it.';

COMMENT ON FUNCTION "private"."prepare_mail"(uuid) IS 'All that a mail says, for an attempt of the job that has its key. Null when nothing is to be sent: without a reader, an address or anything left to say it is dropped, and where the attempt before ended while its text was on the way nobody knows whether it arrived, so it does not go out again.';

COMMENT ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) IS 'What came of an attempt: the status of the answer, null without one. Anything but 2xx is due again at the time it returns, up to eight times within a day. An answer of 410, or three days of failures, switch the webhook off, and its admins get a mail. An answer to an attempt that is over changes nothing.';

COMMENT ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) IS 'What became of an attempt: ''sent'', ''failed'' (for good), ''unknown'', or ''later''. Returns when the next one is due, after pauses that grow from a minute to four hours; null when there is none. An answer to an attempt that is over changes nothing.';

REVOKE ALL ON FUNCTION "private"."prepare_delivery"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_delivery"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."prepare_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prepare_mail"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) TO "postgres", "service_role";
