set local check_function_bodies = off;

DROP INDEX "public"."changelog_entries_words_idx";

CREATE TABLE "private"."search_entries" ("entry_id" bigint NOT NULL, "vector" tsvector NOT NULL, "language" text NOT NULL DEFAULT 'en'::text, CONSTRAINT "search_entries_pkey" PRIMARY KEY (entry_id));

ALTER TABLE "private"."search_entries" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.clean_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'UPDATE' and auth.uid() is not null and new.name <> old.name
     and private.is_pretence(new.name, new.id) then
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514', hint = 'name_reserved';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.given_reason(reason text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  said constant text := private.clean_line(reason);
begin
  if private.visible_length(said) = 0 or char_length(said) > 200 then
    raise exception 'Enter a reason of up to 200 characters.' using errcode = '23514', hint = 'reason_length';
  end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_entries(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  language constant text := private.search_language();
begin
  insert into private.search_entries as s (entry_id, vector, language)
  select e.id, setweight(private.search_vector(e.title, true, language), 'A')
    || setweight(private.search_vector(private.plain_text(e.body), false, language), 'B'), language
  from public.changelog_entries e where e.id = any (ids)
  on conflict (entry_id) do update set vector = excluded.vector, language = excluded.language;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.index_entries(array[new.id]);
  return null;
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
    raise exception 'You can add up to 8 images.' using errcode = '23514', hint = 'images_full';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_canned_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.clean_line(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' and (select count(*) from public.canned_answers) >= 100 then
    raise exception 'There are 100 saved replies. Delete one first.' using errcode = '23514', hint = 'replies_full';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'INSERT' and (select count(*) from public.dashboard_views v where v.owner_id = new.owner_id) >= 50 then
    raise exception 'You have 50 views. Delete one first.' using errcode = '23514', hint = 'views_full';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.restem_texts(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  spoken constant text := private.search_language();
  posts bigint[];
  comments bigint[];
  entries bigint[];
  done integer;
begin
  -- One at a time, because the last one counts everyone's words.
  if not pg_try_advisory_xact_lock(hashtextextended('restemming', 0)) then
    return 0;
  end if;
  -- Rows that are locked are picked up next time. The conditions are written as two ranges because an index can't
  -- search for "is different".
  posts := array(
    select s.post_id from private.search_posts s join private.search_titles t on t.post_id = s.post_id
    where s.language < spoken or s.language > spoken limit most for update skip locked
  );
  update private.search_titles t set title = private.search_vector(p.title, true, spoken)
  from public.posts p where p.id = t.post_id and t.post_id = any (posts);
  update private.search_posts s
  set vector = setweight(t.title, 'A') || setweight(private.search_vector(s.body, false, spoken), 'B'), language = spoken
  from private.search_titles t where t.post_id = s.post_id and s.post_id = any (posts);
  comments := array(
    select s.comment_id from private.search_comments s
    where s.language < spoken or s.language > spoken limit most - cardinality(posts) for update skip locked
  );
  update private.search_comments s
  set vector = setweight(private.search_vector(s.body, false, spoken), 'C'), language = spoken
  where s.comment_id = any (comments);
  entries := array(
    select s.entry_id from private.search_entries s
    where s.language <> spoken limit most - cardinality(posts) - cardinality(comments) for update skip locked
  );
  perform private.index_entries(entries);
  done := cardinality(posts) + cardinality(comments) + cardinality(entries);
  if done > 0
    and not exists (select from private.search_posts s where s.language < spoken or s.language > spoken)
    and not exists (select from private.search_comments s where s.language < spoken or s.language > spoken) then
    perform private.recount_words();
  end if;
  return done;
end
$function$;

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
  if entry.state = 'published' then
    raise exception 'Unpublish this entry before you delete it.' using errcode = '23514', hint = 'unpublish_first';
  end if;
  -- Only people who may publish can delete something that is scheduled or was on the site.
  if entry.state = 'scheduled' or entry.first_published_at is not null or entry.author_id is distinct from auth.uid() then
    perform private.require_publisher();
  end if;
  delete from public.changelog_entries e where e.id = entry.id;
  perform private.audit_entry('changelog.delete', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_post(post_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, m.author_id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_id, l.actor_name, l.key_name, l.action, l.before,
            l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id and v.counts
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id and p.deleted_at is null
  );
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
    raise exception 'There are 30 labels. Delete one first.' using errcode = '23514', hint = 'labels_full';
  end if;
  -- The label's address must be unique.
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
    raise exception 'A block must end in the future.' using errcode = '23514', hint = 'block_past';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'No one has this account. Exclude the vote instead.' using errcode = '23514', hint = 'block_no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Team members can''t be blocked.' using errcode = '23514', hint = 'block_team';
  end if;
  perform private.end_invitations(people);
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

CREATE OR REPLACE FUNCTION public.choose_first_password(token text, name text, password text, of_email text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person uuid;
  chosen constant text := private.clean_line(left(name, 200));
begin
  if char_length(token) < 20 or char_length(token) > 500 or octet_length(password) > 72
    or char_length(password) between 1 and 7
  then
    return false;
  end if;
  -- Must be the same expression as in the auth service's index.
  select u.id into person from auth.users u
  where u.confirmation_token = token and u.confirmation_token !~ '^[0-9 ]*$'
    and u.email_confirmed_at is null and u.encrypted_password <> ''
    and (of_email is null or lower(u.email) = lower(of_email))
  for no key update;
  if person is null then
    return false;
  end if;
  if private.is_pretence(chosen, person) then
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514', hint = 'name_reserved';
  end if;
  insert into private.first_passwords as f (user_id, token, name, encrypted_password)
  values (
    person, token, chosen,
    case when password = '' then '' else extensions.crypt(password, extensions.gen_salt('bf', 10)) end
  )
  on conflict (user_id) do update
  set token = excluded.token, name = excluded.name, encrypted_password = excluded.encrypted_password,
    tries = f.tries + 1
  where f.tries < 20;
  if not found then
    return false;
  end if;
  -- Also checked now, so that a name that breaks a rule is refused here.
  update public.profiles p set name = chosen where p.id = person;
  return true;
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
  wanted constant tsquery := (private.read_search(left(query, 200))).body_strict;
begin
  perform private.require_small_select(3);
  return query
    select e.id, e.title, e.slug, left(e.body, 600), e.published_at, private.entry_day(e.published_at)
    from private.search_entries s join public.changelog_entries e on e.id = s.entry_id
    where e.state = 'published' and s.vector @@ wanted
    order by ts_filter(s.vector, '{a}') @@ wanted desc, e.published_at desc, e.id desc
    limit least(max_rows, 20);
end
$function$;

ALTER TABLE "private"."search_entries" ADD CONSTRAINT "search_entries_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.changelog_entries(id) ON DELETE CASCADE;

CREATE INDEX search_entries_vector_idx ON private.search_entries USING gin (vector) WITH (fastupdate=off);

CREATE TRIGGER index_entry AFTER INSERT OR UPDATE OF title, body ON public.changelog_entries FOR EACH ROW EXECUTE FUNCTION private.index_entry();

COMMENT ON FUNCTION "private"."index_entries"(bigint[]) IS 'Writes the words of new or changed changelog entries.';

COMMENT ON FUNCTION "private"."index_entry"() IS 'Indexes a new or changed changelog entry.';

COMMENT ON FUNCTION "public"."search_entries"(text, integer) IS 'Published entries that contain every word of a query, read as in the search of posts: with the stems of the site''s language, and words that start with the last one. Matches in the title come first.';

COMMENT ON TABLE "private"."search_entries" IS 'The words of title (A) and text (B) of each changelog entry, and the language they were stemmed in.';

REVOKE ALL ON FUNCTION "private"."index_entries"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_entries"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_entry"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."index_entry"() TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."search_entries" TO "postgres", "service_role";

select private.index_entries(array(select e.id from public.changelog_entries e));

update private.limits l set sentence = n.now
from (values
  ('You have commented a lot.', 'You''re commenting too quickly.'),
  ('You have edited a lot.', 'You''re editing too quickly.'),
  ('You have added a lot of images.', 'You''re adding images too quickly.'),
  ('You have invited a lot of people.', 'You''re inviting people too quickly.'),
  ('You have posted a lot.', 'You''re posting too quickly.'),
  ('You have reported a lot.', 'You''re reporting too quickly.'),
  ('You have voted a lot.', 'You''re voting too quickly.')
) as n (was, now) where l.sentence = n.was;
