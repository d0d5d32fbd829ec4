set local check_function_bodies = off;

DROP FUNCTION "private"."shown_entries"(bigint[]);

DROP FUNCTION "public"."admin_entry"(bigint);

DROP FUNCTION "public"."get_entry"(text);

DROP FUNCTION "public"."list_entries"(text, text, integer);

DROP FUNCTION "public"."search_entries"(text, integer);

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

CREATE OR REPLACE FUNCTION private.entry_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (moment at time zone (select s.time_zone from public.site_settings s))::date;
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

CREATE OR REPLACE FUNCTION private.shown_entries(ids bigint[])
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, day date, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select e.id, e.title, e.slug, e.body, e.state, e.publish_at, e.published_at,
      private.entry_day(coalesce(e.published_at, e.publish_at, now())), e.edited_at, e.updated_at, e.revision,
      a.id, a.name, a.avatar_url, e.likes, e.loves, e.celebrations,
      private.entry_labels(e.id), private.entry_posts(e.id), private.entry_images(e.id)
    from unnest(ids) with ordinality as w (id, place)
    join public.changelog_entries e on e.id = w.id
    left join public.profiles a on a.id = e.author_id
    order by w.place;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_entry(entry_id bigint)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, day date, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb, tells boolean, completes boolean)
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

CREATE OR REPLACE FUNCTION public.get_entry(address text)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, day date, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_small_select(3);
  return query
    select s.* from private.shown_entries(array(
      select a.entry_id from public.changelog_addresses a
      join public.changelog_entries e on e.id = a.entry_id and e.state = 'published'
      where a.slug = address
    )) s;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_entries(label text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 10)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, day date, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  after_time timestamptz;
  after_id bigint;
begin
  perform private.require_small_select(3);
  if after_cursor is not null then
    if after_cursor !~ '^[0-9]{1,16}-[0-9]{1,18}$' then
      raise exception 'This cursor cannot be read.' using errcode = '22023';
    end if;
    after_id := split_part(after_cursor, '-', 2);
    after_time := to_timestamp(0) + split_part(after_cursor, '-', 1)::bigint * interval '1 millisecond';
  end if;
  return query
    select s.* from private.shown_entries(array(
      select e.id from public.changelog_entries e
      where e.state = 'published'
        and (after_id is null or (e.published_at, e.id) < (after_time, after_id))
        and (label is null or exists (
          select from public.changelog_entry_labels x join public.changelog_labels l on l.id = x.label_id
          where x.entry_id = e.id and l.slug = label
        ))
      order by e.published_at desc, e.id desc limit least(max_rows, 51)
    )) s;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries(query text, max_rows integer DEFAULT 5)
 RETURNS TABLE(id bigint, title text, slug text, excerpt text, published_at timestamp with time zone, day date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  words constant text[] := array(
    select m[1] from regexp_matches(private.clean_line(left(query, 200)), '[[:alnum:]]+', 'g') m limit 12
  );
  wanted tsquery;
begin
  perform private.require_small_select(3);
  if words = '{}' then
    return;
  end if;
  wanted := array_to_string(array(select quote_literal(lower(w)) || ':*' from unnest(words) w), ' & ')::tsquery;
  return query
    select e.id, e.title, e.slug, left(e.body, 600), e.published_at, private.entry_day(e.published_at)
    from public.changelog_entries e
    where e.state = 'published' and to_tsvector('simple'::regconfig, e.title || ' ' || e.body) @@ wanted
    order by to_tsvector('simple'::regconfig, e.title) @@ wanted desc, e.published_at desc, e.id desc
    limit least(max_rows, 20);
end
$function$;

COMMENT ON COLUMN "public"."changelog_entries"."completes" IS 'Whether linked posts move to completed when the worker publishes it.';

COMMENT ON FUNCTION "private"."complete_entry_posts"(bigint) IS 'Moves the posts linked to an entry to completed, in the caller''s name or, for the worker, in no one''s. Returns the moved posts.';

COMMENT ON FUNCTION "private"."entry_day"(timestamp with time zone) IS 'The date of an entry in the site''s time zone.';

COMMENT ON FUNCTION "private"."shown_entries"(bigint[]) IS 'Entries with everything that their page shows, in this order. The caller has to check which entries may be read.';

COMMENT ON FUNCTION "public"."admin_entry"(bigint) IS 'An entry in any state, with everything that its page shows. For the team.';

COMMENT ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) IS 'Publishes a draft or scheduled entry, or schedules it in the site''s time zone or for a moment. Optionally notifies followers of linked posts and subscribers, and completes linked posts. Both happen when it is published, not when it is scheduled. Returns ''published'', ''scheduled'', ''past'' (the time has passed; nothing is done), ''conflict'' (someone saved after seen_revision) or ''missing''.';

COMMENT ON FUNCTION "public"."get_entry"(text) IS 'The published entry at an address. If the address is a former one, the entry has another slug.';

COMMENT ON FUNCTION "public"."list_entries"(text, text, integer) IS 'Published entries, newest first. An entry''s cursor is its published_at in milliseconds since 1970, a hyphen, and its id.';

COMMENT ON FUNCTION "public"."search_entries"(text, integer) IS 'Published entries that contain every word of a query, or words that start with it. Matches in the title come first.';

REVOKE ALL ON FUNCTION "private"."entry_day"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_day"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_entries"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_entries"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_entry"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."get_entry"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_entry"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."list_entries"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_entries"(text, text, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."search_entries"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, integer) TO "anon", "authenticated", "postgres", "service_role";
