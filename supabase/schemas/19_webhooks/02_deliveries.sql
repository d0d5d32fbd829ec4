create function public.admin_deliveries(
  webhook_id bigint, before_delivery bigint default null, max_rows integer default 50
) returns table(
  id bigint, kind text, post_title text, category_slug text, slug text, state text, attempts integer, status integer,
  outcome text, created_at timestamptz, tried_at timestamptz, due_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select d.id, coalesce(e.kind, 'webhook.test'), coalesce(p.title, n.title), coalesce(c.slug, case when n.id is not null then 'changelog' end),
      coalesce(p.slug, n.slug), d.state, d.attempts, d.status, d.outcome,
      d.created_at, d.tried_at, d.due_at
    from private.webhook_deliveries d
    left join private.events e on e.id = d.event_id
    left join public.posts p on p.id = e.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id
    left join public.changelog_entries n on n.id = -e.post_id and n.state = 'published'
    where d.webhook_id = admin_deliveries.webhook_id and (before_delivery is null or d.id < before_delivery)
    order by d.id desc limit least(max_rows, 100);
end
$$;
comment on function public.admin_deliveries is 'The deliveries of a webhook, newest first. Admins only.';
grant execute on function public.admin_deliveries to authenticated, service_role;

create function public.admin_replay_delivery(delivery_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
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
$$;
comment on function public.admin_replay_delivery is 'Sends a delivery again. False if its webhook is off.';
grant execute on function public.admin_replay_delivery to authenticated, service_role;

create function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unheard bigint[] := '{}';
begin
  if new.kind in (
    'post.deleted', 'post.restored', 'post.merged', 'post.unmerged', 'comment.deleted', 'comment.restored'
  ) then
    unheard := array(select u.webhook_id from private.unheard_deliveries(new.post_id, new.comment_id) u);
  end if;
  if new.kind in ('post.restored', 'post.unmerged', 'comment.restored') then
    perform private.send_unheard(new.post_id, new.comment_id);
  end if;
  insert into private.webhook_deliveries (webhook_id, event_id)
  select w.id, new.id from private.webhooks w
  where w.off_at is null and new.kind = any (w.kinds) and w.id <> all (unheard)
  -- Deleting a webhook at the same moment must not fail the event.
  for key share;
  if found or unheard <> '{}' then
    perform pg_notify('signpost', 'webhook');
  end if;
  return null;
end
$$;
comment on function private.queue_deliveries is
  'Queues deliveries of an event. A webhook that hasn''t been sent something yet isn''t told that it was deleted, restored, merged or unmerged, but that it was created, once that is final.';

create trigger queue_deliveries after insert on private.events for each row execute function private.queue_deliveries();

create function private.unheard_deliveries(of_post bigint, of_comment bigint) returns setof private.webhook_deliveries
language plpgsql set search_path = '' as $$
begin
  perform 1 from private.webhooks w where w.off_at is null order by w.id for key share;
  return query
    select d.* from private.events e cross join private.webhooks w
    join private.webhook_deliveries d on d.webhook_id = w.id and d.event_id = e.id
    where w.off_at is null and d.tried_at is null and (
      of_comment is null and e.kind = 'post.created' and e.post_id = of_post
      or e.kind = 'comment.created' and e.comment_id = of_comment
    )
    order by d.id for update of d;
end
$$;
comment on function private.unheard_deliveries is 'Locks deliveries of new content that haven''t been attempted yet.';

create function private.mark_unheard() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_unheard := new.cause = 'approval' and now() = coalesce(
    (select p.created_at from public.posts p where p.id = new.post_id),
    (select c.created_at from public.comments c where c.id = new.comment_id)
  );
  return new;
end
$$;
comment on function private.mark_unheard is
  'Marks content that awaited approval from the start, so webhooks haven''t been told about it.';

create function private.send_unheard(of_post bigint, of_comment bigint) returns void
language sql set search_path = '' as $$
  update private.webhook_deliveries d set state = 'ready', job_id = gen_random_uuid(), due_at = now(), outcome = null
  from private.unheard_deliveries(of_post, of_comment) u where d.id = u.id and d.state = 'dropped'
$$;
comment on function private.send_unheard is 'Sends deliveries that were dropped while the post or comment was hidden.';
