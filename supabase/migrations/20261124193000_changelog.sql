set local check_function_bodies = off;

DROP POLICY "authors add images to their posts and comments" ON "public"."images";

DROP POLICY "images of deleted posts are out of reach" ON "public"."images";

DROP POLICY "uploaders and admins delete images" ON "public"."images";

DROP POLICY "uploaders describe and order their images" ON "public"."images";

DROP VIEW "private"."visible_events";

ALTER TABLE "private"."mail_parts" DROP CONSTRAINT "mail_parts_reason_check";

ALTER TABLE "private"."notices" DROP CONSTRAINT "notices_reason_check";

ALTER TABLE "private"."webhooks" DROP CONSTRAINT "webhooks_kinds_check";

ALTER TABLE "public"."categories" DROP CONSTRAINT "categories_slug_is_free";

ALTER TABLE "public"."images" DROP CONSTRAINT "images_check";

DROP FUNCTION "public"."mail_settings"(text);

DROP FUNCTION "public"."my_notice_settings"();

DROP FUNCTION "public"."set_notice_settings"(boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean);

CREATE TABLE "private"."changelog_readers" ("address_id" uuid NOT NULL, "confirmed_at" timestamp with time zone, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changelog_readers_pkey" PRIMARY KEY (address_id));

ALTER TABLE "private"."changelog_readers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."changelog_visits" ("person_id" uuid NOT NULL, "seen_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changelog_visits_pkey" PRIMARY KEY (person_id));

ALTER TABLE "private"."changelog_visits" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_addresses" ("slug" text NOT NULL, "entry_id" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changelog_addresses_pkey" PRIMARY KEY (slug));

ALTER TABLE "public"."changelog_addresses" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_entries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "title" text NOT NULL, "slug" text NOT NULL, "body" text NOT NULL DEFAULT ''::text, "publish_at" timestamp with time zone, "published_at" timestamp(3) with time zone, "first_published_at" timestamp with time zone, "tells" boolean NOT NULL DEFAULT true, "told_event" bigint, "likes" integer NOT NULL DEFAULT 0, "loves" integer NOT NULL DEFAULT 0, "celebrations" integer NOT NULL DEFAULT 0, "revision" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "edited_at" timestamp with time zone, CONSTRAINT "changelog_entries_body_check" CHECK ((char_length(body) <= 20000)), CONSTRAINT "changelog_entries_celebrations_check" CHECK ((celebrations >= 0)), CONSTRAINT "changelog_entries_likes_check" CHECK ((likes >= 0)), CONSTRAINT "changelog_entries_loves_check" CHECK ((loves >= 0)), CONSTRAINT "changelog_entries_pkey" PRIMARY KEY (id), CONSTRAINT "changelog_entries_slug_key" UNIQUE (slug), "author_id" uuid DEFAULT auth.uid(), CONSTRAINT "changelog_entries_title_check" CHECK (((NOT private.has_stacked_marks(title)) AND ((char_length(title) >= 3) AND (char_length(title) <= 140)) AND (private.visible_length(title) >= 3))));

ALTER TABLE "public"."changelog_entries" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_entry_labels" ("entry_id" bigint NOT NULL, "label_id" integer NOT NULL, CONSTRAINT "changelog_entry_labels_pkey" PRIMARY KEY (entry_id, label_id));

ALTER TABLE "public"."changelog_entry_labels" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_entry_posts" ("entry_id" bigint NOT NULL, "post_id" bigint NOT NULL, "position" integer NOT NULL DEFAULT 0, CONSTRAINT "changelog_entry_posts_pkey" PRIMARY KEY (entry_id, post_id));

ALTER TABLE "public"."changelog_entry_posts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_labels" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "slug" text NOT NULL, "position" integer NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changelog_labels_pkey" PRIMARY KEY (id), CONSTRAINT "changelog_labels_slug_check" CHECK ((slug ~ '^[^\s/?#]+$'::text)), CONSTRAINT "changelog_labels_slug_key" UNIQUE (slug), CONSTRAINT "changelog_labels_name_check" CHECK (((NOT private.has_stacked_marks(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 30)) AND (private.visible_length(name) >= 1))));

