set local check_function_bodies = off;

DROP FUNCTION "public"."admin_entry"(bigint);

ALTER TABLE "public"."changelog_entries" ADD COLUMN "completes" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.complete_entry_posts(entry bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  posts constant bigint[] :=
    array(select private.standing_post(x.post_id) from public.changelog_entry_posts x where x.entry_id = entry);
  post record;
  moved bigint[] := '{}';
begin
  if auth.uid() is not null then
    return array(select s.post_id from public.admin_set_state(posts, 'completed') s where s.outcome = 'done');
  end if;
  -- In the same order as admin_set_state, so that the two wait for each other instead of deadlocking.
  for post in
    select p.id, p.state from public.posts p
    where p.id = any (posts) and p.deleted_at is null and p.state <> 'completed' order by p.id for update
  loop
    update public.posts p set state = 'completed' where p.id = post.id;
    insert into public.post_events (post_id, actor_id, from_state, to_state) values (post.id, null, post.state, 'completed');
    moved := moved || post.id;
  end loop;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION private.publish_due_entries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
  made integer := 0;
begin
  for entry in
    select e.* from public.changelog_entries e where e.state = 'scheduled' and e.publish_at <= now()
    order by e.publish_at, e.id for update skip locked
  loop
    if entry.completes then
      perform private.complete_entry_posts(entry.id);
    end if;
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    made := made + 1;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_entry_belongings(entry bigint, labels integer[], posts bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if cardinality(posts) > 50 or cardinality(labels) > 10 then
    raise exception 'At most 50 posts and 10 labels.' using errcode = '22023';
  end if;
  if labels is not null then
    delete from public.changelog_entry_labels x where x.entry_id = entry and x.label_id <> all (labels);
    insert into public.changelog_entry_labels (entry_id, label_id)
    select entry, l.id from public.changelog_labels l where l.id = any (labels)
    on conflict do nothing;
  end if;
  if posts is not null then
    -- A merge or a deletion may be undone. Until then the editor shows the post that a merged one became, and no deleted one.
    delete from public.changelog_entry_posts x
    using public.posts p
    where x.entry_id = entry and p.id = private.standing_post(x.post_id) and p.deleted_at is null
      and x.post_id <> all (posts) and p.id <> all (posts);
    insert into public.changelog_entry_posts as x (entry_id, post_id, position)
    select entry, coalesce(l.post_id, p.id), min(w.place)::integer from unnest(posts) with ordinality as w (id, place)
    join public.posts p on p.id = w.id and p.deleted_at is null
    left join public.changelog_entry_posts l on l.entry_id = entry and private.standing_post(l.post_id) = p.id
    group by coalesce(l.post_id, p.id)
    on conflict (entry_id, post_id) do update set position = excluded.position;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_entry(entry_id bigint)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb, tells boolean, completes boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return query
    select s.*, e.tells, e.completes
    from private.shown_entries(array[admin_entry.entry_id]) s join public.changelog_entries e on e.id = s.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_publish_entry(entry_id bigint, at_time timestamp without time zone DEFAULT NULL::timestamp without time zone, tells boolean DEFAULT true, completes boolean DEFAULT false, seen_revision integer DEFAULT NULL::integer, at_moment timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(status text, slug text, completed bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry public.changelog_entries;
  moved bigint[] := '{}';
  due constant timestamptz :=
    coalesce(at_moment, at_time at time zone (select s.time_zone from public.site_settings s));
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e where e.id = admin_publish_entry.entry_id for update;
  if entry.id is null then
    return query select 'missing', null::text, moved;
    return;
  elsif seen_revision is not null and seen_revision <> entry.revision then
    return query select 'conflict', entry.slug, moved;
    return;
  elsif entry.state = 'published' then
    return query select 'published', entry.slug, moved;
    return;
  elsif due <= now() then
    return query select 'past', entry.slug, moved;
    return;
  end if;
  entry.tells := coalesce(admin_publish_entry.tells, true);
  update public.changelog_entries e set tells = entry.tells, completes = coalesce(admin_publish_entry.completes, false)
  where e.id = entry.id;
  if due is not null then
    update public.changelog_entries e set state = 'scheduled', publish_at = due, updated_at = now()
    where e.id = entry.id;
    perform private.audit_entry('changelog.schedule', entry);
    return query select 'scheduled', entry.slug, moved;
  else
    if completes then
      moved := private.complete_entry_posts(entry.id);
    end if;
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    return query select 'published', entry.slug, moved;
  end if;
end
$function$;

COMMENT ON COLUMN "public"."changelog_entries"."completes" IS 'Whether linked posts move to completed when the worker publishes it.';

COMMENT ON FUNCTION "private"."complete_entry_posts"(bigint) IS 'Moves the posts linked to an entry to completed, in the caller''s name or, for the worker, in no one''s. Returns the moved posts.';

COMMENT ON FUNCTION "public"."admin_entry"(bigint) IS 'An entry in any state, with everything that its page shows. For the team.';

COMMENT ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) IS 'Publishes a draft or scheduled entry, or schedules it in the site''s time zone or for a moment. Optionally notifies followers of linked posts and subscribers, and completes linked posts. Both happen when it is published, not when it is scheduled. Returns ''published'', ''scheduled'', ''past'' (the time has passed; nothing is done), ''conflict'' (someone saved after seen_revision) or ''missing''.';

REVOKE ALL ON FUNCTION "public"."admin_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_entry"(bigint) TO "authenticated", "postgres", "service_role";
