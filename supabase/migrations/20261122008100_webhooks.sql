-- Webhooks: other programs hear what happens on the board by HTTP requests. Each event is queued for each of them in the
-- transaction in which it happens, and sent by a worker (lib/jobs) until it arrives or a day is over.
create table private.webhooks (
  id bigint generated always as identity primary key,
  address text not null check (char_length(address) <= 1000 and address ~ '^https?://[^\s/?#@\\]+([/?][^\s#\\]*)?$'),
  shape text not null check (shape in ('json', 'slack', 'discord')),
  kinds text[] not null check (
    cardinality(kinds) > 0 and array_position(kinds, null) is null and kinds <@ array[
      'post.created', 'post.state', 'post.corrected', 'post.deleted', 'post.restored', 'post.merged', 'post.unmerged',
      'comment.created', 'comment.deleted'
    ]
  ),
  secret text not null,
  old_secret text,
  renewed_at timestamptz,
  created_at timestamptz not null default now(),
  rests_until timestamptz not null default now(),
  failing_since timestamptz,
  off_at timestamptz,
  off_reason text
);
comment on table private.webhooks is 'Addresses outside that are told what happens on the board, as admins want it.';
comment on column private.webhooks.secret is
  'What requests are signed with. It is shown when it is made and never again; the one before it signs as well for a day.';
comment on column private.webhooks.rests_until is
  'Nothing is sent to it before: a request is on its way, or the last one failed a moment ago.';
comment on column private.webhooks.off_at is 'Since when nothing is queued for it; null while it is on.';