ALTER TABLE "public"."changelog_labels" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."changelog_reactions" ("entry_id" bigint NOT NULL, "is_blocked" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "user_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "changelog_reactions_pkey" PRIMARY KEY (entry_id, user_id));

ALTER TABLE "public"."changelog_reactions" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."mail_parts" ADD COLUMN "is_said" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."notice_settings" ADD COLUMN "changelog" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."images" ADD COLUMN "entry_id" bigint;

ALTER TABLE "public"."site_settings" ADD COLUMN "time_zone" text NOT NULL DEFAULT 'UTC'::text;

ALTER TABLE "public"."site_settings" ADD COLUMN "moderators_publish" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."site_settings" ADD COLUMN "shows_reactions" boolean NOT NULL DEFAULT true;

CREATE TYPE "public"."entry_state" AS ENUM ('draft', 'scheduled', 'published');

ALTER TABLE "public"."changelog_entries" ADD COLUMN "state" public.entry_state NOT NULL DEFAULT 'draft'::public.entry_state;

CREATE TYPE "public"."reaction" AS ENUM ('like', 'love', 'celebrate');

ALTER TABLE "public"."changelog_reactions" ADD COLUMN "kind" public.reaction NOT NULL;

CREATE OR REPLACE FUNCTION private.audit_entry(action text, entry public.changelog_entries, has_texts boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_is constant public.changelog_entries := (select e from public.changelog_entries e where e.id = entry.id);
  say_texts constant boolean := has_texts or now_is.id is null;
begin
  perform private.audit(
    action, null, null,
    jsonb_build_object('entry', entry.id, 'title', entry.title, 'state', entry.state)
      || case when say_texts then jsonb_build_object('body', entry.body) else '{}' end,
    case when now_is.id is not null then
      jsonb_build_object('entry', now_is.id, 'title', now_is.title, 'state', now_is.state)
      || case when say_texts then jsonb_build_object('body', now_is.body) else '{}' end
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.before_reaction_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.require_unblocked(tg_op = 'INSERT');
    perform private.spend_limit('vote');
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.can_edit_entry(entry bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.changelog_entries e
    where e.id = entry and case e.state when 'draft' then private.is_team() else private.can_publish() end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.can_publish()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_admin()
    or private.is_team() and (select s.moderators_publish from public.site_settings s);
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_entry_address(entry bigint, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  base constant text := coalesce(nullif(private.slugify(wanted), ''), 'update');
  candidate text := base;
  attempt integer := 1;
begin
  loop
    -- Two folders of pages.
    if candidate not in ('label', 'more') then
      insert into public.changelog_addresses (slug, entry_id) values (candidate, entry) on conflict do nothing;
      if exists (select from public.changelog_addresses a where a.slug = candidate and a.entry_id = entry) then
        return candidate;
      end if;
    end if;
    attempt := attempt + 1;
    candidate := base || '-' || attempt;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_mail_address(given text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mailbox constant text := private.mailbox_of(given);
  claimed uuid;
begin
  if exists (
    select from private.silenced s where s.key in (private.address_key(given), private.address_key(mailbox))
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('confirmations to ' || mailbox, 0));
  if 3 <= (
    select count(*) from private.mails m join private.mail_addresses a on a.id = m.address_id
    where private.mailbox_of(a.address) = mailbox and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  ) then
    return null;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into claimed;
  return claimed;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.title := private.clean_line(new.title);
  new.body := private.clean_text(new.body);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.complete_entry_posts(entry bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select s.post_id from public.admin_set_state(
      array(select private.standing_post(x.post_id) from public.changelog_entry_posts x where x.entry_id = entry), 'completed'
    ) s
    where s.outcome = 'done'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.count_reactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry constant bigint := coalesce(new.entry_id, old.entry_id);
  was constant public.reaction := case when tg_op <> 'INSERT' and not old.is_blocked then old.kind end;
  is_now constant public.reaction := case when tg_op <> 'DELETE' and not new.is_blocked then new.kind end;
begin
  update public.changelog_entries e set
    likes = e.likes + coalesce((is_now = 'like')::integer, 0) - coalesce((was = 'like')::integer, 0),
    loves = e.loves + coalesce((is_now = 'love')::integer, 0) - coalesce((was = 'love')::integer, 0),
    celebrations = e.celebrations
      + coalesce((is_now = 'celebrate')::integer, 0) - coalesce((was = 'celebrate')::integer, 0)
  where e.id = entry;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_audience(event private.events, beyond uuid, max_rows integer)
 RETURNS TABLE(person_id uuid, reason text, in_site boolean, pace public.mail_pace)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
declare
  posts constant bigint[] := private.posts_of_entry(-event.post_id);
  people uuid[];
begin
  people := array(
    select distinct c.id from (
      (select s.person_id as id from private.notice_settings s
       where s.changelog and s.person_id > beyond order by s.person_id limit max_rows)
      union all
      select near.id from unnest(posts) post cross join lateral (
        (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.post_id = post and f.person_id > beyond
         order by f.person_id limit max_rows)
        union all
        (select m.author_id from public.comments m where m.post_id = post and m.author_id > beyond and m.deleted_at is null
         group by m.author_id order by m.author_id limit max_rows)
        union all
        select p.author_id from public.posts p where p.id = post and p.author_id > beyond
      ) near
    ) c
    order by c.id limit max_rows
  );
  return query
    with followed as (
      select distinct on (f.person_id) f.person_id, f.reason
      from unnest(posts) post cross join lateral private.follows_of(people, post, event.created_at) f
      where f.level > 'muted'
      order by f.person_id, f.level desc, post
    )
    select s.person_id,
      case when s.person_id is not distinct from event.actor_id or u.id is null then null
        else coalesce(case when s.changelog then 'changelog' end, w.reason) end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.notice_settings s
    left join followed w on w.person_id = s.person_id
    left join auth.users u on u.id = s.person_id and coalesce(u.banned_until < now(), true)
    where s.person_id = any (people)
    order by 1;
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_images(entry bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', i.id, 'path', i.path, 'alt', i.alt, 'width', i.width, 'height', i.height, 'widths', i.widths,
      'position', i.position
    ) order by i.position, i.id), '[]')
    from public.images i where i.entry_id = entry
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_is_due(entry bigint, event_kind text, of_person uuid, of_address uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  posts bigint[] := private.posts_of_entry(entry);
  is_subscriber boolean;
  heard bigint[];
begin
  is_subscriber := exists (select from private.notice_settings s where s.person_id = of_person and s.changelog)
    or exists (
      select from private.changelog_readers r where r.address_id = of_address and r.confirmed_at is not null
    );
  if not is_subscriber then
    posts := array(
      select p from unnest(posts) p
      where exists (select from private.follows_of(array[of_person], p) f where f.level > 'muted')
        or exists (
          select from private.mail_follows f where f.post_id = p and f.address_id = of_address and f.confirmed_at is not null
        )
    );
    if posts = '{}' then
      return false;
    end if;
  end if;
  if event_kind <> 'changelog.published' or posts = '{}' then
    return true;
  end if;
  heard := array(
    select v.post_id from private.mail_parts m
    join private.mails s on s.id = m.mail_id and s.state not in ('failed', 'dropped')
    join private.visible_events v on v.id = m.event_id and v.to_state = 'completed'
    where (m.person_id = of_person or m.address_id = of_address) and m.is_said and v.post_id = any (posts)
  );
  -- What was merged into a post that they heard of is heard of with it.
  return exists (
    select from unnest(posts) p
    where private.standing_post(p) <> all (heard)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_labels(entry bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'slug', l.slug) order by l.position, l.id), '[]')
    from public.changelog_entry_labels x join public.changelog_labels l on l.id = x.label_id
    where x.entry_id = entry
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_posts(entry bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(t) - 'place' order by t.place, t.id), '[]') from (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, min(x.position) as place
      from public.changelog_entry_posts x
      join public.posts p on p.id = private.standing_post(x.post_id) and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where x.entry_id = entry
      group by p.id, c.slug
    ) t
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_says(entry bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', e.id, 'title', e.title, 'body', e.body, 'slug', e.slug, 'published_at', e.published_at,
    'labels', (select coalesce(jsonb_agg(l ->> 'name'), '[]') from jsonb_array_elements(private.entry_labels(e.id)) l),
    'posts', (
      select coalesce(jsonb_agg(private.post_says((p ->> 'id')::bigint)), '[]')
      from jsonb_array_elements(private.entry_posts(e.id)) p
    )
  )
  from public.changelog_entries e where e.id = entry and e.state = 'published'
$function$;

CREATE OR REPLACE FUNCTION private.event_says(event bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.find_miscounts()
 RETURNS TABLE(kind text, id bigint, stored integer, counted integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET work_mem TO '256MB'
AS $function$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes where counts group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null and hidden_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null) group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (
    select category_id, state, count(*)::integer as n from public.posts where deleted_at is null group by 1, 2
  ) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
  union all
  select 'reactions to a changelog entry', e.id, e.likes + e.loves + e.celebrations, coalesce(r.n, 0)
  from public.changelog_entries e
  left join (
    select entry_id, count(*)::integer as n,
      count(*) filter (where kind = 'like') as likes, count(*) filter (where kind = 'love') as loves
    from public.changelog_reactions where not is_blocked group by 1
  ) r on r.entry_id = e.id
  where (e.likes + e.loves + e.celebrations, e.likes, e.loves)
    is distinct from (coalesce(r.n, 0), coalesce(r.likes, 0), coalesce(r.loves, 0))
$function$;

CREATE OR REPLACE FUNCTION private.forget_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'users' then
    delete from private.mail_addresses a where a.address = lower(old.email);
  else
    delete from private.mail_addresses a
    where a.id = old.address_id
      and not exists (select from private.mail_follows f where f.address_id = a.id)
      and not exists (select from private.changelog_readers r where r.address_id = a.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_told_by_entry(person uuid, event bigint, post bigint, to_state public.post_state)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return to_state = 'completed' and exists (
    select from public.changelog_entry_posts x
    join public.changelog_entries e on e.id = x.entry_id and e.state = 'published'
    join private.notices n on n.event_id = e.told_event and n.person_id = person
    where x.post_id = any (private.followed_as(post))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_update(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN (kind = ANY (ARRAY['post.state'::text, 'post.merged'::text, 'changelog.published'::text, 'changelog.changed'::text]));

CREATE OR REPLACE FUNCTION private.lift_blocks(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.hold_posts_of_people(people);
  delete from private.blocks b where b.person_id = any (people);
  update public.votes v set is_blocked = false where v.user_id = any (people) and v.is_blocked;
  update public.changelog_reactions r set is_blocked = false where r.user_id = any (people) and r.is_blocked;
  perform private.reveal(
    array(
      select h.post_id from private.hidings h join public.posts p on p.id = h.post_id
      where h.cause = 'block' and p.author_id = any (people)
    ),
    array(
      select h.comment_id from private.hidings h join public.comments c on c.id = h.comment_id
      where h.cause = 'block' and c.author_id = any (people)
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_audience(event private.events, beyond uuid, max_rows integer)
 RETURNS TABLE(address_id uuid, confirmed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
begin
  if event.post_id < 0 then
    return query
      select c.address_id, min(c.confirmed_at)
      from (
        (select r.address_id, r.confirmed_at from private.changelog_readers r
         where r.address_id > beyond order by r.address_id limit max_rows)
        union all
        select near.* from unnest(private.posts_of_entry(-event.post_id)) post cross join lateral (
          select f.address_id, f.confirmed_at from private.mail_follows f
          where f.post_id = post and f.address_id > beyond order by f.address_id limit max_rows
        ) near
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  elsif event.kind = 'post.state' then
    return query
      select f.address_id, min(f.confirmed_at) from private.mail_follows f
      where f.post_id = any (private.followed_as(event.post_id)) and f.address_id > beyond
      group by f.address_id order by f.address_id limit max_rows;
  elsif event.kind = 'post.merged' then
    return query
      select c.address_id, min(c.confirmed_at)
      from private.brought_by(event.merge_id) b cross join lateral (
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.merge_id = b.id and f.address_id > beyond order by f.address_id limit max_rows)
        union all
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.post_id = b.post_id and f.address_id > beyond order by f.address_id limit max_rows)
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  end if;
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

CREATE OR REPLACE FUNCTION private.mend_counts(kind text, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case kind
    when 'replies to a comment' then
      perform 1 from public.comments c where c.id = any (ids) order by c.id for no key update;
      update public.comments c set replies_total = (
        select count(*) from public.comments r
        where r.parent_id = c.id and r.deleted_at is null and (r.hidden_at is null or r.hidden_reason is not null)
      ) where c.id = any (ids);
    when 'votes of a post', 'comments of a post' then
      perform 1 from public.posts p where p.id = any (ids) order by p.id for no key update;
      update public.posts p set
        votes_total = (select count(*) from public.votes v where v.post_id = p.id and v.counts),
        comments_total = (
          select count(*) from public.comments c
          where c.post_id = p.id and c.deleted_at is null and c.hidden_at is null
        )
      where p.id = any (ids);
    when 'reactions to a changelog entry' then
      perform 1 from public.changelog_entries e where e.id = any (ids) order by e.id for no key update;
      update public.changelog_entries e set (likes, loves, celebrations) = (
        select count(*) filter (where r.kind = 'like'), count(*) filter (where r.kind = 'love'),
          count(*) filter (where r.kind = 'celebrate')
        from public.changelog_reactions r where r.entry_id = e.id and not r.is_blocked
      ) where e.id = any (ids);
    when 'posts of a category in a state' then
      perform private.hold_totals();
      perform 1 from public.post_totals t where t.category_id = any (ids) order by t.category_id, t.state for update;
      update public.post_totals t set posts = (
        select count(*) from public.posts p
        where p.category_id = t.category_id and p.state = t.state and p.deleted_at is null
      ) where t.category_id = any (ids);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.parts_to_say(mail private.mails)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
    with said as materialized (
      select e.id, e.kind, e.post_id, e.to_state, m.reason
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id = mail.id
    )
    select s.id from said s
    where case
      when s.post_id < 0 then private.entry_is_due(-s.post_id, s.kind, mail.person_id, mail.address_id)
      -- Muted since, or no longer followed.
      when mail.person_id is not null then exists (
        select from private.follows_of(array[mail.person_id], s.post_id) f
        where f.level = 'all' or (f.level = 'updates' and private.is_update(s.kind))
          or (s.reason = 'mention' and f.level is distinct from 'muted')
      )
      else exists (
        select from private.mail_follows f
        where f.post_id = any (private.followed_as(s.post_id)) and f.address_id = mail.address_id
      )
    end
    -- The mail about an entry that fulfils the post tells it.
    and not (coalesce(s.to_state = 'completed', false) and exists (
      select from public.changelog_entry_posts x
      join public.changelog_entries n on n.id = x.entry_id and n.state = 'published'
      join private.mail_parts o
        on o.event_id = n.told_event and (o.person_id = mail.person_id or o.address_id = mail.address_id)
      where x.post_id = any (private.followed_as(s.post_id))
    ));
end
$function$;

CREATE OR REPLACE FUNCTION private.place_entry(entry bigint, wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed constant text := private.claim_entry_address(entry, wanted);
begin
  update public.changelog_entries e set slug = claimed where e.id = entry and e.slug <> claimed;
  delete from public.changelog_addresses a
  using public.changelog_entries e
  where e.id = entry and e.first_published_at is null and a.entry_id = entry and a.slug <> claimed;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  others integer;
begin
  if new.post_id is not null then
    perform 1 from public.posts where id = new.post_id for no key update;
  elsif new.comment_id is not null then
    perform 1 from public.comments where id = new.comment_id for no key update;
  else
    perform 1 from public.changelog_entries where id = new.entry_id for no key update;
  end if;
  select count(*), coalesce(max(i.position), -1) + 1 into others, new.position
  from public.images i where i.post_id = new.post_id or i.comment_id = new.comment_id or i.entry_id = new.entry_id;
  if others >= 8 then
    raise exception '% can have at most 8 images.',
      case when new.post_id is not null then 'A post' when new.comment_id is not null then 'A comment' else 'An entry' end
      using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.posts_of_entry(entry bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select distinct f.id from public.changelog_entry_posts x
    join public.posts p on p.id = private.standing_post(x.post_id) and p.deleted_at is null
    cross join lateral unnest(private.followed_as(p.id)) f (id)
    where x.entry_id = entry
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
  -- Of two mails to one reader the second knows what the first says.
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(mail.person_id, mail.address_id), 0));
  select u.email as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
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
  from private.mail_addresses a where a.id = mail.address_id;
  says := private.mail_says(mail);
  if mail.kind = 'notices' then
    update private.mail_parts m set is_said = s.is_said
    from (
      select p.event_id, exists (select from private.parts_to_say(mail) t where t = p.event_id) as is_said
      from private.mail_parts p where p.mail_id = mail.id
    ) s
    where m.mail_id = mail.id and m.event_id = s.event_id and m.is_said <> s.is_said;
  end if;
  -- What is left of it may be one entry.
  if jsonb_array_length(says -> 'posts') = 1 and (says #>> '{posts,0,id}')::bigint < 0 then
    mail.post_id := (says #>> '{posts,0,id}')::bigint;
    reader.token := private.make_token(
      case when mail.person_id is null then 'a' else 'p' end, coalesce(mail.person_id, mail.address_id), -mail.post_id,
      'changelog'
    );
  end if;
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
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    made := made + 1;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.publish_entry(entry public.changelog_entries)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made bigint;
begin
  update public.changelog_entries e set
    state = 'published', publish_at = null, published_at = now(),
    first_published_at = coalesce(e.first_published_at, now())
  where e.id = entry.id;
  perform private.log_event('changelog.published', -entry.id);
  if not entry.tells then
    return;
  end if;
  select max(v.id) into made from private.events v where v.post_id = -entry.id;
  -- Notices and the log of mails are removed after 90 days: then nobody knows any more who was told.
  if entry.told_event is null or exists (
    select from private.events v where v.id = entry.told_event and v.created_at > now() - interval '60 days'
  ) then
    update public.changelog_entries e set told_event = coalesce(e.told_event, made) where e.id = entry.id;
    insert into private.untold as w (event_id) values (coalesce(entry.told_event, made))
    on conflict (event_id) do update set people_told = false, beyond = default;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_editor(entry public.changelog_entries)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if entry.state <> 'draft' then
    perform private.require_publisher();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_publisher()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (select private.can_publish()) then
    raise exception 'Only an admin may publish changelog entries.' using errcode = '42501';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_changelog_mails(person uuid, address uuid, entry bigint, wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  posts constant bigint[] := private.posts_of_entry(entry);
begin
  update private.notice_settings s set changelog = wanted where s.person_id = person and wanted is not null;
  if wanted then
    delete from private.follows f where f.post_id = any (posts) and f.person_id = person and f.level = 'muted';
    insert into private.changelog_readers (address_id, confirmed_at)
    select a.id, now() from private.mail_addresses a where a.id = address
    on conflict on constraint changelog_readers_pkey do nothing;
  elsif not wanted then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, r.id, 'muted' from public.posts p join public.profiles r on r.id = person where p.id = any (posts)
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
    delete from private.mail_follows f where f.address_id = address and f.post_id = any (posts);
    delete from private.changelog_readers r where r.address_id = address;
  end if;
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
    delete from public.changelog_entry_posts x where x.entry_id = entry and x.post_id <> all (posts);
    insert into public.changelog_entry_posts as x (entry_id, post_id, position)
    select entry, p.id, min(w.place)::integer from unnest(posts) with ordinality as w (id, place)
    join public.posts p on p.id = w.id and p.deleted_at is null
    group by p.id
    on conflict (entry_id, post_id) do update set position = excluded.position;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.shown_entries(ids bigint[])
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select e.id, e.title, e.slug, e.body, e.state, e.publish_at, e.published_at, e.edited_at, e.updated_at, e.revision,
      a.id, a.name, a.avatar_url, e.likes, e.loves, e.celebrations,
      private.entry_labels(e.id), private.entry_posts(e.id), private.entry_images(e.id)
    from unnest(ids) with ordinality as w (id, place)
    join public.changelog_entries e on e.id = w.id
    left join public.profiles a on a.id = e.author_id
    order by w.place;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.take_back(array(select v.id from private.events v where v.post_id = -old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell(max_rows integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  waiting private.untold;
  event private.events;
  looked_at integer;
  last_one uuid;
begin
  select w.* into waiting
  from private.untold w join private.visible_events e on e.id = w.event_id
  order by w.event_id for update of w skip locked limit 1;
  if not found then
    return null;
  end if;
  select e.* into event from private.events e where e.id = waiting.event_id;
  if event.post_id < 0 then
    -- One that was taken back and published again is told to those who follow by now.
    select v.created_at into event.created_at from private.visible_events v where v.id = event.id;
  elsif event.kind <> 'post.merged' then
    select v.post_id into event.post_id from private.visible_events v where v.id = event.id;
  end if;
  if not waiting.people_told then
    with heard as materialized (
      select * from private.audience(event, waiting.beyond, max_rows) where event.kind <> 'post.merged' and event.post_id > 0
      union all
      select * from private.entry_audience(event, waiting.beyond, max_rows) where event.post_id < 0
      union all
      select * from private.merge_audience(event, waiting.beyond, max_rows) where event.kind = 'post.merged'
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), noticed as (
      insert into private.notices (person_id, event_id, reason)
      select h.person_id, event.id, h.reason from heard h where h.reason is not null and h.in_site
      on conflict do nothing
    ), mailed as (
      insert into private.mail_parts (event_id, person_id, reason, due_at)
      select event.id, h.person_id, h.reason, p.due_at from heard h join paces p on p.pace = h.pace
      where h.reason is not null
      on conflict do nothing
    )
    select count(*), max(h.person_id::text)::uuid into looked_at, last_one from heard h;
  else
    -- Whoever has the address as an account hears of it there.
    with heard as materialized (
      select n.address_id, n.confirmed_at, a.mail, a.address
      from private.mail_audience(event, waiting.beyond, max_rows) n join private.mail_addresses a on a.id = n.address_id
    ), paces as materialized (
      select * from private.paces(event.created_at)
    ), mailed as (
      insert into private.mail_parts (event_id, address_id, reason, due_at)
      select event.id, h.address_id,
        case when event.post_id < 0 and exists (
          select from private.changelog_readers r where r.address_id = h.address_id and r.confirmed_at is not null
        ) then 'changelog' else 'follow' end,
        p.due_at
      from heard h join paces p on p.pace = h.mail
      where h.confirmed_at < event.created_at
        and not exists (
          select from auth.users u join private.mail_parts m on m.person_id = u.id and m.event_id = event.id
          where u.email = h.address
        )
        and not exists (select from auth.users u where u.id = event.actor_id and u.email = h.address)
      on conflict do nothing
    )
    select count(*), max(h.address_id::text)::uuid into looked_at, last_one from heard h;
  end if;
  if looked_at = max_rows then
    update private.untold set beyond = last_one where event_id = event.id;
  elsif not waiting.people_told then
    update private.untold set people_told = true, beyond = default where event_id = event.id;
  else
    delete from private.untold where event_id = event.id;
  end if;
  return looked_at;
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_notices()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.notices n using private.events e
  where e.id = n.event_id and (n.read_at < now() - interval '90 days' or e.created_at < now() - interval '1 year');
  delete from private.mail_parts m using private.events e
  where e.id = m.event_id and m.mail_id is not null and e.created_at < now() - interval '90 days';
  delete from private.mails where created_at < now() - interval '90 days' and state not in ('ready', 'claimed', 'sending');
  delete from private.mail_follows where confirmed_at is null and created_at < now() - interval '2 days';
  delete from private.changelog_readers where confirmed_at is null and created_at < now() - interval '2 days';
$function$;

CREATE OR REPLACE FUNCTION private.token_right(token text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN CASE WHEN (split_part("left"(token, 200), '.'::text, 4) = ANY (ARRAY['summary'::text, 'changelog'::text])) THEN split_part("left"(token, 200), '.'::text, 4) ELSE 'set'::text END;

CREATE OR REPLACE FUNCTION public.admin_delete_entry(entry_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
begin
  perform private.require_team();
  select * into entry from public.changelog_entries e where e.id = admin_delete_entry.entry_id for update;
  if entry.id is null then
    return false;
  end if;
  if entry.state <> 'draft' then
    raise exception 'Take this entry back before you delete it.' using errcode = '23514';
  end if;
  -- What stood on the site is deleted by those who may publish.
  if entry.first_published_at is not null or entry.author_id is distinct from auth.uid() then
    perform private.require_publisher();
  end if;
  delete from public.changelog_entries e where e.id = entry.id;
  perform private.audit_entry('changelog.delete', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_delete_label(label_id integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_publisher();
  delete from public.changelog_labels l where l.id = label_id;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_deliveries(webhook_id bigint, before_delivery bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, kind text, post_title text, category_slug text, slug text, state text, attempts integer, status integer, outcome text, created_at timestamp with time zone, tried_at timestamp with time zone, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.admin_entries(before_entry bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 50)
 RETURNS TABLE(id bigint, title text, slug text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, updated_at timestamp with time zone, author_name text, labels jsonb, posts_total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  before constant public.changelog_entries :=
    (select e from public.changelog_entries e where e.id = before_entry);
begin
  perform private.require_team();
  return query
    select e.id, e.title, e.slug, e.state, e.publish_at, e.published_at, e.updated_at, a.name, private.entry_labels(e.id),
      (select count(*)::integer from public.changelog_entry_posts x where x.entry_id = e.id)
    from public.changelog_entries e left join public.profiles a on a.id = e.author_id
    where before.id is null or e.state > before.state
      or e.state = before.state
        and (coalesce(e.publish_at, e.published_at, e.updated_at), e.id)
          < (coalesce(before.publish_at, before.published_at, before.updated_at), before.id)
    order by e.state, coalesce(e.publish_at, e.published_at, e.updated_at) desc, e.id desc
    limit least(max_rows, 101);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_entry(entry_id bigint)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return query select s.* from private.shown_entries(array[admin_entry.entry_id]) s;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_entry_readers()
 RETURNS TABLE(subscribers integer, addresses integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return query
    select (select count(*)::integer from private.notice_settings s where s.changelog),
      (select count(*)::integer from private.changelog_readers r where r.confirmed_at is not null);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_publish_entry(entry_id bigint, at_time timestamp without time zone DEFAULT NULL::timestamp without time zone, tells boolean DEFAULT true, completes boolean DEFAULT false, seen_revision integer DEFAULT NULL::integer)
 RETURNS TABLE(status text, slug text, completed bigint[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry public.changelog_entries;
  moved bigint[] := '{}';
  due constant timestamptz := at_time at time zone (select s.time_zone from public.site_settings s);
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
  if completes then
    moved := private.complete_entry_posts(entry.id);
  end if;
  entry.tells := coalesce(admin_publish_entry.tells, true);
  update public.changelog_entries e set tells = entry.tells where e.id = entry.id;
  if due is not null then
    update public.changelog_entries e set state = 'scheduled', publish_at = due, updated_at = now()
    where e.id = entry.id;
    perform private.audit_entry('changelog.schedule', entry);
    return query select 'scheduled', entry.slug, moved;
  else
    perform private.publish_entry(entry);
    perform private.audit_entry('changelog.publish', entry);
    return query select 'published', entry.slug, moved;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_entry(entry_id bigint, new_title text, new_body text, labels integer[] DEFAULT NULL::integer[], posts bigint[] DEFAULT NULL::bigint[], seen_revision integer DEFAULT NULL::integer, new_slug text DEFAULT NULL::text, sent_key uuid DEFAULT NULL::uuid)
 RETURNS TABLE(status text, id bigint, slug text, revision integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  entry public.changelog_entries;
  saved bigint := admin_save_entry.entry_id;
  is_changed boolean := false;
begin
  perform private.require_team();
  if saved is null and sent_key is not null then
    saved := private.claim_sending(sent_key);
  end if;
  if saved is null then
    insert into public.changelog_entries (title, slug, body, author_id)
    values (new_title, gen_random_uuid()::text, coalesce(new_body, ''), auth.uid())
    returning * into entry;
    saved := entry.id;
    if sent_key is not null then
      perform private.finish_sending(sent_key, saved);
    end if;
    perform private.place_entry(saved, coalesce(nullif(new_slug, ''), entry.title));
    perform private.set_entry_belongings(saved, coalesce(labels, '{}'), coalesce(posts, '{}'));
  else
    select * into entry from public.changelog_entries e where e.id = saved for update;
    if entry.id is null then
      return query select 'missing', null::bigint, null::text, null::integer;
      return;
    end if;
    perform private.require_editor(entry);
    if seen_revision is not null and seen_revision <> entry.revision then
      return query select 'conflict', entry.id, entry.slug, entry.revision;
      return;
    end if;
    update public.changelog_entries e set
      title = new_title, body = coalesce(new_body, ''), revision = e.revision + 1, updated_at = now(),
      edited_at = case when entry.state = 'published' then now() end
    where e.id = saved
    returning (e.title, e.body) is distinct from (entry.title, entry.body) into is_changed;
    if nullif(new_slug, '') is not null and new_slug <> entry.slug then
      perform private.place_entry(saved, new_slug);
    elsif entry.first_published_at is null and nullif(new_slug, '') is null then
      perform private.place_entry(saved, new_title);
    end if;
    perform private.set_entry_belongings(saved, labels, posts);
    if entry.state = 'published' then
      perform private.log_event('changelog.changed', -saved);
      perform private.audit_entry('changelog.edit', entry, is_changed);
    end if;
  end if;
  return query select 'saved', e.id, e.slug, e.revision from public.changelog_entries e where e.id = saved;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_label(label_id integer, new_name text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  clean constant text := private.clean_line(new_name);
  base constant text := coalesce(nullif(private.slugify(new_name), ''), 'label');
  saved integer := label_id;
  candidate text := base;
  attempt integer := 1;
begin
  perform private.require_publisher();
  perform pg_advisory_xact_lock(hashtextextended('changelog labels', 0));
  if saved is not null then
    update public.changelog_labels l set name = clean where l.id = saved;
    return case when found then saved end;
  end if;
  if (select count(*) from public.changelog_labels) >= 30 then
    raise exception 'There are 30 labels. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  -- One address stands for every label.
  while candidate = 'all' or exists (select from public.changelog_labels l where l.slug = candidate) loop
    attempt := attempt + 1;
    candidate := base || '-' || attempt;
  end loop;
  insert into public.changelog_labels (name, slug, position)
  select clean, candidate, coalesce(max(l.position), 0) + 1 from public.changelog_labels l
  returning id into saved;
  return saved;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_site(settings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  perform private.require_admin();
  if settings ? 'time_zone' and not exists (
    select from pg_catalog.pg_timezone_names z where z.name = settings ->> 'time_zone'
  ) then
    raise exception 'There is no such time zone.' using errcode = '22023';
  end if;
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings are an object.' using errcode = '22023';
  end if;
  update public.site_settings s set
    name = case when settings ? 'name' then private.said(settings ->> 'name') else s.name end,
    accent = case when settings ? 'accent' then lower(private.said(settings ->> 'accent')) else s.accent end,
    marketing_url = case when settings ? 'marketing_url' then private.said(settings ->> 'marketing_url') else s.marketing_url end,
    terms_url = case when settings ? 'terms_url' then private.said(settings ->> 'terms_url') else s.terms_url end,
    privacy_url = case when settings ? 'privacy_url' then private.said(settings ->> 'privacy_url') else s.privacy_url end,
    welcome = case when settings ? 'welcome' then private.said(settings ->> 'welcome') else s.welcome end,
    mail_sender = case when settings ? 'mail_sender' then private.said(settings ->> 'mail_sender') else s.mail_sender end,
    shows_quarters = case
      when settings ? 'shows_quarters' then coalesce((settings ->> 'shows_quarters')::boolean, false) else s.shows_quarters
    end,
    time_zone = case when settings ? 'time_zone' then settings ->> 'time_zone' else s.time_zone end,
    moderators_publish = coalesce((settings ->> 'moderators_publish')::boolean, s.moderators_publish),
    shows_reactions = coalesce((settings ->> 'shows_reactions')::boolean, s.shows_reactions),
    mail_footer = case when settings ? 'mail_footer' then nullif(private.clean_text(settings ->> 'mail_footer'), '') else s.mail_footer end
  where s.only_row;
  for one in select key, value from jsonb_each(coalesce(settings -> 'states', '{}')) loop
    update public.state_texts t set
      name = private.said(one.value ->> 'name'), description = private.said(one.value ->> 'description')
    where t.state::text = one.key
      and (t.name, t.description)
        is distinct from (private.said(one.value ->> 'name'), private.said(one.value ->> 'description'));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_take_back_entry(entry_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e where e.id = admin_take_back_entry.entry_id for update;
  if entry.id is null or entry.state = 'draft' then
    return entry.id is not null;
  end if;
  update public.changelog_entries e
  set state = 'draft', publish_at = null, published_at = null, edited_at = null, updated_at = now()
  where e.id = entry.id;
  if entry.state = 'published' then
    perform private.log_event('changelog.removed', -entry.id);
  end if;
  perform private.audit_entry('changelog.unpublish', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_tell_entry_again(entry_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry public.changelog_entries;
  made bigint;
begin
  perform private.require_publisher();
  select * into entry from public.changelog_entries e
  where e.id = admin_tell_entry_again.entry_id and e.state = 'published' for update;
  if not found then
    return false;
  end if;
  perform private.log_event('changelog.changed', -entry.id);
  select max(v.id) into made from private.events v where v.post_id = -entry.id;
  delete from private.untold w where w.event_id = entry.told_event;
  delete from private.notices n where n.event_id = entry.told_event;
  delete from private.mail_parts m where m.event_id = entry.told_event and m.mail_id is null;
  update public.changelog_entries e set told_event = made where e.id = entry.id;
  insert into private.untold (event_id) values (made);
  perform private.audit_entry('changelog.announce', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.block_people(person_ids uuid[], reason text, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, hides boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block ends later than now.' using errcode = '23514';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'Nobody has this account. Set the vote aside.' using errcode = '23514', hint = 'no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Nobody of the team can be blocked.' using errcode = '23514', hint = 'team';
  end if;
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  update public.changelog_reactions r set is_blocked = true where r.user_id = any (people) and not r.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$function$;

CREATE OR REPLACE FUNCTION public.changelog_addresses(public.changelog_entries)
 RETURNS SETOF public.changelog_addresses
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_addresses;

CREATE OR REPLACE FUNCTION public.changelog_entries(public.profiles)
 RETURNS SETOF public.changelog_entries
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_entries;

CREATE OR REPLACE FUNCTION public.changelog_entry_labels(public.changelog_entries)
 RETURNS SETOF public.changelog_entry_labels
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_entry_labels;

CREATE OR REPLACE FUNCTION public.changelog_entry_labels(public.changelog_labels)
 RETURNS SETOF public.changelog_entry_labels
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_entry_labels;

CREATE OR REPLACE FUNCTION public.changelog_entry_posts(public.changelog_entries)
 RETURNS SETOF public.changelog_entry_posts
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_entry_posts;

CREATE OR REPLACE FUNCTION public.changelog_entry_posts(public.posts)
 RETURNS SETOF public.changelog_entry_posts
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_entry_posts;

CREATE OR REPLACE FUNCTION public.changelog_index()
 RETURNS TABLE(slug text, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.slug, greatest(e.published_at, e.edited_at) from public.changelog_entries e
  where e.state = 'published' and (select private.require_small_select(3))
  order by e.published_at desc limit 5000
$function$;

CREATE OR REPLACE FUNCTION public.changelog_reactions(public.changelog_entries)
 RETURNS SETOF public.changelog_reactions
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_reactions;

CREATE OR REPLACE FUNCTION public.changelog_reactions(public.profiles)
 RETURNS SETOF public.changelog_reactions
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.changelog_reactions;

CREATE OR REPLACE FUNCTION public.changelog_unread(since timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(unread integer, newest_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seen constant timestamptz := greatest(
    since, (select v.seen_at from private.changelog_visits v where v.person_id = auth.uid() and private.is_present())
  );
begin
  perform private.require_small_select();
  return query
    select (select count(*)::integer from (
      select from public.changelog_entries e
      where e.state = 'published' and (seen is null or e.published_at > seen) order by e.published_at desc limit 100
    ) n), (
      select max(e.published_at)::timestamptz from public.changelog_entries e where e.state = 'published'
    );
end
$function$;

CREATE OR REPLACE FUNCTION public.confirm_follow(token text)
 RETURNS TABLE(title text, category_slug text, slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant record := private.read_token(token, 'confirm');
begin
  if asked.address_id is not null and asked.post_id is null then
    update private.changelog_readers r set confirmed_at = coalesce(r.confirmed_at, now()) where r.address_id = asked.address_id;
    if found then
      return query select 'Changelog', null::text, 'changelog';
    end if;
    return;
  end if;
  return query
    update private.mail_follows f set confirmed_at = coalesce(f.confirmed_at, now())
    from public.posts p, public.categories c
    where f.address_id = asked.address_id and f.post_id = private.standing_post(asked.post_id)
      and p.id = f.post_id and p.deleted_at is null and c.id = p.category_id
    returning p.title, c.slug, p.slug;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_account()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.export_kept() || jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', private.details_of(t.id), 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'internal_notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = p.id
    ),
    'assigned_posts', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]')
      from public.post_triage t where t.assignee_id = p.id
    ),
    'dashboard_views', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'name', v.name, 'query', v.query, 'is_shared', v.is_shared, 'created_at', v.created_at)
        order by v.id), '[]')
      from public.dashboard_views v where v.owner_id = p.id
    ),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', private.body_of(c.id),
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'changelog_reactions', (
      select coalesce(jsonb_agg(jsonb_build_object('entry_id', r.entry_id, 'kind', r.kind, 'created_at', r.created_at)
        order by r.created_at), '[]')
      from public.changelog_reactions r where r.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$function$;

CREATE OR REPLACE FUNCTION public.follow_by_mail(post_id bigint, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform private.hold_post(target);
  follower := private.claim_mail_address(lower(btrim(left(address, 320))));
  if follower is null then
    return;
  end if;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_entry(address text)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
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

CREATE OR REPLACE FUNCTION public.images(public.changelog_entries)
 RETURNS SETOF public.images
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.images;

CREATE OR REPLACE FUNCTION public.list_entries(label text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 10)
 RETURNS TABLE(id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamp with time zone, published_at timestamp with time zone, edited_at timestamp with time zone, updated_at timestamp with time zone, revision integer, author_id uuid, author_name text, author_avatar text, likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb)
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

CREATE OR REPLACE FUNCTION public.mail_settings(token text)
 RETURNS TABLE(address text, pace public.mail_pace, has_account boolean, post_id bigint, title text, category_slug text, slug text, follows boolean, summary boolean, changelog boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
begin
  perform private.require_small_select(3);
  return query
    with reader as (
      select u.email::text as address, s.mail, true as has_account, s.summary from auth.users u
      join private.notice_settings s on s.person_id = u.id where u.id = asked.person_id
      union all
      select a.address, a.mail, false, null from private.mail_addresses a where a.id = asked.address_id
    )
    select regexp_replace(r.address, '^(.)[^@]*', '\1…'), r.mail, r.has_account, p.id, p.title, c.slug, p.slug,
      case
        when p.id is null then null
        when r.has_account then (
          select coalesce(f.level, 'muted') > 'muted' from private.follows_of(array[asked.person_id], p.id) f)
        else exists (
          select from private.mail_follows f
          where f.post_id = any (private.followed_as(p.id)) and f.address_id = asked.address_id)
      end,
      case when about = 'summary' then r.summary end,
      case when about = 'changelog' then
        private.entry_is_due(asked.post_id, 'changelog.changed', asked.person_id, asked.address_id) end
    from reader r
    left join public.posts p on p.id = private.standing_post(asked.post_id) and p.deleted_at is null and about <> 'changelog'
    left join public.categories c on c.id = p.category_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_notice_settings()
 RETURNS TABLE(in_site boolean, mail public.mail_pace, by_vote public.follow_level, by_comment public.follow_level, by_post public.follow_level, summary boolean, feed_key uuid, changelog boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select s.in_site, s.mail, s.by_vote, s.by_comment, s.by_post, s.summary, s.feed_key, s.changelog
    from private.notice_settings s where s.person_id = me;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_notices(before_event bigint DEFAULT NULL::bigint, max_rows integer DEFAULT 20)
 RETURNS TABLE(post_id bigint, title text, category_slug text, slug text, state public.post_state, newest_event bigint, newest_at timestamp with time zone, unread integer, comments integer, changes integer, items jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
      where not private.is_told_by_entry(me, v.id, v.post_id, v.to_state)
    ), page as (
      select t.post_id, max(t.id) as newest from told t group by t.post_id
      having before_event is null or max(t.id) < before_event
      order by 2 desc limit least(max_rows, 50)
    )
    select t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest, max(t.created_at),
      (count(*) filter (where t.read_at is null))::integer,
      (count(distinct t.comment_id))::integer,
      (count(*) filter (where t.kind = 'post.state'))::integer,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object(
        'event_id', t.id, 'kind', t.kind, 'reason', t.reason, 'is_read', t.read_at is not null,
        'created_at', t.created_at, 'comment_id', t.comment_id, 'parent_id', t.parent_id,
        'excerpt', left(t.body, 300), 'from_state', t.from_state, 'to_state', t.to_state, 'note', t.note,
        'merged_title', t.merged_title,
        'actor', case when a.id is not null then
          jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url, 'is_team', a.is_team) end
      ) order by t.id desc), '$[0 to 4]')
    from page
    join told t on t.post_id = page.post_id
    left join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_reactions(entry_ids bigint[])
 RETURNS TABLE(entry_id bigint, kind public.reaction)
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
    select r.entry_id, r.kind from public.changelog_reactions r
    where r.user_id = me and r.entry_id = any (my_reactions.entry_ids) limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries(query text, max_rows integer DEFAULT 5)
 RETURNS TABLE(id bigint, title text, slug text, excerpt text, published_at timestamp with time zone)
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
    select e.id, e.title, e.slug, left(e.body, 600), e.published_at from public.changelog_entries e
    where e.state = 'published' and to_tsvector('simple'::regconfig, e.title || ' ' || e.body) @@ wanted
    order by to_tsvector('simple'::regconfig, e.title) @@ wanted desc, e.published_at desc, e.id desc
    limit least(max_rows, 20);
end
$function$;

CREATE OR REPLACE FUNCTION public.see_changelog()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changelog_visits as v (person_id) values (private.require_member())
  on conflict (person_id) do update set seen_at = now() where v.seen_at < now() - interval '1 second';
end
$function$;

CREATE OR REPLACE FUNCTION public.set_mail_settings(token text, pace public.mail_pace DEFAULT NULL::public.mail_pace, follows boolean DEFAULT NULL::boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
  posts constant bigint[] := array[private.standing_post(asked.post_id), asked.post_id];
begin
  if asked.person_id is null and asked.address_id is null then
    return false;
  end if;
  if pace is not null then
    update private.notice_settings s set mail = pace, summary = s.summary and pace <> 'never'
    where s.person_id = asked.person_id;
    update private.mail_addresses a set mail = pace where a.id = asked.address_id;
    perform private.repace(asked.person_id, asked.address_id, pace);
  end if;
  if about = 'changelog' then
    perform private.set_changelog_mails(asked.person_id, asked.address_id, asked.post_id, follows);
  elsif about = 'summary' then
    update private.notice_settings s set summary = follows and s.mail <> 'never'
    where s.person_id = asked.person_id and follows is not null;
  elsif follows and asked.person_id is not null then
    delete from private.follows f where f.post_id = any (posts) and f.person_id = asked.person_id and f.level = 'muted';
  elsif not follows and asked.person_id is not null then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, asked.person_id, 'muted' from public.posts p join public.profiles r on r.id = asked.person_id
    where p.id = any (posts)
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
  elsif follows then
    insert into private.mail_follows as f (post_id, address_id, confirmed_at)
    select p.id, a.id, now() from public.posts p join private.mail_addresses a on a.id = asked.address_id
    where p.id = posts[1] and p.deleted_at is null
    on conflict do nothing;
  elsif not follows then
    delete from private.mail_follows f
    where f.address_id = asked.address_id and f.post_id = any (posts || private.followed_as(posts[1]));
  end if;
  if pace = 'never' then
    delete from private.mail_addresses a where a.id = asked.address_id;
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_notice_settings(in_site boolean DEFAULT NULL::boolean, mail public.mail_pace DEFAULT NULL::public.mail_pace, by_vote public.follow_level DEFAULT NULL::public.follow_level, by_comment public.follow_level DEFAULT NULL::public.follow_level, by_post public.follow_level DEFAULT NULL::public.follow_level, summary boolean DEFAULT NULL::boolean, changelog boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  new_pace constant public.mail_pace := set_notice_settings.mail;
begin
  update private.notice_settings s set
    in_site = coalesce(set_notice_settings.in_site, s.in_site),
    mail = coalesce(new_pace, s.mail),
    by_vote = coalesce(set_notice_settings.by_vote, s.by_vote),
    by_comment = coalesce(set_notice_settings.by_comment, s.by_comment),
    by_post = coalesce(set_notice_settings.by_post, s.by_post),
    summary = coalesce(set_notice_settings.summary, s.summary),
    changelog = coalesce(set_notice_settings.changelog, s.changelog)
  where s.person_id = me;
  if new_pace is not null then
    perform private.repace(me, null, new_pace);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_reaction(entry_id bigint, wanted public.reaction DEFAULT NULL::public.reaction)
 RETURNS TABLE(mine public.reaction, likes integer, loves integer, celebrations integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := set_reaction.entry_id;
begin
  if not (select s.shows_reactions from public.site_settings s) then
    raise exception 'Reactions are turned off.' using errcode = 'PT403', hint = 'reactions_off';
  end if;
  -- Two reactions of one person wait for each other, and a block for both.
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  perform 1 from public.changelog_entries e where e.id = target and e.state = 'published' for no key update;
  if not found then
    raise exception 'This entry no longer exists.' using errcode = 'P0002';
  end if;
  if wanted is null then
    delete from public.changelog_reactions r where r.entry_id = target and r.user_id = me;
  else
    insert into public.changelog_reactions as r (entry_id, user_id, kind) values (target, me, wanted)
    on conflict on constraint changelog_reactions_pkey do update set kind = excluded.kind where r.kind <> excluded.kind;
  end if;
  return query
    select (select r.kind from public.changelog_reactions r where r.entry_id = e.id and r.user_id = me),
      e.likes, e.loves, e.celebrations
    from public.changelog_entries e where e.id = target;
end
$function$;

CREATE OR REPLACE FUNCTION public.subscribe_to_changelog(address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := lower(btrim(left(address, 320)));
  reader constant uuid := private.claim_mail_address(given);
begin
  if reader is null then
    return;
  end if;
  insert into private.changelog_readers (address_id) values (reader) on conflict do nothing;
  insert into private.mails (kind, address_id)
  select 'confirm', reader
  where exists (select from private.changelog_readers r where r.address_id = reader and r.confirmed_at is null);
end
$function$;

CREATE OR REPLACE FUNCTION public.unread_notices()
 RETURNS TABLE(notices integer, posts integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
begin
  return query
    select (count(*) + (
        select count(*) from private.reports r
        where r.reporter_id = me and r.settled_at > now() - interval '90 days' and r.read_at is null
      ))::integer, count(distinct n.post_id)::integer
    from (
      select e.post_id from private.notices n join private.visible_events e on e.id = n.event_id
      where n.person_id = me and n.read_at is null and not private.is_told_by_entry(me, e.id, e.post_id, e.to_state)
      order by n.event_id desc limit 100
    ) n;
end
$function$;

ALTER TABLE "private"."changelog_readers" ADD CONSTRAINT "changelog_readers_address_id_fkey" FOREIGN KEY (address_id) REFERENCES private.mail_addresses(id) ON DELETE CASCADE;

ALTER TABLE "private"."changelog_visits" ADD CONSTRAINT "changelog_visits_person_id_fkey" FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."mail_parts" ADD CONSTRAINT "mail_parts_reason_check" CHECK ((reason = ANY (ARRAY['mention'::text, 'reply'::text, 'follow'::text, 'post'::text, 'comment'::text, 'vote'::text, 'changelog'::text])));

ALTER TABLE "private"."notices" ADD CONSTRAINT "notices_reason_check" CHECK ((reason = ANY (ARRAY['mention'::text, 'reply'::text, 'follow'::text, 'post'::text, 'comment'::text, 'vote'::text, 'changelog'::text])));

ALTER TABLE "private"."webhooks" ADD CONSTRAINT "webhooks_kinds_check" CHECK (((cardinality(kinds) > 0) AND (array_position(kinds, NULL::text) IS NULL) AND (kinds <@ ARRAY['post.created'::text, 'post.state'::text, 'post.corrected'::text, 'post.deleted'::text, 'post.restored'::text, 'post.merged'::text, 'post.unmerged'::text, 'comment.created'::text, 'comment.deleted'::text, 'changelog.published'::text, 'changelog.changed'::text, 'changelog.removed'::text])));

-- A category of that name keeps its posts, at another address.
UPDATE "public"."categories" SET "slug" = 'changelog-' || "id" WHERE "slug" = 'changelog';

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_is_free" CHECK ((slug <> ALL (ARRAY['404'::text, '500'::text, 'api'::text, 'apple-icon'::text, 'auth'::text, 'builds'::text, 'changelog'::text, 'dashboard'::text, 'forgot-password'::text, 'lists'::text, 'mailbox'::text, 'more'::text, 'reset-password'::text, 'roadmap'::text, 'search'::text, 'settings'::text, 'sign-out'::text, 'sitemap'::text, 'admin'::text, 'insights'::text, 'notifications'::text, 'sign-in'::text, 'sign-up'::text])));

ALTER TABLE "public"."changelog_entries" ADD CONSTRAINT "changelog_entries_check1" CHECK (((state = 'published'::public.entry_state) = (published_at IS NOT NULL)));

ALTER TABLE "public"."changelog_entries" ADD CONSTRAINT "changelog_entries_check" CHECK (((state = 'scheduled'::public.entry_state) = (publish_at IS NOT NULL)));

ALTER TABLE "public"."changelog_addresses" ADD CONSTRAINT "changelog_addresses_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."changelog_entry_labels" ADD CONSTRAINT "changelog_entry_labels_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."changelog_entry_posts" ADD CONSTRAINT "changelog_entry_posts_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."changelog_entry_posts" ADD CONSTRAINT "changelog_entry_posts_post_id_fkey" FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;

ALTER TABLE "public"."changelog_entry_labels" ADD CONSTRAINT "changelog_entry_labels_label_id_fkey" FOREIGN KEY (label_id) REFERENCES public.changelog_labels(id) ON DELETE CASCADE;

ALTER TABLE "public"."changelog_reactions" ADD CONSTRAINT "changelog_reactions_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."images" ADD CONSTRAINT "images_check" CHECK ((num_nonnulls(post_id, comment_id, entry_id) = 1));

ALTER TABLE "public"."images" ADD CONSTRAINT "images_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_time_zone_check" CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 60)));

CREATE VIEW "private"."visible_events" AS  SELECT e.id,
    e.kind,
    p.id AS post_id,
    e.comment_id,
    e.change_id,
    e.actor_id,
    e.created_at,
    p.title AS post_title,
    p.slug AS post_slug,
    c.slug AS category_slug,
    k.from_state,
    k.to_state,
    k.note,
        CASE e.kind
            WHEN 'post.mention'::text THEN p.details
            ELSE m.body
        END AS body,
    m.parent_id,
    g.title AS merged_title
   FROM (((((private.events e
     LEFT JOIN public.post_events k ON ((k.id = e.change_id)))
     LEFT JOIN public.comments m ON (((m.id = e.comment_id) AND (m.deleted_at IS NULL) AND (m.hidden_at IS NULL))))
     LEFT JOIN public.post_merges g ON (((g.id = e.merge_id) AND (g.undone_at IS NULL) AND (e.kind = 'post.merged'::text))))
     JOIN public.posts p ON (((p.id = COALESCE(m.post_id, g.stays_id, e.post_id)) AND (p.deleted_at IS NULL))))
     JOIN public.categories c ON ((c.id = p.category_id)))
  WHERE (((e.change_id IS NULL) OR (k.id IS NOT NULL)) AND ((e.comment_id IS NULL) OR (m.id IS NOT NULL)) AND ((e.kind <> 'post.merged'::text) OR (g.id IS NOT NULL)))
UNION ALL
 SELECT e.id,
    e.kind,
    e.post_id,
    NULL::bigint AS comment_id,
    NULL::bigint AS change_id,
    e.actor_id,
    n.published_at AS created_at,
    n.title AS post_title,
    n.slug AS post_slug,
    'changelog'::text AS category_slug,
    NULL::public.post_state AS from_state,
    NULL::public.post_state AS to_state,
    NULL::text AS note,
    n.body,
    NULL::bigint AS parent_id,
    NULL::text AS merged_title
   FROM (private.events e
     JOIN public.changelog_entries n ON (((n.id = (- e.post_id)) AND (n.told_event = e.id) AND (n.state = 'published'::public.entry_state))));

CREATE INDEX notice_settings_changelog_idx ON private.notice_settings USING btree (person_id) WHERE changelog;

CREATE INDEX changelog_addresses_entry_idx ON public.changelog_addresses USING btree (entry_id);

CREATE INDEX changelog_entries_due_idx ON public.changelog_entries USING btree (publish_at) WHERE (state = 'scheduled'::public.entry_state);

CREATE INDEX changelog_entries_published_idx ON public.changelog_entries USING btree (published_at DESC, id DESC) WHERE (state = 'published'::public.entry_state);

CREATE INDEX changelog_entries_words_idx ON public.changelog_entries USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || body))) WHERE (state = 'published'::public.entry_state);

CREATE INDEX changelog_entry_labels_label_idx ON public.changelog_entry_labels USING btree (label_id, entry_id);

CREATE INDEX changelog_entry_posts_post_idx ON public.changelog_entry_posts USING btree (post_id);

CREATE UNIQUE INDEX changelog_labels_name_idx ON public.changelog_labels USING btree (lower(name));

CREATE INDEX images_entry_idx ON public.images USING btree (entry_id, "position", id) WHERE (entry_id IS NOT NULL);

CREATE TRIGGER forget_address AFTER DELETE ON private.changelog_readers FOR EACH ROW EXECUTE FUNCTION private.forget_address();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_addresses FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_entries FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER clean_entry BEFORE INSERT OR UPDATE OF title, body ON public.changelog_entries FOR EACH ROW EXECUTE FUNCTION private.clean_entry();

CREATE TRIGGER take_back_entry AFTER DELETE ON public.changelog_entries FOR EACH ROW EXECUTE FUNCTION private.take_back_entry();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_entry_labels FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_entry_posts FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_labels FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.changelog_reactions FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER before_change BEFORE INSERT OR DELETE OR UPDATE OF kind ON public.changelog_reactions FOR EACH ROW EXECUTE FUNCTION private.before_reaction_change();

CREATE TRIGGER count_reactions AFTER INSERT OR DELETE OR UPDATE ON public.changelog_reactions FOR EACH ROW EXECUTE FUNCTION private.count_reactions();

CREATE POLICY "a request names each column a few times" ON "public"."changelog_addresses" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "addresses of entries that the caller can read" ON "public"."changelog_addresses" FOR SELECT TO "anon", "authenticated" USING (( SELECT true
   FROM public.changelog_entries e
  WHERE (e.id = changelog_addresses.entry_id)));

CREATE POLICY "a request names each column a few times" ON "public"."changelog_entries" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "anyone reads published entries, the team every entry" ON "public"."changelog_entries" FOR SELECT TO "anon", "authenticated" USING (((state = 'published'::public.entry_state) OR ( SELECT private.is_team() AS is_team)));

CREATE POLICY "a request names each column a few times" ON "public"."changelog_entry_labels" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "labels of entries that the caller can read" ON "public"."changelog_entry_labels" FOR SELECT TO "anon", "authenticated" USING (( SELECT true
   FROM public.changelog_entries e
  WHERE (e.id = changelog_entry_labels.entry_id)));

CREATE POLICY "a request names each column a few times" ON "public"."changelog_entry_posts" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "posts of entries that the caller can read" ON "public"."changelog_entry_posts" FOR SELECT TO "anon", "authenticated" USING ((( SELECT true
   FROM public.changelog_entries e
  WHERE (e.id = changelog_entry_posts.entry_id)) AND ( SELECT true
   FROM public.posts p
  WHERE (p.id = changelog_entry_posts.post_id))));

CREATE POLICY "a request names each column a few times" ON "public"."changelog_labels" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "anyone reads labels" ON "public"."changelog_labels" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "a request names each column a few times" ON "public"."changelog_reactions" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "authors add images to their posts and comments" ON "public"."images" FOR INSERT TO "authenticated" WITH CHECK (((uploader_id = ( SELECT auth.uid() AS uid)) AND (split_part(path, '/'::text, 1) = (( SELECT auth.uid() AS uid))::text) AND ((EXISTS ( SELECT 1
   FROM public.posts p
  WHERE ((p.id = images.post_id) AND (p.author_id = ( SELECT auth.uid() AS uid))))) OR (EXISTS ( SELECT 1
   FROM public.comments c
  WHERE ((c.id = images.comment_id) AND (c.author_id = ( SELECT auth.uid() AS uid))))) OR ((entry_id IS NOT NULL) AND private.can_edit_entry(entry_id)) OR private.is_own_waiting(post_id, comment_id))));

CREATE POLICY "images of deleted posts are out of reach" ON "public"."images" AS RESTRICTIVE FOR ALL TO "anon", "authenticated" USING (COALESCE(( SELECT true
   FROM public.posts p
  WHERE (p.id = images.post_id)), ( SELECT true
   FROM public.comments c
  WHERE ((c.id = images.comment_id) AND (c.hidden_at IS NULL))), ( SELECT true
   FROM public.changelog_entries e
  WHERE (e.id = images.entry_id)), ((uploader_id = ( SELECT auth.uid() AS uid)) AND private.is_own_waiting(post_id, comment_id)))) WITH CHECK (true);

CREATE POLICY "uploaders and admins delete images" ON "public"."images" FOR DELETE TO "authenticated" USING ((((uploader_id = ( SELECT auth.uid() AS uid)) AND ((entry_id IS NULL) OR private.can_edit_entry(entry_id))) OR ( SELECT private.is_admin() AS is_admin)));

CREATE POLICY "uploaders describe and order their images" ON "public"."images" FOR UPDATE TO "authenticated" USING (((uploader_id = ( SELECT auth.uid() AS uid)) AND ((entry_id IS NULL) OR private.can_edit_entry(entry_id)))) WITH CHECK ((uploader_id = ( SELECT auth.uid() AS uid)));

COMMENT ON COLUMN "private"."events"."post_id" IS 'Below zero: the changelog entry with that number as its id.';

COMMENT ON COLUMN "private"."mail_parts"."is_said" IS 'Whether its mail, as it was last written, said it.';

COMMENT ON COLUMN "private"."mails"."post_id" IS 'The one post it is about, or below zero the one changelog entry; null when it is about several.';

COMMENT ON COLUMN "private"."notice_settings"."changelog" IS 'Whether to hear of every new entry of the changelog.';

COMMENT ON COLUMN "public"."changelog_entries"."edited_at" IS 'When it was last changed after it was published.';

COMMENT ON COLUMN "public"."changelog_entries"."first_published_at" IS 'Since then its address is kept for good.';

COMMENT ON COLUMN "public"."changelog_entries"."publish_at" IS 'When the worker publishes it; null unless it is scheduled.';

COMMENT ON COLUMN "public"."changelog_entries"."revision" IS 'Counts edits, so that an edit can tell whether it is up to date.';

COMMENT ON COLUMN "public"."changelog_entries"."tells" IS 'Whether people are told once it is published.';

COMMENT ON COLUMN "public"."changelog_entries"."told_event" IS 'The row of private.events that people are told of: the first publication, or a correction they were told of again. It stays while the entry is taken back, so that nobody is told twice.';

COMMENT ON COLUMN "public"."site_settings"."moderators_publish" IS 'Whether moderators publish changelog entries.';

COMMENT ON COLUMN "public"."site_settings"."shows_reactions" IS 'Whether members react to changelog entries.';

COMMENT ON COLUMN "public"."site_settings"."time_zone" IS 'In which the team schedules changelog entries.';

COMMENT ON FUNCTION "private"."audit_entry"(text, public.changelog_entries, boolean) IS 'Logs what was done to an entry, with its texts where they changed or go.';

COMMENT ON FUNCTION "private"."before_reaction_change"() IS 'Refuses blocked people; a reaction counts against the limit of votes.';

COMMENT ON FUNCTION "private"."can_edit_entry"(bigint) IS 'Whether the caller may change an entry, as private.require_editor has it.';

COMMENT ON FUNCTION "private"."can_publish"() IS 'Whether the caller may publish entries of the changelog: admins, and moderators where the site lets them.';

COMMENT ON FUNCTION "private"."claim_entry_address"(bigint, text) IS 'Claims a free address for an entry: the slug of a text, with a number where it is taken.';

COMMENT ON FUNCTION "private"."claim_mail_address"(text) IS 'The id of an address that may be sent a confirmation now: none for one that is silenced, or had three today.';

COMMENT ON FUNCTION "private"."clean_entry"() IS 'Cleans the texts of an entry before they''re stored.';

COMMENT ON FUNCTION "private"."complete_entry_posts"(bigint) IS 'Moves the posts of an entry to completed; says which it moved.';

COMMENT ON FUNCTION "private"."count_reactions"() IS 'Counts a reaction that is given, changed, blocked or taken back.';

COMMENT ON FUNCTION "private"."entry_audience"(private.events, uuid, integer) IS 'The next of those who subscribe to the changelog or follow a post that the entry fulfils, and why they hear of it; no reason where they do not.';

COMMENT ON FUNCTION "private"."entry_images"(bigint) IS 'The pictures of an entry, as JSON.';

COMMENT ON FUNCTION "private"."entry_is_due"(bigint, text, uuid, uuid) IS 'Whether a mail still tells its reader of an entry: they subscribe or follow one of its posts, and were not mailed that all of these are completed. An entry that is told again is told in any case.';

COMMENT ON FUNCTION "private"."entry_labels"(bigint) IS 'The labels of an entry, as JSON.';

COMMENT ON FUNCTION "private"."entry_posts"(bigint) IS 'The posts that an entry fulfils, as JSON: of merged ones those that stand for them, without those that are gone.';

COMMENT ON FUNCTION "private"."entry_says"(bigint) IS 'What everybody can read of a changelog entry; null unless it is published.';

COMMENT ON FUNCTION "private"."forget_address"() IS 'Removes an address that follows nothing and reads no changelog any more.';

COMMENT ON FUNCTION "private"."is_told_by_entry"(uuid, bigint, bigint, public.post_state) IS 'Whether a person has a notice of an entry that fulfils a post, so that the notice of its completion would tell the same.';

COMMENT ON FUNCTION "private"."make_token"(text, uuid, bigint, text) IS 'A link''s token: whose it is (''p'' a person, ''a'' an address), which post it is about (0: none; with ''changelog'' an entry), what it may do (''set'' changes settings and ends mails, ''summary'' and ''changelog'' the same of these, ''confirm'' begins mails), and a signature. It stays good: mails are kept.';

COMMENT ON FUNCTION "private"."parts_to_say"(private.mails) IS 'The events of a mail that it tells, as things are now.';

COMMENT ON FUNCTION "private"."place_entry"(bigint, text) IS 'Gives an entry its address. Until it is published for the first time it leaves none behind; then old ones lead to it.';

COMMENT ON FUNCTION "private"."posts_of_entry"(bigint) IS 'The posts that an entry fulfils, with those that were merged into them, without those that are gone.';

COMMENT ON FUNCTION "private"."publish_due_entries"() IS 'Publishes the entries whose time has come, also where that was while no worker ran; how many. Several may run at once.';

COMMENT ON FUNCTION "private"."publish_entry"(public.changelog_entries) IS 'Publishes an entry and has people told of it. Of one that was taken back whoever was told before hears nothing more.';

COMMENT ON FUNCTION "private"."require_editor"(public.changelog_entries) IS 'The team writes drafts. What is published, or will be without anyone looking at it again, is changed by those who may publish.';

COMMENT ON FUNCTION "private"."require_publisher"() IS 'Refuses whoever may not publish entries.';

COMMENT ON FUNCTION "private"."set_changelog_mails"(uuid, uuid, bigint, boolean) IS 'Ends or begins the mails about the changelog, by the link in one about an entry: whoever got it for a post that the entry fulfils mutes that post.';

COMMENT ON FUNCTION "private"."set_entry_belongings"(bigint, integer[], bigint[]) IS 'Sets the labels and posts of an entry; null leaves them.';

COMMENT ON FUNCTION "private"."shown_entries"(bigint[]) IS 'Entries with all that their page shows, in this order. Whoever calls it has chosen those that may be read.';

COMMENT ON FUNCTION "private"."take_back_entry"() IS 'Takes back what was told of an entry that is deleted.';

COMMENT ON FUNCTION "public"."admin_delete_entry"(bigint) IS 'Deletes a draft for good: one''s own that was never published, or any for those who may publish. False when it is gone.';

COMMENT ON FUNCTION "public"."admin_delete_label"(integer) IS 'Deletes a label; entries that had it stay. For those who may publish.';

COMMENT ON FUNCTION "public"."admin_entries"(bigint, integer) IS 'Every entry: drafts, then scheduled, then published ones, of each the newest first. For the team.';

COMMENT ON FUNCTION "public"."admin_entry"(bigint) IS 'An entry in whatever state, with all that its page shows. For the team.';

COMMENT ON FUNCTION "public"."admin_entry_readers"() IS 'How many members and addresses subscribe to the changelog. For the team.';

COMMENT ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer) IS 'Publishes a draft or scheduled entry, or schedules it for a time of the site''s time zone; tells followers of its posts and subscribers where that is wanted; completes its posts at once where that is wanted. status is ''published'', ''scheduled'', ''past'' (that time is over; nothing is done), ''conflict'' (somebody saved since seen_revision) or ''missing''.';

COMMENT ON FUNCTION "public"."admin_save_entry"(bigint, text, text, integer[], bigint[], integer, text, uuid) IS 'Adds a draft, once for each idempotency key, or changes the entry with the id. labels and posts are set where they are given. A draft''s address follows its title until it is published, or is what new_slug says. status is ''saved'', ''conflict'' (somebody saved since seen_revision; nothing is written) or ''missing''. For the team; what is not a draft for those who may publish.';

COMMENT ON FUNCTION "public"."admin_save_label"(integer, text) IS 'Adds a label, or renames the one with the id, whose address stays; null when it is gone. For those who may publish.';

COMMENT ON FUNCTION "public"."admin_save_site"(jsonb) IS 'Saves what the settings name and leaves the rest: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer, each empty for what the site has by itself; time_zone, shows_quarters, moderators_publish, shows_reactions; and states, by their keys, with name and description.';

COMMENT ON FUNCTION "public"."admin_take_back_entry"(bigint) IS 'Makes a published or scheduled entry a draft again. Nobody who was not told yet is told, and notices of it are hidden. False when it is gone.';

COMMENT ON FUNCTION "public"."admin_tell_entry_again"(bigint) IS 'Tells everyone of a published entry once more, as it is now; the notice before goes. False when it is not published.';

COMMENT ON FUNCTION "public"."changelog_addresses"(public.changelog_entries) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_entries"(public.profiles) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_entry_labels"(public.changelog_entries) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_entry_labels"(public.changelog_labels) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_entry_posts"(public.changelog_entries) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_entry_posts"(public.posts) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_index"() IS 'Addresses of published entries, for the sitemap, the newest first.';

COMMENT ON FUNCTION "public"."changelog_reactions"(public.changelog_entries) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_reactions"(public.profiles) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."changelog_unread"(timestamp with time zone) IS 'How many entries were published since a moment, or since the caller last saw the changelog, up to a hundred, and when the newest was.';

COMMENT ON FUNCTION "public"."confirm_follow"(text) IS 'Begins the mails that an address asked for, by the link in the mail to it, and says about which post: of one that was merged meanwhile, the one that stands for it. Of the changelog there is no category. No row for a link that is of no use any more. Asking twice changes nothing.';

COMMENT ON FUNCTION "public"."get_entry"(text) IS 'The published entry that an address leads to. One that is moved has another slug now than was asked for.';

COMMENT ON FUNCTION "public"."images"(public.changelog_entries) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."list_entries"(text, text, integer) IS 'Published entries, the newest first. The cursor of an entry is its published_at in milliseconds since 1970, a hyphen, and its id.';

COMMENT ON FUNCTION "public"."mail_settings"(text) IS 'What the reader of a mail may change by the link in it: its pace, and the post it is about. No row for a link that is of no use any more. The address shows its first letter alone: mails are passed on.';

COMMENT ON FUNCTION "public"."my_notice_settings"() IS 'The caller''s settings.';

COMMENT ON FUNCTION "public"."my_notices"(bigint, integer) IS 'What the caller is told, a row for each post, that with the newest notice first. before_event is newest_event of the last row seen. items are its newest five notices, as JSON; comments and changes count all of them. A changelog entry is a row of its own, with its id below zero, without a state.';

COMMENT ON FUNCTION "public"."my_reactions"(bigint[]) IS 'How the caller reacted to these entries.';

COMMENT ON FUNCTION "public"."search_entries"(text, integer) IS 'Published entries that have every word of a query, or words that begin so; those that have them in the title first.';

COMMENT ON FUNCTION "public"."see_changelog"() IS 'Marks every entry as seen by the caller.';

COMMENT ON FUNCTION "public"."set_notice_settings"(boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean, boolean) IS 'Changes the caller''s settings; what is null stays as it is.';

COMMENT ON FUNCTION "public"."set_reaction"(bigint, public.reaction) IS 'Makes the caller''s reaction to an entry as it is wanted, null for none; asking twice changes nothing.';

COMMENT ON FUNCTION "public"."subscribe_to_changelog"(text) IS 'For the site''s server, after count_attempt(''follow'', …): an address without an account asks for the changelog. It gets a mail to confirm that, as of follow_by_mail.';

COMMENT ON TABLE "private"."changelog_readers" IS 'Addresses that subscribe to the changelog, once they confirmed it.';

COMMENT ON TABLE "private"."changelog_visits" IS 'When a person last saw the changelog.';

COMMENT ON TABLE "private"."events" IS 'What people did, each thing once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (somebody is called by its details), comment.created, comment.deleted, comment.mention (somebody is called since an edit), changelog.published, changelog.changed, changelog.removed. Ids alone, no texts, and never changed: what it tells of is looked up when it is told, so nothing deleted is. Imports and operators leave no events.';

COMMENT ON TABLE "private"."mail_addresses" IS 'Addresses that follow posts or the changelog without an account.';

COMMENT ON TABLE "public"."changelog_addresses" IS 'Every address an entry has, and had since it was first published; never given to another entry.';

COMMENT ON TABLE "public"."changelog_entries" IS 'Entries of the changelog. Everyone reads published ones; drafts and scheduled entries are the team''s alone. The body is read through functions only.';

COMMENT ON TABLE "public"."changelog_entry_labels" IS 'Which labels an entry has.';

COMMENT ON TABLE "public"."changelog_entry_posts" IS 'The posts that an entry fulfils. Whoever follows one is told of the entry.';

COMMENT ON TABLE "public"."changelog_labels" IS 'Labels of changelog entries: New, Improved, Fixed, and the team''s own.';

COMMENT ON TABLE "public"."changelog_reactions" IS 'One reaction of a person to an entry. As of votes, those of blocked people stay and are not counted.';

COMMENT ON TABLE "public"."images" IS 'Pictures of posts, comments and changelog entries; path is the object in the bucket images.';

COMMENT ON VIEW "private"."visible_events" IS 'Events about what everybody can read at this moment: whatever tells of them reads this. Of a published changelog entry the one event that people are told of, as if the entry were a post of a category of that name.';

REVOKE ALL ON FUNCTION "private"."audit_entry"(text, public.changelog_entries, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."audit_entry"(text, public.changelog_entries, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."before_reaction_change"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."before_reaction_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."can_edit_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."can_edit_entry"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."can_publish"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."can_publish"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claim_entry_address"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_entry_address"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_mail_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_mail_address"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."clean_entry"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_entry"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."complete_entry_posts"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."complete_entry_posts"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_reactions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_reactions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_audience"(private.events, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_audience"(private.events, uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_images"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_images"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_is_due"(bigint, text, uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_is_due"(bigint, text, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_labels"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_labels"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_posts"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_posts"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_says"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_says"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_told_by_entry"(uuid, bigint, bigint, public.post_state) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_told_by_entry"(uuid, bigint, bigint, public.post_state) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts_to_say"(private.mails) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts_to_say"(private.mails) TO "postgres";

REVOKE ALL ON FUNCTION "private"."place_entry"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."place_entry"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."posts_of_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."posts_of_entry"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."publish_due_entries"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publish_due_entries"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."publish_entry"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publish_entry"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_editor"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_editor"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_publisher"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_publisher"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_changelog_mails"(uuid, uuid, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_changelog_mails"(uuid, uuid, bigint, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_entry_belongings"(bigint, integer[], bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_entry_belongings"(bigint, integer[], bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_entries"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_entries"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_back_entry"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_back_entry"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_delete_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_delete_entry"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_delete_label"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_delete_label"(integer) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_entries"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_entries"(bigint, integer) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_entry"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_entry_readers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_entry_readers"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_save_entry"(bigint, text, text, integer[], bigint[], integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_save_entry"(bigint, text, text, integer[], bigint[], integer, text, uuid) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_save_label"(integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_save_label"(integer, text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_take_back_entry"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_take_back_entry"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_tell_entry_again"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_tell_entry_again"(bigint) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."changelog_addresses"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_addresses"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_entries"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_entries"(public.profiles) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_entry_labels"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_entry_labels"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_entry_labels"(public.changelog_labels) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_entry_labels"(public.changelog_labels) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_entry_posts"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_entry_posts"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_entry_posts"(public.posts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_entry_posts"(public.posts) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_index"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_index"() TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."changelog_reactions"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_reactions"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_reactions"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_reactions"(public.profiles) TO "postgres";

REVOKE ALL ON FUNCTION "public"."changelog_unread"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changelog_unread"(timestamp with time zone) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."get_entry"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_entry"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."images"(public.changelog_entries) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."images"(public.changelog_entries) TO "postgres";

REVOKE ALL ON FUNCTION "public"."list_entries"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_entries"(text, text, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."mail_settings"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mail_settings"(text) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."my_notice_settings"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_notice_settings"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."my_reactions"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_reactions"(bigint[]) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."search_entries"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, integer) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."see_changelog"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."see_changelog"() TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."set_notice_settings"(boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_notice_settings"(boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean, boolean) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."set_reaction"(bigint, public.reaction) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_reaction"(bigint, public.reaction) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."subscribe_to_changelog"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."subscribe_to_changelog"(text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."changelog_readers" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."changelog_visits" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."changelog_addresses" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_addresses" TO "postgres", "service_role";

GRANT SELECT ("celebrations") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("created_at") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("edited_at") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("id") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("likes") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("loves") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("publish_at") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("published_at") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("revision") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("slug") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("state") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("title") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("updated_at") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("celebrations") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("edited_at") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("likes") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("loves") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("publish_at") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("published_at") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("revision") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("slug") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("state") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("title") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."changelog_entries" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_entries" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."changelog_entry_labels" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_entry_labels" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."changelog_entry_posts" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_entry_posts" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."changelog_labels" TO "anon", "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_labels" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."changelog_reactions" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."changelog_reactions" TO "postgres", "service_role";

REVOKE ALL ("entry_id") ON TABLE "public"."images" FROM "authenticated";

GRANT INSERT ("entry_id") ON TABLE "public"."images" TO "authenticated";

GRANT USAGE ON TYPE "public"."entry_state" TO "postgres";

GRANT USAGE ON TYPE "public"."reaction" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."visible_events" TO "postgres", "service_role";

ALTER TABLE "public"."changelog_entries" ADD CONSTRAINT "changelog_entries_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX changelog_entries_author_idx ON public.changelog_entries USING btree (author_id);

GRANT SELECT ("author_id") ON TABLE "public"."changelog_entries" TO "anon";

GRANT SELECT ("author_id") ON TABLE "public"."changelog_entries" TO "authenticated";

ALTER TABLE "public"."changelog_reactions" ADD CONSTRAINT "changelog_reactions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX changelog_reactions_user_idx ON public.changelog_reactions USING btree (user_id);

CREATE POLICY "people see their own reactions" ON "public"."changelog_reactions" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_present() AS is_present)));

INSERT INTO "public"."changelog_labels" ("name", "slug", "position")
VALUES ('New', 'new', 1), ('Improved', 'improved', 2), ('Fixed', 'fixed', 3);
