create function private.new_secret() returns text
language sql set search_path = ''
return 'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64');
comment on function private.new_secret is 'A new secret for signatures, in the format of Standard Webhooks.';

create function private.audit_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if tg_op <> 'INSERT' then
    was := jsonb_build_object('id', old.id, 'host', substring(old.address from '^https?://([^/?]+)'),
      'shape', old.shape, 'kinds', old.kinds, 'is_on', old.off_at is null);
  end if;
  if tg_op <> 'DELETE' then
    is_now := jsonb_build_object('id', new.id, 'host', substring(new.address from '^https?://([^/?]+)'),
      'shape', new.shape, 'kinds', new.kinds, 'is_on', new.off_at is null);
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'webhook.create' when 'DELETE' then 'webhook.delete' else
      case when new.secret <> old.secret then 'webhook.secret' else 'webhook.update' end end,
    null, null, was, is_now
  );
  return null;
end
$$;
comment on function private.audit_webhook is 'Logs changes to webhooks. Of the address, only the host.';

create table private.webhooks (
  id bigint generated always as identity primary key,
  address text not null,
  shape text not null check (shape in ('json', 'slack', 'discord')),
  kinds text[] not null,
  secret text not null,
  old_secret text,
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  rests_until timestamptz not null default now(),
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text,
  check (char_length(address) <= 1000 and address ~ '^https?://[^\s/?#@\\]+([/?][^\s#\\]*)?$'),
  check (
    cardinality(kinds) > 0
    and array_position(kinds, null::text) is null
    and kinds <@ array[
      'post.created', 'post.state', 'post.corrected', 'post.deleted', 'post.restored', 'post.merged', 'post.unmerged',
      'comment.created', 'comment.deleted', 'changelog.published', 'changelog.changed', 'changelog.removed', 'comment.restored'
    ]
  )
);
comment on table private.webhooks is 'External addresses that are notified about what happens on the board. Managed by admins.';
comment on column private.webhooks.secret is 'Signs requests. The previous secret signs them as well for a day.';
comment on column private.webhooks.rests_until is 'Nothing is sent before this time, because the last request failed.';
comment on column private.webhooks.off_at is 'Since when it is off and nothing is queued for it; null while it is on.';

create trigger audit_webhook after insert or delete on private.webhooks
  for each row execute function private.audit_webhook();
create trigger audit_webhook_update after update of address, shape, kinds, secret, off_at on private.webhooks
  for each row when (
    auth.uid() is not null
    and (
      (old.address, old.shape, old.kinds, old.secret) is distinct from (new.address, new.shape, new.kinds, new.secret)
      or (old.off_at is null) is distinct from (new.off_at is null)
    )
  ) execute function private.audit_webhook();