create table private.webhook_deliveries (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(),
  webhook_id bigint not null references private.webhooks (id) on delete cascade,
  -- Not a reference: no event is ever deleted.
  event_id bigint,
  state text not null default 'ready' check (state in ('ready', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  status integer,
  outcome text,
  tried_at timestamptz,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
comment on table private.webhook_deliveries is
  'Which event is sent to which webhook, and what came of it. Ids alone: what is said is looked up for each attempt.';
comment on column private.webhook_deliveries.key is 'Its id for the receiver, the same for every attempt.';
comment on column private.webhook_deliveries.event_id is 'Null for a test, which is tried once.';
comment on column private.webhook_deliveries.status is 'The status of the last answer; null when there was none.';
create index webhook_deliveries_ready_idx on private.webhook_deliveries (webhook_id, due_at) where state = 'ready';
create index webhook_deliveries_log_idx on private.webhook_deliveries (webhook_id, id desc);

alter table private.webhooks enable row level security;
alter table private.webhook_deliveries enable row level security;
grant all on private.webhooks, private.webhook_deliveries to service_role;

alter table private.mails add column webhook_id bigint references private.webhooks (id) on delete set null;
create index mails_webhook_idx on private.mails (webhook_id) where webhook_id is not null;
alter table private.mails drop constraint mails_kind_check;
alter table private.mails add constraint mails_kind_check
  check (kind in ('notices', 'confirm', 'summary', 'test', 'webhook'));

create function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.webhook_deliveries (webhook_id, event_id)
  select w.id, new.id from private.webhooks w where w.off_at is null and new.kind = any (w.kinds)
  -- One that is deleted meanwhile does not fail what happens.
  for key share;
  if found then
    perform pg_notify('signpost', 'webhook');
  end if;
  return null;
end
$$;
create trigger queue_deliveries after insert on private.events
  for each row execute function private.queue_deliveries();

-- What everybody can read of a person; null for nobody.
create function private.person_says(person uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'is_team', p.is_team) from public.profiles p where p.id = person
$$;

-- What everybody can read of a post; null for one that is gone.
create function private.post_says(post bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p.id, 'title', p.title, 'details', p.details, 'category', c.slug, 'slug', p.slug, 'state', p.state,
    'votes', p.votes_total, 'comments', p.comments_total, 'created_at', p.created_at,
    'author', private.person_says(p.author_id)
  )
  from public.posts p join public.categories c on c.id = p.category_id
  where p.id = post and p.deleted_at is null
$$;

-- What a webhook is told of an event, as things are now; null when what it tells of is gone. Of what was deleted, and of
-- whoever did that, it says ids alone.
create function private.event_says(event bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('type', e.kind, 'timestamp', e.created_at, 'data', told.data)
  from private.events e
  left join private.visible_events v on v.id = e.id
  cross join lateral (select private.post_says(e.post_id) as says) post
  cross join lateral (
    select case
      when e.kind in ('post.deleted', 'comment.deleted') then
        jsonb_build_object('post', jsonb_build_object('id', e.post_id))
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object('id', e.comment_id)) end
      when e.kind = 'post.merged' then (
        select jsonb_build_object('post', jsonb_build_object('id', e.post_id), 'merged_into', stays.says)
        from public.post_merges m cross join lateral (select private.post_says(m.stays_id) as says) stays
        where m.post_id = e.post_id and m.undone_at is null and stays.says is not null
      )
      -- A change of state that was taken back leaves no entry, and its post as it was before.
      when post.says is not null and (v.id is not null or e.kind = 'post.corrected') then
        jsonb_build_object('post', post.says, 'actor', private.person_says(e.actor_id))
        || case when e.change_id is null then '{}' else jsonb_build_object('change', case when v.id is not null then
          jsonb_build_object('from', v.from_state, 'to', v.to_state, 'note', v.note) end) end
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object(
          'id', e.comment_id, 'parent_id', v.parent_id, 'body', v.body)) end
    end as data
  ) told
  where e.id = event and told.data is not null
$$;

-- The next attempt that is due, with all that it says; null when none is. For a minute the caller alone sends to that
-- webhook; where its end is not heard of by then, the delivery is tried again.
create function private.claim_delivery() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  hook private.webhooks;
  delivery private.webhook_deliveries;
  says jsonb;
begin
  loop
    select w.* into hook from private.webhooks w
    where w.off_at is null and w.rests_until <= now() and exists (
      select from private.webhook_deliveries d where d.webhook_id = w.id and d.state = 'ready' and d.due_at <= now()
    )
    order by w.rests_until, w.id for no key update skip locked limit 1;
    if not found then
      return null;
    end if;
    select d.* into delivery from private.webhook_deliveries d
    where d.webhook_id = hook.id and d.state = 'ready' and d.due_at <= now()
    order by d.due_at, d.id limit 1;
    continue when not found;
    says := case when delivery.event_id is null
      then jsonb_build_object('type', 'webhook.test', 'timestamp', delivery.created_at, 'data', '{}'::jsonb)
      else private.event_says(delivery.event_id) end;
    if says is null then
      update private.webhook_deliveries d set state = 'dropped', outcome = 'What it was about is gone.' where d.id = delivery.id;
      continue;
    end if;
    update private.webhooks w set rests_until = now() + interval '1 minute' where w.id = hook.id;
    update private.webhook_deliveries d set attempts = d.attempts + 1, tried_at = now() where d.id = delivery.id;
    return jsonb_build_object(
      'id', delivery.id, 'attempt', delivery.attempts + 1, 'key', delivery.key, 'address', hook.address, 'shape', hook.shape,
      'says', says, 'secrets', to_jsonb(array_remove(array[
        hook.secret, case when hook.renewed_at > now() - interval '1 day' then hook.old_secret end], null))
    );
  end loop;
end
$$;

-- Ends what is sent to a webhook; what waited for it can be sent again by hand.
create function private.switch_off_webhook(hook bigint, reason text) returns void
language sql set search_path = ''
as $$
  update private.webhooks w set off_at = now(), off_reason = reason where w.id = hook and w.off_at is null;
  update private.webhook_deliveries d set state = 'dropped', outcome = 'The endpoint was switched off.'
  where d.webhook_id = hook and d.state = 'ready';
$$;

-- What came of an attempt: the status of the answer, null without one. Anything but 2xx is tried again, up to eight times
-- within a day. An answer of 410, or three days of failures, switch the webhook off, and its admins get a mail. An
-- answer to an attempt that is over changes nothing.
create function private.settle_delivery(delivery_id bigint, attempt integer, answered integer, words text) returns void
language plpgsql set search_path = ''
as $$
declare
  pauses constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,8 hours,8 hours}';
  went_well constant boolean := coalesce(answered between 200 and 299, false);
  hook bigint;
  failing timestamptz;
  reason text;
begin
  update private.webhook_deliveries d set
    state = case
      when went_well then 'sent' when d.event_id is null or attempt > cardinality(pauses) then 'failed' else 'ready' end,
    -- Not all at the same moment.
    due_at = now() + case when went_well then '0' else coalesce(pauses[attempt], '0') * (0.9 + random() * 0.2) end,
    status = answered, outcome = left(words, 500)
  where d.id = delivery_id and d.attempts = attempt and d.state = 'ready'
  returning d.webhook_id into hook;
  if hook is null then
    return;
  end if;
  update private.webhooks w set
    rests_until = now() + case when went_well then interval '0' else interval '10 seconds' end,
    failing_since = case when not went_well then coalesce(w.failing_since, now()) end
  where w.id = hook and w.off_at is null
  returning w.failing_since into failing;
  reason := case
    when answered = 410 then 'The receiver answered that it is gone (410).'
    when failing < now() - interval '3 days' then 'Nothing has arrived for three days.'
  end;
  if reason is not null then
    perform private.switch_off_webhook(hook, reason);
    insert into private.mails (kind, person_id, webhook_id)
    select 'webhook', r.user_id, hook from public.roles r where r.role = 'admin';
  end if;
end
$$;

create function private.tidy_deliveries() returns void
language sql set search_path = ''
as $$
  delete from private.webhook_deliveries where created_at < now() - interval '30 days' and state <> 'ready'
$$;
grant execute on function private.claim_delivery(), private.settle_delivery(bigint, integer, integer, text),
  private.tidy_deliveries() to service_role;

-- As before; and of a webhook that was switched off, to whoever still is an admin.
create or replace function private.mail_says(mail private.mails) returns jsonb
language sql stable set search_path = ''
as $$
  select case mail.kind
    when 'test' then '{}'
    when 'summary' then private.summary_says()
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
      where f.address_id = mail.address_id and f.post_id = mail.post_id and f.confirmed_at is null
    )
    else (
      select jsonb_build_object('posts', jsonb_agg(told.post order by told.newest desc))
      from (
        select max(e.id) as newest, jsonb_build_object(
          'id', e.post_id, 'title', e.post_title, 'slug', e.post_slug, 'category_slug', e.category_slug,
          'items', jsonb_agg(jsonb_build_object(
            'kind', e.kind, 'reason', m.reason, 'created_at', e.created_at, 'comment_id', e.comment_id,
            'body', e.body, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note,
            'actor', a.name, 'is_team', a.is_team
          ) order by e.id)) as post
        from private.mail_parts m join private.visible_events e on e.id = m.event_id
        left join public.profiles a on a.id = e.actor_id
        where m.mail_id = mail.id
          -- Muted since, or no longer followed by mail.
          and not exists (
            select from private.follows f
            where f.post_id = e.post_id and f.person_id = mail.person_id and f.level = 'muted'
          )
          and (mail.address_id is null or exists (
            select from private.mail_follows f where f.post_id = e.post_id and f.address_id = mail.address_id
          ))
        group by e.post_id, e.post_title, e.post_slug, e.category_slug
      ) told
      having count(*) > 0
    )
  end
