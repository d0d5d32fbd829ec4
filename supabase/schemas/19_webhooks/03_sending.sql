create view private.public_people as
  select p.id, jsonb_build_object('id', p.id, 'name', p.name, 'is_team', p.is_team) as data from public.profiles p;
comment on view private.public_people is 'The public data of people.';

create view private.public_posts as
  select p.id, jsonb_build_object(
    'id', p.id, 'title', p.title, 'details', p.details, 'category', c.slug, 'slug', p.slug, 'state', p.state,
    'votes', p.votes_total, 'comments', p.comments_total, 'created_at', p.created_at, 'author', a.data
  ) as data
  from public.posts p
  join public.categories c on c.id = p.category_id
  left join private.public_people a on a.id = p.author_id
  where p.deleted_at is null;
comment on view private.public_posts is 'The public data of posts without deleted ones, in the format of webhooks and the API.';

create function private.person_says(person uuid) returns jsonb
language sql stable set search_path = '' as $$
  select p.data from private.public_people p where p.id = person
$$;
comment on function private.person_says is 'The public data of a person; null for no one.';

create function private.post_says(post bigint) returns jsonb
language sql stable set search_path = '' as $$
  select p.data from private.public_posts p where p.id = post
$$;
comment on function private.post_says is 'The public data of a post; null if it is deleted.';

create function private.entry_says(entry bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', e.id, 'title', e.title, 'body', e.body, 'slug', e.slug, 'published_at', e.published_at,
    'labels', (select coalesce(jsonb_agg(l ->> 'name'), '[]') from jsonb_array_elements(private.entry_labels(e.id)) l),
    'posts', (
      select coalesce(jsonb_agg(private.post_says((p ->> 'id')::bigint)), '[]')
      from jsonb_array_elements(private.entry_posts(e.id)) p
    )
  )
  from public.changelog_entries e where e.id = entry and e.state = 'published'
$$;
comment on function private.entry_says is 'The public data of a changelog entry; null unless it is published.';

create function private.event_says(event bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('type', e.kind, 'timestamp', e.created_at, 'data', told.data)
  from private.events e
  left join private.visible_events v on v.id = e.id
  cross join lateral (select private.post_says(coalesce(v.post_id, e.post_id)) as says) post
  cross join lateral (
    select case
      when e.kind = 'changelog.removed' then jsonb_build_object('entry', jsonb_build_object('id', -e.post_id))
      when e.post_id < 0 then (
        select jsonb_build_object('entry', entry.says, 'actor', private.person_says(e.actor_id))
        from (select private.entry_says(-e.post_id) as says) entry where entry.says is not null
      )
      when e.kind in ('post.deleted', 'comment.deleted') then
        jsonb_build_object('post', jsonb_build_object('id', e.post_id))
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object('id', e.comment_id)) end
      when e.kind = 'post.merged' then (
        select jsonb_build_object('post', jsonb_build_object('id', e.post_id), 'merged_into', stays.says)
        from public.post_merges m cross join lateral (select private.post_says(m.stays_id) as says) stays
        where m.post_id = e.post_id and m.undone_at is null
      )
      -- An undone state change has no entry, and its post has the previous state.
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
comment on function private.event_says is
  'The body of a webhook event with current data; null if its subject is gone. Deleted content and the person who deleted it are given as ids only. For a merge into a post that is gone, the id of the merged post. A comment that moved with a merge is sent with the post it is on now.';

create function private.prepare_delivery(job uuid) returns jsonb
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.prepare_delivery is
  'Everything for the next attempt of a job. Null if nothing is to be sent: its subject is gone, its webhook is off, or another job sends it.';
grant execute on function private.prepare_delivery to service_role;

create function private.switch_off_webhook(hook bigint, reason text) returns void
language sql set search_path = '' as $$
  update private.webhooks w set off_at = now(), off_reason = reason where w.id = hook and w.off_at is null;
  update private.webhook_deliveries d set state = 'dropped', outcome = 'The webhook was turned off.'
  where d.webhook_id = hook and d.state = 'ready';
$$;
comment on function private.switch_off_webhook is 'Turns a webhook off and drops pending deliveries.';

create function private.settle_delivery(
  delivery_id bigint, attempt integer, answered integer, words text
) returns timestamptz
language plpgsql set search_path = '' as $$
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
$$;
comment on function private.settle_delivery is
  'Records the result of an attempt: the response status, or null if there was none. Anything but 2xx is retried at the returned time, up to eight times within a day. A 410, or three days of failures, turns the webhook off and its admins get an email. The result of an attempt that is already over changes nothing.';
grant execute on function private.settle_delivery to service_role;

create function private.tidy_deliveries() returns void
language sql set search_path = '' as $$
  delete from private.webhook_deliveries where created_at < now() - interval '30 days' and state <> 'ready'
$$;
comment on function private.tidy_deliveries is 'Removes delivery logs after a month. For the worker.';
grant execute on function private.tidy_deliveries to service_role;