create table private.webhook_deliveries (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(),
  webhook_id bigint not null references private.webhooks (id) on delete cascade,
  event_id bigint,
  state text not null default 'ready' check (state in ('ready', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  status integer,
  outcome text,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  job_id uuid not null default gen_random_uuid() unique,
  unique (webhook_id, event_id)
);
comment on table private.webhook_deliveries is 'Which event goes to which webhook, without its text.';
comment on column private.webhook_deliveries.key is 'The id that the receiver sees, the same for every attempt.';
comment on column private.webhook_deliveries.job_id is 'The job that sends it. Sending it again uses a new job.';
comment on column private.webhook_deliveries.event_id is 'Null for a test, which is tried once.';
comment on column private.webhook_deliveries.status is 'The HTTP status of the last response; null if there was none.';

create index webhook_deliveries_ready_idx on private.webhook_deliveries (webhook_id, due_at) where state = 'ready';
create index webhook_deliveries_log_idx on private.webhook_deliveries (webhook_id, id desc);

create function public.admin_webhooks() returns table(
  id bigint, address text, shape text, kinds text[], created_at timestamptz, failing_since timestamptz,
  off_at timestamptz, off_reason text, waiting integer
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select w.id, w.address, w.shape, w.kinds, w.created_at, w.failing_since, w.off_at, w.off_reason,
      (select count(*)::integer from private.webhook_deliveries d where d.webhook_id = w.id and d.state = 'ready')
    from private.webhooks w order by w.id desc;
end
$$;
comment on function public.admin_webhooks is 'All webhooks, newest first, without their secrets. Admins only.';
grant execute on function public.admin_webhooks to authenticated, service_role;

create function public.admin_add_webhook(address text, shape text, kinds text[]) returns table(id bigint, secret text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  if (select count(*) from private.webhooks) >= 20 then
    raise exception 'You can have up to 20 webhooks. Delete one first.' using errcode = 'PT429', hint = 'webhooks_full';
  end if;
  return query
    insert into private.webhooks as w (address, shape, kinds, secret)
    values (admin_add_webhook.address, admin_add_webhook.shape, admin_add_webhook.kinds, private.new_secret())
    returning w.id, w.secret;
end
$$;
comment on function public.admin_add_webhook is 'Adds one of up to twenty webhooks and returns its secret once.';
grant execute on function public.admin_add_webhook to authenticated, service_role;

create function public.admin_set_webhook(
  webhook_id bigint, address text default null, shape text default null, kinds text[] default null,
  is_on boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted alias for is_on;
begin
  perform private.require_admin();
  update private.webhooks w set
    address = coalesce(admin_set_webhook.address, w.address),
    shape = coalesce(admin_set_webhook.shape, w.shape),
    kinds = coalesce(admin_set_webhook.kinds, w.kinds),
    off_at = case when wanted then null else w.off_at end,
    off_reason = case when wanted then null else w.off_reason end,
    failing_since = case when wanted then null else w.failing_since end
  where w.id = admin_set_webhook.webhook_id;
  if not found then
    raise exception 'This webhook no longer exists.' using errcode = 'P0002';
  end if;
  if not wanted then
    perform private.switch_off_webhook(admin_set_webhook.webhook_id, null);
  end if;
end
$$;
comment on function public.admin_set_webhook is 'Changes a webhook and turns it on or off. Null leaves a value unchanged.';
grant execute on function public.admin_set_webhook to authenticated, service_role;

create function public.admin_renew_webhook_secret(webhook_id bigint) returns text
language plpgsql security definer set search_path = '' as $$
declare
  made text;
begin
  perform private.require_admin();
  update private.webhooks w set old_secret = w.secret, renewed_at = now(), secret = private.new_secret()
  where w.id = webhook_id
  returning w.secret into made;
  if made is null then
    raise exception 'This webhook no longer exists.' using errcode = 'P0002';
  end if;
  return made;
end
$$;
comment on function public.admin_renew_webhook_secret is 'Creates a new secret. For a day, both secrets sign requests.';
grant execute on function public.admin_renew_webhook_secret to authenticated, service_role;

create function public.admin_delete_webhook(webhook_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.webhooks w where w.id = webhook_id;
end
$$;
comment on function public.admin_delete_webhook is 'Deletes a webhook and its log.';
grant execute on function public.admin_delete_webhook to authenticated, service_role;

create function public.admin_test_webhook(webhook_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  asked alias for webhook_id;
begin
  perform private.require_admin();
  perform 1 from private.webhooks w where w.id = asked and w.off_at is null for no key update;
  if not found then
    raise exception 'This webhook is off or no longer exists.' using errcode = 'P0002';
  end if;
  insert into private.webhook_deliveries (webhook_id)
  select asked where not exists (
    select from private.webhook_deliveries d where d.webhook_id = asked and d.event_id is null and d.state = 'ready'
  );
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$$;
comment on function public.admin_test_webhook is 'Sends a test. False while another test is on its way.';
grant execute on function public.admin_test_webhook to authenticated, service_role;