$$;

create function private.new_secret() returns text
language sql volatile set search_path = ''
return 'whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64');

-- Every webhook, the newest first, without its secret. Admins only.
create function public.admin_webhooks()
returns table (
  id bigint, address text, shape text, kinds text[], created_at timestamptz, failing_since timestamptz,
  off_at timestamptz, off_reason text, waiting integer
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select w.id, w.address, w.shape, w.kinds, w.created_at, w.failing_since, w.off_at, w.off_reason,
      (select count(*)::integer from private.webhook_deliveries d where d.webhook_id = w.id and d.state = 'ready')
    from private.webhooks w order by w.id desc;
end
$$;
revoke execute on function public.admin_webhooks() from public, anon;
grant execute on function public.admin_webhooks() to authenticated, service_role;

-- Adds a webhook and gives the secret that its requests are signed with, which nobody gets to see again; up to twenty.
create function public.admin_add_webhook(address text, shape text, kinds text[]) returns table (id bigint, secret text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
  if (select count(*) from private.webhooks) >= 20 then
    raise exception 'There are twenty already. Delete one first.' using errcode = 'PT429';
  end if;
  return query
    insert into private.webhooks as w (address, shape, kinds, secret)
    values (admin_add_webhook.address, admin_add_webhook.shape, admin_add_webhook.kinds, private.new_secret())
    returning w.id, w.secret;
end
$$;
revoke execute on function public.admin_add_webhook(text, text, text[]) from public, anon;
grant execute on function public.admin_add_webhook(text, text, text[]) to authenticated, service_role;

-- Changes a webhook, and switches it on or off; what is null stays.
create function public.admin_set_webhook(
  webhook_id bigint, address text default null, shape text default null, kinds text[] default null, is_on boolean default null
)
returns void
language plpgsql security definer set search_path = ''
as $$
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
revoke execute on function public.admin_set_webhook(bigint, text, text, text[], boolean) from public, anon;
grant execute on function public.admin_set_webhook(bigint, text, text, text[], boolean) to authenticated, service_role;

-- Gives a webhook a new secret. For a day requests are signed with both, so that the receiver can change over.
create function public.admin_renew_webhook_secret(webhook_id bigint) returns text
language plpgsql security definer set search_path = ''
as $$
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
revoke execute on function public.admin_renew_webhook_secret(bigint) from public, anon;
grant execute on function public.admin_renew_webhook_secret(bigint) to authenticated, service_role;

-- Deletes a webhook with its log.
create function public.admin_delete_webhook(webhook_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.webhooks w where w.id = webhook_id;
end
$$;
revoke execute on function public.admin_delete_webhook(bigint) from public, anon;
grant execute on function public.admin_delete_webhook(bigint) to authenticated, service_role;

-- Sends a test to a webhook that is on; false while the last one is on its way.
create function public.admin_test_webhook(webhook_id bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
revoke execute on function public.admin_test_webhook(bigint) from public, anon;
grant execute on function public.admin_test_webhook(bigint) to authenticated, service_role;

-- What was sent to a webhook, the newest first; before_delivery is the last one seen. Admins only.
create function public.admin_deliveries(webhook_id bigint, before_delivery bigint default null, max_rows integer default 50)
returns table (
  id bigint, kind text, post_title text, category_slug text, slug text, state text, attempts integer, status integer,
  outcome text, created_at timestamptz, tried_at timestamptz, due_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select d.id, coalesce(e.kind, 'webhook.test'), p.title, c.slug, p.slug, d.state, d.attempts, d.status, d.outcome,
      d.created_at, d.tried_at, d.due_at
    from private.webhook_deliveries d
    left join private.events e on e.id = d.event_id
    left join public.posts p on p.id = e.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id
    where d.webhook_id = admin_deliveries.webhook_id and (before_delivery is null or d.id < before_delivery)
    order by d.id desc limit least(max_rows, 100);
end
$$;
revoke execute on function public.admin_deliveries(bigint, bigint, integer) from public, anon;
grant execute on function public.admin_deliveries(bigint, bigint, integer) to authenticated, service_role;

-- Sends a delivery again, at once and under the same id, also one that waits for its next attempt; false when its
-- webhook is off.
create function public.admin_replay_delivery(delivery_id bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform 1 from private.webhook_deliveries d where d.id = delivery_id;
  if not found then
    raise exception 'This delivery is no longer in the log.' using errcode = 'P0002';
  end if;
  update private.webhook_deliveries d set state = 'ready', attempts = 0, due_at = now(), outcome = null, status = null
  from private.webhooks w
  where d.id = delivery_id and w.id = d.webhook_id and w.off_at is null;
  if not found then
    return false;
  end if;
  perform pg_notify('signpost', 'webhook');
  return true;
end
$$;
revoke execute on function public.admin_replay_delivery(bigint) from public, anon;
grant execute on function public.admin_replay_delivery(bigint) to authenticated, service_role;
