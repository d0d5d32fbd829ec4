set local check_function_bodies = off;

DROP POLICY "anyone reads published entries, the team every entry" ON "public"."changelog_entries";

DROP POLICY "the team deletes its own notes" ON "public"."post_notes";

DROP POLICY "the team reads what was looked at" ON "public"."post_triage";

DROP TRIGGER "look_at" ON "public"."post_notes";

ALTER TABLE "private"."attempt_limits" DROP CONSTRAINT "attempt_limits_kind_check";

ALTER TABLE "public"."categories" DROP CONSTRAINT "categories_slug_is_free";

DROP FUNCTION "public"."admin_columns"(bigint[]);

DROP FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer);

CREATE TABLE "private"."export_parts" ("export_id" uuid NOT NULL, "part" integer NOT NULL, "content" bytea NOT NULL, CONSTRAINT "export_parts_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576))), CONSTRAINT "export_parts_part_check" CHECK (((part >= 0) AND (part <= 600))), CONSTRAINT "export_parts_pkey" PRIMARY KEY (export_id, part));

ALTER TABLE "private"."export_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."exports" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "admin_id" uuid, "origin" text NOT NULL, "with_notes" boolean NOT NULL, "with_pictures" boolean NOT NULL, "state" text NOT NULL, "size" bigint, "missing" integer NOT NULL DEFAULT 0, "problem" text, "attempts" integer NOT NULL DEFAULT 0, "held_until" timestamp with time zone NOT NULL DEFAULT now(), "created_at" timestamp with time zone NOT NULL DEFAULT now(), "made_at" timestamp with time zone, "ends_at" timestamp with time zone, CONSTRAINT "exports_origin_check" CHECK ((origin = ANY (ARRAY['dashboard'::text, 'shell'::text]))), CONSTRAINT "exports_pkey" PRIMARY KEY (id), CONSTRAINT "exports_problem_check" CHECK ((char_length(problem) <= 2000)), CONSTRAINT "exports_size_check" CHECK ((size > 0)), CONSTRAINT "exports_state_check" CHECK ((state = ANY (ARRAY['making'::text, 'done'::text, 'failed'::text, 'ended'::text]))));

ALTER TABLE "private"."exports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."import_parts" ("run_id" uuid NOT NULL, "part" integer NOT NULL, "content" bytea NOT NULL, CONSTRAINT "import_parts_content_check" CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576))), CONSTRAINT "import_parts_part_check" CHECK (((part >= 0) AND (part <= 200))), CONSTRAINT "import_parts_pkey" PRIMARY KEY (run_id, part));

ALTER TABLE "private"."import_parts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."import_runs" ("id" uuid NOT NULL, "admin_id" uuid, "file_name" text NOT NULL, "file_size" bigint NOT NULL, "state" text NOT NULL DEFAULT 'uploading'::text, "choices" jsonb NOT NULL DEFAULT '{}'::jsonb, "made_categories" integer[] NOT NULL DEFAULT '{}'::integer[], "found" jsonb, "outcome" jsonb, "problem" text, "done" real NOT NULL DEFAULT 0, "attempts" integer NOT NULL DEFAULT 0, "held_until" timestamp with time zone NOT NULL DEFAULT now(), "undo_after" bigint NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "started_at" timestamp with time zone, "ended_at" timestamp with time zone, "undone_at" timestamp with time zone, CONSTRAINT "import_runs_done_check" CHECK (((done >= (0)::double precision) AND (done <= (1)::double precision))), CONSTRAINT "import_runs_file_size_check" CHECK (((file_size >= 1) AND (file_size <= 52428800))), CONSTRAINT "import_runs_pkey" PRIMARY KEY (id), CONSTRAINT "import_runs_problem_check" CHECK ((char_length(problem) <= 2000)), CONSTRAINT "import_runs_state_check" CHECK ((state = ANY (ARRAY['uploading'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))), CONSTRAINT "import_runs_file_name_check" CHECK (((private.visible_length(file_name) >= 1) AND (char_length(file_name) <= 200))));

ALTER TABLE "private"."import_runs" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "subject" text NOT NULL, "address" text NOT NULL, "name" text NOT NULL, "segments" jsonb NOT NULL, "ends_at" timestamp with time zone NOT NULL DEFAULT (now() + '01:00:00'::interval), CONSTRAINT "own_claims_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."own_claims" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_identities" ("subject" text NOT NULL, "person_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "own_identities_pkey" PRIMARY KEY (subject), CONSTRAINT "own_identities_subject_check" CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200))));

ALTER TABLE "private"."own_identities" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_keys" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "place" smallint NOT NULL, "algorithm" text NOT NULL, "secret" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "last_used_at" timestamp with time zone, CONSTRAINT "own_keys_algorithm_check" CHECK ((algorithm = ANY (ARRAY['HS256'::text, 'ES256'::text]))), CONSTRAINT "own_keys_pkey" PRIMARY KEY (id), CONSTRAINT "own_keys_place_check" CHECK ((place = ANY (ARRAY[1, 2]))), CONSTRAINT "own_keys_place_key" UNIQUE (place));

ALTER TABLE "private"."own_keys" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_sessions" ("session_id" uuid NOT NULL, "person_id" uuid NOT NULL, CONSTRAINT "own_sessions_pkey" PRIMARY KEY (session_id));

ALTER TABLE "private"."own_sessions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."own_tokens" ("digest" bytea NOT NULL, "ends_at" timestamp with time zone NOT NULL, CONSTRAINT "own_tokens_pkey" PRIMARY KEY (digest));

ALTER TABLE "private"."own_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."person_segments" ("person_id" uuid NOT NULL, "plan" text, "company" text, "monthly_value" numeric(12,2), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "person_segments_company_check" CHECK (((char_length(company) >= 1) AND (char_length(company) <= 120))), CONSTRAINT "person_segments_monthly_value_check" CHECK ((monthly_value >= (0)::numeric)), CONSTRAINT "person_segments_pkey" PRIMARY KEY (person_id), CONSTRAINT "person_segments_plan_check" CHECK (((char_length(plan) >= 1) AND (char_length(plan) <= 80))));

ALTER TABLE "public"."person_segments" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."imports" ADD COLUMN "run_id" uuid;

ALTER TABLE "public"."post_notes" ADD COLUMN "is_context" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."site_settings" ADD COLUMN "hides_first_steps" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."site_settings" ADD COLUMN "widget_origins" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."site_settings" ADD COLUMN "trusts_own_addresses" boolean NOT NULL DEFAULT false;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "company" text CASCADE;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "plan" text CASCADE;

ALTER TYPE "private"."post_filter" ADD ATTRIBUTE "value_min" integer CASCADE;

CREATE OR REPLACE FUNCTION private.add_example_board()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.profiles (id, name, placeholder)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, name, true
  from unnest(array[
    'Product team', 'Support desk', 'Early adopter', 'Mobile user', 'Translation group', 'Accessibility reviewer',
    'Integration partner', 'Weekend tinkerer', 'Community host', 'Quiet reader'
  ]) with ordinality as t(name, n)
  on conflict do nothing;

  -- The first person speaks for the site.
  insert into public.roles (user_id, role) values ('00000000-0000-4000-8000-000000000001', 'admin')
  on conflict do nothing;

  insert into public.profiles (id, name, placeholder)
  select ('00000000-0000-4000-8001-' || lpad(n::text, 12, '0'))::uuid, 'Example voter ' || n, true
  from generate_series(1, 160) n
  on conflict do nothing;

  insert into public.categories (slug, name, description, position, prompt, details_prompt)
  select * from (values
    ('integrations', 'Integrations', 'Other tools Signpost should talk to.', 2, 'Which tool do you work with?',
     'How should the two work together?'),
    ('bugs', 'Bugs', 'Something isn''t working as it should? Tell us what you saw.', 3, 'What isn''t working?',
     'What did you do, what did you expect, and what happened instead?')
  ) as t(slug, name, description, place, prompt, details_prompt)
  where not exists (select from public.category_addresses a where a.slug = t.slug);

  create temporary table example_posts (
    n integer generated always as identity, category text, state public.post_state, votes integer, days integer,
    author integer, title text, details text
  );

  insert into pg_temp.example_posts (category, state, votes, days, author, title, details) values
  ('new-features', 'completed', 148, 190, 3, 'Dark mode', E'Reading the board at night is hard on the eyes.\n\nPlease add a dark theme that\n\n- follows the system by default,\n- can be switched by hand,\n- keeps code blocks and images readable.'),
  ('new-features', 'completed', 96, 171, 6, 'Use the whole site with the keyboard', E'Every menu, dialog and vote button should be reachable with **Tab** and work with **Enter** and **Space**.\n\nA visible focus ring would already help a lot.'),
  ('new-features', 'completed', 87, 160, 9, 'Search that forgives typing mistakes', E'I often type `roadmpa` and get nothing. The search should still find "roadmap".'),
  ('new-features', 'completed', 52, 148, 10, 'Permanent links to posts', 'Links shared in chats must keep working after a post has been renamed or moved.'),
  ('integrations', 'completed', 41, 133, 7, 'Atom feed for each category', 'So that our team channel can follow what is new without opening the site.'),
  ('bugs', 'completed', 18, 97, 4, 'Vote count jumps back after a reload', E'1. Vote on a post\n2. Reload quickly\n3. The old number is shown for a moment'),
  ('new-features', 'in-progress', 131, 120, 1, 'Tell voters when a post ships', E'Everyone who voted gets one email when the state changes to *Completed*, with a link to unsubscribe.'),
  ('new-features', 'in-progress', 88, 86, 5, 'Right-to-left languages', 'Titles and comments in Arabic and Hebrew should be laid out from right to left, also when mixed with English.'),
  ('integrations', 'in-progress', 64, 75, 7, 'Import from a spreadsheet', E'We keep two years of requests in a spreadsheet:\n\n```\ntitle, details, votes, created\n```\n\nA one-time import would let us move over.'),
  ('bugs', 'in-progress', 22, 21, 4, 'Long words push the page sideways on a phone', 'A title without spaces, like a long file path, makes the whole page scroll to the right.'),
  ('new-features', 'planned', 119, 140, 9, 'Merge duplicate posts', E'When two posts ask for the same thing, an admin should be able to merge them:\n\n- votes are added up, one per person,\n- comments move along,\n- the old address leads to the new post.'),
  ('new-features', 'planned', 93, 101, 2, 'Internal notes for the team', 'Notes on a post that only admins can see, to keep the reasoning next to the request.'),
  ('new-features', 'planned', 71, 64, 8, 'Paste images straight into a comment', 'A screenshot says more than a paragraph. Pasting one should upload it and leave me where I was writing.'),
  ('integrations', 'planned', 58, 58, 7, 'Webhook when a post changes state', E'A signed `POST` with the post''s id, title, old and new state. We would use it to update our own changelog.'),
  ('new-features', 'planned', 34, 43, 6, 'Reduced motion everywhere', 'Respect the system setting for reduced motion, in menus, notifications and the vote button.'),
  ('new-features', 'candidate', 102, 110, 3, 'Saved searches', 'Let me keep a search and see at a glance what is new in it since my last visit.'),
  ('new-features', 'candidate', 77, 69, 2, 'Weekly digest by email', 'One email a week: what''s new, what moved, what shipped. No email when nothing happened.'),
  ('integrations', 'candidate', 49, 52, 8, 'Read-only API for the roadmap', 'A documented address that returns the public roadmap as JSON, with pages and a rate limit that is written down.'),
  ('new-features', 'candidate', 38, 30, 5, 'Translate the interface', 'We could help with German, Portuguese and Japanese if the texts were in one file.'),
  ('bugs', 'candidate', 9, 12, 10, 'Dates are hard to read in the table view', 'The year is cut off when the window is narrow.'),
  ('new-features', 'proposed', 46, 27, 4, 'Swipe between roadmap states on a phone', 'Swiping left and right feels more natural than tapping the tabs.'),
  ('new-features', 'proposed', 33, 18, 8, 'Show how a post''s votes grew over time', 'A small line next to the number would tell a fresh favourite from an old one.'),
  ('integrations', 'proposed', 27, 15, 7, 'Single sign-on with our identity provider', 'Our people should not need one more password.'),
  ('new-features', 'proposed', 19, 9, 10, 'Follow a post without voting for it', 'Sometimes I only want to know how a discussion ends.'),
  ('new-features', 'proposed', 12, 6, 2, 'Templates for new posts', E'A category could suggest a structure:\n\n> What are you trying to do?\n> What did you try?\n> How would you notice that it works?'),
  ('bugs', 'proposed', 7, 3, 9, 'Back button forgets which column was open', 'Opening a post from the fifth column and going back starts at the first one again.'),
  ('new-features', 'proposed', 4, 1, 3, 'Emoji reactions on comments 🎉', 'A quick 👍 instead of another "me too".');

  insert into public.posts (category_id, author_id, title, details, state, created_at)
  select c.category_id, ('00000000-0000-4000-8000-' || lpad(e.author::text, 12, '0'))::uuid, e.title, e.details, e.state,
         now() - make_interval(days => e.days, hours => e.n)
  from pg_temp.example_posts e join public.category_addresses c on c.slug = e.category
  order by e.n;

  insert into public.votes (user_id, post_id, created_at)
  select ('00000000-0000-4000-8001-' || lpad(v::text, 12, '0'))::uuid, p.id,
         p.created_at + (now() - p.created_at) * (v::float / (e.votes + 1))
  from pg_temp.example_posts e join public.posts p on p.title = e.title
  cross join lateral generate_series(1, e.votes) v;

  -- How each post reached its state, step by step.
  insert into public.post_events (post_id, actor_id, from_state, to_state, note, created_at)
  select p.id, '00000000-0000-4000-8000-000000000001', step.from_state, step.to_state,
         case step.to_state
           when 'planned' then 'We understand the need and know how to build it.'
           when 'completed' then 'Live for everyone. Thank you for the discussion!'
         end,
         p.created_at + (now() - p.created_at) * (step.i / 6.0)
  from pg_temp.example_posts e join public.posts p on p.title = e.title
  cross join lateral (
    select i, s as to_state, lag(s) over (order by i) as from_state
    from unnest(enum_range(null::public.post_state)) with ordinality as t(s, i)
  ) step
  where step.from_state is not null and step.to_state <= e.state;

  update public.posts p
  set state_changed_at = coalesce((select max(s.created_at) from public.post_events s where s.post_id = p.id), p.created_at)
  where p.author_id = any (private.example_people());

  create temporary table example_comments (post text, author integer, share float, body text, reply_author integer, reply text);

  insert into pg_temp.example_comments values
  ('Dark mode', 4, 0.2, 'This would make late-evening triage so much nicer. On phones it saves battery, too.', 1, 'Good point. We will test it on OLED screens.'),
  ('Dark mode', 6, 0.3, 'Please check the contrast of the small grey texts in both themes: `#777` on black is **not** enough.', 1, 'Agreed. Every text will have a ratio of at least 4.5 to 1.'),
  ('Dark mode', 9, 0.9, 'Just switched it on. It looks great, thank you!', null, null),
  ('Tell voters when a post ships', 2, 0.3, 'Our most asked question: "is it there yet?" This would answer it before it is asked.', 1, 'Exactly why it is next.'),
  ('Tell voters when a post ships', 10, 0.5, 'One email per post is fine. One email per comment is not.', null, null),
  ('Merge duplicate posts', 2, 0.2, E'Cases we see every week:\n\n- same wish, other words\n- a bug reported as a feature\n- one post that asks for two things', 9, 'The third one needs a split, which is another request, I think.'),
  ('Merge duplicate posts', 3, 0.6, 'Will people who voted on both still count once?', 1, 'Yes, one person stays one vote.'),
  ('Search that forgives typing mistakes', 5, 0.4, 'It should work for other scripts as well, e.g. 路线图 or خارطة الطريق.', 1, 'It does now.'),
  ('Paste images straight into a comment', 6, 0.5, 'With a field for alternative text, please.', 1, 'It is part of the plan.'),
  ('Saved searches', 8, 0.4, 'A feed per search would do for me.', null, null),
  ('Right-to-left languages', 10, 0.3, 'السلام عليكم! Happy to test this.', 1, 'Thank you, we will gladly take you up on it.'),
  ('Import from a spreadsheet', 2, 0.6, 'Keeping the original dates matters more to us than anything else.', 7, 'Same here.'),
  ('Emoji reactions on comments 🎉', 9, 0.5, 'Works best when there are only a few to choose from.', null, null);

  with top as (
    insert into public.comments (post_id, author_id, body, created_at)
    select p.id, ('00000000-0000-4000-8000-' || lpad(c.author::text, 12, '0'))::uuid, c.body,
           p.created_at + (now() - p.created_at) * c.share
    from pg_temp.example_comments c join public.posts p on p.title = c.post
    order by p.id, c.share
    returning id, post_id, body, created_at
  )
  insert into public.comments (post_id, parent_id, author_id, body, created_at)
  select top.post_id, top.id, ('00000000-0000-4000-8000-' || lpad(c.reply_author::text, 12, '0'))::uuid, c.reply,
         top.created_at + (now() - top.created_at) * 0.1
  from top join pg_temp.example_comments c on c.body = top.body
  where c.reply is not null;

  drop table pg_temp.example_posts, pg_temp.example_comments;
end
$function$;

CREATE OR REPLACE FUNCTION private.any_of(parts text[], rarities double precision[], documents double precision[], texts double precision, most integer)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Words on the same topic appear together more often than by chance.
  meeting constant integer := 4;
  common constant integer := 20000;
  sorted text[];
  counts double precision[];
  room double precision := most;
  chosen text[] := array[]::text[];
  expected double precision;
begin
  select array_agg(p.part order by p.count), array_agg(p.count order by p.count) into sorted, counts
  from (
    select t.part, least(coalesce(t.documents, texts / 200), texts) as count
    from unnest(parts, rarities, documents) as t(part, rarity, documents)
    where t.rarity > 0.2 order by t.rarity desc limit 8
  ) p;
  for i in 1..coalesce(cardinality(sorted), 0) loop
    exit when counts[i] > common;
    if counts[i] <= room then
      chosen := chosen || sorted[i];
      room := room - counts[i];
    else
      for j in i + 1..cardinality(sorted) loop
        expected := least(counts[i], meeting * counts[i] * counts[j] / texts);
        if expected <= room then
          chosen := chosen || format('(%s & %s)', sorted[i], sorted[j]);
          room := room - expected;
        end if;
      end loop;
    end if;
  end loop;
  return case when chosen <> '{}' then array_to_string(chosen, ' | ')::tsquery end;
end
$function$;

CREATE OR REPLACE FUNCTION private.are_origins(given text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN ((given IS NOT NULL) AND (cardinality(given) <= 20) AND (array_position(given, NULL::text) IS NULL) AND (NOT (EXISTS (SELECT FROM unnest(are_origins.given) o(origin) WHERE ((char_length(o.origin) > 200) OR (o.origin !~ '^(https://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?|http://(localhost|127\.0\.0\.1))(:[0-9]{1,5})?$'::text))))));

CREATE OR REPLACE FUNCTION private.audit_key_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  post public.posts;
begin
  select * into post from public.posts p
  where tg_table_name <> 'changelog_entries'
    and p.id = coalesce((row_now ->> 'post_id')::bigint, (row_now ->> 'id')::bigint);
  perform private.audit('key.' || lower(tg_op), post.id, post.title, null,
    jsonb_build_object('table', tg_table_name, 'id', row_now -> 'id'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_post_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('post');
  end if;
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  new.slug := private.claim_address(new.category_id, new.id, new.title);
  new.trend := private.trend_weight(new.created_at);
  new.activity_at := new.created_at;
  new.updated_at := new.created_at;
  new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
  -- Imports contain older content.
  if auth.uid() is not null and exists (
    select from public.categories c where c.id = new.category_id and c.archived_at is not null
  ) then
    raise exception 'This category doesn''t accept new posts.' using errcode = 'PT409', hint = 'category_closed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_request()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  token constant text := nullif(current_setting('request.headers', true), '')::json ->> 'x-signpost-key';
  claims jsonb;
begin
  if token is null then
    return;
  end if;
  claims := private.claims_of_key(token);
  if private.is_open_to_keys(current_setting('request.method', true), current_setting('request.path', true)) is not true then
    raise exception 'API keys can''t do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  perform set_config('request.jwt.claims', claims::text, true);
  perform set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  perform set_config('role', 'authenticated', true);
  perform set_config('statement_timeout', '8s', true);
  if not (claims -> 'scopes' ? 'write') then
    perform set_config('transaction_read_only', 'on', true);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.before_vote_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(tg_op = 'INSERT');
    perform private.spend_limit('vote');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  -- Imports bring many at once, and no one is blocked in the meantime.
  if auth.uid() is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(new.user_id::text, 1));
    new.is_blocked := exists (
      select from private.blocks b where b.person_id = new.user_id and coalesce(b.ends_at > now(), true)
    );
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.beyond_cursor(keys text[], types text[], descending boolean[], start integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  beyond text;
  same text := '';
begin
  for i in start .. cardinality(keys) loop
    beyond := concat_ws(' or ', beyond, format(
      '(%s%s %s ($2 ->> %s)::%s)', same, keys[i], case when descending[i] then '<' else '>' end, i - 1, types[i]
    ));
    same := same || format('%s = ($2 ->> %s)::%s and ', keys[i], i - 1, types[i]);
  end loop;
  -- Repeated for the first key alone, so that an index can start from it.
  return format('(%s) and %s %s ($2 ->> %s)::%s', beyond, keys[start],
    case when descending[start] then '<=' else '>=' end, start - 1, types[start]);
end
$function$;

CREATE OR REPLACE FUNCTION private.bulk_seen(seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(seen) <> 'object' then
    raise exception '"seen" must be an object with post ids as keys.' using errcode = '22023';
  end if;
  return seen;
end
$function$;

CREATE OR REPLACE FUNCTION private.change_search_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.synonyms set words = words where words <> '{}';
  -- As many as a request has time for. The worker does the rest.
  begin
    perform private.restem_texts(200);
  exception when lock_not_available then
    null;
  end;
  perform pg_notify('signpost', 'language');
  return null;
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
    -- Reserved for two folders of pages.
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

CREATE OR REPLACE FUNCTION private.claim_export()
 RETURNS SETOF private.exports
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.exports;
begin
  select * into run from private.exports e where e.state = 'making' and e.held_until <= now() for update skip locked limit 1;
  if run.id is null then
    return;
  elsif run.attempts >= 3 then
    update private.exports e set state = 'failed', problem = 'worker_gone' where e.id = run.id;
    return;
  end if;
  delete from private.export_parts p where p.export_id = run.id;
  return query
    update private.exports e set held_until = now() + interval '1 minute', attempts = e.attempts + 1
    where e.id = run.id returning e.*;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_import()
 RETURNS SETOF private.import_runs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  loop
    select * into run from private.import_runs r
    where r.state in ('checking', 'running', 'undoing') and r.held_until <= now()
    order by r.state <> 'checking', r.created_at for update skip locked limit 1;
    if run.id is null then
      return;
    end if;
    if run.attempts >= 3 then
      perform private.end_import(run.id, 'failed', null, 'worker_gone');
    elsif run.state <> 'undoing'
          and not exists (select from public.roles o where o.user_id = run.admin_id and o.role = 'admin') then
      perform private.end_import(run.id, 'failed', null, 'not_admin');
    else
      return query
        update private.import_runs r set held_until = now() + interval '1 minute', attempts = r.attempts + 1
        where r.id = run.id returning r.*;
      return;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_sending(sent_key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- The account may have been deleted in the meantime.
  perform private.require_member();
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$function$;

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
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_synonyms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.words := array(
    select c.entry
    from (
      select private.clean_line(left(w, 60)) as entry, i from unnest(new.words) with ordinality as t(w, i)
    ) c
    group by c.entry
    having (select count(*) from private.search_words_of(c.entry)) between 1 and 4
    order by min(c.i)
  );
  if cardinality(new.words) < 2 then
    raise exception 'Give at least two words with the same meaning.' using errcode = '22023';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.conceal(posts bigint[], comments bigint[], cause text, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  why constant text := private.clean_line(reason);
  before jsonb;
begin
  -- Locks posts in order of their ids, like everything that locks several.
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  insert into private.hidings as h (post_id, cause, reason, hidden_by)
  select p.id, conceal.cause, why, me from public.posts p
  where p.id = any (posts) and (p.deleted_at is null or p.hidden_at is not null) order by p.id
  on conflict (post_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  update public.posts p set hidden_at = now(), deleted_at = 'infinity', deleted_by = null
  where p.id = any (posts) and p.deleted_at is null;
  delete from private.search_titles s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_posts s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_comments s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);

  insert into private.hidings as h (comment_id, cause, reason, body, hidden_by)
  select c.id, conceal.cause, why, c.body, me from public.comments c
  where c.id = any (comments) and c.deleted_at is null order by c.id
  on conflict (comment_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  update public.comments c set
    body = '', hidden_at = coalesce(c.hidden_at, now()),
    hidden_reason = case
      when conceal.cause = 'team' or exists (select from public.comments r where r.parent_id = c.id) then why
    end
  where c.id = any (comments) and c.deleted_at is null and (c.hidden_at is null or conceal.cause = 'team');
  perform private.recount_comments(comments, before);
  delete from private.search_comments s where s.comment_id = any (comments);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_api_request(kind text, caller text)
 RETURNS TABLE(max_count integer, remaining integer, reset integer, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule private.api_limits;
  spent private.api_usage;
begin
  select * into rule from private.api_limits l where l.caller = count_api_request.kind;
  insert into private.api_usage as u (caller, used)
  select sha256(convert_to(concat_ws(E'\n', s.value, 'api', count_api_request.kind, count_api_request.caller), 'UTF8')), 1
  from private.salt s
  on conflict on constraint api_usage_pkey do update set
    used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
    started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
  returning * into spent;
  if spent.used = 1 then
    delete from private.api_usage u where u.started_at < now() - interval '1 hour';
  end if;
  -- Losing counts in a crash does no harm.
  perform set_config('synchronous_commit', 'off', true);
  return query select rule.max_count, rule.max_count - spent.used,
    greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer),
    extract(epoch from rule.period)::integer;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.post_notes n where n.author_id = old.id and n.is_context;
  delete from public.profiles where id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_import(run_id uuid, state text, outcome jsonb, problem text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.import_runs r set
    state = end_import.state, problem = end_import.problem, outcome = coalesce(end_import.outcome, r.outcome, '{}'),
    done = case when end_import.state = 'failed' then r.done else 1 end,
    ended_at = case when r.started_at is not null then now() end,
    undone_at = case when end_import.state = 'undone' then now() end
  where r.id = end_import.run_id;
  delete from private.import_parts p where p.run_id = end_import.run_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.end_own_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s using private.own_sessions o where o.session_id = s.id and s.user_id = new.user_id;
  return null;
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
  -- People who were notified about a post were also notified about those merged into it.
  return exists (
    select from unnest(posts) p
    where private.standing_post(p) <> all (heard)
  );
end
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
$function$;

CREATE OR REPLACE FUNCTION private.export_kept()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mail_follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', f.post_id, 'confirmed_at', f.confirmed_at, 'created_at', f.created_at) order by f.post_id), '[]')
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      join auth.users u on u.id = me.id and u.email_confirmed_at is not null and lower(u.email) = a.address),
    'mentions', (
      select coalesce(jsonb_agg(m.comment_id order by m.comment_id), '[]')
      from private.mentions m where m.person_id = me.id),
    'post_mentions', (
      select coalesce(jsonb_agg(m.post_id order by m.post_id), '[]')
      from private.post_mentions m where m.person_id = me.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', e.kind, 'post_id', e.post_id, 'comment_id', e.comment_id, 'reason', n.reason,
        'created_at', e.created_at, 'read_at', n.read_at) order by e.id), '[]')
      from private.notices n join private.visible_events e on e.id = n.event_id where n.person_id = me.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'post_id', m.post_id, 'state', m.state, 'created_at', m.created_at) order by m.id), '[]')
      from private.mails m where m.person_id = me.id),
    'hidden_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'created_at', p.created_at, 'cause', h.cause,
        'reason', h.reason) order by p.id), '[]')
      from public.posts p join private.hidings h on h.post_id = p.id where p.author_id = me.id),
    'hidden_comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'body', h.body, 'created_at', c.created_at, 'cause', h.cause,
        'reason', h.reason) order by c.id), '[]')
      from public.comments c join private.hidings h on h.comment_id = c.id where c.author_id = me.id),
    'merged_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'created_at', p.created_at,
        'edited_at', p.edited_at, 'merged_into', m.stays_id) order by p.id), '[]')
      from public.post_merges m join public.posts p on p.id = m.post_id
      where m.undone_at is null and p.author_id = me.id),
    'same_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', s.low_id, 'same_as', s.high_id, 'created_at', s.created_at) order by s.created_at), '[]')
      from private.same_posts s where s.user_id = me.id),
    'block', (
      select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'ends_at', b.ends_at)
      from private.blocks b where b.person_id = me.id),
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', r.post_id, 'comment_id', r.comment_id, 'reason', r.reason, 'created_at', r.created_at,
        'outcome', r.outcome) order by r.id), '[]')
      from private.reports r where r.reporter_id = me.id),
    'votes_set_aside', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]') from (
        select v.post_id from public.votes v where v.user_id = me.id and v.is_set_aside
        union select w.post_id from private.withdrawn_votes w where w.user_id = me.id
      ) t),
    'votes_given_by_the_team', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.user_id = me.id),
    'given_votes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', g.post_id, 'why', g.why, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
      from private.given_votes g where g.given_by = me.id),
    'vote_networks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'salted_hash', encode(n.network, 'hex'), 'noted_at', n.noted_at) order by n.post_id), '[]')
      from private.vote_networks n where n.user_id = me.id),
    'segments', (
      select jsonb_build_object(
        'plan', s.plan, 'company', s.company, 'monthly_value', s.monthly_value, 'updated_at', s.updated_at)
      from public.person_segments s where s.person_id = me.id),
    'own_sign_ins', (
      select coalesce(jsonb_agg(jsonb_build_object('subject', i.subject, 'created_at', i.created_at) order by i.created_at), '[]')
      from private.own_identities i where i.person_id = me.id),
    'sent_contexts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = me.id and n.is_context)
  )
  from (select auth.uid() as id where private.is_present()) me
$function$;

CREATE OR REPLACE FUNCTION private.filter_by_text(f private.post_filter, typed text, every_post boolean)
 RETURNS private.post_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  is_common boolean := false;
begin
  f.text_typed := typed;
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.text_signs := private.signs_of(typed);
  else
    -- A last word that is a stop word isn't in the details index; it may be the beginning of a word, or nothing else
    -- may be typed.
    select coalesce(
      string_agg(a.strict_body, ' & ') filter (where not (a.is_last and private.is_stop_word(a.forms[1]))),
      string_agg(a.strict_body, ' & ')
    )::tsquery into f.text_words
    from (select s.*, s.place = max(s.place) over () as is_last from private.search_atoms(typed, false) s) a;
    f.text_title := private.certain_words(typed);
  end if;
  if every_post is null then
    return f;
  elsif not every_post and f.text_key is not null then
    is_common := (
      select count(*) filter (where newest.is_found) > 100 from (
        select t.key like '%' || f.text_key || '%' or s.vector @@ f.text_words as is_found
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id
        order by t.post_id desc limit 2000
      ) newest
    );
  elsif not every_post and f.text_signs <> '{}' then
    is_common := (
      select count(*) filter (where newest.signs @> f.text_signs) > 100 and typed = any (f.text_signs)
      from (select s.signs from private.search_signs s order by s.post_id desc limit 2000) newest
    );
  end if;
  if not is_common then
    execute format('select array(%s)', array_to_string(private.text_lookups(f), ' union all ')) into f.post_ids using f;
  end if;
  return f;
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_day(filter jsonb, key text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(filter -> key) = 'string' and filter ->> key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return (filter ->> key)::date;
  end if;
  raise exception 'The filter % is a day, like 2026-11-20.', key using errcode = '22023';
exception when datetime_field_overflow then
  raise exception 'The filter % is not a valid date.', key using errcode = '22023';
end
$function$;

CREATE OR REPLACE FUNCTION private.find_key(token text)
 RETURNS private.api_keys
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_key private.api_keys;
begin
  select * into found_key from private.api_keys k where k.digest = private.digest_of_key(token);
  if found_key.id is null then
    raise exception 'This API key is not valid.' using errcode = 'PT401', hint = 'key_unknown';
  end if;
  if found_key.ended_at is not null or found_key.ends_at <= now() then
    raise exception 'This API key has expired or was revoked.' using errcode = 'PT401', hint = 'key_ended';
  end if;
  return found_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_posts(asked private.search_request)
 RETURNS private.search_hits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
  -- Posts whose titles contain everything are enough on their own.
  enough constant integer := 200;
  size constant integer := cardinality(asked.titles);
  titles constant bigint[] := private.find_voted(
    asked.title_loose, (select min(d) from unnest(asked.documents) d), asked.share, most
  );
  guess record;
  texts record;
  comments record;
  partly bigint[];
  hits private.search_hits;
begin
  hits.marked := asked.marked;
  if cardinality(titles) >= most then
    hits.ids := array(select distinct f from unnest(titles || private.find_closest_titles(asked)) f);
    hits.is_exact := false;
    return hits;
  end if;
  hits.ids := titles;
  if cardinality(titles) = 0 and size > 1 then
    guess := private.find_guessed_titles(asked, most / 2);
    if cardinality(guess.ids) > 0 then
      hits.ids := guess.ids;
      hits.title_guess := guess.title_guess;
      hits.marked := guess.marked;
    end if;
  end if;
  if cardinality(hits.ids) >= enough then
    hits.is_exact := false;
    return hits;
  end if;
  texts := private.find_texts(asked, most);
  hits.ids := array(select distinct f from unnest(hits.ids || texts.ids) f);
  hits.is_exact := texts.is_exact;
  if hits.is_exact and cardinality(hits.ids) < enough then
    comments := private.find_comments(asked, hits.ids, most);
    hits.comment_posts := comments.post_ids;
    hits.comment_ids := comments.comment_ids;
    hits.ids := hits.ids || hits.comment_posts;
    hits.is_exact := cardinality(hits.comment_posts) < most;
  end if;
  if cardinality(hits.ids) < enough and (size > 1 or asked.wide_titles <> asked.titles) then
    partly := private.find_partly(asked, most);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most;
  end if;
  return hits;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_imported_people(people uuid[], since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.profiles p
  where p.id = any (people) and p.placeholder and p.created_at >= since
    and not exists (select from public.posts o where o.author_id = p.id)
    and not exists (select from public.votes v where v.user_id = p.id)
    and not exists (select from public.comments c where c.author_id = p.id)
    and not exists (select from public.post_events e where e.actor_id = p.id)
$function$;

CREATE OR REPLACE FUNCTION private.gather_mails(max_rows integer DEFAULT 5000)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and private.is_update(e.kind)
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    -- Ids are drawn beforehand, because new rows could only be joined one by one.
    select w.person_id, w.address_id, nextval(pg_get_serial_sequence('private.mails', 'id')) as mail_id
    from (
      select m.person_id, m.address_id
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id is null and m.due_at <= now()
        and (m.due_at <= now() - correction or coalesce(m.person_id, m.address_id) not in (select o.reader from open_for o))
      group by 1, 2 limit max_rows
    ) w
  ), parts as (
    select m.event_id, m.person_id, m.address_id, m.new_mail, e.post_id
    from (
      select m.*, w.mail_id as new_mail
      from waiting w join private.mail_parts m on m.person_id = w.person_id and m.mail_id is null
      union all
      select m.*, w.mail_id
      from waiting w join private.mail_parts m on m.address_id = w.address_id and m.mail_id is null
    ) m
    join private.visible_events e on e.id = m.event_id and (not private.is_update(e.kind) or m.due_at <= now())
  ), mails as (
    insert into private.mails (id, kind, person_id, address_id, post_id)
    overriding system value
    select p.new_mail, 'notices', p.person_id, p.address_id,
      case when min(p.post_id) = max(p.post_id) then min(p.post_id) end
    from parts p group by p.new_mail, p.person_id, p.address_id
    returning id
  ), told_people as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.person_id = p.person_id
  ), told_addresses as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.address_id = p.address_id
  )
  select count(*) into made from mails;
  return made;
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
    raise exception 'Enter a reason of up to 200 characters.' using errcode = '23514';
  end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if current_user = (select r.rolname from pg_catalog.pg_class c join pg_catalog.pg_roles r on r.oid = c.relowner
                       where c.oid = tg_relid) then
      return null;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null and new.actor_name = 'Deleted user'
       and to_jsonb(new) - array['actor_id', 'actor_name'] = to_jsonb(old) - array['actor_id', 'actor_name']
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is written by the database and can''t be changed.' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if old.actor_id is not null and new.actor_id is null
       and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id'
       and not exists (select 1 from public.profiles where id = old.actor_id) then
      return new;
    end if;
  end if;
  raise exception 'Events can''t be changed.' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and current_setting('signpost.removes_factor', true) is distinct from old.user_id::text
       and exists (select from auth.users u where u.id = old.user_id) then
      raise exception 'Enter a code to remove a second factor.' using errcode = '42501', hint = 'code_needed';
    end if;
    return old;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('factor of ' || new.user_id, 0));
  if exists (
    select from auth.mfa_factors f where f.user_id = new.user_id and f.status = 'verified' and f.id <> new.id
  ) then
    raise exception 'This account already has a second factor.' using errcode = '42501', hint = 'has_factor';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from auth.sessions s
    where s.user_id = new.user_id and s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
  ) or new.status = 'verified' and new.created_at < now() - interval '10 minutes' then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if tg_op = 'UPDATE' and new.status = 'verified' then
    perform set_config('signpost.new_factor', new.id::text, true);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_first_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('signpost.new_factor', true) = new.factor_id::text and (private.is_own_session(new.id) or not exists (
    select from auth.mfa_factors f
    where f.id = new.factor_id and f.created_at < new.created_at + interval '10 minutes'
  )) then
    raise exception 'Sign in again before you add a second factor.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_linking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Older versions of the auth service have no such column.
  account constant uuid := to_jsonb(new) ->> 'linking_target_id';
begin
  if account is not null and not exists (
    select from auth.sessions s
    where s.user_id = account and s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
  ) then
    raise exception 'Sign in again to link another sign-in method.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_when = 'BEFORE' then
    new.recovery_sent_at := null;
    return new;
  end if;
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (
      s.created_at > now() - interval '10 minutes' and not private.is_own_session(s.id)
      or private.is_confirmation(s, old)
    )
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.hand_over_votes(person uuid, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  posts bigint[];
  merged bigint[];
  moved bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- Like a vote by the account itself: not while it is being blocked.
  perform pg_advisory_xact_lock_shared(hashtextextended(account::text, 1));
  posts := array(select distinct private.standing_post(v.post_id) from public.votes v where v.user_id = person);
  perform private.hold_posts(private.merged_with(posts));
  merged := array(
    select distinct m.stays_id from public.post_merges m where m.stays_id = any (posts) and m.undone_at is null
  );
  if merged <> '{}' then
    update public.votes v set post_id = m.post_id, merge_id = null
    from public.post_merges m
    where m.id = v.merge_id and v.post_id = any (posts) and v.user_id in (person, account);
    perform private.count_merged(private.merged_with(merged));
  end if;
  with changed as (
    update public.votes v set user_id = account
    where v.user_id = person
      and not exists (select from public.votes own where own.user_id = account and own.post_id = v.post_id)
    returning v.post_id
  )
  select coalesce(array_agg(c.post_id), '{}') into moved from changed c;
  delete from public.votes v where v.user_id = person;
  update public.votes v
  set is_set_aside = v.is_set_aside or exists (
      select from private.withdrawn_votes w
      where w.user_id = account and private.standing_post(w.post_id) = private.standing_post(v.post_id)
    ),
    is_blocked = exists (
      select from private.blocks b where b.person_id = account and coalesce(b.ends_at > now(), true)
    )
  where v.user_id = account and v.post_id = any (moved);
  -- As when the account votes itself: from then on, the vote shows it.
  delete from private.withdrawn_votes w
  where w.user_id = account
    and private.standing_post(w.post_id) in (select private.standing_post(p) from unnest(moved) p);
  if merged <> '{}' then
    perform private.gather(p) from unnest(merged) p;
    perform private.count_merged(private.merged_with(merged));
  end if;
  delete from public.profiles p where p.id = person;
end
$function$;

CREATE OR REPLACE FUNCTION private.hide_reported(of_post bigint, of_comment bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  author constant uuid := case when of_comment is null
    then (select p.author_id from public.posts p where p.id = of_post)
    else (select c.author_id from public.comments c where c.id = of_comment) end;
begin
  if private.counts_as_team(author) or (
    select m.reports_to_hide from private.moderation m
  ) > (
    select count(*) from private.reports r
    where r.settled_at is null and (r.post_id = of_post or r.comment_id = of_comment) and private.is_trusted(r.reporter_id)
  ) then
    return false;
  end if;
  perform private.conceal(
    array_remove(array[of_post], null), array_remove(array[of_comment], null), 'reports', 'several people reported it'
  );
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_export(export_id uuid, attempt integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.exports e set held_until = now() + interval '1 minute'
  where e.id = export_id and e.attempts = attempt and e.state = 'making';
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_import(run_id uuid, attempt integer, done real DEFAULT NULL::real)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.import_runs r set
    held_until = now() + interval '1 minute', done = greatest(r.done, least(hold_import.done, 1))
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing');
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_categories(run_id uuid)
 RETURNS TABLE(name text, category_id integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.key, a.category_id
  from private.import_runs r
    cross join jsonb_each(coalesce(r.choices -> 'categories', '{}')) c
    join public.category_addresses a on a.slug = c.value ->> 'slug'
  where r.id = import_categories.run_id
$function$;

CREATE OR REPLACE FUNCTION private.import_says(run private.import_runs)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', run.id, 'fileName', run.file_name, 'fileSize', run.file_size, 'state', run.state, 'done', run.done,
    'isWaiting', run.held_until <= now(), 'problem', run.problem, 'createdAt', run.created_at, 'startedAt', run.started_at,
    'endedAt', run.ended_at, 'undoneAt', run.undone_at, 'outcome', run.outcome,
    'isMine', run.admin_id is not distinct from (select auth.uid()),
    'adminName', (select p.name from public.profiles p where p.id = run.admin_id),
    'isBoard', run.found ->> 'kind' = 'board',
    'posts', (select count(*) from private.imports i where i.run_id = run.id and i.post_id is not null)
  )
$function$;

CREATE OR REPLACE FUNCTION private.interest(post_ids bigint[] DEFAULT NULL::bigint[])
 RETURNS TABLE(post_id bigint, companies integer, monthly_value numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select one.post_id, count(one.company)::integer, coalesce(sum(one.worth), 0)
  from (
    select v.post_id, lower(s.company) as company, max(s.monthly_value) as worth
    from public.person_segments s join public.votes v on v.user_id = s.person_id
    where v.counts and (interest.post_ids is null or v.post_id = any (interest.post_ids))
    group by v.post_id, lower(s.company), case when s.company is null then s.person_id end
  ) one
  group by one.post_id
$function$;

CREATE OR REPLACE FUNCTION private.is_as_imported(post public.posts, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (post.deleted_at is null or post.deleted_at < 'infinity')
    and post.updated_at = post.created_at and post.edited_at is null
    and num_nonnulls(post.hidden_at, post.locked_at, post.pinned_at) = 0
    and not exists (
      select from public.votes v join public.profiles p on p.id = v.user_id
      where v.post_id = post.id and (not p.placeholder or v.is_set_aside)
    )
    and not exists (select from private.given_votes v where v.post_id = post.id)
    and not exists (
      select from public.comments c left join public.profiles p on p.id = c.author_id
      where c.post_id = post.id and (not p.placeholder or p.id is null and c.created_at > since)
    )
    and not exists (
      select from public.post_events e left join public.profiles p on p.id = e.actor_id
      where e.post_id = post.id and (not p.placeholder or p.id is null and e.created_at > since)
    )
    and not exists (select from public.post_merges m where post.id in (m.post_id, m.into_id, m.stays_id))
    and not exists (select from public.post_triage t where t.post_id = post.id and num_nonnulls(t.assignee_id, t.quarter) > 0)
    and not exists (select from public.post_notes n where n.post_id = post.id)
    and not exists (select from public.post_tags t where t.post_id = post.id)
    and not exists (select from private.follows f where f.post_id = post.id)
    and not exists (select from private.mail_follows f where f.post_id = post.id)
    and not exists (select from public.images i where i.post_id = post.id)
    and not exists (select from public.changelog_entry_posts e where e.post_id = post.id)
$function$;

CREATE OR REPLACE FUNCTION private.is_confirmation(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '1 hour' and not private.is_own_session(session.id)
    and session.created_at between account.email_confirmed_at and account.email_confirmed_at + interval '5 seconds'
    and (
      account.invited_at is not null
      or account.confirmation_sent_at is not null and coalesce(account.encrypted_password, '') = ''
    )
$function$;

CREATE OR REPLACE FUNCTION private.is_open_to_keys(method text, path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select path = any (array[
    '/categories', '/changelog_addresses', '/comments', '/images', '/post_addresses', '/post_events', '/post_merges',
    '/post_notes', '/post_tags', '/post_totals', '/posts', '/profiles', '/site_settings', '/state_texts', '/tags'
  ]) and (method in ('GET', 'HEAD') or path in ('/post_notes', '/tags')) or path = any (array[
    '/rpc/admin_add_webhook', '/rpc/admin_archive_category', '/rpc/admin_change_tags', '/rpc/admin_columns',
    '/rpc/admin_delete_entry', '/rpc/admin_delete_webhook', '/rpc/admin_deliveries', '/rpc/admin_entries',
    '/rpc/admin_entry', '/rpc/admin_followers', '/rpc/admin_give_vote', '/rpc/admin_give_vote_by_address',
    '/rpc/admin_order_categories', '/rpc/admin_people', '/rpc/admin_post', '/rpc/admin_posts',
    '/rpc/admin_posts_total', '/rpc/admin_publish_entry', '/rpc/admin_reports', '/rpc/admin_save_category',
    '/rpc/admin_save_entry', '/rpc/admin_set_category', '/rpc/admin_set_looked', '/rpc/admin_set_plan',
    '/rpc/admin_set_state', '/rpc/admin_set_webhook', '/rpc/admin_take_back_entry', '/rpc/admin_take_vote',
    '/rpc/admin_test_webhook', '/rpc/admin_triage', '/rpc/admin_voters', '/rpc/admin_webhooks',
    '/rpc/api_entries', '/rpc/api_posts', '/rpc/changelog_unread', '/rpc/comment_source', '/rpc/create_comment',
    '/rpc/create_post', '/rpc/delete_comment', '/rpc/delete_post', '/rpc/dismiss_reports', '/rpc/edit_comment',
    '/rpc/edit_post', '/rpc/expected_quarters', '/rpc/get_post', '/rpc/get_viewer', '/rpc/hide_comments',
    '/rpc/hide_posts', '/rpc/list_categories', '/rpc/list_comments', '/rpc/list_entries', '/rpc/list_posts',
    '/rpc/list_replies', '/rpc/merge_posts', '/rpc/merge_preview', '/rpc/merged_posts', '/rpc/near_words',
    '/rpc/post_source', '/rpc/report', '/rpc/restore_posts', '/rpc/search_posts', '/rpc/see_changelog',
    '/rpc/set_role', '/rpc/set_vote', '/rpc/show_comments', '/rpc/show_posts', '/rpc/similar_posts',
    '/rpc/unmerge_posts', '/rpc/votes_on', '/rpc/waiting_of'
  ])
$function$;

CREATE OR REPLACE FUNCTION private.is_own_session(session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.own_sessions o where o.session_id = session);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_recovery(session auth.sessions, account auth.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select session.created_at > now() - interval '10 minutes' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = '' and not private.is_own_session(session.id)
$function$;

CREATE OR REPLACE FUNCTION private.is_signing_key(key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (key ~ '^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$'::text);

CREATE OR REPLACE FUNCTION private.keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then
    perform pg_advisory_xact_lock(hashtextextended('roles', 0));
    -- People without an account, such as authors on an imported board, can't sign in.
    if not exists (
      select from public.roles r join auth.users u on u.id = r.user_id
      where r.role = 'admin' and r.user_id <> old.user_id
    ) then
      raise exception 'This is the last admin. Make someone else an admin first.'
        using errcode = '23514', hint = 'last_admin';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_an_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One at a time. The auth service counts before it deletes, so two simultaneous removals would each still see the
  -- other method.
  perform 1 from auth.users u where u.id = old.user_id for update;
  if not exists (
    select from auth.identities i join auth.users u on u.id = i.user_id
    where i.user_id = old.user_id and i.id <> old.id
      and (
        u.email is null or lower(i.identity_data ->> 'email') = lower(u.email)
        or lower(old.identity_data ->> 'email') is distinct from lower(u.email)
      )
  ) then
    raise exception 'An account keeps its last sign-in method and the one that its address comes from.' using errcode = '23514';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_category_addresses(category_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.category_addresses (slug, category_id)
  select c.slug, c.id from public.categories c where c.id = any (category_ids)
  on conflict (slug) do nothing;
  if exists (
    select from public.categories c join public.category_addresses a on a.slug = c.slug
    where c.id = any (category_ids) and a.category_id <> c.id
  ) then
    raise exception 'This address belongs to another category.' using errcode = '23505';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_feedback()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if old.slug = 'new-features'
     and (tg_op = 'DELETE' or new.slug <> old.slug or new.archived_at is not null) then
    raise exception 'The category in the site''s navigation can''t be closed, deleted or moved.' using errcode = '23503';
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_to_budget()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  folder constant text := split_part(new.name, '/', 1);
  added constant bigint := greatest(private.object_size(new.metadata), 65536);
  is_over boolean;
begin
  if new.bucket_id not in ('images', 'avatars') or not pg_input_is_valid(folder, 'uuid') then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stored by ' || folder, 0));
  select coalesce(sum(o.size), 0) + added > b.stored_bytes
      or coalesce(sum(o.size) filter (where s.path is null), 0) + added > b.loose_bytes
  into is_over
  from private.budgets b
  left join (
    select t.bucket_id, t.name, greatest(coalesce(private.object_size(t.metadata), 5242880), 65536) as size
    from storage.objects t where t.bucket_id in ('images', 'avatars') and t.name like folder || '/%'
  ) o on true
  left join (
    select distinct v.bucket, v.path from private.shown_objects v where v.owner_id = folder::uuid
  ) s on s.bucket = o.bucket_id and s.path = o.name
  where b.standing = private.standing_of(folder::uuid)
  group by b.stored_bytes, b.loose_bytes;
  if is_over then
    raise exception 'Your image storage is full.' using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.learn_new_words(words text[], times integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '1ms'
AS $function$
declare
  half constant integer := cardinality(words) / 2;
begin
  insert into private.search_words (word, deletes, documents)
  select given.word, private.one_letter_less(given.word), given.times
  from unnest(words, times) with ordinality as given(word, times, place)
  order by given.place
  on conflict do nothing;
exception when lock_not_available then
  -- Splits the list in half until only the words that someone else is adding remain.
  if half > 0 then
    perform private.learn_new_words(words[:half], times[:half]);
    perform private.learn_new_words(words[half + 1:], times[half + 1:]);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.link_own(subject text, person uuid, name text, segments jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  account auth.users;
begin
  if exists (select from public.roles r where r.user_id = person) then
    raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
  end if;
  select u.* into account from auth.users u where u.id = person;
  if account.email is null or coalesce(account.banned_until > now(), false) then
    raise exception 'This account can''t be signed in to from here.' using errcode = 'PT409', hint = 'own_account';
  end if;
  insert into private.own_identities as i (subject, person_id) values (link_own.subject, person)
  on conflict on constraint own_identities_pkey do nothing;
  if found and account.email_confirmed_at is not null then
    perform private.tell_owner(person, jsonb_build_object('event', 'own'));
  end if;
  update public.profiles p set name = private.name_in(jsonb_build_object('name', link_own.name), person)
  where p.id = person and p.name = 'New member' and btrim(link_own.name) <> '';
  perform private.set_segments(person, segments);
  return account.email;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_event(kind text, post_id bigint, comment_id bigint DEFAULT NULL::bigint, change_id bigint DEFAULT NULL::bigint, merge_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, merge_id, actor_id)
  values (
    kind, post_id, comment_id, change_id, merge_id,
    -- A person who deletes everything is gone before their last content is.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  -- Followers of a post are notified about these.
  if kind in ('post.state', 'post.merged', 'comment.created') then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$function$;

CREATE OR REPLACE FUNCTION private.make_import_categories(given jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wanted text;
  base text;
  made integer[] := '{}';
  saved record;
begin
  for wanted in
    select distinct left(private.clean_line(c.value ->> 'new'), 60) from jsonb_each(coalesce(given -> 'categories', '{}')) c
    where c.value ? 'new' order by 1
  loop
    base := left(btrim(regexp_replace(private.slugify(wanted), '[^a-z0-9]+', '-', 'g'), '-'), 50);
    base := coalesce(nullif(btrim(base, '-'), ''), 'category');
    for attempt in 1..20 loop
      select * into saved from public.admin_save_category(
        null, base || case when attempt > 1 then '-' || attempt else '' end, wanted, '', null, null
      );
      exit when saved.status = 'saved';
    end loop;
    if saved.status <> 'saved' then
      raise exception 'This category cannot be made.'
        using errcode = 'PT409', hint = 'import_category_refused', detail = jsonb_build_object('name', wanted)::text;
    end if;
    made := made || saved.id;
  end loop;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.mend_counts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_kind text;
  found_ids bigint[];
begin
  -- Totals come last, because many writers need them and anyone who waits there already holds posts and comments.
  for found_kind, found_ids in
    select m.kind, array_agg(m.id) from private.find_miscounts() m
    group by m.kind order by m.kind = 'posts of a category in a state', m.kind desc
  loop
    perform private.mend_counts(found_kind, found_ids);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.names_called(said text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  pieces constant text[] := string_to_array(said, '@');
  found_names text[];
begin
  if cardinality(pieces) > 11 then
    return null;
  end if;
  -- Names have at most 160 characters and no line breaks.
  select array_agg(distinct lower(left(p.text, n))) into found_names
  from generate_subscripts(pieces, 1) at
  cross join lateral (
    select split_part(left(array_to_string(pieces[at + 1 :], '@'), 161), E'\n', 1) as text
  ) p
  cross join lateral generate_series(1, least(char_length(p.text), 160)) n
  where at < cardinality(pieces) and substr(p.text, n + 1, 1) !~ '[[:alnum:]_]';
  return coalesce(found_names, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION private.note_export(with_notes boolean, with_pictures boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into private.exports (origin, with_notes, with_pictures, state, made_at)
  values ('shell', note_export.with_notes, note_export.with_pictures, 'ended', now())
$function$;

CREATE OR REPLACE FUNCTION private.own_import(run_id uuid, states text[])
 RETURNS private.import_runs
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = own_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.admin_id is distinct from (select auth.uid()) then
    raise exception 'Only the admin who uploaded a file may import it.' using errcode = 'PT403', hint = 'import_of_another';
  elsif run.state <> all (states) then
    raise exception 'This import has gone on since.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  return run;
end
$function$;

CREATE OR REPLACE FUNCTION private.part(merge public.post_merges)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rest constant bigint[] := array(select b.id from private.brought_by(merge.id) b where b.id <> merge.id);
begin
  perform private.send_votes_home(rest || merge.id);
  update public.post_merges m set undone_at = now(), undone_by = auth.uid() where m.id = merge.id;
  update public.post_merges m set stays_id = merge.post_id where m.id = any (rest);
  -- Before its comments return, because each of them would be indexed again.
  update public.posts p set deleted_at = null where p.id = merge.post_id;
  update public.comments c
  set post_id = merge.post_id, merge_id = case when c.merge_id = any (rest) then c.merge_id end
  where c.id in (
    select t.id from public.comments t where t.merge_id = any (rest || merge.id)
    union
    select r.id from public.comments t join public.comments r on r.parent_id = t.id
    where t.merge_id = any (rest || merge.id)
  );
  update private.search_comments s set post_id = merge.post_id
  from public.comments c where c.post_id = merge.post_id and s.comment_id = c.id and s.post_id <> merge.post_id;
  update public.images i
  set post_id = merge.post_id, merge_id = case when i.merge_id = any (rest) then i.merge_id end
  where i.merge_id = any (rest || merge.id);
  perform private.gather(merge.post_id);
  perform private.gather(merge.stays_id);
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
      -- Muted since then, or no longer followed.
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
    -- The email about an entry that the post is linked to covers it.
    and not (coalesce(s.to_state = 'completed', false) and exists (
      select from public.changelog_entry_posts x
      join public.changelog_entries n on n.id = x.entry_id and n.state = 'published'
      join private.mail_parts o
        on o.event_id = n.told_event and (o.person_id = mail.person_id or o.address_id = mail.address_id)
      where x.post_id = any (private.followed_as(s.post_id))
    ));
end
$function$;

CREATE OR REPLACE FUNCTION private.post_conditions(f private.post_filter, one_by_one boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN concat_ws(' and '::text, 'p.deleted_at is null', CASE WHEN ((f).states IS NOT NULL) THEN 'p.state = any (($1).states)'::text ELSE NULL::text END, CASE WHEN ((f).category_ids IS NOT NULL) THEN 'p.category_id = any (($1).category_ids)'::text ELSE NULL::text END, CASE WHEN (cardinality((f).author_ids) > 5000) THEN '(p.author_id in (select unnest(($1).author_ids))) is true'::text WHEN ((f).author_ids IS NOT NULL) THEN 'p.author_id = any (($1).author_ids)'::text ELSE NULL::text END, CASE WHEN ((f).from_time IS NOT NULL) THEN 'p.created_at >= ($1).from_time'::text ELSE NULL::text END, CASE WHEN ((f).to_time IS NOT NULL) THEN 'p.created_at < ($1).to_time'::text ELSE NULL::text END, CASE WHEN ((f).votes_min IS NOT NULL) THEN 'p.votes_total >= ($1).votes_min'::text ELSE NULL::text END, CASE WHEN ((f).votes_max IS NOT NULL) THEN 'p.votes_total <= ($1).votes_max'::text ELSE NULL::text END, CASE WHEN ((f).post_ids IS NOT NULL) THEN 'p.id = any (($1).post_ids)'::text WHEN ((f).text_key IS NOT NULL) THEN '(select t.key like ''%'' || ($1).text_key || ''%'' or s.vector @@ ($1).text_words
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id where t.post_id = p.id)'::text WHEN ((f).text_signs IS NOT NULL) THEN '(select s.signs @> ($1).text_signs from private.search_signs s where s.post_id = p.id)'::text ELSE NULL::text END, CASE WHEN (f).unanswered THEN ('p.state = ''proposed'' and (select true from public.post_events e where e.post_id = p.id limit 1) is not true and '::text || CASE WHEN one_by_one THEN '(select true from public.comments c
          where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
          limit 1) is not true'::text ELSE 'p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r)) and c.deleted_at is null
         )'::text END) ELSE NULL::text END, CASE WHEN ((f).tag_ids IS NOT NULL) THEN 'p.id in (select t.post_id from public.post_tags t where t.tag_id = any (($1).tag_ids))'::text ELSE NULL::text END, CASE WHEN (f).in_inbox THEN 'p.id in (select t.post_id from public.post_triage t where t.looked_at is null)'::text ELSE NULL::text END, CASE WHEN (f).is_stale THEN ('p.state <> ''completed'' and p.created_at < now() - interval ''90 days'' and '::text || CASE WHEN one_by_one THEN '(select true from public.post_events e
          where e.post_id = p.id and e.created_at > now() - interval ''90 days'' limit 1) is not true
         and (select true from public.comments c
           where c.post_id = p.id and c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days'' limit 1) is not true'::text ELSE 'p.id not in (select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days'')
         and p.id not in (
           select c.post_id from public.comments c
           where c.author_id = any (array(select r.user_id from public.roles r))
             and c.deleted_at is null and c.created_at > now() - interval ''90 days''
         )'::text END) ELSE NULL::text END, CASE WHEN ((f).assignee_id IS NOT NULL) THEN 'p.id in (select t.post_id from public.post_triage t where t.assignee_id = ($1).assignee_id)'::text ELSE NULL::text END, CASE WHEN (f).is_unassigned THEN 'exists (select from public.post_triage t where t.post_id = p.id and t.assignee_id is null)'::text ELSE NULL::text END, CASE WHEN (((f).company IS NOT NULL) OR ((f).plan IS NOT NULL)) THEN 'p.id in (
       select v.post_id from public.person_segments s join public.votes v on v.user_id = s.person_id
       where v.counts and coalesce(lower(s.company) = ($1).company, ($1).company is null)
         and coalesce(lower(s.plan) = ($1).plan, ($1).plan is null)
     )'::text ELSE NULL::text END, CASE WHEN ((f).value_min > 0) THEN 'p.id in (select i.post_id from private.interest() i where i.monthly_value >= ($1).value_min)'::text ELSE NULL::text END);

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
    raise exception 'There are 100 saved replies. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  return new;
end
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
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' = 'deleted';
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
  -- Notifications and the email log are removed after 90 days, so after that there is no record of who was notified.
  if entry.told_event is null or exists (
    select from private.events v where v.id = entry.told_event and v.created_at > now() - interval '60 days'
  ) then
    update public.changelog_entries e set told_event = coalesce(e.told_event, made) where e.id = entry.id;
    insert into private.untold as w (event_id) values (coalesce(entry.told_event, made))
    on conflict (event_id) do update set people_told = false, beyond = default;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.put_down_import(run_id uuid, attempt integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.import_runs r set held_until = now(), attempts = r.attempts - 1
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing')
$function$;

CREATE OR REPLACE FUNCTION private.queue_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unheard bigint[] := '{}';
begin
  if new.kind in ('post.deleted', 'post.restored', 'comment.deleted') then
    unheard := array(select u.webhook_id from private.unheard_deliveries(new.post_id, new.comment_id) u);
  end if;
  if new.kind = 'post.restored' then
    perform private.send_unheard(new.post_id, null);
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
$function$;

CREATE OR REPLACE FUNCTION private.rank_posts(asked private.search_request, hits private.search_hits, after_score numeric, after_id bigint, max_rows integer)
 RETURNS TABLE(post_id bigint, comment_id bigint, score numeric)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
declare
  size constant integer := cardinality(asked.titles);
  -- For one or two words, a short title or one that starts with them says little, and the votes say more.
  by_shape constant double precision := case when size > 2 then 1 else 0.1 end;
  whole_rarity constant double precision := greatest((select sum(r) from unnest(asked.rarities) r), 0.01);
  strict_titles constant tsquery[] := asked.strict_titles::tsquery[];
  wide_titles constant tsquery[] := asked.wide_titles::tsquery[];
  bodies constant tsquery[] := asked.wide_bodies::tsquery[];
begin
  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(asked.words) > 1 and t.title @@ asked.phrase then 1 else 0 end
            + case when t.title @@ asked.whole then 0.6 else 0 end
          else greatest(
            4.4 * private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, asked.rarities) / whole_rarity
              + case when s.vector @@ asked.body_strict then 0.8 when s.vector @@ asked.body_loose then 0.5 else 0 end,
            case when t.title @@ hits.title_guess then 2.9 when hit.comment_id is not null then 1.8 else 0 end
          )
        end
        + case when t.key = asked.typed_key then 3 when starts_with(t.key, asked.typed_key) then 1.5 * by_shape else 0 end
        + by_shape * 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.0075 * t.popularity
      )::numeric, 6) as score
    from unnest(hits.ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ asked.title_strict then 6 when t.title @@ asked.title_loose then 5 else 0 end as worth
      offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(hits.comment_posts, hits.comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  after_row as materialized (
    select coalesce(
      (select r.score from ranked r where r.post_id = after_id and abs(r.score - after_score) < 0.02), after_score
    ) as score
  )
  select r.post_id, r.comment_id, r.score from ranked r
  where after_id is null or (r.score, r.post_id) < ((select a.score from after_row a), after_id)
  order by r.score desc, r.post_id desc limit max_rows;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_import_choices(given jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  one record;
begin
  if jsonb_typeof(given) is distinct from 'object' or octet_length(given::text) > 100000
     or given - array['category', 'source', 'format', 'encoding', 'states', 'categories', 'columns'] <> '{}'
     or jsonb_typeof(coalesce(given -> 'states', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'categories', '{}')) <> 'object'
     or jsonb_typeof(coalesce(given -> 'columns', '{}')) <> 'object'
     or char_length(given ->> 'source') > 200 then
    raise exception 'These are no choices for an import.' using errcode = '22023';
  end if;
  for one in
    select key, value from jsonb_each(given) where key in ('category', 'source', 'format', 'encoding')
    union all select key, value from jsonb_each(coalesce(given -> 'columns', '{}'))
  loop
    if jsonb_typeof(one.value) <> 'string' then
      raise exception 'These are no choices for an import.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'states', '{}')) loop
    if one.value <> 'null' and not (one.value #>> '{}') = any (enum_range(null::public.post_state)::text[]) then
      raise exception 'A state becomes one of the five, or null.' using errcode = '22023';
    end if;
  end loop;
  for one in select key, value from jsonb_each(coalesce(given -> 'categories', '{}')) loop
    if jsonb_typeof(one.value) <> 'object' or one.value = '{}' or one.value - array['slug', 'new'] <> '{}'
       or jsonb_typeof(coalesce(one.value -> 'slug', one.value -> 'new')) <> 'string' then
      raise exception 'A category becomes one that is there, or a new one.' using errcode = '22023';
    end if;
  end loop;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_post_filter(given jsonb, every_post boolean DEFAULT false)
 RETURNS private.post_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  filter constant jsonb := coalesce(given, '{}');
  result private.post_filter;
  field text;
  typed text;
begin
  if jsonb_typeof(filter) <> 'object' then
    raise exception 'A filter must be an object.' using errcode = '22023';
  end if;
  for field in select k from jsonb_object_keys(filter) k where filter -> k <> 'null' loop
    case field
      when 'states' then
        begin
          result.states := private.filter_list(filter, field)::public.post_state[];
        exception when invalid_text_representation then
          raise exception 'There is no such state.' using errcode = '22023';
        end;
      when 'categories' then
        result.category_ids := array(
          select c.id from public.categories c where c.slug = any (private.filter_list(filter, field))
        );
      when 'tags' then
        result.tag_ids := array(
          select t.id from public.tags t
          where lower(t.name) in (select lower(n) from unnest(private.filter_list(filter, field)) n)
        );
      when 'author' then
        typed := private.filter_text(filter, field);
        if typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.author_ids := array[typed::uuid];
        elsif typed is not null then
          result.author_ids := array(select p.id from public.profiles p where strpos(lower(p.name), lower(typed)) > 0);
        end if;
      when 'created_from' then
        result.from_time := private.filter_day(filter, field)::timestamp at time zone 'UTC';
      when 'created_to' then
        result.to_time := (private.filter_day(filter, field) + 1)::timestamp at time zone 'UTC';
      when 'votes_min' then
        result.votes_min := private.filter_number(filter, field);
      when 'votes_max' then
        result.votes_max := private.filter_number(filter, field);
      when 'text' then
        typed := private.filter_text(filter, field);
        if typed is not null then
          result := private.filter_by_text(result, typed, every_post);
        end if;
      when 'company' then
        result.company := lower(private.filter_text(filter, field));
      when 'plan' then
        result.plan := lower(private.filter_text(filter, field));
      when 'value_min' then
        result.value_min := private.filter_number(filter, field);
      when 'unanswered' then
        result.unanswered := private.filter_flag(filter, field);
      when 'inbox' then
        result.in_inbox := private.filter_flag(filter, field);
      when 'assignee' then
        typed := private.filter_text(filter, field);
        if typed = 'none' then
          result.is_unassigned := true;
        elsif typed = 'me' then
          result.assignee_id := (select auth.uid());
        elsif typed ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
          result.assignee_id := typed::uuid;
        else
          raise exception 'The filter assignee is an id, "me" or "none".' using errcode = '22023';
        end if;
      when 'stale' then
        result.is_stale := private.filter_flag(filter, field);
      else
        raise exception 'Unknown filter: %', left(field, 40) using errcode = '22023';
    end case;
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_search(query text)
 RETURNS private.search_request
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked private.search_request;
  places integer[];
  joined text;
  joined_at integer;
begin
  asked.query := query;
  asked.texts := private.count_texts();
  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place)
  into asked.words, asked.typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select array_agg(a.place order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.loose_body order by a.place), array_agg(a.strict_title order by a.place),
    array_agg(a.wide_title order by a.place), array_agg(a.wide_body order by a.place),
    array_agg(coalesce(a.rarity, 1) order by a.place), array_agg(a.documents order by a.place),
    string_agg(a.strict_title, ' & ' order by a.place)::tsquery,
    string_agg(a.strict_body, ' & ' order by a.place)::tsquery, max(a.prefix),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' '),
    exp(sum(ln(least(1, (a.documents + 1) / asked.texts))))
  into places, asked.titles, asked.bodies, asked.strict_titles, asked.wide_titles, asked.wide_bodies, asked.rarities, asked.documents,
    asked.title_strict, asked.body_strict, asked.prefix, asked.marked, asked.share
  -- Each part once, no matter how often it was typed.
  from (select distinct on (strict_title) * from private.search_atoms(query, false) order by strict_title, place) a;
  if asked.titles is null then
    return asked;
  end if;
  if not exists (
    select from unnest(asked.rarities, asked.titles, asked.bodies) as t(rarity, title, body)
    where t.rarity = 0 and private.is_nowhere(t.title, t.body)
  ) then
    asked.title_loose := array_to_string(asked.titles, ' & ')::tsquery;
    asked.body_loose := coalesce(
      (
        select string_agg(t.body, ' & ' order by t.i)
        from unnest(asked.bodies, asked.rarities, asked.documents) with ordinality as t(body, rarity, documents, i)
        where t.rarity > 0.1 or t.documents < 'infinity'
      ),
      array_to_string(asked.bodies, ' & ')
    )::tsquery;
  end if;
  asked.phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(asked.words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(asked.words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  asked.whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(asked.words) w where not private.is_stop_word(w)
  )::tsquery;
  -- The first two neighbors that others write as one word, in German also with a letter between them.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(asked.words), 13) - 1) as t(i),
    lateral (
      select s.word from private.search_words s
      where s.word = any (array(
        select asked.words[t.i] || link || asked.words[t.i + 1] from unnest(array['', 's', 'n', 'en', 'es']) link
      ))
      order by char_length(s.word) limit 1
    ) w
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    asked.title_loose := coalesce(asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places),
      private.with_joined(joined, joined_at, asked.titles, places));
    asked.body_loose := coalesce(asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places),
      private.with_joined(joined, joined_at, asked.bodies, places));
    asked.marked := asked.marked || joined;
  end if;
  return asked;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_new_link(author uuid, was text, wanted text, of_post bigint DEFAULT NULL::bigint, of_comment bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if author = auth.uid() and not private.links_of(wanted) <@ private.links_of(was)
     and private.needs_approval(author, wanted, of_post, of_comment) then
    raise exception 'You can''t add links yet. New members'' links need the team''s approval: post the link in a new comment instead.' using errcode = 'PT403', hint = 'approval';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_example_board()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  people constant uuid[] := private.example_people();
  made_at constant timestamptz := (select min(p.created_at) from public.profiles p where p.id = any (people));
begin
  perform private.free_merged(array(select p.id from public.posts p where p.author_id = any (people)));
  delete from public.posts p where p.author_id = any (people);
  delete from public.profiles p where p.id = any (people);
  -- Posts are counted while their categories still exist.
  set constraints public.count_changed_post immediate;
  delete from public.categories c
  where c.created_at = made_at and not exists (select from public.posts p where p.category_id = c.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_answerable(comment public.comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if comment.deleted_at is null and private.hold_post(comment.post_id) is not null
     and auth.uid() is not null and not private.is_team() then
    raise exception 'Comments are locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  if comment.parent_id is not null and not exists (
    select 1 from public.comments c
    where c.id = comment.parent_id and c.post_id = comment.post_id
      and c.parent_id is null and c.deleted_at is null and c.hidden_at is null
  ) then
    raise exception 'This comment can no longer be replied to.' using errcode = '23503';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_own_session()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if private.key_id() is not null then
    raise exception 'API keys can''t do this.' using errcode = '42501', hint = 'key_refused';
  end if;
  return auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.require_small_select(most integer DEFAULT 6)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- A short query can't repeat a column often enough, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\.(?:"[^"]+"|\*))+|"[^"]+"(?:->| as )', 'g')
      as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'This request names a column too often.' using errcode = '54000';
  end if;
  return true;
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
  done := cardinality(posts) + cardinality(comments);
  if done > 0
    and not exists (select from private.search_posts s where s.language < spoken or s.language > spoken)
    and not exists (select from private.search_comments s where s.language < spoken or s.language > spoken) then
    perform private.recount_words();
  end if;
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.reveal(posts bigint[], comments bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before jsonb;
  shown bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  -- Comments first: the words of comments in hidden posts are indexed with their posts.
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  with gone as (
    delete from private.hidings h where h.comment_id = any (comments) returning h.comment_id, h.body
  )
  update public.comments c set body = gone.body, hidden_at = null, hidden_reason = null
  from gone where c.id = gone.comment_id;
  perform private.recount_comments(comments, before);
  perform private.index_comments(comments);

  with gone as (
    delete from private.hidings h where h.post_id = any (posts) returning h.post_id
  )
  select coalesce(array_agg(g.post_id), '{}') into shown from gone g;
  update public.posts p set hidden_at = null, deleted_at = null where p.id = any (shown);
  perform private.index_posts(shown);
  perform private.index_comments(array(select c.id from public.comments c where c.post_id = any (shown)));
end
$function$;

CREATE OR REPLACE FUNCTION private.search_atoms(query text, guess boolean)
 RETURNS SETOF private.search_atom
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  without_stops boolean;
  synonyms private.synonym_place[];
  texts constant double precision := private.count_texts();
  first integer := 1;
  last integer;
  following integer;
  seen text[] := array[]::text[];
  used integer := 0;
  atom private.search_atom;
begin
  select array_agg(w.word order by w.place), array_agg(w.chunk order by w.place), array_agg(w.dense order by w.place)
  into words, chunks, denses
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  total := coalesce(cardinality(words), 0);
  without_stops := exists (
    select 1 from unnest(words) with ordinality as t(w, i)
    where not private.is_stop_word(w) or (t.i = total and char_length(w) > 1)
  );
  synonyms := private.find_synonyms(words);

  while first <= total and used < 12 loop
    last := first;
    while last < total and chunks[last + 1] = chunks[first] and denses[last + 1] = denses[first]
      and (denses[first] or last - first < 4) loop
      last := last + 1;
    end loop;
    following := last + 1;
    if denses[first] then
      -- A pair of characters. The last character of a run is part of the pair before it, unless it is the only one.
      atom := null;
      atom.strict_title := format('''%s''', words[first]) || case when first = last then ':*' else '' end;
      atom.strict_body := atom.strict_title;
      atom.forms := array[words[first]];
      atom.rarity := 3;
      following := case when first + 1 = last then last + 1 else first + 1 end;
    elsif first = last then
      atom := private.search_word_atom(words[first], last = total, guess, without_stops, texts);
    else
      atom := private.search_compound_atom(words[first:last], last = total, guess);
      atom.rarity := private.rarity(least(
        texts / 20, (select min(coalesce(s.documents, 0)) from unnest(words[first:last]) w
                     left join private.search_words s on s.word = w)
      ), texts);
    end if;
    if atom.strict_title is not null and atom.strict_title <> all(seen) then
      seen := seen || atom.strict_title;
      used := used + case when denses[first] then 1 else following - first end;
      if cardinality(synonyms) > 0 then
        atom := private.with_synonyms(atom, first, last, synonyms, texts);
      end if;
      atom.place := first;
      atom.strict_title := format('(%s)', atom.strict_title);
      atom.strict_body := format('(%s)', atom.strict_body);
      atom.loose_title := coalesce('(' || atom.loose_title || ')', atom.strict_title);
      atom.loose_body := coalesce('(' || atom.loose_body || ')', atom.strict_body);
      atom.wide_title := coalesce('(' || atom.wide_title || ')', atom.loose_title);
      atom.wide_body := coalesce('(' || atom.wide_body || ')', atom.loose_body);
      return next atom;
    end if;
    first := following;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_compound_atom(words text[], is_last boolean, guess boolean)
 RETURNS private.search_atom
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  size constant integer := cardinality(words);
  last_mark constant text := case when is_last then ':*' else '' end;
  side_by_side constant text := format('''%s''', array_to_string(words, ''' <-> '''));
  -- In texts, a very short beginning would match almost everything.
  is_short constant boolean := is_last and char_length(words[size]) < 3;
  joined constant text := translate(array_to_string(words, ''), '+#', '');
  as_one constant text := format('''%s''', joined) || case when char_length(joined) > 2 then last_mark else '' end;
  part_mark constant text := case when char_length(words[size]) = 1 and char_length(joined) > 2 then '' else last_mark end;
  fixes text[];
  choice text;
  loose text[] := array[]::text[];
  atom private.search_atom;
begin
  atom.forms := words || joined;
  atom.prefix := case when is_last then words[size] end;
  atom.strict_title := format('(%s%s) | %s', side_by_side, part_mark, as_one);
  atom.strict_body := case when is_short then format('(%s) | %s', side_by_side, as_one) else atom.strict_title end;
  if size > 4 then
    return atom;
  end if;
  for i in 1..size loop
    fixes := private.search_corrections(words[i], 3, 0, false);
    atom.forms := atom.forms || fixes;
    choice := format('''%s''', words[i]) || case when i = size then part_mark else '' end;
    if cardinality(fixes) > 0 and (
      guess or not exists (select 1 from private.search_words s where s.word = words[i])
    ) then
      choice := format('%s | ''%s''', choice, array_to_string(fixes, ''' | '''));
    end if;
    loose := loose || format('(%s)', choice);
  end loop;
  atom.loose_title := format('%s | (%s)', atom.strict_title, array_to_string(loose, ' & '));
  atom.loose_body := case when is_short then atom.strict_body
    else format('%s | (%s)', atom.strict_body, array_to_string(loose, ' & ')) end;
  return atom;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_fixes(typed text, known double precision, is_last boolean, guess boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  bare constant text := rtrim(typed, '+#');
  size constant integer := char_length(bare);
  -- Letters of scripts without capitals carry more meaning each: two make a word.
  is_latin constant boolean := bare < 'Ͱ' collate "C";
  fixes text[];
begin
  -- The last word may be unfinished: the beginning of a word in use isn't a mistake.
  if known is null and is_last and not guess and size < 4 and exists (
    select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
  ) then
    known := 1;
  end if;
  -- A rare word may be a mistake that others have made too.
  if not guess and (known >= 8 or (known is not null and char_length(typed) < 5)) then
    return array[]::text[];
  end if;
  fixes := private.search_corrections(typed, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
  if known is null and size between (case when is_latin then 5 else 4 end) and 32 then
    -- Two words, including ones joined by a letter in German or followed by a particle in Korean.
    fixes := fixes || array(
      select format('%s %s', p.first, p.second)
      from (
        select i, regexp_replace(left(bare, i), l.link || '$', '') as first, substr(bare, i + 1) as second
        from generate_series(2, size - 2) i, unnest(array['', 's', 'n', 'en', 'es']) l(link)
        where l.link = '' or (size >= 9 and left(bare, i) like '%' || l.link)
      ) p
      where exists (select 1 from private.search_words s where s.word = p.first)
        and exists (
          select 1 from private.search_words s
          where s.word = p.second or (not is_latin and s.word > p.second and s.word < p.second || U&'\+10FFFF')
        )
      order by p.i limit 3
    );
  end if;
  -- A longer word that ends with it: the second half of a compound.
  if known is null and fixes = array[]::text[] and size >= (case when is_latin then 5 else 2 end) then
    fixes := array(
      select s.word from private.search_words s
      where s.word like '%' || replace(replace(replace(bare, '\', '\\'), '%', '\%'), '_', '\_')
      order by s.documents desc, s.word limit 3
    );
  end if;
  return fixes;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_lexemes(word text, language text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  is_stop boolean;
begin
  if word ~ '^[a-z]+$' and language in ('en', 'ar') then
    return ts_lexize('pg_catalog.english_stem', word);
  elsif language = 'en' then
    return null;
  end if;
  -- Stop words that PostgreSQL only knows with accents, folded, and missing ones, as in Arabic.
  is_stop := case language
    when 'de' then word = any ('{fur,konnen,konnte,uber,wahrend,wurde,wurden}')
    when 'fr' then word = any ('{a,etaient,etais,etait,etant,etante,etantes,etants,ete,etee,etees,etes,etiez,etions,eumes,eutes,fumes,futes,les,meme}')
    when 'es' then word = any ('{eramos,estabamos,estais,estan,estara,estaran,estaras,estare,estareis,estaria,estariais,estariamos,estarian,estarias,esteis,esten,estes,estuvieramos,estuviesemos,fueramos,fuesemos,habeis,habia,habiais,habiamos,habian,habias,habra,habran,habras,habre,habreis,habria,habriais,habriamos,habrian,habrias,hayais,hubieramos,hubiesemos,mas,mia,mias,mio,mios,seais,sera,seran,seras,sere,sereis,seria,seriais,seriamos,serian,serias,si,tambien,tendra,tendran,tendras,tendre,tendreis,tendria,tendriais,tendriamos,tendrian,tendrias,teneis,tengais,tenia,teniais,teniamos,tenian,tenias,tuvieramos,tuviesemos}')
    when 'pt-BR' then word = any ('{ate,eramos,estao,estavamos,estiveramos,estivessemos,foramos,fossemos,ha,hao,houveramos,houverao,houveriamos,houvessemos,ja,nao,sao,sera,serao,seriamos,so,tambem,tera,terao,teriamos,tinhamos,tiveramos,tivessemos,voce,voces}')
    when 'ar' then word = any ('{ان,او,الي,اي,التي,الذي,اذا,انا,انت,بين,بعد,ثم,حتي,ذلك,علي,عن,عند,في,قد,كان,كل,كما,لا,لم,ما,مع,من,هذا,هذه,هل,هو,هي,و,يا,يكون}')
  end;
  if is_stop then
    return '{}';
  elsif language = 'ar' then
    -- The stemmer removes some endings only if the word has its article.
    return case when word ~ '^[ء-ي]{3,}$' then
      ts_lexize('pg_catalog.arabic_stem', 'ال' || regexp_replace(word, '^([وبفك]?ال|لل)(.{3})', '\2'))
    end;
  elsif word !~ '^[a-zßœ]+$' then
    return null;
  end if;
  -- Endings that the stemmers only know with accents are replaced by others of the same stem, or get their accents
  -- back.
  return case language
    when 'de' then ts_lexize('pg_catalog.german_stem', word)
    when 'fr' then ts_lexize('pg_catalog.french_stem', regexp_replace(regexp_replace(word, 'ees?$', 'e'), 'ieres?$', 'ier'))
    when 'es' then ts_lexize('pg_catalog.spanish_stem', regexp_replace(word, '([au])cion$', '\1ciones'))
    when 'pt-BR' then translate(
      ts_lexize('pg_catalog.portuguese_stem', regexp_replace(regexp_replace(word, 'oes$', 'ao'), '([au])cao$', '\1ção'))::text,
      'çã', 'ca'
    )::text[]
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_ranges(value text, forms text[], prefix text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 40;
  language constant text := private.search_language();
  between constant text := '-._' || private.search_gaps();
  words text[];
  -- Where each word starts; null if a single letter between two words is all there is.
  starts integer[];
  -- Most words don't start like anything in the query, so they are skipped early.
  heads text := coalesce(left(prefix, 1), '');
  word text;
  fold text;
  bare text;
  next_fold text;
  start integer;
  past integer := -1;
  next_start integer;
  is_marked boolean;
  is_joined boolean := false;
  first integer;
  stop integer := -1;
  island integer;
  ranges jsonb := '[]';
begin
  foreach word in array forms loop
    heads := heads || left(word, 1);
  end loop;
  if octet_length(value) > char_length(value) and value ~ ('[' || private.search_dense() || ']') then
    select array_agg(p.word order by p.i), array_agg(p.past - char_length(p.word) order by p.i) into words, starts
    from (
      select t.i, t.m[1] as word, sum(char_length(coalesce(t.m[1], t.m[2]))) over (order by t.i) as past
      from regexp_matches(
        value, '([' || private.search_dense() || ']|[^' || between || private.search_dense() || ']+)|([' || between || ']+)', 'g'
      ) with ordinality as t(m, i)
    ) p
    where p.word is not null;
  else
    words := regexp_split_to_array(value, '[' || between || ']');
  end if;
  for i in 1..coalesce(cardinality(words), 0) loop
    word := words[i];
    start := coalesce(starts[i], past + 1);
    past := start + char_length(word);
    fold := case when octet_length(word) = char_length(word) then replace(ltrim(lower(word), '+#'), '''', '')
      else private.search_fold(word) end;
    -- An Arabic stem may start after the article.
    continue when fold = '' or not is_joined and language <> 'ar' and strpos(heads, left(fold, 1)) = 0;
    bare := rtrim(fold, '+#');
    is_marked := is_joined or bare = any (forms) or fold = any (forms) or starts_with(fold, prefix)
      or private.search_stem(bare, language) = any (forms);
    -- Together with the word after it: dark-mode, or words with nothing between them.
    is_joined := false;
    next_start := coalesce(starts[i + 1], past + 1);
    if words[i + 1] <> ''
       and (next_start = past or next_start = past + 1 and substr(value, next_start, 1) in ('-', '.', '_')) then
      next_fold := ltrim(private.search_fold(words[i + 1]), '+#');
      if next_fold <> '' and fold || next_fold = any (forms) then
        is_marked := next_start > past or fold !~ '^[a-z]{3}' or is_marked;
        is_joined := next_start > past or next_fold !~ '^[a-z]{3}';
      end if;
    end if;
    if is_marked then
      first := past - char_length(ltrim(word, '''’'));
      if first > stop then
        if island is not null then
          ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
        end if;
        exit when jsonb_array_length(ranges) = most;
        island := first;
      end if;
      stop := past - (char_length(word) - char_length(rtrim(word, '''’')));
    end if;
  end loop;
  if island is not null and jsonb_array_length(ranges) < most then
    ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
  end if;
  return ranges;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_snippet(value text, forms text[], phrase text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  accents constant text := 'àáâãäåāăąçćčďèéêëēęěğìíîïīıľĺñńňòóôõöøōőřŕśšşșťțùúûüūůűýÿžźż';
  letters constant text := 'aaaaaaaaacccdeeeeeeegiiiiiillnnnoooooooorrssssttuuuuuuuyyzzz';
  low text;
  hit integer;
  best integer := 0;
  most integer := 0;
  count_here integer;
  form text;
  other text;
  nearby text;
  start integer;
  stop integer;
begin
  if char_length(value) <= 220 then
    return value;
  end if;
  low := lower(value);
  -- The second attempt ignores accents.
  for attempt in 1..2 loop
    best := case when char_length(phrase) > 2 then strpos(low, phrase) else 0 end;
    exit when best > 0;
    foreach form in array forms[1:16] loop
      -- The start of a word if there is one, otherwise anywhere.
      hit := strpos(low, ' ' || form);
      hit := case when hit > 0 then hit + 1 when left(low, char_length(form)) = form then 1
        when char_length(form) > 2 or octet_length(form) > char_length(form) then strpos(low, form) else 0 end;
      if hit > 0 then
        nearby := substr(low, greatest(hit - 60, 1), 200);
        count_here := 0;
        foreach other in array forms[1:16] loop
          count_here := count_here + (strpos(nearby, other) > 0)::integer;
        end loop;
        if count_here > most or (count_here = most and hit < best) then
          most := count_here;
          best := hit;
        end if;
      end if;
    end loop;
    exit when best > 0 or octet_length(value) = char_length(value);
    low := translate(low, accents, letters);
  end loop;
  start := greatest(best - 60, 1);
  if start > 1 then
    hit := strpos(substr(value, start, 30), ' ');
    start := case when hit > 0 then start + hit else start end;
  end if;
  stop := start + 200;
  if stop <= char_length(value) then
    hit := strpos(reverse(substr(value, stop - 30, 30)), ' ');
    stop := case when hit > 0 then stop - hit else stop end;
  end if;
  return case when start > 1 then '…' else '' end || substr(value, start, stop - start)
    || case when stop <= char_length(value) then '…' else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_word_atom(typed text, is_last boolean, guess boolean, without_stops boolean, texts double precision)
 RETURNS private.search_atom
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  size constant integer := char_length(typed);
  bare constant text := rtrim(typed, '+#');
  stem constant text := private.search_stem(typed);
  is_stop constant boolean := without_stops and private.is_stop_word(typed);
  is_hangul constant boolean := size > 1 and typed >= '가' collate "C" and typed < '힤' collate "C";
  known double precision;
  fixed double precision;
  fixes text[];
  fix text;
  choices text[] := array[]::text[];
  atom private.search_atom;
begin
  if is_stop and not (is_last and size > 1) then
    return atom;
  end if;
  select s.documents into known from private.search_words s where s.word = typed;
  atom.documents := greatest(
    coalesce(known, 0), (select s.documents from private.search_words s where s.word = stem)
  );
  if is_last or is_hangul then
    -- Very many words start with just a few letters.
    atom.documents := case when size < 3 and not is_hangul then 'infinity' else greatest(atom.documents, (
      select coalesce(sum(begun.documents), 0)
      from (
        select s.documents from private.search_words s where s.word >= typed and s.word < typed || U&'\+10FFFF' limit 500
      ) begun
    )) end;
  end if;

  atom.forms := array[typed];
  atom.strict_title := format('''%s''', typed);
  if stem is not null then
    atom.forms := atom.forms || stem;
    atom.strict_title := atom.strict_title || format(' | ''%s''', stem);
  end if;
  atom.strict_body := atom.strict_title;
  -- Korean adds its particles to the end of a word.
  if is_last or is_hangul or (known is null and size >= 3) then
    atom.prefix := typed;
    atom.strict_title := atom.strict_title || format(' | ''%s'':*', typed);
    -- In texts, a very short beginning would match almost everything, and a word that a thousand texts contain is
    -- enough on its own.
    if (size >= 3 or is_hangul) and coalesce(known, 0) < 1000 then
      atom.strict_body := atom.strict_title;
    end if;
  end if;

  if bare <> typed then
    choices := choices || format('''%s''', bare);
  end if;
  fixes := private.search_fixes(typed, known, is_last, guess);
  foreach fix in array fixes loop
    choices := choices || format('(''%s''%s)', replace(fix, ' ', ''' <-> '''), case when is_hangul then ':*' else '' end);
    atom.forms := atom.forms || string_to_array(fix, ' ');
  end loop;
  if cardinality(choices) > 0 then
    atom.loose_title := atom.strict_title || ' | ' || array_to_string(choices, ' | ');
    atom.loose_body := atom.strict_body || ' | ' || array_to_string(choices, ' | ');
  end if;

  -- A word in use may be a mistake, but only if a title contains the other words too.
  if known is not null then
    atom.wide_title := atom.strict_title;
    atom.wide_body := atom.strict_body;
  end if;

  if is_stop then
    atom.strict_title := format('''%s'':*', typed);
    atom.strict_body := atom.strict_title;
    atom.rarity := 0.1;
    return atom;
  end if;
  if known is null and cardinality(fixes) > 0 then
    select sum(s.documents) into fixed from private.search_words s
    where s.word in (select split_part(f, ' ', 1) from unnest(fixes) f);
    atom.documents := greatest(atom.documents, fixed);
  end if;
  -- The list of words has no digits. If a word isn't in it and nothing resembles it, no text contains it.
  atom.rarity := case
    when known is not null or fixed is not null or atom.documents between 1 and 1e15
      then private.rarity(greatest(known, fixed, case when known is null then atom.documents end), texts)
    when typed ~ '^[0-9]' or size < 3 then 2
    else 0
  end;
  return atom;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_segments(person uuid, segments jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.person_segments as s (person_id, plan, company, monthly_value)
  select person, nullif(left(private.clean_line(segments ->> 'plan'), 80), ''),
    nullif(left(private.clean_line(segments ->> 'company'), 120), ''),
    case when jsonb_typeof(segments -> 'monthly_value') = 'number'
      then least(greatest((segments ->> 'monthly_value')::numeric, 0), 9999999999) end
  where segments ?| array['plan', 'company', 'monthly_value']
  on conflict (person_id) do update
  set plan = excluded.plan, company = excluded.company, monthly_value = excluded.monthly_value, updated_at = now()
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

CREATE OR REPLACE FUNCTION private.settle_export(export_id uuid, attempt integer, missing integer, problem text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update private.exports e set
    state = case when settle_export.problem is null then 'done' else 'failed' end, problem = left(settle_export.problem, 2000),
    missing = settle_export.missing,
    size = (select sum(octet_length(p.content)) from private.export_parts p where p.export_id = e.id),
    made_at = case when settle_export.problem is null then now() end,
    ends_at = case when settle_export.problem is null then now() + interval '1 day' end
  where e.id = settle_export.export_id and e.attempts = attempt and e.state = 'making';
  if found and settle_export.problem is null then
    update private.exports e set state = 'ended' where e.state = 'done' and e.id <> settle_export.export_id;
  end if;
  perform private.tidy_transfers();
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_import(run_id uuid, attempt integer, state text, says jsonb DEFAULT NULL::jsonb, outcome jsonb DEFAULT NULL::jsonb, problem text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state in ('checking', 'running', 'undoing') for update;
  if not found then
    return false;
  end if;
  if settle_import.state = 'checked' then
    update private.import_runs r set state = 'checked', found = settle_import.says, done = 1 where r.id = run_id;
  else
    perform private.end_import(run_id, settle_import.state, outcome, left(problem, 2000));
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.summary_says()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when s.posts > 0 or s.comments > 0 or s.failed > 0 or s.waiting > 0 then jsonb_build_object(
    'new_posts', s.posts, 'new_comments', s.comments, 'new_votes', s.votes, 'proposed', s.proposed,
    'failed_mails', s.failed, 'waiting', s.waiting, 'newest', coalesce(s.newest, '[]')
  ) end
  from (
    select
      (select count(*) from public.posts p where p.deleted_at is null and p.created_at > now() - interval '1 day') as posts,
      (select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
       where c.deleted_at is null and c.created_at > now() - interval '1 day') as comments,
      (select count(*) from public.votes v join public.posts p on p.id = v.post_id and p.deleted_at is null
       where v.created_at > now() - interval '1 day') as votes,
      (select coalesce(sum(t.posts), 0) from public.post_totals t where t.state = 'proposed') as proposed,
      (select count(*) from private.mails m
       where m.state in ('failed', 'unknown') and m.created_at > now() - interval '1 day') as failed,
      -- The same things that public.admin_reports lists.
      (select count(*)
       from (
         select r.post_id, r.comment_id from private.reports r where r.settled_at is null
         union
         select h.post_id, h.comment_id from private.hidings h where h.cause = 'approval'
       ) t
       left join public.comments c on c.id = t.comment_id
       join public.posts p on p.id = coalesce(t.post_id, c.post_id) and (p.deleted_at is null or p.hidden_at is not null)
       where not exists (
         select from private.hidings h join private.blocks b
           on b.person_id = case when t.comment_id is null then p.author_id else c.author_id end
         where h.post_id = t.post_id or h.comment_id = t.comment_id
       )) as waiting,
      (select jsonb_agg(jsonb_build_object(
         'id', n.id, 'title', n.title, 'slug', n.slug, 'category_slug', n.category, 'votes_total', n.votes_total,
         'author', n.author))
       from (
         select p.id, p.title, p.slug, c.slug as category, p.votes_total, a.name as author
         from public.posts p join public.categories c on c.id = p.category_id
         left join public.profiles a on a.id = p.author_id
         where p.deleted_at is null and p.created_at > now() - interval '1 day'
         order by p.votes_total desc, p.id desc limit 20
       ) n) as newest
  ) s
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
    -- An entry that was unpublished and published again goes to those who follow by now.
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
    -- If the address belongs to an account, that account is notified instead.
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

CREATE OR REPLACE FUNCTION private.tell_mentioned(of_post bigint, of_comment bigint, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written constant bigint := (
    select e.id from private.events e where e.comment_id = of_comment and e.kind = 'comment.created'
  );
  waiting private.untold;
  reading uuid[];
  expecting uuid[];
  made bigint;
begin
  -- A text that is saved unchanged mentions no one new.
  perform private.require_unblocked(false);
  select * into waiting from private.untold w where w.event_id = written for update;
  people := array(
    select p from unnest(people) p
    where waiting.event_id is null or waiting.people_told or p <= waiting.beyond
  );
  with noticed as (
    update private.notices n set reason = 'mention'
    where n.event_id = written and n.person_id = any (people) and n.read_at is null
    returning n.person_id
  ), mailed as (
    update private.mail_parts m set reason = 'mention'
    where m.event_id = written and m.person_id = any (people) and m.mail_id is null
    returning m.person_id
  )
  select array(select n.person_id from noticed n), array(select m.person_id from mailed m) into reading, expecting;
  if people <@ reading and people <@ expecting then
    return;
  end if;
  insert into private.events (kind, post_id, comment_id, actor_id)
  values (case when of_comment is null then 'post.mention' else 'comment.mention' end, of_post, of_comment, auth.uid())
  returning id into made;
  with heard as materialized (
    select f.person_id, s.in_site, case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end as pace
    from private.follows_of(people, of_post) f
    join private.notice_settings s on s.person_id = f.person_id
    join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    where f.level is distinct from 'muted'
  ), noticed as (
    insert into private.notices (person_id, event_id, reason)
    select h.person_id, made, 'mention' from heard h where h.in_site and h.person_id <> all (reading)
  )
  insert into private.mail_parts (event_id, person_id, reason, due_at)
  select made, h.person_id, 'mention', private.mail_due(h.pace, now()) from heard h
  where h.pace is not null and h.person_id <> all (expecting);
end
$function$;

CREATE OR REPLACE FUNCTION private.tidy_transfers()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.import_runs r
  where r.state in ('uploading', 'checked') and r.held_until < now() - interval '1 day';
  update private.exports e set state = 'ended' where e.state = 'done' and e.ends_at <= now();
  delete from private.export_parts p using private.exports e where e.id = p.export_id and e.state in ('ended', 'failed');
$function$;

CREATE OR REPLACE FUNCTION private.undo_import(run_id uuid, attempt integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
  ids bigint[];
  gone bigint[];
  people uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  select * into run from private.import_runs r
  where r.id = run_id and r.attempts = attempt and r.state = 'undoing' for update;
  if run.id is null then
    return null;
  end if;
  ids := array(
    select i.post_id from private.imports i where i.run_id = run.id and i.post_id > run.undo_after order by 1 limit most
  );
  if ids = '{}' then
    -- Posts that were deleted come again with the next import.
    delete from private.imports i where i.run_id = run.id and i.post_id is null;
    set constraints public.count_changed_post immediate;
    delete from public.categories c
    where c.id = any (run.made_categories) and c.slug <> 'new-features'
      and not exists (select from public.posts p where p.category_id = c.id);
    perform private.end_import(run.id, 'undone', run.outcome, null);
    return 0;
  end if;
  perform private.hold_posts(ids);
  gone := array(select p.id from public.posts p where p.id = any (ids) and private.is_as_imported(p, run.started_at));
  people := array(
    select p.author_id from public.posts p where p.id = any (gone)
    union select v.user_id from public.votes v where v.post_id = any (gone)
    union select c.author_id from public.comments c where c.post_id = any (gone)
    union select e.actor_id from public.post_events e where e.post_id = any (gone)
  );
  delete from private.imports i where i.run_id = run.id and i.post_id = any (gone);
  delete from public.posts p where p.id = any (gone);
  perform private.forget_imported_people(people, run.started_at);
  update private.import_runs r set
    undo_after = ids[cardinality(ids)], held_until = now() + interval '1 minute',
    outcome = coalesce(r.outcome, '{}') || jsonb_build_object(
      'removed', coalesce((r.outcome ->> 'removed')::integer, 0) + cardinality(gone),
      'kept', coalesce((r.outcome ->> 'kept')::integer, 0) + cardinality(ids) - cardinality(gone)
    )
  where r.id = run.id;
  return cardinality(ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_own_key(algorithm text, public_key text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made text := regexp_replace(coalesce(public_key, ''), '-----[A-Z ]+-----|\s', '', 'g');
  free smallint;
  made_id bigint;
begin
  perform private.require_admin();
  perform private.require_own_session();
  if not public.is_fresh() then
    raise exception 'Sign in again to add a key.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  if algorithm = 'HS256' then
    made := rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), E'=\n');
  elsif algorithm is distinct from 'ES256' or not private.is_signing_key(made) then
    raise exception 'This is not a public key for ES256.' using errcode = 'PT409', hint = 'own_key_unreadable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own keys', 0));
  select min(p) into free from generate_series(1, 2) p where not exists (select from private.own_keys k where k.place = p);
  if free is null then
    raise exception 'There are two keys already. Remove one first.' using errcode = 'PT409', hint = 'own_keys_full';
  end if;
  insert into private.own_keys (place, algorithm, secret) values (free, admin_add_own_key.algorithm, made)
  returning id into made_id;
  perform private.audit('signin.addkey', null, null, null, jsonb_build_object('id', made_id, 'algorithm', algorithm));
  return case algorithm when 'HS256' then made end;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_upload_part(run_id uuid, part integer, content text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  bytes constant bytea := decode(content, 'base64');
begin
  insert into private.import_parts (run_id, part, content) values (run.id, admin_add_upload_part.part, bytes);
  if (select sum(octet_length(p.content)) from private.import_parts p where p.run_id = run.id) > run.file_size then
    raise exception 'This is more than was said.' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_add_webhook(address text, shape text, kinds text[])
 RETURNS TABLE(id bigint, secret text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.admin_begin_upload(run_id uuid, file_name text, file_size bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('uploads', 0));
  if exists (select from private.import_runs r where r.id = admin_begin_upload.run_id) then
    raise exception 'This file is uploaded already.' using errcode = 'PT409', hint = 'import_moved_on';
  elsif (select count(*) from private.import_runs r where r.state in ('uploading', 'checking', 'checked')) >= 5 then
    raise exception 'Five files wait already.' using errcode = 'PT429', hint = 'imports_full';
  end if;
  insert into private.import_runs (id, admin_id, file_name, file_size)
  values (
    admin_begin_upload.run_id, (select auth.uid()),
    left(private.clean_line(admin_begin_upload.file_name), 200), admin_begin_upload.file_size
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_check_import(run_id uuid, choices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
begin
  update private.import_runs r set
    state = 'checking', choices = private.read_import_choices(admin_check_import.choices), done = 0, attempts = 0,
    held_until = now()
  where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_columns(post_ids bigint[])
 RETURNS TABLE(post_id bigint, updated_at timestamp with time zone, tags text[], notes_total integer, assignee_name text, quarter text, companies integer, monthly_value double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id),
      a.name, d.quarter, coalesce(i.companies, 0), coalesce(i.monthly_value, 0)::double precision
    from public.posts p
    join public.post_triage d on d.post_id = p.id
    left join public.profiles a on a.id = d.assignee_id
    left join private.interest(post_ids[1:200]) i on i.post_id = p.id
    where p.id = any (post_ids[1:200]) and p.deleted_at is null;
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
  if entry.state <> 'draft' then
    raise exception 'Unpublish this entry before you delete it.' using errcode = '23514';
  end if;
  -- Only people who may publish can delete something that was on the site.
  if entry.first_published_at is not null or entry.author_id is distinct from auth.uid() then
    perform private.require_publisher();
  end if;
  delete from public.changelog_entries e where e.id = entry.id;
  perform private.audit_entry('changelog.delete', entry);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_end_upload(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{uploading}');
  whole record;
begin
  select count(*) as parts, max(p.part) as last, sum(octet_length(p.content)) as size into whole
  from private.import_parts p where p.run_id = run.id;
  if whole.size is distinct from run.file_size or whole.parts <> whole.last + 1 then
    raise exception 'The file is not whole.' using errcode = '22023';
  end if;
  update private.import_runs r set state = 'checking', held_until = now() where r.id = run.id;
  perform pg_notify('signpost', 'transfer');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_export_part(export_id uuid, part integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select encode(p.content, 'base64') from private.export_parts p join private.exports e on e.id = p.export_id
    where e.id = admin_export_part.export_id and e.state = 'done' and e.ends_at > now() and p.part = admin_export_part.part
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_exports()
 RETURNS TABLE(id uuid, admin_name text, origin text, state text, size bigint, missing integer, problem text, created_at timestamp with time zone, made_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select e.id, p.name, e.origin, case when e.ends_at <= now() then 'ended' else e.state end, e.size, e.missing, e.problem,
      e.created_at, e.made_at, e.ends_at
    from private.exports e left join public.profiles p on p.id = e.admin_id
    order by e.created_at desc, e.id limit 5;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_first_steps()
 RETURNS TABLE(is_named boolean, has_categories boolean, has_team boolean, has_posts boolean, has_widget boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select
      (select s.name is not null or s.logo_path is not null from public.site_settings s),
      exists (select from public.audit_log l where l.action in ('category.create', 'category.update', 'category.delete')),
      (select count(*) > 1 from public.roles),
      exists (select from public.posts p where p.author_id is null or p.author_id <> all (private.example_people())),
      (select cardinality(s.widget_origins) > 0 from public.site_settings s)
  where not (select s.hides_first_steps from public.site_settings s);
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_followers(post_ids bigint[])
 RETURNS TABLE(people integer, mails integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := auth.uid();
  salt constant text := (select s.value || E'\n' from private.salt s);
  ids bigint[] := private.bulk_ids(post_ids);
begin
  ids := array(select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null);
  return query
    with asked as materialized (
      select i as post_id, i as followed_id from unnest(ids) i
      union all
      select m.stays_id, m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
    ), chosen as materialized (
      select a.post_id, f.person_id,
        coalesce(max(f.level) filter (where a.followed_id = a.post_id), max(f.level)) as level
      from asked a join private.follows f on f.post_id = a.followed_id
      group by a.post_id, f.person_id
    ), heard as (
      select s.person_id, s.in_site, s.mail
      from (
        select distinct v.user_id as id from public.votes v
        where v.post_id = any (ids)
          and not exists (select from chosen c where c.post_id = v.post_id and c.person_id = v.user_id)
      ) voter
      join private.notice_settings s on s.person_id = voter.id
      where s.by_vote <> 'muted'
      union
      select s.person_id, s.in_site, s.mail
      from public.comments m join private.notice_settings s on s.person_id = m.author_id
      where m.post_id = any (ids) and m.deleted_at is null and s.by_comment <> 'muted'
        and not exists (select from chosen c where c.post_id = m.post_id and c.person_id = m.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from asked a join public.posts p on p.id = a.followed_id
      join private.notice_settings s on s.person_id = p.author_id
      where s.by_post <> 'muted'
        and not exists (select from chosen c where c.post_id = a.post_id and c.person_id = p.author_id)
      union
      select s.person_id, s.in_site, s.mail
      from chosen c join private.notice_settings s on s.person_id = c.person_id
      where c.level <> 'muted'
    ), accounts as (
      select u.email, h.in_site, h.mail <> 'never' and u.email_confirmed_at is not null and k.key is null as is_mailed
      from heard h
      join auth.users u on u.id = h.person_id and coalesce(u.banned_until < now(), true)
      -- The same key as private.address_key, written out, because a call per row takes seconds for a hundred thousand
      -- rows. Lower-cases all alphabets only if there are non-ASCII letters.
      left join private.silenced k on k.key = sha256(convert_to(salt || case
        when octet_length(u.email) = char_length(u.email) then lower(u.email collate "C") else lower(u.email)
      end, 'UTF8'))
      where h.person_id is distinct from me
    ), addresses as materialized (
      select distinct a.address
      from asked i join private.mail_follows f on f.post_id = i.followed_id
      join private.mail_addresses a on a.id = f.address_id
      where f.confirmed_at is not null and a.mail <> 'never'
        and not exists (select from private.silenced k where k.key = sha256(convert_to(salt || a.address, 'UTF8')))
        and not exists (select from auth.users u where u.id = me and u.email = a.address)
    ), readers as (
      -- An account and its email address are one.
      select count(*) filter (where r.in_site or r.is_mailed or a.address is not null) - count(a.address) as people,
        count(*) filter (where r.is_mailed or a.address is not null) - count(a.address) as mails
      from accounts r left join addresses a on a.address = r.email
    )
    select (r.people + alone.n)::integer, (r.mails + alone.n)::integer
    from readers r, (select count(*) as n from addresses) alone;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_give_vote(post_id bigint, person_id uuid, why text)
 RETURNS TABLE(given boolean, votes_total integer, category_slug text, on_post bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint;
begin
  perform private.require_team();
  if person_id = auth.uid() then
    raise exception 'Use the vote button to vote for yourself.' using errcode = '23514', hint = 'self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'no_account';
  end if;
  if not exists (select from auth.users u where u.id = person_id and u.email_confirmed_at is not null) then
    raise exception 'This person hasn''t confirmed their email address.' using errcode = '23514', hint = 'unconfirmed';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'blocked';
  end if;
  target := private.voted_post(admin_give_vote.post_id);
  given := private.add_given_vote(target, person_id, reason);
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_import(run_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_import.run_id;
  if run.id is null then
    return null;
  end if;
  return private.import_says(run) || jsonb_build_object(
    'kept', case when run.state = 'undone' then (
      select coalesce(jsonb_agg(k.post), '[]') from (
        select jsonb_build_object('title', p.title, 'slug', p.slug, 'category', c.slug) as post
        from private.imports i join public.posts p on p.id = i.post_id join public.categories c on c.id = p.category_id
        where i.run_id = run.id and p.deleted_at is null order by p.id limit 50
      ) k
    ) end
  ) || case
    when run.state = 'checked' and run.admin_id is not distinct from (select auth.uid()) then
      jsonb_build_object('found', run.found, 'choices', run.choices)
    else '{}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_imports()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return coalesce((
    select jsonb_agg(private.import_says(r) order by r.created_at desc, r.id)
    from (select * from private.import_runs i order by i.created_at desc, i.id limit 30) r
  ), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_insights(last_weeks integer DEFAULT 26)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_week constant date := date_trunc('week', now() at time zone 'UTC')::date;
  first_week constant date := this_week - 7 * (least(greatest(coalesce(last_weeks, 26), 1), 520) - 1);
begin
  perform private.require_team();
  return jsonb_build_object(
    'counted_at', (select r.counted_at from private.insight_run r),
    'weeks', (
      select jsonb_agg(jsonb_build_object(
        'week', w.week, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0), 'people', coalesce(d.people, 0),
        'answered', coalesce(a.posts, 0), 'answer_hours', extract(epoch from a.median) / 3600
      ) order by w.week)
      from (select first_week + 7 * n as week from generate_series(0, (this_week - first_week) / 7) n) w
      left join (
        select date_trunc('week', i.day)::date as week,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments,
          sum(i.count) filter (where i.kind = 'person') as people
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.week = w.week
      left join private.insight_answers a on a.week = w.week
    ),
    'categories', (
      select jsonb_agg(jsonb_build_object(
        'slug', c.slug, 'name', c.name, 'posts', coalesce(d.posts, 0), 'votes', coalesce(d.votes, 0),
        'comments', coalesce(d.comments, 0),
        'states', (
          select coalesce(jsonb_object_agg(t.state, t.posts), '{}')
          from public.post_totals t where t.category_id = c.id
        )
      ) order by c.position, c.id)
      from public.categories c
      left join (
        select i.category_id,
          sum(i.count) filter (where i.kind = 'post') as posts,
          sum(i.count) filter (where i.kind = 'vote') as votes,
          sum(i.count) filter (where i.kind = 'comment') as comments
        from private.insight_days i where i.day >= first_week group by 1
      ) d on d.category_id = c.id
    ),
    'rising', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.votes desc, t.id desc), '[]')
      from (
        select p.*, r.votes, r.votes_before
        from private.insight_rising r,
          -- One at a time, whatever the planner thinks of a table that was just counted.
          lateral (
            select p.id, p.title, p.slug, c.slug as category_slug, p.state
            from public.posts p join public.categories c on c.id = p.category_id
            where p.id = r.post_id and p.deleted_at is null and p.hidden_at is null limit 1
          ) p
        order by r.votes desc, p.id desc limit 10
      ) t
    ),
    'misses', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.times desc, t.words), '[]')
      from (select m.words, m.times from private.search_misses m order by m.times desc, m.words limit 10) t
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_interest(post_ids bigint[])
 RETURNS TABLE(post_id bigint, companies integer, monthly_value double precision, plans jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select i.post_id, i.companies, i.monthly_value::double precision, (
      select coalesce(jsonb_object_agg(p.plan, p.people), '{}') from (
        select s.plan, count(*) as people
        from public.votes v join public.person_segments s on s.person_id = v.user_id
        where v.post_id = i.post_id and v.counts and s.plan is not null
        group by s.plan order by count(*) desc, s.plan limit 10
      ) p
    )
    from private.interest(post_ids[1:200]) i;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_make_export(with_notes boolean, with_pictures boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into private.exports (admin_id, origin, with_notes, with_pictures, state)
  values ((select auth.uid()), 'dashboard', admin_make_export.with_notes, admin_make_export.with_pictures, 'making')
  returning id into made;
  perform private.audit('export.start', null, null, null, jsonb_build_object(
    'id', made, 'with_notes', admin_make_export.with_notes, 'with_pictures', admin_make_export.with_pictures
  ));
  perform pg_notify('signpost', 'transfer');
  return made;
exception
  when unique_violation then
    raise exception 'An export is being made.' using errcode = 'PT409', hint = 'export_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_own_keys()
 RETURNS TABLE(id bigint, algorithm text, last_four text, created_at timestamp with time zone, last_used_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query select k.id, k.algorithm, right(k.secret, 4), k.created_at, k.last_used_at from private.own_keys k order by k.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_people(query text DEFAULT ''::text, only_of text DEFAULT NULL::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 50)
 RETURNS TABLE(id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamp with time zone, posts integer, comments integer, votes integer, hidden integer, blocked_at timestamp with time zone, block_reason text, block_ends_at timestamp with time zone, row_cursor text, has_factor boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new', 'confirmed') then
    raise exception 'Unknown group of people.' using errcode = '22023';
  end if;
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t where t.user_id = p.id),
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.hidden_at is not null)
        + (select count(*)::integer from public.comments t where t.author_id = p.id and t.hidden_at is not null),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text,
      sees_addresses and exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for = '' or strpos(lower(o.name), looked_for) > 0 or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and not exists (select from private.voter_addresses k where k.person_id = o.id)
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
          else true
        end
      order by o.created_at desc, o.id desc limit least(greatest(max_rows, 1), 201)
    ) p
    left join auth.users u on u.id = p.id
    left join public.roles r on r.user_id = p.id
    left join private.blocks b on b.person_id = p.id
    order by p.created_at desc, p.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_posts(filter jsonb DEFAULT '{}'::jsonb, sort jsonb DEFAULT '[]'::jsonb, page_rows integer DEFAULT 50, after_cursor text DEFAULT NULL::text, before_cursor text DEFAULT NULL::text)
 RETURNS TABLE(id bigint, title text, slug text, category_id integer, category_slug text, category_name text, author_name text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, row_cursor text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  author_key constant text := 'lower(coalesce(a.name, ''Deleted user''))';
  value_key constant text := 'coalesce(w.monthly_value, 0)';
  companies_key constant text := 'coalesce(w.companies, 0)';
  valued text;
  nobody_key constant text := 'lower(''Deleted user'')';
  known constant jsonb := '{
    "created_at": ["p.created_at", "timestamptz"], "updated_at": ["p.updated_at", "timestamptz"],
    "state": ["p.state", "public.post_state"], "votes": ["p.votes_total", "integer"],
    "comments": ["p.comments_total", "integer"], "title": ["lower(p.title)", "text"],
    "author": ["lower(coalesce(a.name, ''Deleted user''))", "text"], "category": ["lower(c.name)", "text"],
    "companies": ["coalesce(w.companies, 0)", "integer"], "monthly_value": ["coalesce(w.monthly_value, 0)", "numeric"]
  }';
  given constant text := coalesce(after_cursor, before_cursor);
  is_back constant boolean := after_cursor is null and before_cursor is not null;
  f private.post_filter;
  rules jsonb := coalesce(sort, '[]');
  rule jsonb;
  keys text[] := array[]::text[];
  types text[] := array[]::text[];
  descending boolean[] := array[]::boolean[];
  keyset jsonb;
  signature text;
  directions boolean[];
  beyond text := 'true';
  beyond_in_group text;
  size integer;
  conditions text;
  is_walked boolean;
  group_is text;
  group_beyond text;
  of_group bigint[];
  page_ids bigint[] := array[]::bigint[];
  most constant integer := least(greatest(coalesce(page_rows, 50), 1), 200);
  ordered text[];
  joined text;
  page text;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  if jsonb_typeof(rules) <> 'array' or jsonb_array_length(rules) > 5 then
    raise exception 'A sort is a list of up to five rules.' using errcode = '22023';
  end if;
  if rules = '[]' then
    rules := '[{"by": "created_at", "desc": true}]';
  end if;
  for rule in select * from jsonb_array_elements(rules) loop
    if jsonb_typeof(rule) <> 'object' or jsonb_typeof(rule -> 'by') is distinct from 'string'
       or not known ? (rule ->> 'by') or known -> (rule ->> 'by') ->> 0 = any (keys)
       or jsonb_typeof(coalesce(rule -> 'desc', 'false')) <> 'boolean'
         or rule - array['by', 'desc'] <> '{}' then
      raise exception 'Unknown sort rule: %', left(rule::text, 80) using errcode = '22023';
    end if;
    keys := keys || (known -> (rule ->> 'by') ->> 0);
    types := types || (known -> (rule ->> 'by') ->> 1);
    descending := descending || coalesce((rule -> 'desc')::boolean, false);
  end loop;
  descending := descending || descending[cardinality(keys)];
  keys := keys || 'p.id'::text;
  types := types || 'bigint'::text;
  size := cardinality(keys);
  -- A cursor names the order it belongs to.
  signature := md5(keys::text || descending::text);

  directions := array(select d <> is_back from unnest(descending) with ordinality as t(d, i) order by i);
  if given is not null then
    begin
      keyset := private.read_cursor(given);
      if after_cursor is not null and before_cursor is not null or jsonb_typeof(keyset) <> 'array'
         or jsonb_array_length(keyset) <> size + 1 or keyset ->> size is distinct from signature then
        raise exception 'malformed';
      end if;
      for i in 1 .. size loop
        execute format('select $1::%s', types[i]) using keyset ->> i - 1;
        if keyset ->> i - 1 is null then
          raise exception 'malformed';
        end if;
      end loop;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := private.beyond_cursor(keys, types, directions, 1);
    beyond_in_group := private.beyond_cursor(keys, types, directions, 2);
  end if;

  conditions := private.post_conditions(f);
  ordered := (
    select array_agg(k || case when d then ' desc' else '' end order by i)
    from unnest(keys, directions) with ordinality as t(k, d, i)
  );
  -- Only what the order asks for: a join, even one that is left out again, keeps the index of updated_at from being enough.
  valued := case when keys && array[value_key, companies_key] then 'left join private.interest() w on w.post_id = p.id' else '' end;
  joined := concat_ws(' ', 'public.posts p', valued,
    case when author_key = any (keys) then 'left join public.profiles a on a.id = p.author_id' end,
    case when 'lower(c.name)' = any (keys) then 'left join public.categories c on c.id = p.category_id' end
  );
  if keys[1] = author_key and valued = '' then
    -- By the index of names, and beside it those without an author, who share one. How few posts the team did nothing with
    -- the planner takes for fewer than they are, and would go through all: author by author then, each post asked by itself.
    is_walked := (f.unanswered or f.is_stale) and f.post_ids is null;
    if is_walked then
      conditions := private.post_conditions(f, one_by_one => true);
    end if;
    page := format(
      'p.id in (
         (select p.id from public.profiles a cross join lateral (
            select * from public.posts p where p.author_id = a.id and %1$s %2$s
          ) p join public.categories c on c.id = p.category_id where %3$s order by %4$s limit $3)
         union all
         (select p.id from public.posts p
          join public.categories c on c.id = p.category_id where p.author_id is null and %1$s and %5$s order by %6$s limit $3)
       )',
      conditions, case when is_walked then 'offset 0' end,
      replace(beyond, author_key, 'lower(a.name)'), replace(array_to_string(ordered, ', '), author_key, 'lower(a.name)'),
      replace(beyond, author_key, nobody_key), replace(array_to_string(ordered, ', '), author_key, nobody_key)
    );
  elsif keys[1] in ('p.state', 'lower(c.name)') then
    -- Goes state by state, or category by category (those with the same name together), each planned for its size,
    -- starting with the cursor's own, until the page is full.
    for group_is, group_beyond in
      select g.is_it, case when g.is_same then beyond_in_group else 'true' end
      from (
        select format('p.state = %L', s) as is_it, s = (keyset ->> 0)::public.post_state as is_same,
          case when directions[1] then s < (keyset ->> 0)::public.post_state else s > (keyset ->> 0)::public.post_state end
            as is_after,
          row_number() over (order by s) as place
        from unnest(enum_range(null::public.post_state)) s where keys[1] = 'p.state' and (f.states is null or s = any (f.states))
          and (f.is_stale is null or s <> 'completed') and (f.unanswered is null or s = 'proposed')
        union all
        select '(' || string_agg(format('p.category_id = %s', c.id), ' or ') || ')', lower(c.name) = keyset ->> 0,
          case when directions[1] then lower(c.name) < keyset ->> 0 else lower(c.name) > keyset ->> 0 end,
          row_number() over (order by lower(c.name))
        from public.categories c where keys[1] = 'lower(c.name)' and (f.category_ids is null or c.id = any (f.category_ids))
        group by lower(c.name)
      ) g
      where given is null or g.is_same or g.is_after
      order by case when directions[1] then -g.place else g.place end
    loop
      execute format(
        'select array(select p.id from %s where %s and %s and %s order by %s limit $3)',
        joined, group_is, conditions, group_beyond, array_to_string(ordered[2:], ', ')
      ) into of_group using f, keyset, most - cardinality(page_ids);
      page_ids := page_ids || of_group;
      exit when cardinality(page_ids) >= most;
    end loop;
    page := 'p.id = any ($5)';
  else
    page := conditions || ' and ' || beyond;
  end if;

  return query execute format(
    'select p.id, p.title, p.slug, p.category_id, c.slug, c.name, a.name, p.state, p.votes_total,
            p.comments_total, p.created_at, jsonb_build_array(%1$s, $4)::text
     from (select p.id from %2$s where %3$s order by %4$s limit $3) page
     join public.posts p on p.id = page.id
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id %6$s
     order by %5$s',
    array_to_string(keys, ', '), joined, page, array_to_string(ordered, ', '),
    (select string_agg(k || case when d then ' desc' else '' end, ', ' order by i)
     from unnest(keys, descending) with ordinality as t(k, d, i)), valued
  ) using f, keyset, most, signature, page_ids;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_posts_total(filter jsonb DEFAULT '{}'::jsonb, most integer DEFAULT 10000)
 RETURNS TABLE(total integer, is_exact boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  bound constant integer := least(greatest(coalesce(most, 10000), 1), 10000);
  f private.post_filter;
  of_text private.post_filter;
  of_rest private.post_filter;
  is_kept boolean;
  sources text[] := array['public.posts p'];
  conditions text;
  source text;
  found_here integer;
  looked_at integer;
  grain constant integer := greatest(bound / 100, 1);
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => null);
  is_kept := num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.unanswered, f.tag_ids, f.in_inbox,
    f.is_stale, f.assignee_id, f.is_unassigned, f.company, f.plan, f.value_min) = 0;
  if is_kept and f.text_typed is null then
    return query
      select coalesce(sum(t.posts), 0)::integer, true from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids));
    return;
  end if;
  if is_kept and f.states is null and f.category_ids is null then
    -- A text filter alone is counted where it is looked up. For symbols, the planner expects too many posts and would
    -- read all of them for a few.
    sources := array(
      select format(
        case when f.text_key is null then '(%s) found' else '(%s) found join public.posts p on p.id = found.post_id' end, l
      ) from unnest(private.text_lookups(f)) l
    );
    conditions := case when f.text_key is null then '(select p.deleted_at is null from public.posts p where p.id = found.post_id)'
      else 'p.deleted_at is null' end;
  else
    if f.text_typed is not null then
      f := private.filter_by_text(f, f.text_typed, every_post => false);
      if f.post_ids is null then
        of_text.text_key := f.text_key;
        of_text.text_signs := f.text_signs;
        of_rest := f;
        of_rest.text_key := null;
        of_rest.text_signs := null;
        execute format(
          'select count(*) filter (where %s), count(*)
           from (select p.id, p.deleted_at from public.posts p where %s limit $2) p',
          private.post_conditions(of_text), private.post_conditions(of_rest)
        ) into found_here, looked_at using f, bound + 1;
        if looked_at <= bound then
          return query select found_here, true;
          return;
        elsif found_here >= grain then
          return query select least(found_here - found_here % grain, bound), false;
          return;
        end if;
      end if;
    end if;
    conditions := private.post_conditions(f);
  end if;
  total := 0;
  foreach source in array sources loop
    -- One more than is reported, to see whether there are more.
    execute format('select count(*) from (select from %s where %s limit $2) few', source, conditions)
      into found_here using f, bound + 1 - total;
    total := total + found_here;
    exit when total > bound;
  end loop;
  is_exact := total <= bound;
  total := least(total, bound);
  return next;
end$function$;

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

CREATE OR REPLACE FUNCTION public.admin_remove_own_key(key_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed private.own_keys;
begin
  perform private.require_admin();
  perform private.require_own_session();
  delete from private.own_keys k where k.id = key_id returning k.* into removed;
  if removed.id is null then
    return false;
  end if;
  perform private.audit(
    'signin.removekey', null, null, jsonb_build_object('id', removed.id, 'algorithm', removed.algorithm), null
  );
  return true;
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
    raise exception 'Settings must be an object.' using errcode = '22023';
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
    language = coalesce(nullif(settings ->> 'language', ''), s.language),
    time_zone = case when settings ? 'time_zone' then settings ->> 'time_zone' else s.time_zone end,
    moderators_publish = coalesce((settings ->> 'moderators_publish')::boolean, s.moderators_publish),
    shows_reactions = coalesce((settings ->> 'shows_reactions')::boolean, s.shows_reactions),
    hides_first_steps = coalesce((settings ->> 'hides_first_steps')::boolean, s.hides_first_steps),
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

CREATE OR REPLACE FUNCTION public.admin_set_example_board(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- Waits for people who are voting or commenting right now; later ones find the post gone.
  perform private.hold_posts_of_people(private.example_people());
  if private.example_board() is distinct from (case when wanted then 'addable' else 'removable' end) then
    raise exception '%', case
      when wanted then 'There are posts already, so the example board can''t be added.'
      else 'Someone else has posted, voted or commented, so the example board can''t be removed.'
    end using errcode = 'PT409', hint = case when wanted then 'board_not_empty' else 'board_in_use' end;
  end if;
  perform private.audit(case when wanted then 'example.add' else 'example.remove' end, null, null, null, null);
  -- From here on as the operator: the content isn't the admin's, and no one is notified.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if wanted then
    perform private.add_example_board();
  else
    perform private.remove_example_board();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_looked(post_ids bigint[], wanted boolean)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  if wanted is null then
    raise exception 'Reviewed is true or false.' using errcode = '22023';
  end if;
  return query
    update public.post_triage t
    set looked_at = case when wanted then now() end, looked_by = case when wanted then (select auth.uid()) end
    where t.post_id in (
      select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null
    ) and (t.looked_at is not null) <> wanted
    returning t.post_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, category_slug text, outcome text, before jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only team members can be assigned to a post.' using errcode = '23514';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    select p.title, c.slug, jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
    into title, category_slug, before
    from public.posts p
    join public.categories c on c.id = p.category_id
    join public.post_triage t on t.post_id = p.id
    where p.id = wanted and p.deleted_at is null for update of p, t;
    post_id := wanted;
    before := (select jsonb_object_agg(k, before -> k) from jsonb_object_keys(given) k);
    outcome := case
      when title is null then 'missing'
      when before = given then 'unchanged'
      when known is not null and before <> known then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.post_triage t set
        assignee_id = case when given ? 'assignee' then (given ->> 'assignee')::uuid else t.assignee_id end,
        quarter = case when given ? 'quarter' then given ->> 'quarter' else t.quarter end
      where t.post_id = wanted;
      perform private.look_at(wanted);
      perform private.audit('post.plan', wanted, title, before, given);
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_state(post_ids bigint[], new_state public.post_state, public_note text DEFAULT NULL::text, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, outcome text, category_slug text, note text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  said constant text := nullif(private.clean_text(public_note), '');
  correctable constant timestamptz := now() - (select r.correction from private.notice_rules r);
  wanted bigint;
  current_state public.post_state;
  is_there boolean;
  latest public.post_events;
  is_correction boolean;
  kept text;
begin
  if new_state is null or char_length(said) > 1000 then
    raise exception 'Give a state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    is_there := found;
    select * into latest from public.post_events e where e.post_id = wanted order by e.id desc limit 1;
    is_correction := found and latest.actor_id is not distinct from (select auth.uid())
      and latest.to_state = current_state and latest.created_at > correctable;
    kept := case when public_note is not null then said when is_correction then latest.note end;
    post_id := wanted;
    note := null;
    outcome := case
      when not is_there then 'missing'
      when current_state = new_state and not (is_correction and kept is distinct from latest.note) then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      if current_state <> new_state then
        update public.posts p set state = new_state where p.id = wanted;
      end if;
      if not is_correction then
        insert into public.post_events (post_id, actor_id, from_state, to_state, note)
        values (wanted, (select auth.uid()), current_state, new_state, kept);
      else
        note := latest.note;
        if latest.from_state = new_state then
          delete from public.post_events e where e.id = latest.id;
        else
          update public.post_events e set to_state = new_state, note = kept where e.id = latest.id;
        end if;
      end if;
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_widget(origins text[] DEFAULT NULL::text[], trusts_addresses boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if trusts_addresses and not public.is_fresh() and not (select s.trusts_own_addresses from public.site_settings s) then
    raise exception 'Sign in again to trust addresses.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  update public.site_settings s set
    widget_origins = coalesce(admin_set_widget.origins, s.widget_origins),
    trusts_own_addresses = coalesce(admin_set_widget.trusts_addresses, s.trusts_own_addresses)
  where s.only_row;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_start_import(run_id uuid, choices jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run constant private.import_runs := private.own_import(run_id, '{checked}');
  given jsonb := private.read_import_choices(choices);
  made constant integer[] := private.make_import_categories(given);
  wanted text;
begin
  if run.found ->> 'problem' is not null then
    raise exception 'The check has found a problem.' using errcode = 'PT409', hint = 'import_moved_on';
  end if;
  given := given || jsonb_build_object('categories', (
    select coalesce(jsonb_object_agg(c.key, jsonb_build_object('slug', coalesce(n.slug, c.value ->> 'slug'))), '{}')
    from jsonb_each(coalesce(given -> 'categories', '{}')) c
    left join public.categories n on n.id = any (made) and n.name = left(private.clean_line(c.value ->> 'new'), 60)
  ));
  for wanted in
    select given ->> 'category' union select c.value ->> 'slug' from jsonb_each(given -> 'categories') c
  loop
    if wanted is null or not exists (select from public.category_addresses a where a.slug = wanted) then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
  end loop;
  update private.import_runs r set
    state = 'running', choices = given, made_categories = made, done = 0, attempts = 0, held_until = now(), started_at = now()
  where r.id = run.id;
  perform private.audit('import.start', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_stop_import(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_stop_import.run_id for update;
  if run.state in ('uploading', 'checking', 'checked') then
    delete from private.import_runs r where r.id = run.id;
  elsif run.state = 'running' then
    perform private.end_import(run.id, 'failed', null, 'stopped');
    perform private.audit('import.stop', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_triage(post_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_team();
  if cardinality(post_ids) > 20 then
    raise exception 'At most 20 posts at once.' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'category_id', p.category_id,
      'votes_total', p.votes_total,
      'plan', (
        select jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
        from public.post_triage t where t.post_id = p.id
      ), 'comments_total', p.comments_total,
      'author', (
        select jsonb_build_object(
          'id', a.id, 'name', a.name, 'avatar', a.avatar_url, 'is_team', a.is_team, 'created_at', a.created_at,
          'posts_total', (select count(*) from public.posts o where o.author_id = a.id and o.deleted_at is null and o.id <> p.id),
          'comments_total', (select count(*) from public.comments o where o.author_id = a.id and o.deleted_at is null),
          'posts', (
            select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
              select o.id, o.title, o.state, o.slug, c.slug as category_slug
              from public.posts o join public.categories c on c.id = o.category_id
              where o.author_id = a.id and o.deleted_at is null and o.id <> p.id order by o.id desc limit 3
            ) t
          )
        )
        from public.profiles a where a.id = p.author_id
      ),
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select m.id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null order by m.id desc limit 20
        ) t
      ),
      'interest', (
        select to_jsonb(i) - 'post_id' from public.admin_interest(array[p.id]) i
      ),
      'tags', (
        select coalesce(jsonb_agg(g.id order by lower(g.name)), '[]')
        from public.post_tags t join public.tags g on g.id = t.tag_id where t.post_id = p.id
      ),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from (
          select k.id, k.author_id, n.name as author_name, k.body, k.created_at, k.is_context
          from public.post_notes k left join public.profiles n on n.id = k.author_id
          where k.post_id = p.id order by k.id desc limit 20
        ) t
      )
    ) order by w.place), '[]')
    from unnest(post_ids) with ordinality as w(id, place) join public.posts p on p.id = w.id
    where p.deleted_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_undo_import(run_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run private.import_runs;
begin
  perform private.require_admin();
  select * into run from private.import_runs r where r.id = admin_undo_import.run_id for update;
  if run.id is null then
    raise exception 'This import no longer exists.' using errcode = 'P0002';
  elsif run.state not in ('done', 'failed') or run.started_at is null or run.found ->> 'kind' = 'board' then
    raise exception 'This import cannot be undone.' using errcode = 'PT409', hint = 'import_not_undoable';
  end if;
  update private.import_runs r set state = 'undoing', done = 0, attempts = 0, undo_after = 0, held_until = now()
  where r.id = run.id;
  perform private.audit('import.undo', null, null, null, jsonb_build_object('id', run.id, 'file', run.file_name));
  perform pg_notify('signpost', 'transfer');
exception
  when unique_violation then
    raise exception 'Another import is running.' using errcode = 'PT409', hint = 'import_busy';
end
$function$;

CREATE OR REPLACE FUNCTION public.api_entries(entry_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(told.entry order by told.at), '[]')
  from (
    select asked.at, private.entry_says(asked.id) as entry
    from unnest(entry_ids[1:50]) with ordinality as asked (id, at)
  ) told
  where told.entry is not null and (select private.require_small_select())
$function$;

CREATE OR REPLACE FUNCTION public.begin_api_request(token text, idempotency_key text DEFAULT NULL::text, request text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant private.api_keys := private.find_key(token);
  counted jsonb;
  earlier private.api_answers;
begin
  select to_jsonb(c) into counted from private.count_api_request('key', used.id::text) c;
  if coalesce(used.last_used_at < now() - interval '1 minute', true) then
    update private.api_keys k set last_used_at = now() where k.id = used.id;
  end if;
  counted := counted || jsonb_build_object('key', used.id, 'person', used.person_id, 'scopes', to_jsonb(used.scopes));
  if begin_api_request.idempotency_key is null or (counted ->> 'remaining')::integer < 0 then
    return counted;
  end if;
  -- No request runs for a minute, so its server must be gone.
  delete from private.api_answers a
  where a.created_at < now() - interval '1 day' or a.status is null and a.created_at < now() - interval '1 minute';
  insert into private.api_answers as a (key_id, idempotency_key, request)
  values (used.id, begin_api_request.idempotency_key, private.digest_of_request(begin_api_request.request))
  on conflict do nothing;
  if found then
    return counted || '{"earlier": "none"}';
  end if;
  select * into earlier from private.api_answers a
  where a.key_id = used.id and a.idempotency_key = begin_api_request.idempotency_key;
  return counted || case
    when earlier.request is distinct from private.digest_of_request(begin_api_request.request) then
      '{"earlier": "different"}'::jsonb
    when earlier.status is null then '{"earlier": "running"}'::jsonb
    else jsonb_build_object('earlier', 'done', 'status', earlier.status, 'body', earlier.body)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.begin_own_sign_in(subject text, address text, name text, segments jsonb, token_id text, issued_at timestamp with time zone, key_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mailbox constant text := lower(btrim(address));
  person uuid;
  trusts constant boolean := (select s.trusts_own_addresses from public.site_settings s);
  claim uuid;
begin
  if issued_at is null or issued_at not between now() - interval '5 minutes 10 seconds' and now() + interval '10 seconds' then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  delete from private.own_tokens t where t.ends_at < now();
  insert into private.own_tokens (digest, ends_at)
  values (sha256(convert_to(token_id, 'UTF8')), issued_at + interval '6 minutes')
  on conflict do nothing;
  if not found then
    raise exception 'This sign-in was used already.' using errcode = 'PT409', hint = 'own_token_used';
  end if;
  update private.own_keys k set last_used_at = now()
  where k.id = begin_own_sign_in.key_id and coalesce(k.last_used_at < now() - interval '1 minute', true);
  if not found and not exists (select from private.own_keys k where k.id = begin_own_sign_in.key_id) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || subject, 0));
  select i.person_id into person from private.own_identities i where i.subject = begin_own_sign_in.subject;
  if person is null then
    select u.id into person from auth.users u where lower(u.email) = mailbox order by u.created_at limit 1;
    if person is null or not trusts then
      if exists (select from public.roles r where r.user_id = person) then
        raise exception 'The team signs in on the site itself.' using errcode = 'PT409', hint = 'own_team';
      end if;
      delete from private.own_claims c where c.ends_at < now();
      insert into private.own_claims (subject, address, name, segments)
      values (begin_own_sign_in.subject, mailbox, left(begin_own_sign_in.name, 200), coalesce(begin_own_sign_in.segments, '{}'))
      returning id into claim;
      return jsonb_build_object('outcome', case when trusts then 'new' else 'confirm' end, 'claim', claim, 'address', mailbox);
    end if;
  end if;
  return jsonb_build_object('outcome', 'account', 'person', person, 'address', private.link_own(
    begin_own_sign_in.subject, person, begin_own_sign_in.name, begin_own_sign_in.segments
  ));
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
    raise exception 'A block must end in the future.' using errcode = '23514';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'No one has this account. Exclude the vote instead.' using errcode = '23514', hint = 'no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Team members can''t be blocked.' using errcode = '23514', hint = 'team';
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
    raise exception 'This name is reserved for the people who run this site.' using errcode = '23514';
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

CREATE OR REPLACE FUNCTION public.count_attempt(kind text, account text, address text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule record;
  rule_key bytea;
  tries integer;
  oldest timestamptz;
  wait integer := 0;
begin
  if not exists (select 1 from private.attempt_limits l where l.kind = count_attempt.kind) then
    raise exception 'Unknown kind of attempt: %', left(kind, 40) using errcode = '22023';
  end if;
  if address = '' and kind in ('sign-in', 'enter-code', 'own-sign-in') then
    return 0;
  end if;
  for rule in
    select l.scope, l.max_count, l.period from private.attempt_limits l
    where l.kind = count_attempt.kind
    order by l.scope
  loop
    rule_key := private.attempt_key(kind, rule.scope, left(account, 320), left(address, 64));
    -- One at a time per key, so that parallel attempts can't slip through together.
    perform pg_advisory_xact_lock(hashtextextended(encode(rule_key, 'hex'), 0));
    select count(*), min(a.tried_at) into tries, oldest
    from private.attempts a where a.key = rule_key and a.tried_at > now() - rule.period;
    if tries >= rule.max_count then
      wait := greatest(wait, ceil(extract(epoch from oldest + rule.period - now()))::integer, 1);
    end if;
  end loop;
  if wait = 0 then
    insert into private.attempts (key)
    select private.attempt_key(count_attempt.kind, l.scope, left(account, 320), left(address, 64))
    from private.attempt_limits l
    where l.kind = count_attempt.kind;
    delete from private.attempts where tried_at < now() - interval '1 hour';
  end if;
  return wait;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_search_miss(query text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 2000;
  typed constant text := left(count_search_miss.query, 100);
  missed constant text := (select string_agg(w.word, ' ' order by w.place) from private.search_words_of(typed) w);
begin
  if coalesce(char_length(missed), 0) < 3 or typed ~ '@|[0-9]{5}' or exists (select 1 from public.search_posts(typed, null, 1)) then
    return false;
  end if;
  insert into private.search_misses as m (words) values (missed)
  on conflict (words) do update set times = m.times + 1, last_at = now()
  where m.last_at < now() - interval '10 seconds';
  -- Removes the beginnings of the query, because search runs at each pause in typing.
  delete from private.search_misses m
  where m.words <> missed and starts_with(missed, m.words) and m.times = 1 and m.last_at > now() - interval '1 minute';
  if random() < 0.1 then
    delete from private.search_misses m
    where m.words in (
      select s.words from private.search_misses s order by s.times desc, s.last_at desc offset most for update skip locked
    );
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(remove_content boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  -- In the same order in which changes of roles and of the account lock them.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform 1 from auth.users u where u.id = me for update;
  if remove_content then
    perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
    perform pg_advisory_xact_lock(hashtextextended(me::text, 1));
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of_people(array[me]);
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  insert into private.mails (kind, about)
  select 'account', jsonb_build_object('event', 'deleted', 'to', u.email)
  from auth.users u where u.id = me and u.email_confirmed_at is not null;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_comment(comment_id bigint)
 RETURNS TABLE(post_id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  author uuid;
begin
  -- Locks the post first, in the same order as writing a comment.
  select p.id, t.slug into delete_comment.post_id, delete_comment.category_slug
  from public.posts p join public.categories t on t.id = p.category_id
  where p.id = (select c.post_id from public.comments c where c.id = delete_comment.comment_id)
    and p.deleted_at is null
  for key share of p;
  select c.author_id into author from public.comments c
  where c.id = delete_comment.comment_id and c.post_id = delete_comment.post_id and c.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a comment.' using errcode = '42501';
  end if;
  perform private.remove_comment(comment_id);
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_other_sessions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_member();
  here auth.sessions;
begin
  select s.* into here from auth.sessions s where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = me;
  delete from auth.sessions s where s.user_id = me and s.id is distinct from here.id;
  perform private.forget_devices(me);
  insert into private.known_devices (user_id, key) select me, private.device_key(here) where here.ip is not null;
end
$function$;

CREATE OR REPLACE FUNCTION public.finish_own_sign_in(claim uuid, person uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.own_claims;
begin
  delete from private.own_claims c where c.id = claim and c.ends_at > now() returning c.* into kept;
  if kept.id is null or not exists (
    select from auth.users u
    where u.id = person and lower(u.email) = kept.address and u.email_confirmed_at is not null
  ) then
    raise exception 'This sign-in has expired.' using errcode = 'PT409', hint = 'own_token_old';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own ' || kept.subject, 0));
  return private.link_own(kept.subject, person, kept.name, kept.segments);
end
$function$;

CREATE OR REPLACE FUNCTION public.is_fresh()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_present() and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > now() - interval '10 minutes'
      and not private.is_own_session(s.id)
  )
$function$;

CREATE OR REPLACE FUNCTION public.list_posts(category text DEFAULT NULL::text, in_state public.post_state DEFAULT NULL::public.post_state, order_by text DEFAULT 'top'::text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20)
 RETURNS TABLE(id bigint, category_slug text, slug text, title text, excerpt text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, author_id uuid, author_name text, author_is_team boolean, row_cursor text, category_name text, state_changed_at timestamp with time zone, is_pinned boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET extra_float_digits TO '1'
AS $function$
declare
  keys text[];
  types text[];
  direction text := 'desc';
  keyset jsonb;
  category_key integer;
  conditions text[] := array['p.deleted_at is null'];
  has_pins boolean;
  is_among_pins boolean := false;
  beyond text := 'true';
  ordered text;
  page text;
begin
  perform private.require_small_select(3);
  case order_by
    when 'top', 'fewest-votes' then
      keys := array['p.votes_total', 'p.activity_at', 'p.id'];
      types := array['integer', 'timestamptz', 'bigint'];
    when 'newest', 'oldest' then
      keys := array['p.created_at', 'p.id'];
      types := array['timestamptz', 'bigint'];
    when 'trending' then
      keys := array['p.trend', 'p.id'];
      types := array['double precision', 'bigint'];
    when 'most-comments', 'fewest-comments' then
      keys := array['p.comments_total', 'p.id'];
      types := array['integer', 'bigint'];
    when 'title', 'title-desc' then
      keys := array['lower(p.title)', 'p.id'];
      types := array['text', 'bigint'];
    else
      raise exception 'Unknown order: %', left(order_by, 40) using errcode = '22023';
  end case;
  if order_by in ('fewest-votes', 'oldest', 'fewest-comments', 'title') then
    direction := 'asc';
  end if;

  if category is not null then
    select c.id into category_key from public.categories c where c.slug = category;
    if category_key is null then
      return;
    end if;
    conditions := conditions || 'p.category_id = $1'::text;
  end if;
  if in_state is not null then
    conditions := conditions || 'p.state = $2'::text;
  end if;
  has_pins := category is not null and order_by = 'top';
  if after_cursor is not null then
    begin
      keyset := private.read_cursor(after_cursor);
      is_among_pins := has_pins and jsonb_array_length(keyset) = cardinality(keys) + 1 and keyset -> -1 = 'true';
      if jsonb_typeof(keyset) <> 'array' or keyset @> '[null]'
         or jsonb_array_length(keyset) <> cardinality(keys) + is_among_pins::integer then
        raise exception 'malformed';
      end if;
    exception when others then
      raise exception 'Unknown cursor' using errcode = '22023';
    end;
    beyond := format(
      '(%s) %s (%s)', array_to_string(keys, ', '), case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('($3 ->> %s)::%s', i - 1, types[i]), ', ' order by i) from generate_subscripts(keys, 1) i)
    );
  end if;

  ordered := (select string_agg(k || ' ' || direction, ', ' order by i) from unnest(keys) with ordinality as t(k, i));
  page := format(
    'select p.*, %s as is_first from public.posts p where %s and %s order by %s limit $4',
    '%s', array_to_string(conditions, ' and '), '%s', ordered
  );
  page := case
    when not has_pins then format(page, 'false', beyond)
    -- After the first row that isn't pinned, no more pinned rows follow.
    when after_cursor is not null and not is_among_pins then format(page, 'false', 'p.pinned_at is null and ' || beyond)
    else '(' || format(page, 'true', 'p.pinned_at is not null and ' || beyond) || ') union all ('
      || format(page, 'false', 'p.pinned_at is null') || ')'
  end;

  return query execute format(
    'select p.id, c.slug, p.slug, p.title, left(p.details, 600), p.state, p.votes_total, p.comments_total,
            p.created_at, p.author_id, a.name, coalesce(a.is_team, false),
            (jsonb_build_array(%1$s) || case when p.is_first then ''[true]''::jsonb else ''[]'' end)::text,
            c.name, p.state_changed_at, p.is_first
     from (select * from (%2$s) p order by p.is_first desc, %3$s limit $4) p
     join public.categories c on c.id = p.category_id
     left join public.profiles a on a.id = p.author_id
     order by p.is_first desc, %3$s',
    array_to_string(keys, ', '), page, ordered
  ) using category_key, in_state, keyset, least(greatest(max_rows, 1), 100);
end
$function$;

CREATE OR REPLACE FUNCTION public.make_api_key(name text, scopes text[], ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.require_own_session();
  letters constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  bytes constant bytea := extensions.gen_random_bytes(128);
  token text := 'sp_';
  made private.api_keys;
begin
  if not public.is_fresh() then
    raise exception 'Sign in again to make an API key.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  if 'admin' = any (make_api_key.scopes) and not private.is_admin() then
    raise exception 'Only an admin can make a key with the scope admin.' using errcode = '42501';
  end if;
  if make_api_key.ends_at <= now() then
    raise exception 'Choose an expiry date in the future.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('keys of ' || me, 0));
  if (
    select count(*) from private.api_keys k
    where k.person_id = me and k.ended_at is null and coalesce(k.ends_at > now(), true)
  ) >= 20 then
    raise exception 'You can have up to 20 API keys. Revoke one first.' using errcode = 'PT429', hint = 'keys_full';
  end if;
  -- 248 is four times 62, so each character is equally likely.
  select token || string_agg(substr(letters, 1 + b.value % 62, 1), '' order by b.at) into token from (
    select i as at, get_byte(bytes, i) as value from generate_series(0, 127) i
    where get_byte(bytes, i) < 248 order by i limit 43
  ) b;
  token := token || left(encode(private.digest_of_key(token), 'hex'), 6);
  insert into private.api_keys (person_id, name, scopes, digest, last_four, aal, ends_at)
  values (
    me, private.clean_line(make_api_key.name),
    array(select distinct s from unnest(
      make_api_key.scopes || array['read'] || case when 'admin' = any (make_api_key.scopes) then array['team'] else '{}' end
    ) s order by s),
    private.digest_of_key(token), right(token, 4), coalesce(auth.jwt() ->> 'aal', 'aal1'), make_api_key.ends_at
  ) returning * into made;
  perform private.audit('key.create', null, null, null, jsonb_build_object(
    'id', made.id, 'name', made.name, 'scopes', to_jsonb(made.scopes), 'ends_at', made.ends_at
  ));
  return token;
end
$function$;

CREATE OR REPLACE FUNCTION public.merge_posts(post_ids bigint[], into_id bigint)
 RETURNS TABLE(post_id bigint, outcome text, category_slug text, slug text, stays_id bigint, stays_category_slug text, stays_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  target public.posts;
  done bigint[] := '{}';
  held bigint[];
begin
  if merge_posts.into_id = any (ids) then
    raise exception 'A post can''t be merged into itself.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  held := private.merged_with(ids || merge_posts.into_id);
  perform private.hold_posts(held);
  select * into target from public.posts p where p.id = merge_posts.into_id;
  select target.id, c.slug, target.slug into stays_id, stays_category_slug, stays_slug
  from public.categories c where c.id = target.category_id;
  for post_id, outcome, category_slug, slug in
    select i,
      case
        when target.id is null or p.id is null or p.deleted_at < 'infinity' or target.deleted_at < 'infinity' then 'missing'
        when private.standing_post(i) = target.id then 'unchanged'
        when 'infinity' in (p.deleted_at, target.deleted_at) then 'conflict'
        else 'done'
      end,
      c.slug, p.slug
    from unnest(ids) i left join public.posts p on p.id = i left join public.categories c on c.id = p.category_id
    order by i
  loop
    if outcome = 'done' then
      done := done || post_id;
    end if;
    return next;
  end loop;
  if done = '{}' then
    return;
  end if;
  perform private.send_votes_home(array(
    select m.id from public.post_merges m where m.stays_id = any (done) and m.undone_at is null
  ));
  update public.post_merges m set stays_id = target.id where m.stays_id = any (done) and m.undone_at is null;
  insert into public.post_merges (post_id, into_id, stays_id, title, merged_by)
  select p.id, target.id, target.id, p.title, auth.uid() from public.posts p where p.id = any (done) order by p.id;
  perform private.gather(target.id);
  -- After its comments have moved: those stay in the index.
  update public.posts p set deleted_at = 'infinity', deleted_by = null where p.id = any (done);
  perform private.count_merged(held);
  perform private.audit('post.merge', p.id, p.title, null, jsonb_build_object('into', target.id, 'title', target.title))
  from public.posts p where p.id = any (done) order by p.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.merge_preview(post_ids bigint[], into_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET work_mem TO '64MB'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  voted_on bigint[];
begin
  ids := array(select p.id from public.posts p where p.id = any (ids || merge_preview.into_id) and p.deleted_at is null);
  -- Moves what belongs to posts that are already merged once more.
  voted_on := ids || array(
    select m.post_id from public.post_merges m where m.stays_id = any (ids) and m.undone_at is null
  );
  return (
    with posts as (
      select p.id, p.title, p.slug, c.slug as category_slug, p.state, p.votes_total, p.comments_total,
        (select count(*) from public.images i where i.post_id = p.id) as images_total,
        p.id = merge_preview.into_id as stays
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = any (ids)
    ),
    people as (
      select v.user_id, bool_or(v.counts) as any_counts, bool_and(v.counts) as all_count,
        count(*) filter (where v.counts and v.post_id = any (ids)) as votes
      from public.votes v where v.post_id = any (voted_on)
      group by v.user_id
    ),
    votes as (
      select count(*) filter (where p.all_count or p.any_counts and (
        -- In the same order as private.gather.
        select v.counts from public.votes v left join public.post_merges m on m.id = v.merge_id
        where v.user_id = p.user_id and v.post_id = any (voted_on)
        order by v.post_id = merge_preview.into_id desc, v.created_at, coalesce(m.post_id, v.post_id) limit 1
      )) as total, count(*) filter (where p.votes > 1) as voted_more
      from people p
    )
    select jsonb_build_object(
      'posts', jsonb_agg(to_jsonb(p) order by p.stays desc, p.votes_total desc, p.id),
      'votes_total', (select total from votes), 'voted_more', (select voted_more from votes),
      'followers_total', (select f.people from public.admin_followers(ids) f),
      'comments_total', sum(p.comments_total), 'images_total', sum(p.images_total)
    )
    from posts p having bool_or(p.stays)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.near_words(query text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return query
  select n.shown
  from (
    select shown.word as shown, max(near.likeness) as likeness
    from (
      select t.word from private.search_words_of(left(near_words.query, 100)) t
      where char_length(t.word) between 3 and 32 and not t.dense and not private.is_stop_word(t.word)
      order by t.place limit 4
    ) typed,
    lateral (
      select w.word, extensions.similarity(w.word, typed.word) as likeness
      from private.search_words w where w.word operator(extensions.%) typed.word and w.word <> typed.word
      order by likeness desc, w.documents desc, w.word limit 4
    ) near,
    -- As it is written in a title, which may be longer than the stem that search stores.
    lateral (
      select found.word
      from (
        select t.key from private.search_titles t where t.title @@ format('''%s''', near.word)::tsquery limit 1
      ) known,
        unnest(string_to_array(known.key, ' ')) found(word)
      where found.word = near.word or private.search_stem(found.word) = near.word
      limit 1
    ) shown
    group by shown.word
  ) n
  order by n.likeness desc, n.shown limit 5;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_context(post_id bigint, page text, browser text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  said constant text := concat_ws(E'\n',
    nullif(private.clean_line(left(page, 1000)), ''), nullif(private.clean_line(left(browser, 400)), '')
  );
begin
  perform 1 from public.posts p
  where p.id = note_context.post_id and p.author_id = me and p.created_at > now() - interval '10 minutes' for key share;
  if not found or private.visible_length(said) = 0 or exists (
    select from public.post_notes n where n.post_id = note_context.post_id and n.is_context
  ) then
    return false;
  end if;
  insert into public.post_notes (post_id, author_id, body, is_context) values (note_context.post_id, me, said, true);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_own_session(session_id uuid, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.own_sessions o
  where o.person_id = person and not exists (select from auth.sessions s where s.id = o.session_id);
  insert into private.own_sessions (session_id, person_id)
  select s.id, s.user_id from auth.sessions s where s.id = note_own_session.session_id and s.user_id = person
  on conflict do nothing;
  -- Who got a role since the token was checked.
  delete from auth.sessions s
  where s.id = note_own_session.session_id and s.user_id = note_own_session.person
    and exists (select from public.roles r where r.user_id = s.user_id);
$function$;

CREATE OR REPLACE FUNCTION public.own_keys()
 RETURNS TABLE(id bigint, algorithm text, secret text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k.id, k.algorithm, k.secret from private.own_keys k order by k.id
$function$;

CREATE OR REPLACE FUNCTION public.person_segments(public.profiles)
 RETURNS SETOF public.person_segments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN NULL::public.person_segments;

CREATE OR REPLACE FUNCTION public.pin_posts(post_ids bigint[], wanted boolean)
 RETURNS TABLE(id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  if wanted is null then
    raise exception 'Pinned is true or false.' using errcode = '22023';
  end if;
  -- One at a time, so that the counts stay true until the end.
  perform pg_advisory_xact_lock(hashtextextended('pins', 0));
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set pinned_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.pinned_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  if wanted and exists (
    select from public.posts p
    where p.pinned_at is not null
      and p.category_id in (select t.category_id from public.posts t where t.id = any (changed))
    group by p.category_id having count(*) > 3
  ) then
    raise exception 'A category can have at most 3 pinned posts. Unpin one first.' using errcode = '23514', hint = 'too_many';
  end if;
  perform private.look_at(i) from unnest(changed) i;
  perform private.audit(case when wanted then 'post.pin' else 'post.unpin' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.report(reason text, of_post bigint DEFAULT NULL::bigint, of_comment bigint DEFAULT NULL::bigint)
 RETURNS TABLE(id bigint, category_slug text, slug text, was_hidden boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  why constant text := private.given_reason(reason);
  home bigint := of_post;
  author uuid;
begin
  if num_nonnulls(of_post, of_comment) <> 1 then
    raise exception 'Give a post or a comment.' using errcode = '22023';
  end if;
  if of_comment is not null then
    home := (select c.post_id from public.comments c where c.id = of_comment);
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- Reports of the same content wait for each other, so that none is missed when counting.
  perform 1 from public.posts p where p.id = home and p.deleted_at is null for update;
  if not found then
    raise exception 'This no longer exists.' using errcode = 'P0002';
  end if;
  if of_comment is null then
    select p.author_id into author from public.posts p where p.id = of_post;
  else
    select c.author_id into author from public.comments c
    where c.id = of_comment and c.deleted_at is null and c.hidden_at is null;
    if not found then
      raise exception 'This no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if author = me then
    raise exception 'You can''t report your own content.' using errcode = '22023';
  end if;
  insert into private.reports (post_id, comment_id, reporter_id, reason)
  values (of_post, of_comment, me, why) on conflict do nothing;
  was_hidden := private.hide_reported(of_post, of_comment);
  return query
    select p.id, c.slug, p.slug, was_hidden from public.posts p join public.categories c on c.id = p.category_id
    where p.id = home;
end
$function$;

CREATE OR REPLACE FUNCTION public.say_same(post_id bigint, other_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  posts constant bigint[] := array(
    select p.id from public.posts p where p.id in (say_same.post_id, other_id) and p.deleted_at is null order by p.id
  );
begin
  if me is null then
    raise exception 'Sign in to report a duplicate.' using errcode = '42501';
  end if;
  if say_same.post_id = other_id then
    raise exception 'These are two addresses of the same post.' using errcode = '22023';
  end if;
  if cardinality(posts) < 2 then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if not exists (select from private.same_posts s where (s.low_id, s.high_id, s.user_id) = (posts[1], posts[2], me)) then
    insert into private.same_posts (low_id, high_id, user_id) values (posts[1], posts[2], me) on conflict do nothing;
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
  -- Two reactions of one person wait for each other, and a block waits for both.
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

CREATE OR REPLACE FUNCTION public.set_role(person_id uuid, wanted text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Checked first, because the caller may be losing the role right now.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'There is no such role.' using errcode = '22023';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_vote(post_id bigint, wanted boolean)
 RETURNS TABLE(voted boolean, votes_total integer, category_slug text, on_post bigint)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  target bigint := set_vote.post_id;
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(target);
  -- Locking the post also keeps it from being merged or unmerged.
  if not exists (select 1 from public.posts p where p.id = target) then
    target := private.standing_post(target);
  end if;
  if not exists (select 1 from public.posts p where p.id = target) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = target);
  if wanted and not stands then
    insert into public.votes (post_id) values (target) on conflict do nothing;
  elsif stands and not wanted then
    perform private.hold_voted(target);
    delete from public.votes v where v.user_id = me and v.post_id = target;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_votes_aside(of_post bigint, wanted boolean, signal text DEFAULT NULL::text, person_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(people uuid[], votes_total integer, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  target public.posts;
  meant uuid[];
  changed uuid[];
begin
  perform private.require_team();
  if num_nonnulls(signal, person_ids) <> 1 and (wanted or signal is not null) or signal is not null and not wanted
    or wanted is null then
    raise exception 'Give a signal, or people.' using errcode = '22023';
  end if;
  if signal not in ('burst', 'young', 'network') then
    raise exception 'There is no such signal.' using errcode = '22023';
  end if;
  if cardinality(person_ids) > 5000 then
    raise exception 'At most 5000 votes at once.' using errcode = '22023';
  end if;
  perform private.hold_posts(array[of_post]);
  select * into target from public.posts p where p.id = of_post and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  meant := case
    when person_ids is not null then person_ids
    when wanted then array(select s.user_id from private.vote_signs(of_post) s where set_votes_aside.signal = any (s.signals))
    else array(select v.user_id from public.votes v where v.post_id = of_post and v.is_set_aside order by 1 limit 5000)
  end;
  with changing as (
    update public.votes v set is_set_aside = wanted
    where v.post_id = of_post and v.user_id = any (meant) and v.is_set_aside <> wanted
    returning v.user_id
  )
  select coalesce(array_agg(c.user_id order by c.user_id), '{}') into changed from changing c;
  if not wanted then
    delete from private.withdrawn_votes w where w.user_id = any (meant) and private.standing_post(w.post_id) = of_post;
  end if;
  if changed <> '{}' then
    perform private.audit(
      case when wanted then 'vote.aside' else 'vote.count' end, of_post, target.title, null,
      jsonb_strip_nulls(jsonb_build_object('votes', cardinality(changed), 'signal', signal, 'people', to_jsonb(changed[1:50])))
    );
  end if;
  return query
    select changed, p.votes_total, c.slug
    from public.posts p join public.categories c on c.id = p.category_id where p.id = of_post;
end
$function$;

CREATE OR REPLACE FUNCTION public.similar_posts(query text, max_rows integer DEFAULT 5, details text DEFAULT ''::text)
 RETURNS TABLE(id bigint, slug text, category_slug text, title text, state public.post_state, votes_total integer, is_same boolean, snippet text, title_ranges jsonb, snippet_ranges jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  typed constant text := left(similar_posts.query, 200);
  row_limit constant integer := least(greatest(coalesce(max_rows, 5), 1), 20);
  most constant integer := 300;
  typed_key text;
  texts constant double precision := private.count_texts();
  whole_rarity double precision;
  wide_titles tsquery[];
  strict_titles tsquery[];
  bodies tsquery[];
  rarities double precision[];
  in_titles tsquery;
  in_texts tsquery;
  any_part tsquery;
  all_parts tsquery;
  documents double precision[];
  marked text[];
  prefix text;
begin
  perform private.require_small_select(3);
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if coalesce(char_length(typed_key), 0) < 3 then
    return;
  end if;
  -- Words in the title count fully; words only in the details count a third.
  with parts as materialized (
    select a.*, 1.0 as weight from private.search_atoms(typed, false) a
    union all
    select a.*, 0.35 from private.telling_words(similar_posts.details, string_to_array(typed_key, ' '), texts) a
  )
  select sum(p.rarity) filter (where p.weight = 1),
    array_agg(p.wide_title::tsquery order by p.place), array_agg(p.strict_title::tsquery order by p.place),
    array_agg(p.wide_body::tsquery order by p.place), array_agg(coalesce(p.rarity, 1) * p.weight order by p.place),
    private.any_of(
      array_agg(p.wide_title order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    private.any_of(
      array_agg(p.wide_body order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    string_agg(p.wide_title, ' | ') filter (where p.weight = 1)::tsquery,
    string_agg(p.loose_title, ' & ') filter (where p.weight = 1)::tsquery,
    array_agg(p.documents) filter (where p.weight = 1),
    string_to_array(string_agg(array_to_string(p.forms, ' '), ' ' order by p.place), ' '), max(p.prefix)
  into whole_rarity, wide_titles, strict_titles, bodies, rarities, in_titles, in_texts, any_part, all_parts, documents,
    marked, prefix
  from parts p;
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total, best.is_same, shown.snippet,
    private.search_ranges(p.title, marked, prefix), private.search_ranges(shown.snippet, marked, prefix)
  from (
    select r.post_id, r.is_same, r.alike + 1.5 * r.said + 0.002 * r.popularity as score
    from (
      select t.post_id, t.popularity, t.key = typed_key as is_same,
        extensions.similarity(left(t.key, 200), typed_key) as alike,
        private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, rarities) / greatest(whole_rarity, 0.01) as said
      from (
        select f from unnest(private.find_voted(all_parts, (select min(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(any_part, (select sum(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(in_titles, most, null, most)) f
        union
        select f from unnest(private.find_newest(in_texts, most)) f
        union
        (select t.post_id from private.search_titles t where t.key = typed_key order by t.post_id limit 20)
      ) given(post_id)
      join private.search_titles t on t.post_id = given.post_id
      join private.search_posts s on s.post_id = given.post_id
    ) r
    where r.said >= 0.25 or r.alike >= 0.3
    order by score desc, r.post_id desc limit row_limit
  ) best
  join public.posts p on p.id = best.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = best.post_id
  cross join lateral (select private.search_snippet(s.body, marked, typed_key) as snippet offset 0) shown
  order by best.score desc, p.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.suggest_merges(newest integer DEFAULT 40)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  texts constant double precision := greatest((select sum(t.posts) from public.post_totals t), 1);
begin
  perform private.require_team();
  perform private.find_alike(newest);
  return (
    with said as (
      select s.low_id, s.high_id, count(*)::integer as said_by from private.same_posts s group by 1, 2
    ),
    alike as (
      select distinct least(p.id, other) as low_id, greatest(p.id, other) as high_id
      from private.newest_posts(newest) p
      join private.alike_posts a on a.post_id = p.id
      cross join unnest(a.other_ids) other
    ),
    pairs as (
      select low_id, high_id, coalesce(said_by, 0) as said_by from alike full join said using (low_id, high_id)
    ),
    -- Materialized, because otherwise the words of every two posts are compared.
    standing as materialized (
      select pairs.said_by, low as low_post, high as high_post
      from pairs
      join public.posts low on low.id = pairs.low_id and low.deleted_at is null
      join public.posts high on high.id = pairs.high_id and high.deleted_at is null
      where not exists (
        select from private.different_posts d where d.low_id = pairs.low_id and d.high_id = pairs.high_id
      )
    ),
    worded as (
      select s.said_by, s.low_post, s.high_post, w.shared, w.worth, w.share
      from standing s
      cross join lateral (
        with one as (select word from private.title_words((s.low_post).title) word),
          two as (select word from private.title_words((s.high_post).title) word),
          -- Words that one in ten texts contains carry no meaning.
          counted as (
            select word, coalesce(k.documents, 1) as documents, two.word is not null as is_shared
            from one left join two using (word) left join private.search_words k using (word)
          )
        select array_agg(word order by documents) filter (where is_shared and documents <= greatest(texts / 10, 3)) as shared,
          coalesce(sum(ln(1 + texts / documents)) filter (where is_shared), 0) as worth,
          count(*) filter (where is_shared)::double precision
            / greatest(least((select count(*) from one), (select count(*) from two)), 1) as share
        from counted
      ) w
      where s.said_by > 0 or (w.share >= 0.5 and cardinality(w.shared) > 0)
      order by s.said_by desc, w.share * w.worth desc, (s.high_post).id desc limit 50
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'said_by', t.said_by, 'shared', coalesce(t.shared, '{}'),
      'posts', (
        select jsonb_agg(jsonb_build_object(
          'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug, 'state', p.state,
          'votes_total', p.votes_total, 'comments_total', p.comments_total, 'excerpt', left(p.details, 600)
        ) order by p.votes_total desc, p.id)
        from unnest(array[t.low_post, t.high_post]) p join public.categories c on c.id = p.category_id
      )
    ) order by t.said_by desc, t.share * t.worth desc), '[]')
    from worded t
  );
end
$function$;

ALTER TABLE "private"."attempt_limits" ADD CONSTRAINT "attempt_limits_kind_check" CHECK ((kind = ANY (ARRAY['sign-in'::text, 'sign-up'::text, 'recover'::text, 'confirm-resend'::text, 'follow'::text, 'captcha'::text, 'send-code'::text, 'enter-code'::text, 'code'::text, 'own-sign-in'::text])));

ALTER TABLE "private"."exports" ADD CONSTRAINT "exports_admin_id_fkey" FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."export_parts" ADD CONSTRAINT "export_parts_export_id_fkey" FOREIGN KEY (export_id) REFERENCES private.exports(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_runs" ADD CONSTRAINT "import_runs_admin_id_fkey" FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."import_parts" ADD CONSTRAINT "import_parts_run_id_fkey" FOREIGN KEY (run_id) REFERENCES private.import_runs(id) ON DELETE CASCADE;

ALTER TABLE "private"."imports" ADD CONSTRAINT "imports_run_id_fkey" FOREIGN KEY (run_id) REFERENCES private.import_runs(id) ON DELETE SET NULL;

ALTER TABLE "private"."own_identities" ADD CONSTRAINT "own_identities_person_id_fkey" FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."own_sessions" ADD CONSTRAINT "own_sessions_person_id_fkey" FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."categories" ADD CONSTRAINT "categories_slug_is_free" CHECK ((slug <> ALL (ARRAY['404'::text, '500'::text, 'api'::text, 'apple-icon'::text, 'auth'::text, 'builds'::text, 'changelog'::text, 'dashboard'::text, 'forgot-password'::text, 'lists'::text, 'mailbox'::text, 'more'::text, 'reset-password'::text, 'roadmap'::text, 'search'::text, 'settings'::text, 'sign-out'::text, 'sitemap'::text, 'admin'::text, 'insights'::text, 'notifications'::text, 'sign-in'::text, 'sign-up'::text, 'embed'::text])));

ALTER TABLE "public"."person_segments" ADD CONSTRAINT "person_segments_person_id_fkey" FOREIGN KEY (person_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

CREATE INDEX exports_admin_idx ON private.exports USING btree (admin_id);

CREATE INDEX exports_made_idx ON private.exports USING btree (made_at DESC) WHERE (made_at IS NOT NULL);

CREATE UNIQUE INDEX exports_one_at_a_time ON private.exports USING btree ((true)) WHERE (state = 'making'::text);

CREATE INDEX import_runs_admin_idx ON private.import_runs USING btree (admin_id);

CREATE INDEX import_runs_due_idx ON private.import_runs USING btree (held_until) WHERE (state = ANY (ARRAY['uploading'::text, 'checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));

CREATE UNIQUE INDEX import_runs_one_at_a_time ON private.import_runs USING btree ((true)) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));

CREATE INDEX imports_run_idx ON private.imports USING btree (run_id, post_id) WHERE (run_id IS NOT NULL);

CREATE INDEX own_claims_ends_idx ON private.own_claims USING btree (ends_at);

CREATE INDEX own_identities_person_idx ON private.own_identities USING btree (person_id);

CREATE INDEX own_sessions_person_idx ON private.own_sessions USING btree (person_id);

CREATE INDEX own_tokens_ends_idx ON private.own_tokens USING btree (ends_at);

CREATE INDEX person_segments_company_idx ON public.person_segments USING btree (lower(company));

CREATE INDEX person_segments_plan_idx ON public.person_segments USING btree (lower(plan));

CREATE TRIGGER guard_linking BEFORE INSERT ON auth.flow_state FOR EACH ROW EXECUTE FUNCTION private.guard_linking();

CREATE CONSTRAINT TRIGGER guard_password_at_end AFTER UPDATE OF encrypted_password ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text)) EXECUTE FUNCTION private.guard_password();

CREATE TRIGGER audit_key_write AFTER INSERT OR UPDATE OF title, body ON public.changelog_entries FOR EACH ROW WHEN (((new.state = 'draft'::public.entry_state) AND (private.key_id() IS NOT NULL))) EXECUTE FUNCTION private.audit_key_write();

CREATE TRIGGER a_require_presence BEFORE INSERT OR DELETE OR UPDATE ON public.person_segments FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.require_presence();

CREATE TRIGGER look_at AFTER INSERT ON public.post_notes FOR EACH ROW WHEN ((NOT new.is_context)) EXECUTE FUNCTION private.look_at_post_of();

CREATE TRIGGER end_own_sessions AFTER INSERT OR UPDATE OF user_id ON public.roles FOR EACH ROW EXECUTE FUNCTION private.end_own_sessions();

CREATE POLICY "anyone reads published entries, the team all entries" ON "public"."changelog_entries" FOR SELECT TO "anon", "authenticated" USING (((state = 'published'::public.entry_state) OR ( SELECT private.is_team() AS is_team)));

CREATE POLICY "a request names each column a few times" ON "public"."person_segments" AS RESTRICTIVE FOR SELECT TO "anon", "authenticated" USING (( SELECT private.require_small_select() AS require_small_select));

CREATE POLICY "the team reads who people are" ON "public"."person_segments" FOR SELECT TO "authenticated" USING (( SELECT private.is_team() AS is_team));

CREATE POLICY "the team deletes its own notes and what the widget sent" ON "public"."post_notes" FOR DELETE TO "authenticated" USING ((( SELECT private.is_team() AS is_team) AND ((author_id = ( SELECT auth.uid() AS uid)) OR is_context)));

CREATE POLICY "the team reads what was reviewed" ON "public"."post_triage" FOR SELECT TO "authenticated" USING (( SELECT private.is_team() AS is_team));

COMMENT ON COLUMN "private"."api_keys"."aal" IS 'aal2 if its owner had used a second factor when making it.';

COMMENT ON COLUMN "private"."api_keys"."last_used_at" IS 'Written at most once a minute.';

COMMENT ON COLUMN "private"."events"."change_id" IS 'The row of post_events for a state change.';

COMMENT ON COLUMN "private"."events"."merge_id" IS 'The row of post_merges for a merge or its undo.';

COMMENT ON COLUMN "private"."events"."post_id" IS 'Negative: the id of a changelog entry.';

COMMENT ON COLUMN "private"."exports"."attempts" IS 'As of import_runs, with held_until.';

COMMENT ON COLUMN "private"."exports"."missing" IS 'Pictures that the storage did not have.';

COMMENT ON COLUMN "private"."exports"."origin" IS 'shell: npm run export, whose file is where the operator wanted it.';

COMMENT ON COLUMN "private"."exports"."problem" IS 'Why it failed: a sentence of the worker, or worker_gone.';

COMMENT ON COLUMN "private"."follows"."merge_id" IS 'The merge that moved it here, as for votes.';

COMMENT ON COLUMN "private"."given_votes"."given_by" IS 'Null once that account is deleted.';

COMMENT ON COLUMN "private"."hidings"."is_unheard" IS 'Whether it has awaited approval from the start.';

COMMENT ON COLUMN "private"."import_runs"."attempts" IS 'Counts the workers that took it up and did not put it down again; the number of the one that has it.';

COMMENT ON COLUMN "private"."import_runs"."choices" IS 'What the admin chose; private.read_import_choices says what may stand there.';

COMMENT ON COLUMN "private"."import_runs"."done" IS 'How much of the file is read, or of its posts taken back.';

COMMENT ON COLUMN "private"."import_runs"."found" IS 'What the check found: counts, states, categories, columns, first posts, bad lines.';

COMMENT ON COLUMN "private"."import_runs"."held_until" IS 'Until then a worker has it; after that it is gone, and another goes on.';

COMMENT ON COLUMN "private"."import_runs"."made_categories" IS 'Those that came with it.';

COMMENT ON COLUMN "private"."import_runs"."outcome" IS 'What it did: counts and bad lines; undone also how many posts went, and which were kept.';

COMMENT ON COLUMN "private"."import_runs"."problem" IS 'Why it failed: a sentence of the worker, or worker_gone, not_admin or stopped.';

COMMENT ON COLUMN "private"."import_runs"."undo_after" IS 'The last post that an undo has looked at.';

COMMENT ON COLUMN "private"."imports"."run_id" IS 'The import that brought it; null for npm run import.';

COMMENT ON COLUMN "private"."mail_follows"."merge_id" IS 'The merge that moved it here, as for votes.';

COMMENT ON COLUMN "private"."mail_parts"."is_said" IS 'Whether the email, as last written, contained it.';

COMMENT ON COLUMN "private"."mails"."about" IS 'For an email about an account: what happened to the account, and its address at that time. For a deleted account, this is kept until the email is sent.';

COMMENT ON COLUMN "private"."mails"."day" IS 'For a summary: its day, so that each is sent once.';

COMMENT ON COLUMN "private"."mails"."post_id" IS 'The one post it is about, or, negative, the one changelog entry; null if it is about several.';

COMMENT ON COLUMN "private"."mails"."state" IS 'claimed: an attempt is preparing it. sending: its text is being sent, which happens once. If the response is lost, it stays unknown whether it arrived.';

COMMENT ON COLUMN "private"."notice_settings"."changelog" IS 'Whether to be notified about every new changelog entry.';

COMMENT ON COLUMN "private"."notice_settings"."summary" IS 'For admins: whether to get the daily summary.';

COMMENT ON COLUMN "private"."reserved_names"."is_word" IS 'Whether only the team may have it in a name as a separate word: alone, first, last or between symbols.';

COMMENT ON COLUMN "private"."reserved_names"."words" IS 'How the name reads, to find it in other names.';

COMMENT ON COLUMN "private"."webhook_deliveries"."job_id" IS 'The job that sends it. Sending it again uses a new job.';

COMMENT ON COLUMN "private"."webhook_deliveries"."key" IS 'The id that the receiver sees, the same for every attempt.';

COMMENT ON COLUMN "private"."webhook_deliveries"."status" IS 'The HTTP status of the last response; null if there was none.';

COMMENT ON COLUMN "private"."webhooks"."off_at" IS 'Since when it is off and nothing is queued for it; null while it is on.';

COMMENT ON COLUMN "private"."webhooks"."rests_until" IS 'Nothing is sent before this time, because the last request failed a moment ago.';

COMMENT ON COLUMN "private"."webhooks"."secret" IS 'Signs requests. The previous secret signs them as well for a day.';

COMMENT ON COLUMN "public"."audit_log"."actor_id" IS 'Null for operators and for deleted accounts.';

COMMENT ON COLUMN "public"."audit_log"."before" IS 'The previous state of what was changed. People are stored by id only, so that no name outlives its account.';

COMMENT ON COLUMN "public"."audit_log"."key_name" IS 'The name of the API key that was used; null if a person did it directly.';

COMMENT ON COLUMN "public"."categories"."archived_at" IS 'Since when it is archived: it accepts no new posts and is in no menu.';

COMMENT ON COLUMN "public"."categories"."details_prompt" IS 'The placeholder of the details field; null for the default.';

COMMENT ON COLUMN "public"."categories"."prompt" IS 'The label of the button that opens the form; null for the default.';

COMMENT ON COLUMN "public"."changelog_entries"."first_published_at" IS 'When it was first published. From then on, its address is kept for good.';

COMMENT ON COLUMN "public"."changelog_entries"."revision" IS 'Counts edits, so that an edit can tell whether it is based on the latest version.';

COMMENT ON COLUMN "public"."changelog_entries"."tells" IS 'Whether people are notified when it is published.';

COMMENT ON COLUMN "public"."changelog_entries"."told_event" IS 'The row of private.events that notifications are based on: the first publication, or a correction that people were notified about again. It stays when the entry is unpublished, so that no one is notified twice.';

COMMENT ON COLUMN "public"."comments"."hidden_reason" IS 'The line shown in place of a hidden comment, if any.';

COMMENT ON COLUMN "public"."comments"."merge_id" IS 'The merge that moved the comment here, if any.';

COMMENT ON COLUMN "public"."dashboard_views"."query" IS 'The query string of the dashboard''s address, without the position in the list.';

COMMENT ON COLUMN "public"."images"."merge_id" IS 'The merge that moved the image here.';

COMMENT ON COLUMN "public"."images"."widths" IS 'Other stored widths, such as -640 before the file extension.';

COMMENT ON COLUMN "public"."person_segments"."monthly_value" IS 'What the person''s company pays a month, in the company''s own currency.';

COMMENT ON COLUMN "public"."post_merges"."into_id" IS 'The post it was merged into, which may itself be merged since.';

COMMENT ON COLUMN "public"."post_merges"."stays_id" IS 'The post that remains in the end, which is never merged itself.';

COMMENT ON COLUMN "public"."post_merges"."title" IS 'The title of the merged post, which can''t be read from the post itself.';

COMMENT ON COLUMN "public"."post_notes"."is_context" IS 'Whether it says where its author wrote the post, as sent by the widget.';

COMMENT ON COLUMN "public"."post_triage"."assignee_id" IS 'A team member; null once that person has left the team.';

COMMENT ON COLUMN "public"."post_triage"."looked_by" IS 'Null if unknown or if that account was deleted.';

COMMENT ON COLUMN "public"."post_triage"."quarter" IS 'Such as 2027-Q1. Public through expected_quarters.';

COMMENT ON COLUMN "public"."posts"."activity_at" IS 'The newest of creation, edit, state change and comment.';

COMMENT ON COLUMN "public"."posts"."deleted_at" IS 'When the post was deleted, until it is restored or removed for good; infinity while it is hidden or merged into another post. No one sees the post or anything that belongs to it. It keeps its address.';

COMMENT ON COLUMN "public"."posts"."hidden_at" IS 'Since when the post is hidden. private.hidings says why.';

COMMENT ON COLUMN "public"."posts"."locked_at" IS 'Since when only the team may comment; null if everyone may.';

COMMENT ON COLUMN "public"."posts"."pinned_at" IS 'Since when it is pinned.';

COMMENT ON COLUMN "public"."posts"."revision" IS 'Counts edits, so that an edit can tell whether it is based on the latest version.';

COMMENT ON COLUMN "public"."posts"."trend" IS 'Sum over the post and its votes of 2^(days since 2026 / 10). A vote weighs half as much as one cast ten days later, so the order never needs to be recomputed.';

COMMENT ON COLUMN "public"."profiles"."is_public" IS 'False until the account''s address is confirmed or someone has signed in to it, so that a sign-up, which anyone can make, shows nothing to others.';

COMMENT ON COLUMN "public"."profiles"."is_team" IS 'Whether the person has a role. A trigger on roles keeps it up to date; no client can set it.';

COMMENT ON COLUMN "public"."site_settings"."accent" IS 'The accent color, with a contrast to white of at least 4.5.';

COMMENT ON COLUMN "public"."site_settings"."hides_first_steps" IS 'Whether an admin dismissed the list of first steps.';

COMMENT ON COLUMN "public"."site_settings"."language" IS 'A language in messages/. English if there is no such file.';

COMMENT ON COLUMN "public"."site_settings"."logo_path" IS 'An object in the bucket images, in site/.';

COMMENT ON COLUMN "public"."site_settings"."moderators_publish" IS 'Whether moderators may publish changelog entries.';

COMMENT ON COLUMN "public"."site_settings"."requires_factor" IS 'Whether the team must use a second factor.';

COMMENT ON COLUMN "public"."site_settings"."shows_quarters" IS 'Whether the quarters in plans are public.';

COMMENT ON COLUMN "public"."site_settings"."shows_reactions" IS 'Whether members may react to changelog entries.';

COMMENT ON COLUMN "public"."site_settings"."time_zone" IS 'The time zone in which the team schedules changelog entries.';

COMMENT ON COLUMN "public"."site_settings"."trusts_own_addresses" IS 'Whether the product''s tokens prove email addresses.';

COMMENT ON COLUMN "public"."site_settings"."widget_origins" IS 'The sites that may embed the widget, as origins.';

COMMENT ON COLUMN "public"."votes"."is_set_aside" IS 'Whether the team excluded it.';

COMMENT ON COLUMN "public"."votes"."merge_id" IS 'The merge that moved it here. Other votes stay with the merged post.';

COMMENT ON FUNCTION "private"."add_example_board"() IS 'Fills a board without posts with the example: categories, people, posts, votes, comments and state changes.';

COMMENT ON FUNCTION "private"."add_given_vote"(bigint, uuid, text) IS 'Adds a vote. Returns whether it is new.';

COMMENT ON FUNCTION "private"."address_key"(text) IS 'An email address as a salted hash, for addresses that receive no emails.';

COMMENT ON FUNCTION "private"."after_comment_delete"() IS 'Cancels notifications about a comment that is permanently deleted.';

COMMENT ON FUNCTION "private"."after_comment_insert"() IS 'Logs the event of a new comment. A comment by the team marks the post as reviewed.';

COMMENT ON FUNCTION "private"."after_comment_update"() IS 'Indexes an edited comment. Cancels notifications about one that is emptied because it has replies.';

COMMENT ON FUNCTION "private"."after_comments"() IS 'Counts comments: a post counts its readable comments, a comment the replies below it, including lines in place of hidden ones. New comments are indexed. Those that need approval are hidden last, which undoes their counts.';

COMMENT ON FUNCTION "private"."after_post_delete"() IS 'Cleans up after a post that is permanently deleted.';

COMMENT ON FUNCTION "private"."after_post_insert"() IS 'A new post starts with its author''s vote, which can be removed like any other. Only for posts that their author sends: imports and operators bring their own votes.';

COMMENT ON FUNCTION "private"."after_post_update"() IS 'Audits and indexes a post that was edited, moved, deleted or restored, and logs its events.';

COMMENT ON FUNCTION "private"."after_posts_insert"() IS 'Counts and indexes new posts, a whole import at once. Then hides those that need approval, which undoes their counts. Imports and operators need no approval.';

COMMENT ON FUNCTION "private"."after_votes_delete"() IS 'Uncounts removed votes, and removes those that depend on them at merged posts. An excluded vote is remembered, so that it doesn''t count if it is cast again.';

COMMENT ON FUNCTION "private"."after_votes_insert"() IS 'Counts new votes. The lock on the post orders parallel ones.';

COMMENT ON FUNCTION "private"."any_of"(text[], double precision[], double precision[], double precision, integer) IS 'A tsquery for the parts that carry most of the meaning: each rare part alone, and others combined with a second one, for about this many texts in total, leaving out whatever the index would find in very many. In: the tsquery texts of the parts; the weight of each and how many texts contain it; how many texts there are; how many may match. Out: a tsquery, null if all parts are common.';

COMMENT ON FUNCTION "private"."are_origins"(text[]) IS 'Up to twenty origins that may show the widget: https, perhaps with *. for every subdomain, or this machine over http. They stand in a header.';

COMMENT ON FUNCTION "private"."attempt_key"(text, text, text, text) IS 'The key that attempts are counted under: a salted hash of the kind, the scope and the account or network.';

COMMENT ON FUNCTION "private"."audience"(private.events, uuid, integer) IS 'The people an event may concern, after an id: why, and how by email (null: not at all, or not before the address is confirmed). reason is null for people who don''t want to be notified. A batch is the first max_rows people, so the last id says where the next batch starts.';

COMMENT ON FUNCTION "private"."audit"(text, bigint, text, jsonb, jsonb) IS 'Writes an entry in the name of the person who made the request.';

COMMENT ON FUNCTION "private"."audit_canned_answer"() IS 'Logs new, changed and deleted saved replies.';

COMMENT ON FUNCTION "private"."audit_category"() IS 'Logs new, changed and deleted categories.';

COMMENT ON FUNCTION "private"."audit_comment"(public.comments) IS 'Logs a deleted comment, unless it is deleted with its post.';

COMMENT ON FUNCTION "private"."audit_entry"(text, public.changelog_entries, boolean) IS 'Logs what was done to an entry, with its texts if they changed or were deleted.';

COMMENT ON FUNCTION "private"."audit_image"() IS 'Logs that an admin deleted another person''s image.';

COMMENT ON FUNCTION "private"."audit_key_write"() IS 'Logs what an API key writes in its owner''s name, where nothing is logged when a person does it.';

COMMENT ON FUNCTION "private"."audit_post"(public.posts, public.posts) IS 'Logs moves by the team, and what it does to other people''s posts.';

COMMENT ON FUNCTION "private"."audit_role"() IS 'Logs who gained or lost a role.';

COMMENT ON FUNCTION "private"."audit_settings"() IS 'Logs only what changed, to keep entries readable.';

COMMENT ON FUNCTION "private"."audit_webhook"() IS 'Logs changes to webhooks. Of the address, only the host.';

COMMENT ON FUNCTION "private"."before_comment_insert"() IS 'Refuses people who may not comment here, and cleans the comment.';

COMMENT ON FUNCTION "private"."before_reaction_change"() IS 'Refuses blocked people. A reaction counts towards the limit for votes.';

COMMENT ON FUNCTION "private"."before_request"() IS 'Runs before each request of the database''s API (db_pre_request). A request with the header x-signpost-key runs as the key''s owner. Runs as its caller, because otherwise it couldn''t change the role.';

COMMENT ON FUNCTION "private"."before_vote_change"() IS 'Refuses people who may not vote. An excluded vote that was removed and cast again stays excluded. A vote on someone''s behalf waits for a block of that person like their own vote would, and then doesn''t count.';

COMMENT ON FUNCTION "private"."begin_mail"(bigint, integer) IS 'Marks an email as being sent. False if another attempt has started.';

COMMENT ON FUNCTION "private"."begin_triage"(bigint[]) IS 'Adds the rows of new posts. Posts written by the team count as reviewed.';

COMMENT ON FUNCTION "private"."beyond_cursor"(text[], text[], boolean[], integer) IS 'SQL for the rows after a cursor ($2), from a key on.';

COMMENT ON FUNCTION "private"."block_reported"(uuid[]) IS 'Moves what reports had hidden to the block of its author, and back when the block ends.';

COMMENT ON FUNCTION "private"."bound_identity_data"() IS 'Cuts sign-up data in the identity as well: the auth service copies it there, and sessions carry it in their cookies.';

COMMENT ON FUNCTION "private"."bound_user_data"() IS 'Keeps an account''s metadata small. It is stored once in the token and three times in the cookies, and request headers may hold 16 kB. Above 2 kB, only what the site and its sign-in methods use is kept. It is cut rather than refused, because anyone can sign up with someone else''s address and fill it.';

COMMENT ON FUNCTION "private"."bounded"(text, integer) IS 'Returns the text, or raises an error if it is longer than any text that is stored.';

COMMENT ON FUNCTION "private"."brought_by"(bigint) IS 'A standing merge, and the merges that its post brought along.';

COMMENT ON FUNCTION "private"."bulk_ids"(bigint[]) IS 'The posts of a bulk action, each once, in order.';

COMMENT ON FUNCTION "private"."bulk_seen"(jsonb) IS 'What the admin saw of each post, by id. A post that someone else has changed since is left alone. Outcomes: done, unchanged (already so, whoever did it), conflict (not as it was seen, or not in seen), missing. Without seen, nothing is compared.';

COMMENT ON FUNCTION "private"."can_edit_entry"(bigint) IS 'Whether the caller may edit an entry, by the rules of private.require_editor.';

COMMENT ON FUNCTION "private"."can_publish"() IS 'Whether the caller may publish changelog entries: admins, and moderators if the site allows it.';

COMMENT ON FUNCTION "private"."certain_words"(text) IS 'The words that a title must contain if its key contains this text. The first word may be the end of another word and the last one the beginning of one, so they don''t count. In scripts without spaces, a pair of characters is always a word. Null if there are none.';

COMMENT ON FUNCTION "private"."change_search_language"() IS 'Rebuilds the known search words in the site''s language.';

COMMENT ON FUNCTION "private"."claim_address"(integer, bigint, text) IS 'Claims a free address: the title''s slug, or the slug with the post''s id.';

COMMENT ON FUNCTION "private"."claim_entry_address"(bigint, text) IS 'Claims a free address for an entry: the slug of a text, with a number if it is taken.';

COMMENT ON FUNCTION "private"."claim_export"() IS 'Takes up an export that is to be made; after three workers that ended with it, it has failed.';

COMMENT ON FUNCTION "private"."claim_import"() IS 'Takes up what is to be checked, imported or undone. After three workers that ended with it, it has failed; so has one whose admin is none any more.';

COMMENT ON FUNCTION "private"."claim_mail_address"(text) IS 'The id of an address that may be sent a confirmation now; none if it receives no emails or already got three today.';

COMMENT ON FUNCTION "private"."claim_sending"(uuid) IS 'Claims an idempotency key for the caller. Returns null for a new key, otherwise the id of what was created with it. Of two simultaneous requests, the second waits for the first.';

COMMENT ON FUNCTION "private"."claims_of_key"(text) IS 'The claims that a request with an API key runs with.';

COMMENT ON FUNCTION "private"."clean_category"() IS 'Cleans the texts of a category before they are stored.';

COMMENT ON FUNCTION "private"."clean_entry"() IS 'Cleans the texts of an entry before they are stored.';

COMMENT ON FUNCTION "private"."clean_note"() IS 'Cleans an internal note before it is stored.';

COMMENT ON FUNCTION "private"."clean_profile"() IS 'Cleans a profile''s name and refuses reserved ones, unless the owner had it before it was reserved. Sign-ups get another name instead. Operators may use any name.';

COMMENT ON FUNCTION "private"."clean_tag"() IS 'Cleans a tag. Removes commas, because they separate names in lists.';

COMMENT ON FUNCTION "private"."complete_entry_posts"(bigint) IS 'Moves the posts linked to an entry to completed. Returns the moved posts.';

COMMENT ON FUNCTION "private"."conceal"(bigint[], bigint[], text, text) IS 'Hides these posts and comments. What is already hidden stays as it is, unless the team hides it by hand. If the team hides a comment, or it has replies, a line remains in its place.';

COMMENT ON FUNCTION "private"."contrast_with_white"(text) IS 'The contrast of a color with white; null if there is no color.';

COMMENT ON FUNCTION "private"."count_api_request"(text, text) IS 'Counts a request. Returns how many are left (negative: refused), in how many seconds the count restarts, and the period.';

COMMENT ON FUNCTION "private"."count_changed_post"() IS 'Updates counts when a post is moved, deleted, restored or permanently deleted.';

COMMENT ON FUNCTION "private"."count_emptied_comment"(public.comments) IS 'Uncounts a comment that stays empty for its replies.';

COMMENT ON FUNCTION "private"."count_insights"() IS 'Recounts the insights. Of two simultaneous calls, the second does nothing. Rows are written in order of posts'' ids, like everything that locks several posts.';

COMMENT ON FUNCTION "private"."count_merged"(bigint[]) IS 'Recounts these posts while they are locked.';

COMMENT ON FUNCTION "private"."count_reactions"() IS 'Counts new, changed, blocked and removed reactions.';

COMMENT ON FUNCTION "private"."count_texts"() IS 'Roughly how many texts there are, even before statistics exist.';

COMMENT ON FUNCTION "private"."counted_comments"(bigint[]) IS 'Which of these comments the counts of posts and threads include.';

COMMENT ON FUNCTION "private"."counts_as_team"(uuid) IS 'Whether a person is trusted as a team member, no matter who asks: with a second factor if the site requires one.';

COMMENT ON FUNCTION "private"."create_profile"() IS 'Creates the profile of a new account. Sign-up data comes from the client, so only the display name is used, never the email address. The name of an unconfirmed address isn''t used either, because anyone could have signed up with it.';

COMMENT ON FUNCTION "private"."delete_profile"() IS 'Deletes the profile of a deleted account, and what the widget sent with its posts.';

COMMENT ON FUNCTION "private"."device_key"(auth.sessions) IS 'What identifies a device. Ignores versions and addresses within a network, because those change on their own.';

COMMENT ON FUNCTION "private"."digest_of_code"(uuid, text) IS 'The stored digest of a recovery code, no matter how it is typed.';

COMMENT ON FUNCTION "private"."digest_of_key"(text) IS 'The stored digest of an API key.';

COMMENT ON FUNCTION "private"."digest_of_request"(text) IS 'The stored digest of a request with an idempotency key.';

COMMENT ON FUNCTION "private"."drop_unproven_identities"() IS 'Removes sign-in methods that never proved the address. Another site may let anyone enter someone else''s address. Whoever confirms the address by email keeps the account, and sign-ins from that site no longer lead to it.';

COMMENT ON FUNCTION "private"."end_blocks"() IS 'Ends expired blocks. A block that is being extended right now doesn''t end.';

COMMENT ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) IS 'Writes down how an import ended; its file goes.';

COMMENT ON FUNCTION "private"."end_own_sessions"() IS 'Ends the sessions of a new team member that began in the company''s product: nobody proved an address or a password for them.';

COMMENT ON FUNCTION "private"."entry_audience"(private.events, uuid, integer) IS 'The next people who subscribe to the changelog or follow a linked post, and why they are notified, with no reason if they aren''t.';

COMMENT ON FUNCTION "private"."entry_images"(bigint) IS 'The images of an entry, as JSON.';

COMMENT ON FUNCTION "private"."entry_is_due"(bigint, text, uuid, uuid) IS 'Whether an email about an entry is still due: the person subscribes or follows a linked post, and hasn''t been emailed about the completion of all of these. If people are notified again, it is always due.';

COMMENT ON FUNCTION "private"."entry_posts"(bigint) IS 'The posts linked to an entry, as JSON. Merged posts are replaced by the post they were merged into; deleted ones are left out.';

COMMENT ON FUNCTION "private"."entry_says"(bigint) IS 'The public data of a changelog entry; null unless it is published.';

COMMENT ON FUNCTION "private"."event_says"(bigint) IS 'The body of a webhook event with current data; null if its subject is gone. Deleted content and the person who deleted it are given as ids only. For a merge into a post that is gone, the id of the merged post. A comment that moved with a merge is sent with the post it is on now.';

COMMENT ON FUNCTION "private"."example_board"() IS 'Whether the example board is ''addable'' (there are no posts), ''removable'' (all content is its own), or ''shared'' (others have posted, voted or commented); null if nothing of it is left.';

COMMENT ON FUNCTION "private"."example_people"() IS 'The people on the example board.';

COMMENT ON FUNCTION "private"."export_kept"() IS 'The caller''s data that no client can read directly.';

COMMENT ON FUNCTION "private"."filter_by_text"(private.post_filter, text, boolean) IS 'Chooses how a text is filtered: as a condition if at least one in twenty of the newest 2,000 posts contains it, otherwise as a list of posts. With every_post always the list; if that is null neither, for callers that look the text up themselves. Planned anew each time, because a text of two letters is in no index.';

COMMENT ON FUNCTION "private"."filter_day"(jsonb, text) IS 'A filter''s day (UTC). Raises an error if it isn''t a valid date.';

COMMENT ON FUNCTION "private"."filter_flag"(jsonb, text) IS 'True, or null if a filter''s switch is off.';

COMMENT ON FUNCTION "private"."filter_number"(jsonb, text) IS 'A filter''s whole number. Raises an error if it isn''t one.';

COMMENT ON FUNCTION "private"."filter_text"(jsonb, text) IS 'A filter''s text, bounded; null if there is none.';

COMMENT ON FUNCTION "private"."find_alike"(integer, interval) IS 'Finds which posts the newest ones resemble, if that is unknown or out of date. Called by suggest_merges; the worker keeps the rest up to date. Rows are written in order of their ids.';

COMMENT ON FUNCTION "private"."find_closest_titles"(private.search_request) IS 'Posts whose titles start with the query or contain its words side by side: the most likely of too many to rank. For words that many titles share, only titles with votes are searched.';

COMMENT ON FUNCTION "private"."find_comments"(private.search_request, bigint[], integer) IS 'Other posts with a comment that contains all parts of the query.';

COMMENT ON FUNCTION "private"."find_guessed_titles"(private.search_request, integer) IS 'Posts whose titles contain what the query may have meant ("from" for "form"), up to a limit; the tsquery for titles; and the words to highlight.';

COMMENT ON FUNCTION "private"."find_key"(text) IS 'The API key of a token. Refuses unknown, expired and revoked keys.';

COMMENT ON FUNCTION "private"."find_miscounts"() IS 'Recounts everything. One row per wrong number.';

COMMENT ON FUNCTION "private"."find_newest"(tsquery, integer) IS 'The newest posts that contain all of it in title and details.';

COMMENT ON FUNCTION "private"."find_partly"(private.search_request, integer) IS 'Posts with most of the query in the title or in the details.';

COMMENT ON FUNCTION "private"."find_posts"(private.search_request) IS 'Runs these steps, each only if needed.';

COMMENT ON FUNCTION "private"."find_strays"() IS 'Unused objects, and rows without objects, after a day.';

COMMENT ON FUNCTION "private"."find_synonyms"(text[]) IS 'In: the words of a query. Out: where synonyms appear in it.';

COMMENT ON FUNCTION "private"."find_texts"(private.search_request, integer) IS 'Posts that contain all parts of the query in title and details together, up to a limit, and whether there are no others. If a large share of texts matches, the newest are searched first, and that is enough if it finds half the limit or if the index would have to read very many.';

COMMENT ON FUNCTION "private"."find_voted"(tsquery, double precision, double precision, integer) IS 'Posts whose titles match, up to a limit, most votes first. In: the tsquery; in how many texts the index has to look; the share of all texts that may match, null if unknown. If very many match, the posts with the most votes are searched first, and others only if those don''t match.';

COMMENT ON FUNCTION "private"."finish_sending"(uuid, bigint) IS 'Stores what was created with a claimed idempotency key.';

COMMENT ON FUNCTION "private"."followed_as"(bigint) IS 'People who follow a post that was merged into another follow that one until the merge is undone. Votes and comments move; choices by button or email, and the author, stay where they are.';

COMMENT ON FUNCTION "private"."follows_of"(uuid[], bigint, timestamp with time zone) IS 'How each of these people followed a post by what they did before a given time, and why: ''follow'' (by the button), ''post'', ''comment'' or ''vote''; nulls if not at all. People who muted it since then have muted it. In plpgsql because that keeps the query plan.';

COMMENT ON FUNCTION "private"."forget_actor"() IS 'Removes the name of a deleted account from the audit log.';

COMMENT ON FUNCTION "private"."forget_address"() IS 'Removes an address that follows no post and no longer subscribes to the changelog.';

COMMENT ON FUNCTION "private"."forget_devices"(uuid, bytea) IS 'Forgets one device of an account, or all, so that its next sign-in is reported. An empty key records that there were some.';

COMMENT ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) IS 'Removes people who came with an import and have nothing left.';

COMMENT ON FUNCTION "private"."forget_networks"() IS 'Removes old networks. Returns how many. For the worker.';

COMMENT ON FUNCTION "private"."forget_own_address"() IS 'Removes the email address of an account that turns emails off.';

COMMENT ON FUNCTION "private"."forget_text"() IS 'Uncounts the words of a text that is removed from the index.';

COMMENT ON FUNCTION "private"."forget_voter_addresses"(uuid[]) IS 'Removes the addresses of people who have no votes left. Posts are locked before addresses, here and below. Permanently deleting several posts locks all merges, so two of those never wait for each other''s addresses.';

COMMENT ON FUNCTION "private"."forget_words"(text[]) IS 'Uncounts the words of a removed text. Skips locked rows.';

COMMENT ON FUNCTION "private"."free_assigned"() IS 'Unassigns posts from a person who leaves the team.';

COMMENT ON FUNCTION "private"."free_merged"(bigint[]) IS 'Unmerges posts that were merged into posts about to be removed.';

COMMENT ON FUNCTION "private"."gather"(bigint) IS 'Moves what belongs to merged posts to the post they were merged into: for each person the oldest vote and their follow choice, unless they have one there; every comment; every image, after the post''s own.';

COMMENT ON FUNCTION "private"."gather_mails"(integer) IS 'Creates one email for each of the next people with something due, with everything pending for them except changes and merges that can still be undone. Returns how many it created; 0 also while another process does the same.';

COMMENT ON FUNCTION "private"."given_reason"(text) IS 'Returns the cleaned reason. Refuses an empty or overlong one.';

COMMENT ON FUNCTION "private"."guard_audit_log"() IS 'Protects the audit log. Grants wouldn''t be enough: service_role often gets everything, and the owner has all rights. The only change allowed is removing the name of a deleted person.';

COMMENT ON FUNCTION "private"."guard_events"() IS 'Only allows changes that remove a deleted account.';

COMMENT ON FUNCTION "private"."guard_factor"() IS 'Protects the second factor from stolen sessions. The auth service lets every session add a first factor, and every session that once entered a code add and remove factors. Here, a factor can only be added within ten minutes of a sign-in and must get its first code within the next ten. There is only one, and it is removed with private.remove_factor.';

COMMENT ON FUNCTION "private"."guard_first_code"() IS 'Allows the first code only from a session that was fresh when the factor was added. The auth service doesn''t say which session adds a factor, but names the one that enters the first code, in the transaction that turns the factor on. That session must have started at most ten minutes before the factor was added, so that a stolen session can''t profit from the owner''s sign-in elsewhere.';

COMMENT ON FUNCTION "private"."guard_linking"() IS 'The auth service lets every session link an account of another site, which then signs in for good. A stolen one shall not: it begins within ten minutes of a sign-in. Which session asks, the service does not say.';

COMMENT ON FUNCTION "private"."guard_password"() IS 'Allows a new password only right after a sign-in. The auth service doesn''t say which session asks, but ends every other session in the same transaction, so the session that is left at its end must be fresh. If an operator sets the password, none is left. The local backend checks the caller''s own session first. The link of an email works once.';

COMMENT ON FUNCTION "private"."hand_over_all_votes"() IS 'Moves votes to accounts after an import.';

COMMENT ON FUNCTION "private"."hand_over_votes"(uuid, uuid) IS 'Moves the votes of an address to an account. Where both voted, the account''s vote stays and the other is removed, on each post separately. Votes that a merge keeps together are separated for this, and counted before one of them is removed.';

COMMENT ON FUNCTION "private"."hand_over_votes_of_address"() IS 'Moves the votes of an address to its confirmed account.';

COMMENT ON FUNCTION "private"."has_scope"(text) IS 'Whether the request''s API key has a scope. Without a key, it has all.';

COMMENT ON FUNCTION "private"."has_session"() IS 'Whether the session and its account still exist. plpgsql keeps the query plan.';

COMMENT ON FUNCTION "private"."has_stacked_marks"(text) IS 'Whether a text has marks that reach into the lines above and below: four marks that fit any letter, or seven of a script that needs many (a Burmese word has four in a row, a Hebrew letter with points and accents five, a Tibetan one six). Joiners between them are ignored. Expects a line composed by clean_line.';

COMMENT ON FUNCTION "private"."has_standing"(uuid, bigint, bigint) IS 'Whether a person already had other visible posts or comments.';

COMMENT ON FUNCTION "private"."has_used_factor"() IS 'Whether the caller''s session has passed its second factor. Checks the session too, because a token issued before the factor was removed still says aal2. An API key counts as passed as long as the factor exists that its owner had used when making it.';

COMMENT ON FUNCTION "private"."hide_posts"(bigint[]) IS 'Deletes posts. Locks them in order of their ids to avoid deadlocks.';

COMMENT ON FUNCTION "private"."hide_reported"(bigint, bigint) IS 'Hides what enough trusted members reported. Returns whether it did.';

COMMENT ON FUNCTION "private"."hold_address"(text) IS 'One at a time decides whose an address is.';

COMMENT ON FUNCTION "private"."hold_export"(uuid, integer) IS 'Goes on holding an export. False for a worker that has lost it.';

COMMENT ON FUNCTION "private"."hold_import"(uuid, integer, real) IS 'Goes on holding an import. False for a worker that has lost it.';

COMMENT ON FUNCTION "private"."hold_post"(bigint) IS 'Locks a post so that it can''t be deleted until the comment is counted and indexed. Returns since when its comments are locked, or null.';

COMMENT ON FUNCTION "private"."hold_post_of"(bigint) IS 'Locks the post of a comment before the comment itself.';

COMMENT ON FUNCTION "private"."hold_posts"(bigint[]) IS 'Locks posts in order of their ids, like set_vote and every count.';

COMMENT ON FUNCTION "private"."hold_posts_of_leaver"() IS 'Locks what a leaving person''s deletion needs, in the order of a block: merges, the person, then posts by id. Otherwise the deletion and something they still write in another window could each hold what the other needs.';

COMMENT ON FUNCTION "private"."hold_totals"() IS 'Counts changes at the end of their transaction, one transaction at a time. Before, two team members who moved posts in opposite directions each held a total that the other needed, and one of them failed. A transaction that waits here needs nothing that another could hold.';

COMMENT ON FUNCTION "private"."hold_voted"(bigint) IS 'Locks the post of a vote, and the merged posts whose votes depend on it.';

COMMENT ON FUNCTION "private"."hold_voter"() IS 'Makes removing a vote wait for a running block before it locks the vote.';

COMMENT ON FUNCTION "private"."import_categories"(uuid) IS 'What the categories of a file become, by their names there.';

COMMENT ON FUNCTION "private"."import_says"(private.import_runs) IS 'An import as the dashboard shows it, without what its check found.';

COMMENT ON FUNCTION "private"."index_changed_comment"(bigint, boolean) IS 'Indexes a changed comment, or removes an emptied one.';

COMMENT ON FUNCTION "private"."index_comments"(bigint[]) IS 'Writes and counts the words of new or changed comments.';

COMMENT ON FUNCTION "private"."index_hidden_post"(bigint, boolean) IS 'Removes a deleted post from the index, or adds a restored one.';

COMMENT ON FUNCTION "private"."index_merges"() IS 'Indexes the posts that a merge or its undo changed.';

COMMENT ON FUNCTION "private"."index_posts"(bigint[]) IS 'Indexes new or changed posts together with posts merged into them.';

COMMENT ON FUNCTION "private"."index_synonyms"() IS 'Writes a group of synonyms in the form that search looks up.';

COMMENT ON FUNCTION "private"."index_votes"() IS 'Keeps a post''s popularity in the search index up to date.';

COMMENT ON FUNCTION "private"."interest"(bigint[]) IS 'How many companies want posts, and what they pay a month together. A company counts once, however many of its people voted; a person without one counts for their own value.';

COMMENT ON FUNCTION "private"."is_admin"() IS 'Whether the caller is an admin. Evaluated once per statement.';

COMMENT ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) IS 'Whether nobody voted, commented, followed or added anything since a post was imported, and the team did nothing with it.';

COMMENT ON FUNCTION "private"."is_blocked"() IS 'Whether the caller is blocked right now.';

COMMENT ON FUNCTION "private"."is_confirmation"(auth.sessions, auth.users) IS 'Whether the session started within the last hour with the link that confirmed the account''s address, and the owner hasn''t chosen a password yet. With a project''s default emails, that link signs in first. Invited accounts get a random password.';

COMMENT ON FUNCTION "private"."is_nowhere"(text, text) IS 'Whether no text contains a part of the query in any form.';

COMMENT ON FUNCTION "private"."is_open_to_keys"(text, text) IS 'Whether requests with an API key may use a path of the database''s API. Tables can be read; notes and tags can also be written. Everything else refuses keys: accounts, second factors, sessions, keys, and whatever is added later.';

COMMENT ON FUNCTION "private"."is_own_session"(uuid) IS 'Whether a session began in the company''s own product. It sets no password, adds no factor and deletes no account.';

COMMENT ON FUNCTION "private"."is_own_waiting"(bigint, bigint) IS 'Whether the caller wrote this and it is awaiting approval.';

COMMENT ON FUNCTION "private"."is_present"() IS 'Whether the session and account exist and, if the account has a second factor, its code was entered.';

COMMENT ON FUNCTION "private"."is_pretence"(text, uuid) IS 'Whether a name resembles that of the site or of an admin, or contains a word reserved for the team. Chinese and Japanese don''t put spaces between words, so there it is refused at the beginning or end of a word.';

COMMENT ON FUNCTION "private"."is_recovery"(auth.sessions, auth.users) IS 'Whether a recovery email started the session within the last ten minutes. The database can''t tell it from a sign-in code or link, because the auth service stores both in the same place.';

COMMENT ON FUNCTION "private"."is_signing_key"(text) IS 'Whether a text is the public key of a pair for ES256 (P-256, uncompressed), in base64 without the lines around it.';

COMMENT ON FUNCTION "private"."is_stop_word"(text, text) IS 'Whether a word is too common to search for.';

COMMENT ON FUNCTION "private"."is_team"() IS 'Whether the caller is an admin or a moderator. Evaluated once per statement.';

COMMENT ON FUNCTION "private"."is_told_by_entry"(uuid, bigint, bigint, public.post_state) IS 'Whether a person has a notification about an entry that the post is linked to, so that one about its completion would repeat it.';

COMMENT ON FUNCTION "private"."is_trusted"(uuid) IS 'Whether a person is on the team, or has been an unblocked member for some days.';

COMMENT ON FUNCTION "private"."is_update"(text) IS 'Whether people who only follow official updates are notified about such an event.';

COMMENT ON FUNCTION "private"."keep_an_admin"() IS 'Keeps at least one admin who can sign in. Role changes wait for each other, so two admins who remove each other at the same time don''t both succeed. Operators are exempt.';

COMMENT ON FUNCTION "private"."keep_an_identity"() IS 'Keeps people from losing their last sign-in method, or the one their address comes from. Without that, the auth service would give the account the address of another method.';

COMMENT ON FUNCTION "private"."keep_category_address"() IS 'Stores every address that a category gets.';

COMMENT ON FUNCTION "private"."keep_category_addresses"(integer[]) IS 'Stores the current addresses of categories.';

COMMENT ON FUNCTION "private"."keep_feedback"() IS 'Keeps the category that the site''s navigation links to open and at its address.';

COMMENT ON FUNCTION "private"."keep_place"(private.search_request, private.search_hits, text, public.post_state) IS 'Keeps only the found posts of given categories and states; null keeps all. If more posts were found than are ranked, most may be in other categories, so the most voted posts of these categories are searched as well. Planned with the settings of search_posts, its only caller.';

COMMENT ON FUNCTION "private"."keep_to_budget"() IS 'Enforces a budget for everything that a person stores, and one for objects that no image or profile picture uses. An object of unknown size counts as the largest allowed file, and each counts as at least 64 kB, which limits their number. A policy can''t do this: the storage checks policies in a transaction that it rolls back, and writes later as itself. Uploads of one person wait for each other here, so the sum is exact.';

COMMENT ON FUNCTION "private"."key_id"() IS 'The API key of the request; null without one.';

COMMENT ON FUNCTION "private"."known_user_data"() IS 'The part of an account''s metadata that the site and its sign-in methods use.';

COMMENT ON FUNCTION "private"."learn_new_words"(text[], integer[]) IS 'Adds new words, except those that another writer is adding.';

COMMENT ON FUNCTION "private"."learn_words"(text[], integer[]) IS 'Counts the words of new texts. In: the words, and how many texts contain each. Common words are only counted occasionally, with more weight. Rows that another writer has locked are skipped, and so are new words that another writer is adding. Then one text is missing from the count, and a word that the other writer rolls back is added with the next text.';

COMMENT ON FUNCTION "private"."leave_merges"() IS 'Prepares a post for permanent removal: old merges are removed, posts merged into it are attached to the post it was merged into, and its addresses keep redirecting. A post that others are merged into isn''t removed: its foreign key refuses.';

COMMENT ON FUNCTION "private"."let_first_password_go"() IS 'Drops the password from an unconfirmed sign-up. Whoever signs up with someone else''s address chooses a password before anyone has read an email there. When the first link of an email is followed, that password is removed and replaced by what the holder of the confirmation link chose.';

COMMENT ON FUNCTION "private"."lift_blocks"(uuid[]) IS 'Ends blocks: votes count and posts are visible again.';

COMMENT ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) IS 'Makes an account that of a person of the company''s product, unless it is the team''s, tells its owner the first time, and notes what the product says of the person. Says the account''s address.';

COMMENT ON FUNCTION "private"."links_of"(text) IS 'Everything in a text that could become a link, each with the word after it, because that may contain the address: addresses of pages and emails, Markdown brackets, and the references and backslashes that Markdown turns into other letters.';

COMMENT ON FUNCTION "private"."log_change"() IS 'Logs a state change. A correction stays the same event.';

COMMENT ON FUNCTION "private"."log_merge"() IS 'Logs a merge. If it is undone, cancels notifications that weren''t sent yet.';

COMMENT ON FUNCTION "private"."look_alikes"(text) IS 'A text with letters and digits replaced by the Latin ones they resemble, in lower case. From Unicode''s confusables.txt 15.1 (Unicode Technical Standard #39, © Unicode, Inc., licence Unicode-3.0) without what NFKD already splits, plus letters in boxes, circles and flags, zeros of every script, and further Cyrillic and Greek look-alikes.';

COMMENT ON FUNCTION "private"."look_at"(bigint) IS 'Marks a post as reviewed when a team member decides something about it.';

COMMENT ON FUNCTION "private"."look_at_post_of"() IS 'Marks the post as reviewed.';

COMMENT ON FUNCTION "private"."looks_of"(text) IS 'What a name looks like: without case, marks, spaces, symbols and invisible characters, in the Latin letters it resembles. Capitals are replaced first, because some resemble a different letter than their lower-case form. Trademark symbols are removed before they could turn into letters. A ''!'' or ''|'' is an i inside a name and nothing at its ends. In plpgsql because that keeps the query plan.';

COMMENT ON FUNCTION "private"."mail_audience"(private.events, uuid, integer) IS 'The next email addresses without an account to notify, and since when they follow.';

COMMENT ON FUNCTION "private"."mail_due"(public.mail_pace, timestamp with time zone) IS 'When an email of this frequency is due. Never before the time for corrections ends.';

COMMENT ON FUNCTION "private"."mail_says"(private.mails) IS 'The content of an email, as of now; null if nothing is left.';

COMMENT ON FUNCTION "private"."make_import_categories"(jsonb) IS 'Adds the new categories that the choices for an import name.';

COMMENT ON FUNCTION "private"."make_notice_settings"() IS 'Creates the notification settings of a new profile.';

COMMENT ON FUNCTION "private"."make_summaries"() IS 'Creates the daily summaries that are due. Returns how many.';

COMMENT ON FUNCTION "private"."make_token"(text, uuid, bigint, text) IS 'A link''s token: whose it is (''p'' for a person, ''a'' for an address), which post it is about (0: none; with ''changelog'', an entry), what it may do (''set'' changes settings and ends emails, ''summary'' and ''changelog'' do the same for those, ''confirm'' starts emails), and a signature. It doesn''t expire, because people keep emails.';

COMMENT ON FUNCTION "private"."mark_team"() IS 'Keeps profiles.is_team in sync with the roles.';

COMMENT ON FUNCTION "private"."mark_unheard"() IS 'Marks content that awaited approval from the start, so webhooks haven''t been told about it.';

COMMENT ON FUNCTION "private"."meets_team_rule"() IS 'Whether the caller may act for the team: with a second factor if the site requires one.';

COMMENT ON FUNCTION "private"."merge_audience"(private.events, uuid, integer) IS 'The next people who followed a post when it was merged, and why they are notified, with no reason if they aren''t. It is about what happened to their post, so people who only wanted official updates are notified too. People who muted it or the remaining post, and blocked people, aren''t.';

COMMENT ON FUNCTION "private"."mute_own_address"() IS 'Mutes a post for the account''s email address too.';

COMMENT ON FUNCTION "private"."name_in"(jsonb, uuid) IS 'The public name in sign-up data. Never the email address, nor a name that resembles the site''s or an admin''s.';

COMMENT ON FUNCTION "private"."named_in"(text, bigint, uuid[]) IS 'The people that a text mentions by a name that only one person has among those who can be mentioned there: the authors of the post and its comments, and the team. If several have the name, the writer has to choose. A name inside a longer name isn''t a mention.';

COMMENT ON FUNCTION "private"."names_called"(text) IS 'Everything after an "@" in a text that could be a name, in lower case, ending where no word continues. Null if there are so many that looking them up takes longer than going through the people who wrote.';

COMMENT ON FUNCTION "private"."needs_approval"(uuid, text, bigint, bigint) IS 'Whether something that the caller wrote needs approval.';

COMMENT ON FUNCTION "private"."network_of"(text) IS 'The network of an address. Whoever has one IPv6 address has 2^64 of them, so those count as one. IPv4 may be written as IPv6.';

COMMENT ON FUNCTION "private"."new_secret"() IS 'A new secret for signatures, in the format of Standard Webhooks.';

COMMENT ON FUNCTION "private"."note_device"() IS 'Emails people about a sign-in from a browser or network that is new to their account. The first one isn''t reported. Versions and addresses within a network are ignored, because they change on their own.';

COMMENT ON FUNCTION "private"."note_export"(boolean, boolean) IS 'Notes that npm run export has made one.';

COMMENT ON FUNCTION "private"."note_mentions"(bigint, uuid[]) IS 'Stores the mentions in a new comment, by name or by choice.';

COMMENT ON FUNCTION "private"."note_more_mentions"(bigint, uuid[]) IS 'Stores new mentions in an edited comment and notifies those people.';

COMMENT ON FUNCTION "private"."note_post_mentions"(bigint, uuid[]) IS 'Stores new mentions in a post''s details and notifies those people.';

COMMENT ON FUNCTION "private"."object_size"(jsonb) IS 'The size of an object in bytes, or the announced size before it is uploaded.';

COMMENT ON FUNCTION "private"."own_import"(uuid, text[]) IS 'Locks an import of the caller''s own that is in one of these states.';

COMMENT ON FUNCTION "private"."paces"(timestamp with time zone) IS 'When an email of each frequency is due for something that happened at this time.';

COMMENT ON FUNCTION "private"."part"(public.post_merges) IS 'Takes a merged post, with everything merged into it before, out of the post that remains. Replies stay with what they reply to. Both posts must be locked.';

COMMENT ON FUNCTION "private"."parts_to_say"(private.mails) IS 'The events that an email contains, as of now.';

COMMENT ON FUNCTION "private"."person_says"(uuid) IS 'The public data of a person; null for no one.';

COMMENT ON FUNCTION "private"."place_entry"(bigint, text) IS 'Gives an entry its address. Before the first publication, a changed address leaves nothing behind; after it, old addresses redirect.';

COMMENT ON FUNCTION "private"."place_image"() IS 'Puts a new image last, one upload at a time. Refuses a ninth image.';

COMMENT ON FUNCTION "private"."popularity"(integer) IS 'Votes on a coarse scale for the search index, so that most votes don''t change it.';

COMMENT ON FUNCTION "private"."post_conditions"(private.post_filter, boolean) IS 'The SQL condition of a filter on a post p. It takes the filter as its first parameter and contains nothing from outside. Only active filters are included, written so that the planner isn''t misled.';

COMMENT ON FUNCTION "private"."post_says"(bigint) IS 'The public data of a post; null if it is deleted.';

COMMENT ON FUNCTION "private"."posts_of_entry"(bigint) IS 'The posts linked to an entry, with those merged into them, without deleted ones.';

COMMENT ON FUNCTION "private"."prepare_canned_answer"() IS 'At most 100, because all of them are offered at once.';

COMMENT ON FUNCTION "private"."prepare_delivery"(uuid) IS 'Everything for the next attempt of a job. Null if nothing is to be sent: its subject is gone, its webhook is off, or another job sends it.';

COMMENT ON FUNCTION "private"."prepare_mail"(uuid) IS 'Everything in an email, for an attempt of the job with its key. Null if nothing is to be sent: without a reader, an address or any content it is dropped, and if the previous attempt ended while the text was being sent, no one knows whether it arrived, so it isn''t sent again.';

COMMENT ON FUNCTION "private"."prepare_view"() IS 'At most 50 per person, because each is counted.';

COMMENT ON FUNCTION "private"."prove_account"() IS 'Makes a profile public once its address is confirmed or someone has signed in. The name is the one chosen with the confirmation link, the one from the provider that vouches for the address, or none: the name from the sign-up may be a stranger''s, so it is dropped. If the auth service confirms the account in the same transaction that creates it, no one else was involved. Runs at the end of the transaction, because the auth service writes its data once more within it.';

COMMENT ON FUNCTION "private"."publish_due_entries"() IS 'Publishes all entries that are due, including those that became due while no worker ran. Returns how many. Several calls may run at once.';

COMMENT ON FUNCTION "private"."publish_entry"(public.changelog_entries) IS 'Publishes an entry and starts its notifications. If it was unpublished before, people who were already notified aren''t notified again.';

COMMENT ON FUNCTION "private"."put_down_import"(uuid, integer) IS 'Leaves an import to the next worker.';

COMMENT ON FUNCTION "private"."queue_deliveries"() IS 'Queues deliveries of an event. A webhook that hasn''t been sent something yet isn''t told that it was deleted or restored, but that it was created, once that is final.';

COMMENT ON FUNCTION "private"."rank_posts"(private.search_request, private.search_hits, numeric, bigint, integer) IS 'One page of what was found, best first, after the score and id of the last row seen (null: from the start). A post scores 6.5 for a title with all parts of the query as typed and 5.5 with corrections, more for a phrase and for whole words. Any other post scores up to 4.4 for how much of the query''s meaning it contains (parts weighted by rarity, half in details), 0.8 for all parts in details, at least 2.9 for a guessed title and 1.8 for a comment. All of them get points for a title that equals or starts with the query, for how much of the title the query makes up, and for votes. Words become more common while someone pages through results, which shifts all scores slightly: the page starts after the last row seen at its current score, unless that row itself has changed.';

COMMENT ON FUNCTION "private"."rarity"(double precision, double precision) IS 'The weight of a word that this many of all texts contain: the rarer, the more.';

COMMENT ON FUNCTION "private"."read_comment_cursor"(text) IS 'Reads a row_cursor of comments.';

COMMENT ON FUNCTION "private"."read_import_choices"(jsonb) IS 'Choices for an import: category (a slug) for posts whose own is not named in categories; states and categories by their names in the file, each with what it becomes (a state, or null to leave its posts out; {"slug"} of a category, or {"new"} with a name); columns of a table by field; source, format and encoding as of npm run import.';

COMMENT ON FUNCTION "private"."read_post_filter"(jsonb, boolean) IS 'Reads a filter. Keys, all optional: states, categories (slugs) and tags (names) as lists, author (part of the name, or id), created_from and created_to (days in UTC, both included), votes_min, votes_max, text, unanswered (still proposed, never moved, and no team member has commented), inbox (no team member has reviewed it), stale (not completed, and no team activity for 90 days), company and plan (of someone who voted, according to the company''s product), value_min (what the companies of the voters pay per month together). A null key is no filter; an unknown key is refused.';

COMMENT ON FUNCTION "private"."read_search"(text) IS 'Reads a query. Without titles if nothing is asked for.';

COMMENT ON FUNCTION "private"."read_search_cursor"(text) IS 'Reads a row_cursor of search_posts.';

COMMENT ON FUNCTION "private"."read_token"(text, text) IS 'Whom a token belongs to; nulls if it wasn''t made here.';

COMMENT ON FUNCTION "private"."readings_of"(text) IS 'All ways to read a name as words, with single spaces: with symbols as separators, with symbols as the letters they resemble, without digits, and each of these again with a new word at every capital. Single letters in a row are one word. Spelling and look-alikes as in looks_of.';

COMMENT ON FUNCTION "private"."recount_comments"(bigint[], jsonb) IS 'Updates counts after these comments changed.';

COMMENT ON FUNCTION "private"."recount_votes"() IS 'Updates counts when votes start or stop counting, also those of a merge.';

COMMENT ON FUNCTION "private"."recount_words"() IS 'Rebuilds the list of words in use from the index. Fails instead of waiting for a writer, who may be waiting for its caller.';

COMMENT ON FUNCTION "private"."refuse_blocked"() IS 'Refuses blocked people, and counts against the limit that the trigger names.';

COMMENT ON FUNCTION "private"."refuse_blocked_role"() IS 'A blocked person gets no role.';

COMMENT ON FUNCTION "private"."refuse_new_link"(uuid, text, text, bigint, bigint) IS 'Refuses an edit that adds a link if links need approval.';

COMMENT ON FUNCTION "private"."reindex_posts"(bigint[]) IS 'Reindexes posts after their words, or those of merged posts, changed.';

COMMENT ON FUNCTION "private"."remove_comment"(bigint) IS 'Removes a comment, or empties it if it has replies.';

COMMENT ON FUNCTION "private"."remove_deleted_posts"() IS 'Removes posts that can no longer be restored. Returns how many.';

COMMENT ON FUNCTION "private"."remove_factor"(uuid, text, uuid) IS 'Removes the second factor of an account with its recovery codes, ends its other sessions and emails its owner. False if there is none.';

COMMENT ON FUNCTION "private"."reopen"(bigint[]) IS 'Reopens closed reports, and hides what enough people reported.';

COMMENT ON FUNCTION "private"."repace"(uuid, uuid, public.mail_pace) IS 'Moves pending emails to the new frequency, or cancels them.';

COMMENT ON FUNCTION "private"."require_admin"() IS 'Refuses callers who aren''t admins.';

COMMENT ON FUNCTION "private"."require_answerable"(public.comments) IS 'Refuses a comment if the post or the parent comment no longer exists, or if comments are locked.';

COMMENT ON FUNCTION "private"."require_editor"(public.changelog_entries) IS 'The team can edit drafts. Only people who may publish can edit entries that are published or scheduled, because no one reviews those again.';

COMMENT ON FUNCTION "private"."require_fresh_code"() IS 'Returns the caller''s id if the session entered a code within the last two minutes, and refuses otherwise. A refreshed token still says when the code was entered.';

COMMENT ON FUNCTION "private"."require_member"() IS 'Returns the caller''s id. Refuses callers who aren''t signed in.';

COMMENT ON FUNCTION "private"."require_own_session"() IS 'Returns the id of the caller, who must be on the team and signed in. Refuses API keys.';

COMMENT ON FUNCTION "private"."require_presence"() IS 'Refuses every write by a token whose session or account has ended, through tables as well as through security definer functions. Imports and operators have no account and pass.';

COMMENT ON FUNCTION "private"."require_publisher"() IS 'Refuses callers who may not publish entries.';

COMMENT ON FUNCTION "private"."require_small_select"(integer) IS 'Refuses requests that name one column too often: `select=a:title,b:title,…` a thousand times turns a short column into megabytes. Only the query generated by the API shows it, where columns are qualified, split or renamed. The limit is above what any page of the site asks for.';

COMMENT ON FUNCTION "private"."require_team"() IS 'Refuses callers who aren''t on the team.';

COMMENT ON FUNCTION "private"."require_unblocked"(boolean) IS 'Refuses writes by blocked people. Writers take a shared lock on themselves; block_people waits for it, and new writers wait for block_people. Only for inserts: someone who updates or deletes a row already holds that row, and the block may be waiting for it.';

COMMENT ON FUNCTION "private"."reserve_site_name"() IS 'Reserves the site''s name for admins.';

COMMENT ON FUNCTION "private"."reset_factor"(uuid) IS 'Removes another person''s lost second factor and logs who did it.';

COMMENT ON FUNCTION "private"."restem_texts"(integer) IS 'Stems at most this many texts again that were stemmed in another language than the site''s, and returns how many. Until it is done, search finds words that both languages stem alike.';

COMMENT ON FUNCTION "private"."restore_time"() IS 'How long a deletion can be undone. This is longer than the site offers it: the toast stays while the pointer is on it, the request takes time, and of thousands of posts, the last are restored minutes after the first were deleted.';

COMMENT ON FUNCTION "private"."said"(text) IS 'One line of text, or null if it is empty.';

COMMENT ON FUNCTION "private"."said_by"(tsvector, tsvector, tsquery[], tsquery[], tsquery[], double precision[]) IS 'How much of the query''s meaning a post contains: its parts weighted by rarity, fully in the title, half in the details, and less if corrected or matched by a synonym. In: the words of its title, those of title and details, and the parts of the query.';

COMMENT ON FUNCTION "private"."search_atoms"(text, boolean) IS 'The parts of a query in reading order, without repetitions, up to twelve words. In: what was typed; whether words in use are corrected as well. A stop word only counts if there is nothing else, or if it ends the query and may be unfinished.';

COMMENT ON FUNCTION "private"."search_compound_atom"(text[], boolean, boolean) IS 'A compound ("pi-hole"): searched as its words side by side or as one word, and with corrections as all its words anywhere. In: its words; whether it ends the query; whether words in use are corrected as well. Out: its atom.';

COMMENT ON FUNCTION "private"."search_corrections"(text, integer, double precision, boolean) IS 'Words in use that a misspelled word may have meant, best first: one letter missing, added or replaced, or two neighbors swapped; longer words may have two mistakes. In: the word, how many to return, how many texts contain the word itself (0: it isn''t in use), and whether corrections of a word in use may be rare. A word in use is corrected by one letter only and, unless they may be rare, only to much more common words.';

COMMENT ON FUNCTION "private"."search_fixes"(text, double precision, boolean, boolean) IS 'What a word may have meant instead. In: the word; how many texts contain it, or null; whether it is the last word of the query; whether words in use are corrected as well. Out: words, and if two words were typed as one, both with a space between them.';

COMMENT ON FUNCTION "private"."search_language"() IS 'The language whose stems and stop words search uses: the site''s, or English if PostgreSQL has none for it.';

COMMENT ON FUNCTION "private"."search_lexemes"(text, text) IS 'The stem of a folded word in a language; empty for a stop word, null if the language has neither.';

COMMENT ON FUNCTION "private"."search_ranges"(text, text[], text) IS 'Where a text contains words of a query, to highlight them.';

COMMENT ON FUNCTION "private"."search_snippet"(text, text[], text) IS 'About 200 characters of a plain text, from where most of the searched words are close together. In: the text, the words, and all of them as one phrase, which is preferred.';

COMMENT ON FUNCTION "private"."search_stem"(text, text) IS 'The stem of a word; null if it is the word itself.';

COMMENT ON FUNCTION "private"."search_vector"(text, boolean, text) IS 'The words of a text with their positions: the words themselves, their stems, and compounds also as one word. Stop words only count with all_words or inside a compound.';

COMMENT ON FUNCTION "private"."search_word_atom"(text, boolean, boolean, boolean, double precision) IS 'One word. In: the word; whether it is the last of the query and may be unfinished; whether words in use are corrected as well; whether stop words are skipped. Out: its atom, empty if it is skipped.';

COMMENT ON FUNCTION "private"."search_words_of"(text) IS 'Splits a text into words in reading order. Words joined by - . _ + # share a chunk ("pi-hole" is two words in one chunk); + and # stay at the end of a word (c++, c#). Scripts without spaces (dense) give overlapping pairs of characters, and the last character alone at the end.';

COMMENT ON FUNCTION "private"."send_approved"() IS 'Sends webhooks what was dropped while it awaited approval.';

COMMENT ON FUNCTION "private"."send_unheard"(bigint, bigint) IS 'Sends deliveries that were dropped while the post or comment was hidden.';

COMMENT ON FUNCTION "private"."send_votes_home"(bigint[]) IS 'Undoes gather for votes and follows. Newer choices win.';

COMMENT ON FUNCTION "private"."set_changelog_mails"(uuid, uuid, bigint, boolean) IS 'Ends or starts emails about the changelog with the link in an email about an entry. If the email came because of a linked post, that post is muted.';

COMMENT ON FUNCTION "private"."set_entry_belongings"(bigint, integer[], bigint[]) IS 'Sets the labels and linked posts of an entry; null leaves them unchanged.';

COMMENT ON FUNCTION "private"."set_segments"(uuid, jsonb) IS 'Notes what a token says of a person, all anew. A token that says nothing of the kind leaves what is noted.';

COMMENT ON FUNCTION "private"."settle_delivery"(bigint, integer, integer, text) IS 'Records the result of an attempt: the response status, or null if there was none. Anything but 2xx is retried at the returned time, up to eight times within a day. A 410, or three days of failures, turns the webhook off and its admins get an email. The result of an attempt that is already over changes nothing.';

COMMENT ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) IS 'An export that is held is made, or has failed. The file of the one before goes.';

COMMENT ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) IS 'Says what came of an import that is held: checked, done or failed.';

COMMENT ON FUNCTION "private"."settle_mail"(bigint, integer, text, text) IS 'Records the result of an attempt: ''sent'', ''failed'' (for good), ''unknown'' or ''later''. Returns when the next attempt is due, after pauses that grow from a minute to four hours, or null if there is none. The result of an attempt that is already over changes nothing.';

COMMENT ON FUNCTION "private"."settle_removed"(bigint[], bigint[]) IS 'Closes the open reports of removed posts and comments.';

COMMENT ON FUNCTION "private"."settle_reports"() IS 'Closes reports of content that is hidden with its author.';

COMMENT ON FUNCTION "private"."settle_reports_of_post"(public.posts) IS 'Closes a deleted post''s reports, or reopens them.';

COMMENT ON FUNCTION "private"."show"(bigint[], bigint[]) IS 'Shows things again. If the team hid something a moment ago, that was a mistake: its reports are open again. If it was hidden for longer, or only because of reports, it is kept, and the people who reported it are notified.';

COMMENT ON FUNCTION "private"."shown_entries"(bigint[]) IS 'Entries with everything that their page shows, in this order. The caller has to check which entries may be read.';

COMMENT ON FUNCTION "private"."signs_of"(text) IS 'The symbols in a text, each once, and adjacent ones as pairs.';

COMMENT ON FUNCTION "private"."silence"(text, text) IS 'Stops all emails to an address.';

COMMENT ON FUNCTION "private"."sized_path"(text, integer) IS 'The path of an image in another width.';

COMMENT ON FUNCTION "private"."spend"() IS 'Counts against the limit that the trigger names.';

COMMENT ON FUNCTION "private"."spend_limit"(text) IS 'Counts what the signed-in person does, no matter how the request came. Imports and operators have no account. Triggers run in order of their names, so those that refuse start with a_ and run before any that write. Only runs at depth 0: for what the person does, not for its consequences, such as votes that move with their post.';

COMMENT ON FUNCTION "private"."standing_of"(uuid) IS 'The standing of an account: new for a day, regular after a week with a visible post, or team.';

COMMENT ON FUNCTION "private"."standing_post"(bigint) IS 'The post that remains for this one: itself, unless it is merged.';

COMMENT ON FUNCTION "private"."summary_says"() IS 'The content of an admin''s daily summary; null if there is none.';

COMMENT ON FUNCTION "private"."switch_off_webhook"(bigint, text) IS 'Turns a webhook off and drops pending deliveries.';

COMMENT ON FUNCTION "private"."take_back"(bigint[]) IS 'Cancels notifications about something that is gone, and hides those already created.';

COMMENT ON FUNCTION "private"."take_back_change"() IS 'Cancels notifications about a removed state change.';

COMMENT ON FUNCTION "private"."take_back_entry"() IS 'Cancels notifications about a deleted entry.';

COMMENT ON FUNCTION "private"."tell"(integer) IS 'Notifies the next people about the oldest event that hasn''t reached everyone. Each person is notified once, whatever happens in between, because notifications and progress are written in one transaction. Returns how many people it checked, or null if nothing is pending. Several calls may run at once.';

COMMENT ON FUNCTION "private"."tell_added_factor"() IS 'Emails the owner of an account about a new second factor.';

COMMENT ON FUNCTION "private"."tell_identity"() IS 'Emails the owner of an account about an added or removed sign-in method.';

COMMENT ON FUNCTION "private"."tell_mentioned"(bigint, bigint, uuid[]) IS 'Notifies people mentioned in a text of the caller. They are few, so it is done immediately. People who already have a pending notification or email about the same comment learn of the mention with that, and people who are still to be notified then.';

COMMENT ON FUNCTION "private"."tell_new_password"() IS 'Emails the owner of an account about its new password, and forgets the devices that signed in with the old one.';

COMMENT ON FUNCTION "private"."tell_owner"(uuid, jsonb) IS 'Emails the owner of an account about it, at its current address, because whoever took over the account may change that. At most five emails a day per event and sign-in method and twenty in total, but always the first of each, so that none hides another. Nothing while the account is being created, because its first password and sign-in method aren''t news.';

COMMENT ON FUNCTION "private"."telling_words"(text, text[], double precision) IS 'The words of the details that carry the most meaning, as query parts.';

COMMENT ON FUNCTION "private"."text_of"(bigint, text) IS 'The searchable text of a post: its details and those of posts merged into it.';

COMMENT ON FUNCTION "private"."tidy_deliveries"() IS 'Removes delivery logs after a month. For the worker.';

COMMENT ON FUNCTION "private"."tidy_notices"() IS 'Removes old data: read notifications after three months, all notifications after a year, the email log after three months, addresses that weren''t confirmed within two days, and addresses that follow nothing.';

COMMENT ON FUNCTION "private"."tidy_reports"() IS 'Removes old outcomes about deleted content. Returns how many.';

COMMENT ON FUNCTION "private"."tidy_transfers"() IS 'Deletes files that nobody imported for a day, and exports whose time is over.';

COMMENT ON FUNCTION "private"."title_words"(text) IS 'The meaningful words of a title, each once. A letter joined to a word belongs to it: e-mail is one word.';

COMMENT ON FUNCTION "private"."token_bytes"(text) IS 'How many bytes a text takes in a token. The auth service writes ''<'', ''>'' and ''&'' as six characters.';

COMMENT ON FUNCTION "private"."token_right"(text) IS 'What a token is for, if it may change settings.';

COMMENT ON FUNCTION "private"."trend_weight"(timestamp with time zone) IS 'The weight of one vote at a point in time, on the scale of posts.trend.';

COMMENT ON FUNCTION "private"."undo_end"() IS 'Anything deleted before this time stays deleted.';

COMMENT ON FUNCTION "private"."undo_import"(uuid, integer, integer) IS 'Takes back some posts of an import that is held, and says how many it looked at: none when all are done, null for a worker that has lost it. Posts that somebody touched stay.';

COMMENT ON FUNCTION "private"."unheard_deliveries"(bigint, bigint) IS 'Locks deliveries of new content that haven''t been attempted yet.';

COMMENT ON FUNCTION "private"."unstack"(text) IS 'A text without stacked marks.';

COMMENT ON FUNCTION "private"."vote_signs"(bigint) IS 'The last 5000 counted votes, without those of the team and of imported people, and the signals each belongs to. A burst: at least ten votes in ten minutes, and a fifth of all. New accounts: at least five votes within a day of signing up, and half of all. A network: at least five votes from it, and a fifth of all.';

COMMENT ON FUNCTION "private"."voted_post"(bigint) IS 'The post that a vote added by the team goes to, after merges.';

COMMENT ON FUNCTION "private"."wait_for_merges"() IS 'Waits for running merges, and makes new ones wait until the transaction ends.';

COMMENT ON FUNCTION "private"."wake_mailer"() IS 'Wakes the mailer after a statement created an email.';

COMMENT ON FUNCTION "private"."with_joined"(text, integer, text[], integer[]) IS 'All parts of a query, with pairs of neighbors as one word.';

COMMENT ON FUNCTION "private"."with_synonyms"(private.search_atom, integer, integer, private.synonym_place[], double precision) IS 'A part of a query together with its synonyms. In: the part, the numbers of its first and last word, where synonyms appear in the query, and how many texts there are. Out: the part with its alternatives.';

COMMENT ON FUNCTION "public"."admin_add_own_key"(text, text) IS 'Adds a key for tokens of the company''s product. Of HS256 the secret is made here and told this once; of ES256 the public key is given. For admins with a fresh session, and not by an API key: a key outlives the session that made it.';

COMMENT ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) IS 'Adds a piece of up to a megabyte, in base64, to a file of one''s own. Admins only.';

COMMENT ON FUNCTION "public"."admin_add_webhook"(text, text, text[]) IS 'Adds one of up to twenty webhooks and returns its secret once.';

COMMENT ON FUNCTION "public"."admin_archive_category"(integer, boolean) IS 'Archives or restores a category. False if it no longer exists.';

COMMENT ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) IS 'Makes room for a file of up to 50 MB. Five may wait. Admins only.';

COMMENT ON FUNCTION "public"."admin_change_tags"(bigint[], integer[], integer[]) IS 'Changes the tags of posts. Returns what changed, to undo it.';

COMMENT ON FUNCTION "public"."admin_check_import"(uuid, jsonb) IS 'Checks a file again with other choices. Admins only.';

COMMENT ON FUNCTION "public"."admin_columns"(bigint[]) IS 'Additional columns of the dashboard''s table. For the team.';

COMMENT ON FUNCTION "public"."admin_count_tags"(bigint[]) IS 'How many of the posts have each tag. Runs with the caller''s rights.';

COMMENT ON FUNCTION "public"."admin_delete_entry"(bigint) IS 'Deletes a draft for good: the caller''s own if it was never published, or any draft for people who may publish. False if it no longer exists.';

COMMENT ON FUNCTION "public"."admin_delete_label"(integer) IS 'Deletes a label and removes it from all entries. For people who may publish.';

COMMENT ON FUNCTION "public"."admin_delete_webhook"(bigint) IS 'Deletes a webhook and its log.';

COMMENT ON FUNCTION "public"."admin_deliveries"(bigint, bigint, integer) IS 'The deliveries of a webhook, newest first. For admins.';

COMMENT ON FUNCTION "public"."admin_end_upload"(uuid) IS 'Has a file checked that is here as a whole. Admins only.';

COMMENT ON FUNCTION "public"."admin_entries"(bigint, integer) IS 'All entries: drafts, then scheduled, then published ones, each newest first. For the team.';

COMMENT ON FUNCTION "public"."admin_entry"(bigint) IS 'An entry in any state, with everything that its page shows. For the team.';

COMMENT ON FUNCTION "public"."admin_entry_readers"() IS 'How many members and email addresses subscribe to the changelog. For the team.';

COMMENT ON FUNCTION "public"."admin_example_board"() IS 'The result of private.example_board, for admins.';

COMMENT ON FUNCTION "public"."admin_export_part"(uuid, integer) IS 'A piece of the file of an export, in base64; null after the last one and once its time is over. Admins only.';

COMMENT ON FUNCTION "public"."admin_exports"() IS 'The last exports, the newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_first_steps"() IS 'Which first steps of a new board are done; no row once an admin dismissed the list. Admins only.';

COMMENT ON FUNCTION "public"."admin_followers"(bigint[]) IS 'How many would be notified about a state change of these posts right now: people, and how many of them by email, including addresses without an account. People who turned off both aren''t counted, addresses that receive no emails get none, and an account and its address count once. For the team.';

COMMENT ON FUNCTION "public"."admin_forget_search_miss"(text) IS 'Dismisses a query that found nothing.';

COMMENT ON FUNCTION "public"."admin_give_vote"(bigint, uuid, text) IS 'Votes on behalf of a person with a confirmed account, and returns whether that added a vote. For a merged post, on the post that remains. No one can vote on their own behalf or on that of blocked people. For the team.';

COMMENT ON FUNCTION "public"."admin_give_vote_by_address"(bigint, text, text) IS 'Votes on behalf of the person with this email address: for the account that has confirmed it, otherwise for a person known only by it. Returns who that is. Locks in the same order as every other vote: the given post, the limits of the caller, the row of the post that remains. For the team.';

COMMENT ON FUNCTION "public"."admin_hidden"(bigint, text, integer) IS 'Hidden posts and comments, newest first, with what a decision needs. For the team.';

COMMENT ON FUNCTION "public"."admin_import"(uuid) IS 'One import, with what its check found for the admin who uploaded it, and the posts that an undo kept; null when it is gone. Admins only.';

COMMENT ON FUNCTION "public"."admin_imports"() IS 'The last imports, the newest first. Admins only.';

COMMENT ON FUNCTION "public"."admin_insights"(integer) IS 'What the job counted for the last weeks, including the current one: weeks that start on Mondays, categories, states, trending posts and searches without results. counted_at is null before the first count. For the team.';

COMMENT ON FUNCTION "public"."admin_interest"(bigint[]) IS 'Who wants posts: the number of companies, what they pay a month together, and how many people of each plan. Posts that nobody known wants are missing. For the team.';

COMMENT ON FUNCTION "public"."admin_mails"(bigint, text, integer) IS 'The log of emails, newest first, without addresses. For admins.';

COMMENT ON FUNCTION "public"."admin_make_export"(boolean, boolean) IS 'Has the board exported, without e-mail addresses. One at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_matching"(jsonb, bigint, integer) IS 'The ids of the posts that a filter matches, up to 200 at a time.';

COMMENT ON FUNCTION "public"."admin_order_categories"(integer[]) IS 'Orders categories. Those not listed come after the others, in their previous order.';

COMMENT ON FUNCTION "public"."admin_own_keys"() IS 'The keys for tokens of the company''s product, by their last letters. For admins.';

COMMENT ON FUNCTION "public"."admin_people"(text, text, text, integer) IS 'People, newest first, filtered by a part of their name or, for admins, of their address. only_of: team, blocked or new (joined within a day). Addresses, and who has a second factor, are only returned to admins. Continue with the row_cursor of the last row. For the team.';

COMMENT ON FUNCTION "public"."admin_posts"(jsonb, jsonb, integer, text, text) IS 'Posts for the dashboard. sort: [{"by": …, "desc": …}], at most five rules, each column once; newest first if empty. Ties are broken by id, in the direction of the last rule. Continue with the row_cursor of the last row as after_cursor, or go back with that of the first row as before_cursor; 1 to 200 rows a page. Security definer, because the words of posts are stored where clients can''t read them.';

COMMENT ON FUNCTION "public"."admin_posts_total"(jsonb, integer) IS 'How many posts a filter matches, and whether the number is exact. Counting stops at ten thousand posts, and if a common text is combined with other filters, after checking ten thousand posts. For states and categories alone, the stored total is used, which is exact. Runs without parallel workers, which would check different posts each time.';

COMMENT ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) IS 'Publishes a draft or scheduled entry, or schedules it in the site''s time zone or for a moment. Optionally notifies followers of linked posts and subscribers, and completes linked posts when it publishes right away. Returns ''published'', ''scheduled'', ''past'' (the time has passed; nothing is done), ''conflict'' (someone saved after seen_revision) or ''missing''.';

COMMENT ON FUNCTION "public"."admin_remove_own_key"(bigint) IS 'Removes a key: tokens signed with it are refused from then on. False where there is none. For admins.';

COMMENT ON FUNCTION "public"."admin_renew_webhook_secret"(bigint) IS 'Creates a new secret. For a day, both secrets sign requests.';

COMMENT ON FUNCTION "public"."admin_replay_delivery"(bigint) IS 'Sends a delivery again. False if its webhook is off.';

COMMENT ON FUNCTION "public"."admin_reports"(integer) IS 'Everything to review, oldest first: reported content with every report, and content awaiting approval. Without content of blocked people. For the team.';

COMMENT ON FUNCTION "public"."admin_save_category"(integer, text, text, text, text, text) IS 'Adds a category, or changes the one with the id. Returns ''saved'', or why it wasn''t: ''reserved'' (an address of the site), ''taken'' (an address that another category has or had), ''fixed'' (the category in the navigation) or ''missing''.';

COMMENT ON FUNCTION "public"."admin_save_entry"(bigint, text, text, integer[], bigint[], integer, text, uuid) IS 'Adds a draft, once per idempotency key, or changes the entry with the id. Sets labels and linked posts if given. Until it is published, a draft''s address follows its title, or is new_slug. Returns ''saved'', ''conflict'' (someone saved after seen_revision; nothing is written) or ''missing''. For the team; published and scheduled entries only for people who may publish.';

COMMENT ON FUNCTION "public"."admin_save_label"(integer, text) IS 'Adds a label, or renames the one with the id, which keeps its address. Null if it no longer exists. For people who may publish.';

COMMENT ON FUNCTION "public"."admin_save_site"(jsonb) IS 'Saves the given settings and leaves the others unchanged: name, accent, marketing_url, terms_url, privacy_url, welcome, mail_sender, mail_footer and language, each empty for the default; time_zone, shows_quarters, moderators_publish, shows_reactions, hides_first_steps; and states, by their keys, with name and description.';

COMMENT ON FUNCTION "public"."admin_search_misses"(integer) IS 'Queries that found nothing, most frequent first. For admins.';

COMMENT ON FUNCTION "public"."admin_set_category"(bigint[], integer, jsonb) IS 'Moves posts to a category. Returns each post''s old and new address.';

COMMENT ON FUNCTION "public"."admin_set_example_board"(boolean) IS 'Adds the example board to a board without posts, or removes it while all content is its own. Admins only.';

COMMENT ON FUNCTION "public"."admin_set_logo"(text, integer, integer) IS 'Sets or removes the logo. Returns the object that is no longer used.';

COMMENT ON FUNCTION "public"."admin_set_looked"(bigint[], boolean) IS 'Marks posts as reviewed or as new. Returns which changed.';

COMMENT ON FUNCTION "public"."admin_set_plan"(bigint[], jsonb, jsonb) IS 'Changes the plans of up to 200 posts, if they are still as the caller saw them. Returns the outcome of each (done, unchanged, conflict, missing) and its previous plan. For the team.';

COMMENT ON FUNCTION "public"."admin_set_state"(bigint[], public.post_state, text, jsonb) IS 'Moves up to 200 posts to a state with an optional public note, and returns the outcome for each. A change that the same admin made a moment ago is corrected: its entry gets the new state and note, or is removed if nothing changes overall. For the team.';

COMMENT ON FUNCTION "public"."admin_set_webhook"(bigint, text, text, text[], boolean) IS 'Changes a webhook and turns it on or off. Null leaves a value unchanged.';

COMMENT ON FUNCTION "public"."admin_set_widget"(text[], boolean) IS 'Sets which sites show the widget, and whether the company''s word for an address counts; null leaves either as it is. Trusting addresses takes a fresh session, as adding a key does.';

COMMENT ON FUNCTION "public"."admin_signals"(bigint) IS 'What stands out about a post: signals of its votes, excluded votes, posts with the same text, and comments on it that appear several times on the board. For the team.';

COMMENT ON FUNCTION "public"."admin_start_import"(uuid, jsonb) IS 'Starts an import of one''s own that was checked, and makes the categories that it needs. One runs at a time. Admins only.';

COMMENT ON FUNCTION "public"."admin_stop_import"(uuid) IS 'Deletes a file that was not imported, or stops its import: what is there stays. Any admin.';

COMMENT ON FUNCTION "public"."admin_take_back_entry"(bigint) IS 'Unpublishes a published or scheduled entry, which becomes a draft again. Cancels notifications that weren''t sent and hides the others. False if the entry no longer exists.';

COMMENT ON FUNCTION "public"."admin_take_vote"(bigint, uuid) IS 'Removes a vote that the team added, and no other. For the team.';

COMMENT ON FUNCTION "public"."admin_tell_entry_again"(bigint) IS 'Notifies everyone about a published entry once more, in its current version, and removes the earlier notification. False if it isn''t published.';

COMMENT ON FUNCTION "public"."admin_test_webhook"(bigint) IS 'Sends a test. False while another test is on its way.';

COMMENT ON FUNCTION "public"."admin_triage"(bigint[]) IS 'Everything needed to decide about posts, in the given order, without deleted ones. Security definer, because it counts what the author wrote.';

COMMENT ON FUNCTION "public"."admin_undo_import"(uuid) IS 'Takes back what an import made: all posts that nobody has touched since (private.is_as_imported). Any admin.';

COMMENT ON FUNCTION "public"."admin_voters"(bigint, text, integer, boolean, boolean) IS 'Who voted for a post, newest vote first, with the signals of each vote, and who on the team added it and why. The address is included for people known only by it. Without signals if only counted votes are asked for. Continue with the row_cursor of the last row. For the team.';

COMMENT ON FUNCTION "public"."admin_webhooks"() IS 'All webhooks, newest first, without their secrets. Admins only.';

COMMENT ON FUNCTION "public"."api_entries"(bigint[]) IS 'Up to fifty published entries as webhooks tell them, in the order asked for; all others are missing.';

COMMENT ON FUNCTION "public"."api_posts"(bigint[]) IS 'Up to 100 posts in the format of webhooks, in the given order. Deleted ones are missing.';

COMMENT ON FUNCTION "public"."awaits_code"() IS 'Whether the caller has a second factor and hasn''t entered its code yet.';

COMMENT ON FUNCTION "public"."begin_api_request"(text, text, text) IS 'Counts a request of an API key and returns whose key it is. With an idempotency key, it also returns what happened to an earlier request with it: none, running, done, or one with another body. For the site''s server; the key''s holder may call it.';

COMMENT ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) IS 'Uses up a token that the site''s server has checked, and says whose account it signs in to: `account`, or with a claim to go on with `new` (there is none yet) or `confirm` (whoever it is proves the address by a mail first, since the company''s word for addresses doesn''t count). Refuses a token that was used or is more than five minutes old, and accounts of the team. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."block_people"(uuid[], text, timestamp with time zone, boolean) IS 'Blocks up to 200 people, until a given time or until someone unblocks them, and optionally hides everything they wrote. Team members can''t be blocked. Returns how many were blocked. Locks merges first, then the people.';

COMMENT ON FUNCTION "public"."changelog_index"() IS 'Addresses of published entries for the sitemap, newest first.';

COMMENT ON FUNCTION "public"."changelog_unread"(timestamp with time zone) IS 'How many entries were published since a given time, or since the caller last opened the changelog, up to 100, and when the newest was published.';

COMMENT ON FUNCTION "public"."choose_first_password"(text, text, text, text) IS 'Sets the name and password of an unconfirmed account, for the holder of the link in its email. The password takes effect once the auth service confirms the address with that link. False for any other token, for the token of another address than `of_email`, and after twenty tries. An empty password means none. Only the site''s server may call this: tokens are derived from the address and the code in the email, and nothing here limits guesses.';

COMMENT ON FUNCTION "public"."comment_source"(bigint) IS 'The text of a comment and the revision that an edit starts from.';

COMMENT ON FUNCTION "public"."confirm_follow"(text) IS 'Starts the emails that an address asked for, with the link in the confirmation. Returns the post, or the post it was merged into; the changelog has no category. No row if the link no longer works. Calling it twice changes nothing.';

COMMENT ON FUNCTION "public"."count_api_network"(text) IS 'Counts a request without a key. Only the site''s server calls this, because a client could use up other people''s requests.';

COMMENT ON FUNCTION "public"."count_attempt"(text, text, text) IS 'Counts an attempt and returns how many seconds to wait before the next one, or 0. Doesn''t check whether the account exists. Without an address, everyone counts as one network for what sends emails; attempts to sign in by password or code aren''t counted then, because anyone could lock everyone out. Only the site''s server calls this, because a client could use up other people''s attempts.';

COMMENT ON FUNCTION "public"."count_search_miss"(text) IS 'Counts a query that found nothing. If it does find something, it isn''t counted, whatever the caller says. The same words count at most once in ten seconds, and only a limited number of rare queries is kept, so that no one can fill the table. Returns whether it counted.';

COMMENT ON FUNCTION "public"."create_comment"(bigint, text, uuid, bigint, uuid[]) IS 'Publishes a comment or reply once per idempotency key.';

COMMENT ON FUNCTION "public"."create_post"(text, text, text, uuid, uuid[]) IS 'Publishes a post once per idempotency key and returns it; no row if it has been deleted since. A former address of the category is accepted, because the form may have been open for a while.';

COMMENT ON FUNCTION "public"."delete_account"(boolean) IS 'Deletes the caller''s account and its sessions. Posts and comments stay under "Deleted user", or are deleted for good with everything on them; a comment with replies stays as an empty place. Posts of others that were merged into the caller''s are restored. The owner gets an email.';

COMMENT ON FUNCTION "public"."delete_comment"(bigint) IS 'Deletes the caller''s own comment; admins may delete any comment.';

COMMENT ON FUNCTION "public"."delete_post"(bigint) IS 'Deletes the caller''s own post; admins may delete any post.';

COMMENT ON FUNCTION "public"."delete_posts"(bigint[]) IS 'Deletes up to 200 posts and returns their addresses. Admins only.';

COMMENT ON FUNCTION "public"."describe_people"(uuid[], bigint) IS 'What tells people with the same name apart. Uses only what everyone can read.';

COMMENT ON FUNCTION "public"."dismiss_reports"(bigint[], bigint[]) IS 'Keeps reported posts and comments. For the team.';

COMMENT ON FUNCTION "public"."edit_comment"(bigint, text, integer, uuid[]) IS 'Saves a comment''s text. Outcomes as in edit_post.';

COMMENT ON FUNCTION "public"."edit_post"(bigint, text, text, integer, uuid[]) IS 'Saves title and details unless someone else saved after `seen_revision`. Returns ''saved'', ''conflict'' (with the current texts; nothing is written) or ''missing''.';

COMMENT ON FUNCTION "public"."end_api_key"(bigint) IS 'Revokes an API key immediately: the caller''s own, or any for admins. False if there is none.';

COMMENT ON FUNCTION "public"."end_other_sessions"() IS 'Ends every session of the caller''s own but this one, and forgets the devices but this one.';

COMMENT ON FUNCTION "public"."end_session"(uuid) IS 'Ends one of the caller''s sessions and forgets its device. False for any other session.';

COMMENT ON FUNCTION "public"."expected_quarters"(bigint[]) IS 'When posts are expected, as far as that is public.';

COMMENT ON FUNCTION "public"."export_account"() IS 'All of the caller''s content on the site. Runs with the caller''s rights, so deleted posts aren''t included. Merged posts, which only an undo needs, say where they were merged.';

COMMENT ON FUNCTION "public"."feed_comments"(bigint) IS 'The fifty newest comments and replies on a post.';

COMMENT ON FUNCTION "public"."feed_posts"(integer) IS 'The fifty newest posts, or fewer if their texts are very long.';

COMMENT ON FUNCTION "public"."finish_api_request"(text, text, integer, jsonb) IS 'Stores the response to a request with an idempotency key. Without a status, the request may be sent again.';

COMMENT ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) IS 'Links the account whose address was confirmed with what a token claimed, and says its address; refuses an account with another address. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."follow_by_mail"(bigint, text) IS 'For the site''s server, after count_attempt(''follow'', …): an address without an account asks to follow a post. It gets a confirmation email, at most three a day per mailbox. The answer doesn''t reveal whether it already follows.';

COMMENT ON FUNCTION "public"."follow_post"(bigint, public.follow_level) IS 'Sets how the caller follows a post, whatever they did on it; null goes back to the default. For a merged post, it applies to the post that remains. Returns the same as my_follow.';

COMMENT ON FUNCTION "public"."followed_feed"(uuid) IS 'The newest activity on posts that the feed''s owner follows.';

COMMENT ON FUNCTION "public"."forget_attempts"(text, text) IS 'Resets the count of this account at this address after a sign-in.';

COMMENT ON FUNCTION "public"."get_entry"(text) IS 'The published entry at an address. If the address is a former one, the entry has another slug.';

COMMENT ON FUNCTION "public"."get_post"(text, text) IS 'The post at an address, with its timeline, merges and images.';

COMMENT ON FUNCTION "public"."get_viewer"() IS 'Who the caller is, as the site shows it. No row for visitors, ended sessions and deleted accounts, and until the second factor''s code is entered. needs_factor means that the site requires the team to use a second factor and the caller hasn''t, so the role doesn''t count yet.';

COMMENT ON FUNCTION "public"."hide_comments"(bigint[], text) IS 'Hides up to 200 comments and shows the reason in their place. For the team.';

COMMENT ON FUNCTION "public"."hide_posts"(bigint[], text) IS 'Hides up to 200 posts and returns their addresses. For the team.';

COMMENT ON FUNCTION "public"."is_fresh"() IS 'Whether the caller signed in within the last ten minutes. Sessions start with a sign-in and refreshing doesn''t renew them, so a stolen token can''t make a session fresh. Signing in through the company''s product doesn''t count.';

COMMENT ON FUNCTION "public"."is_name_free"(text) IS 'Whether the caller may use this name, so that a form can say so before it is sent.';

COMMENT ON FUNCTION "public"."is_recovering"() IS 'Whether the caller may choose a new password without entering the old one.';

COMMENT ON FUNCTION "public"."list_api_keys"() IS 'The caller''s API keys, newest first, and for admins, those of others after them. For the team.';

COMMENT ON FUNCTION "public"."list_categories"() IS 'All categories in order, with their current and former addresses.';

COMMENT ON FUNCTION "public"."list_entries"(text, text, integer) IS 'Published entries, newest first. An entry''s cursor is its published_at in milliseconds since 1970, a hyphen, and its id.';

COMMENT ON FUNCTION "public"."list_posts"(text, public.post_state, text, text, integer) IS 'Lists posts by keyset: each row has the cursor that continues after it. order_by: top, trending, newest, oldest, fewest-votes, most-comments, fewest-comments, title, title-desc. Security definer, because with a policy no page ordered by title starts from its index; it only returns public columns. Hosted projects print floats with fewer digits than they have, and a cursor needs them all.';

COMMENT ON FUNCTION "public"."list_sessions"() IS 'Where the caller is signed in: this session first, then the most recently used.';

COMMENT ON FUNCTION "public"."lock_posts"(bigint[], boolean) IS 'Locks or unlocks comments on up to 200 posts. For the team.';

COMMENT ON FUNCTION "public"."mail_settings"(text) IS 'What the reader of an email may change with its link: the frequency, and emails about the post. No row if the link no longer works. Only the first letter of the address is shown, because emails get forwarded.';

COMMENT ON FUNCTION "public"."make_api_key"(text, text[], timestamp with time zone) IS 'Makes an API key for a team member and returns it once. The last six characters are the first six of the SHA-256 of those before, in hexadecimal. The scope admin includes team. Every key can read. A key outlives the session that made it, so that session must be fresh.';

COMMENT ON FUNCTION "public"."make_recovery_codes"() IS 'Creates ten recovery codes that replace the old ones, and returns them once. Requires a code of the factor right before.';

COMMENT ON FUNCTION "public"."mentionable"(bigint, text, integer) IS 'The people that a comment on a post can mention: its author, authors of visible comments, and the team; without a post, only the team. typed is the beginning of the name.';

COMMENT ON FUNCTION "public"."merge_posts"(bigint[], bigint) IS 'Merges up to 200 posts into another and returns the outcome of each: done, unchanged (already merged there), conflict (one of the two is merged elsewhere) or missing, with both addresses so that stored pages can be refreshed.';

COMMENT ON FUNCTION "public"."merge_preview"(bigint[], bigint) IS 'A preview of merging these posts; null if the post to keep no longer exists. voted_more is how many people voted for several of them, followers_total how many would be notified. For the team.';

COMMENT ON FUNCTION "public"."merged_posts"(bigint) IS 'The texts of posts merged into this one, oldest merge first. Security definer, because those posts can''t be read directly; whoever sees the remaining post may read them here.';

COMMENT ON FUNCTION "public"."my_follow"(bigint) IS 'How the caller follows a post, and why; nulls if not at all.';

COMMENT ON FUNCTION "public"."my_notices"(bigint, integer) IS 'The caller''s notifications, one row per post, newest first. before_event is the newest_event of the last row seen. items are the five newest notifications as JSON; comments and changes count all of them. A changelog entry is a row of its own, with its id negated and no state.';

COMMENT ON FUNCTION "public"."my_reactions"(bigint[]) IS 'The caller''s reactions to these entries.';

COMMENT ON FUNCTION "public"."my_reports"(integer) IS 'The outcomes of the caller''s reports, newest first.';

COMMENT ON FUNCTION "public"."my_waiting"() IS 'The caller''s content that awaits approval, newest first. For a comment, also its post and the comment it replies to.';

COMMENT ON FUNCTION "public"."near_words"(text) IS 'Words in titles that are spelled like those of a query that found nothing. In: what was typed. Out: at most five words, most similar first. Security definer for the same reason as search_posts.';

COMMENT ON FUNCTION "public"."note_context"(bigint, text, text) IS 'Notes for the team on which page and in which browser the caller has just written a post, once for each post; false for any other post.';

COMMENT ON FUNCTION "public"."note_own_session"(uuid, uuid) IS 'Notes that a session began with a token of the company''s product, and ends it for the team. Only the site''s server may say so.';

COMMENT ON FUNCTION "public"."note_vote_network"(uuid, bigint, text) IS 'Records a vote''s network. Only for the server.';

COMMENT ON FUNCTION "public"."own_keys"() IS 'What tokens are checked with. Only the site''s server may ask.';

COMMENT ON FUNCTION "public"."person_segments"(public.profiles) IS 'Replaces the embedding of a foreign key.';

COMMENT ON FUNCTION "public"."pin_posts"(bigint[], boolean) IS 'Pins up to 200 posts, in categories that have room for all of them, or unpins them. Returns the addresses of changed posts. For the team.';

COMMENT ON FUNCTION "public"."read_notices"(bigint, bigint) IS 'Marks notifications as read that the caller has seen, of one post or all. up_to is the newest event that was on the screen, so that later ones stay unread. Returns the same as unread_notices.';

COMMENT ON FUNCTION "public"."read_reports"() IS 'Marks outcomes of reports as read. Returns the same as unread_notices.';

COMMENT ON FUNCTION "public"."remove_factor"() IS 'Removes the caller''s second factor. Requires a code of it right before.';

COMMENT ON FUNCTION "public"."renew_feed"(boolean) IS 'Creates a new secret address for the caller''s feed, or removes it.';

COMMENT ON FUNCTION "public"."reopen_reports"(bigint[], bigint[]) IS 'Undoes the last decision to keep reported content. For the team.';

COMMENT ON FUNCTION "public"."report"(text, bigint, bigint) IS 'Reports a post or a comment. A second report by the same person changes nothing. If enough people have reported it, it is hidden, unless the team wrote it; then its address is returned so that stored pages can be refreshed.';

COMMENT ON FUNCTION "public"."require_team_factor"(boolean) IS 'Whether the team must use a second factor. Only admins who used theirs can change it, so that they don''t lock themselves out.';

COMMENT ON FUNCTION "public"."reserve_names"(text[]) IS 'Reserves names, and names that resemble them, for admins. Returns how many weren''t reserved before. People who already have one keep it.';

COMMENT ON FUNCTION "public"."reset_factor"(uuid) IS 'Removes the second factor of someone who lost it. Admins only, and never their own, which takes a code.';

COMMENT ON FUNCTION "public"."restore_posts"(bigint[]) IS 'Restores posts that the caller just deleted, and returns their addresses.';

COMMENT ON FUNCTION "public"."say_same"(bigint, bigint) IS 'Records that the caller considers two posts the same.';

COMMENT ON FUNCTION "public"."search_entries"(text, integer) IS 'Published entries that contain every word of a query, or words that start with it. Matches in the title come first.';

COMMENT ON FUNCTION "public"."search_posts"(text, text, integer, text, public.post_state) IS 'Searches posts. In: what was typed (anything; only the first 400 characters count), the row_cursor of the last row seen, how many rows (1-100). Out: best first, the columns of list_posts and   snippet, snippet_source: plain text around the match, from ''details'', or from ''comment'' if only a comment matched;   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;   total, total_is_exact: how many posts were found, the same on every row; above 500 only that many are ranked. A title outweighs details, and details outweigh comments; whole words, phrases and votes decide between equals. If no title contains all words, words in use are corrected as well, and posts without one of the words come last. Security definer, because the words are in a schema that clients can''t read; it only returns public columns.';

COMMENT ON FUNCTION "public"."see_changelog"() IS 'Marks all entries as seen by the caller.';

COMMENT ON FUNCTION "public"."send_test_mail"() IS 'Sends the caller a test email, at most one a minute.';

COMMENT ON FUNCTION "public"."set_different"(bigint, bigint, boolean) IS 'Marks two posts as different, or undoes that.';

COMMENT ON FUNCTION "public"."set_mail_settings"(text, public.mail_pace, boolean) IS 'Changes what mail_settings shows: the frequency, and whether emails about the post, or summaries, continue. Null leaves a value unchanged. For a merged post, emails end for it and for the post that remains. Choosing no emails also ends the summary, and deletes an address without an account. Returns whether the link worked.';

COMMENT ON FUNCTION "public"."set_moderation_settings"(text, integer, integer) IS 'For admins to change. Null leaves a value unchanged.';

COMMENT ON FUNCTION "public"."set_notice_settings"(boolean, public.mail_pace, public.follow_level, public.follow_level, public.follow_level, boolean, boolean) IS 'Changes the caller''s settings. Null leaves a setting unchanged.';

COMMENT ON FUNCTION "public"."set_reaction"(bigint, public.reaction) IS 'Sets the caller''s reaction to an entry, or removes it with null. Calling it twice changes nothing.';

COMMENT ON FUNCTION "public"."set_role"(uuid, text) IS 'Gives a person a role, or none. Admins only. The person must have confirmed their address: otherwise, someone who signed up with another person''s address could get the role when that person clicks the link.';

COMMENT ON FUNCTION "public"."set_vote"(bigint, boolean) IS 'Adds or removes the caller''s vote and returns the result. Calling it twice changes nothing. To remove a vote, it locks the posts in order of their ids.';

COMMENT ON FUNCTION "public"."set_votes_aside"(bigint, boolean, text, uuid[]) IS 'Excludes votes on a post, of a signal or of these people, or counts votes again, of these people or all. Returns whose votes changed, so that exactly that can be undone, and the post''s address. For the team.';

COMMENT ON FUNCTION "public"."show_comments"(bigint[]) IS 'Unhides comments and returns their addresses. For the team.';

COMMENT ON FUNCTION "public"."show_posts"(bigint[]) IS 'Unhides posts and returns their addresses. For the team.';

COMMENT ON FUNCTION "public"."silence_address"(text, text) IS 'For the server: records that an address bounced or complained.';

COMMENT ON FUNCTION "public"."similar_posts"(text, integer, text) IS 'Posts that may be about the same thing as a title that is being typed. In: the title (its first 200 characters count), how many posts (1-20). Out: most likely first. Security definer for the same reason as search_posts.';

COMMENT ON FUNCTION "public"."sitemap_index"() IS 'The parts of the sitemap. Security definer, because policies keep the query from using its index.';

COMMENT ON FUNCTION "public"."sitemap_posts"(integer) IS 'The posts of one part, ordered by id.';

COMMENT ON FUNCTION "public"."subscribe_to_changelog"(text) IS 'For the site''s server, after count_attempt(''follow'', …): an address without an account asks to subscribe to the changelog. It gets a confirmation email, as in follow_by_mail.';

COMMENT ON FUNCTION "public"."suggest_merges"(integer) IS 'Pairs of posts that may be the same: first those that people reported, most people first, then pairs among the newest posts whose titles share rare words. Each post has what a decision needs; the post with more votes comes first. For the team.';

COMMENT ON FUNCTION "public"."unapprove"(bigint[], bigint[]) IS 'Undoes the approval of posts and comments: they await approval again, and reports closed by the approval are open again. For the team.';

COMMENT ON FUNCTION "public"."unblock_people"(uuid[]) IS 'Unblocks up to 200 people. Returns how many were blocked.';

COMMENT ON FUNCTION "public"."unmerge_posts"(bigint[]) IS 'Undoes merges of any age and returns the outcome of each post: done, unchanged (it isn''t merged) or missing, with its address and the one it was merged into, so that stored pages can be refreshed.';

COMMENT ON FUNCTION "public"."unread_notices"() IS 'How many notifications and report outcomes are unread, up to 100.';

COMMENT ON FUNCTION "public"."use_recovery_code"(text) IS 'Removes a lost second factor with a recovery code, after signing in. False for a wrong code. Attempts aren''t limited: no one can guess 60 bits, and with a limit, someone who knows the password could keep the owner out.';

COMMENT ON FUNCTION "public"."votes_on"(bigint[]) IS 'For each of these posts: whether the caller voted, and the number of votes.';

COMMENT ON FUNCTION "public"."waiting_of"(uuid, boolean) IS 'What the caller''s form sent with this key and is awaiting approval: a post or a comment.';

COMMENT ON TABLE "private"."alike_posts" IS 'Posts with similar titles according to search, refreshed daily.';

COMMENT ON TABLE "private"."api_answers" IS 'Responses to POST requests with an Idempotency-Key, kept for a day. Without a status, the first request is still running.';

COMMENT ON TABLE "private"."api_keys" IS 'API keys of team members, stored as digests. A key has 256 random bits.';

COMMENT ON TABLE "private"."api_limits" IS 'How often the API may be called with one key, and from one network without a key. Operators change a limit with an update.';

COMMENT ON TABLE "private"."api_usage" IS 'Requests of a key or network in the current period, by a salted hash. Removed after an hour.';

COMMENT ON TABLE "private"."attempt_limits" IS 'How often something may be tried: per network for one account, per network in total, and overall. Never per account alone, because then anyone could lock anyone out. Operators change a limit with an update.';

COMMENT ON TABLE "private"."attempts" IS 'Attempts of the last hour. The key is a salted hash; email and network addresses aren''t stored.';

COMMENT ON TABLE "private"."blocks" IS 'Who is blocked, why and until when. Without an end, until someone unblocks them.';

COMMENT ON TABLE "private"."board_imports" IS 'How far the boards that were brought here from another instance have come: so many rows of each part are there. A part that is finished is not looked at again.';

COMMENT ON TABLE "private"."budgets" IS 'How many bytes an account may store, in total and in unused objects.';

COMMENT ON TABLE "private"."changelog_readers" IS 'Email addresses that subscribe to the changelog, once confirmed.';

COMMENT ON TABLE "private"."changelog_visits" IS 'When a person last opened the changelog.';

COMMENT ON TABLE "private"."different_posts" IS 'Pairs of posts that an admin marked as different. They aren''t suggested again.';

COMMENT ON TABLE "private"."events" IS 'What people did, each event once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (someone is mentioned in its details), comment.created, comment.deleted, comment.mention (someone is mentioned since an edit), changelog.published, changelog.changed, changelog.removed. Holds only ids, no texts, and never changes. Texts are looked up when a notification is written, so nothing deleted is sent. Imports and operators create no events.';

COMMENT ON TABLE "private"."export_parts" IS 'The file of an export in pieces, until its time is over.';

COMMENT ON TABLE "private"."exports" IS 'Exports of the board: those from the dashboard with their file for a day, those of npm run export as a note.';

COMMENT ON TABLE "private"."first_passwords" IS 'The name and password chosen with a confirmation link, until the auth service confirms the address with that link.';

COMMENT ON TABLE "private"."follows" IS 'What people chose with the follow button on a post. It outweighs following by what they did.';

COMMENT ON TABLE "private"."given_votes" IS 'Votes that the team added on someone''s behalf, by whom and why.';

COMMENT ON TABLE "private"."hidings" IS 'What is hidden, why and by whom. cause: team (by hand), block (with its author), reports (until it is reviewed), approval (before it is reviewed). body is the text of a comment, which its own row lacks while it is hidden.';

COMMENT ON TABLE "private"."import_parts" IS 'An uploaded file in pieces, until its import has ended.';

COMMENT ON TABLE "private"."import_runs" IS 'Imports from the dashboard: uploaded by an admin, checked by the worker, started by the same admin, and undone by any.';

COMMENT ON TABLE "private"."imports" IS 'Which posts came from elsewhere, so that bringing the same again adds nothing. source is the tracker, or the file where it does not name one; a post that was deleted since leaves its row, so it does not come back.';

COMMENT ON TABLE "private"."insight_answers" IS 'The team''s first responses per week, and their median.';

COMMENT ON TABLE "private"."insight_days" IS 'Posts, votes, comments and people per day and category.';

COMMENT ON TABLE "private"."insight_rising" IS 'Posts with the most votes in the last seven days, and in the seven days before.';

COMMENT ON TABLE "private"."insight_run" IS 'When this was last counted. No row if never.';

COMMENT ON TABLE "private"."known_devices" IS 'The devices that someone signed in from, as digests of browser and network; the last fifty per account.';

COMMENT ON TABLE "private"."limits" IS 'How much one account may do in a period, depending on its standing. Operators change a limit with an update, which takes effect with the next request.';

COMMENT ON TABLE "private"."mail_addresses" IS 'Email addresses that follow posts or the changelog without an account.';

COMMENT ON TABLE "private"."mail_follows" IS 'The posts that an address follows, each once it is confirmed.';

COMMENT ON TABLE "private"."mail_key" IS 'The key that signs links in emails.';

COMMENT ON TABLE "private"."mail_parts" IS 'The events that a reader is notified about by email, each once.';

COMMENT ON TABLE "private"."mails" IS 'Every email and its outcome, without its text.';

COMMENT ON TABLE "private"."mentions" IS 'The people mentioned in a comment, because several may have the same name.';

COMMENT ON TABLE "private"."moderation" IS 'The moderation rules that admins set: what needs approval (off; first: each person''s first post or comment; links: content with links from new people; all), after how many days a member with visible content is trusted, and how many reports of trusted members hide something.';

COMMENT ON TABLE "private"."notice_rules" IS 'One row. Emails wait until their content can no longer be corrected, and whatever happens in the meantime goes into the same email. Summaries are sent at an hour of UTC, weekly ones on a weekday (1 is Monday). Operators change it with an update.';

COMMENT ON TABLE "private"."notice_settings" IS 'How a person is notified about what they follow. One row each.';

COMMENT ON TABLE "private"."notices" IS 'A person''s notifications on the site. Texts are looked up when they are shown.';

COMMENT ON TABLE "private"."own_claims" IS 'Who signed in from the company''s product and has no account here yet, or has to prove the address by a mail first.';

COMMENT ON TABLE "private"."own_identities" IS 'Which account belongs to a person of the company''s product, by the id that the product gives them.';

COMMENT ON TABLE "private"."own_keys" IS 'What tokens of the company''s product are checked with: a shared secret, or a public key. Two at once, for changing over. Clients never read them.';

COMMENT ON TABLE "private"."own_sessions" IS 'Sessions that began with a token of the company''s own product. Nobody proved an address or a password for them.';

COMMENT ON TABLE "private"."own_tokens" IS 'Tokens that were used, as digests of their ids, until they would be too old anyway.';

COMMENT ON TABLE "private"."post_mentions" IS 'The people mentioned in a post''s details, including those mentioned before an edit, so that no one is notified twice about the same text. Removed with the account.';

COMMENT ON TABLE "private"."recovery_codes" IS 'Codes that remove a lost second factor, stored as digests. Each works once and has 60 random bits.';

COMMENT ON TABLE "private"."reports" IS 'What members reported. A report is open until its content is hidden, kept or removed.';

COMMENT ON TABLE "private"."reserved_names" IS 'Names that only admins may use: the site''s own, and the name shown for deleted users. Operators can add more.';

COMMENT ON TABLE "private"."salt" IS 'The salt of the attempts'' keys: one value, created here and known nowhere else.';

COMMENT ON TABLE "private"."same_posts" IS 'Who said which two posts are the same.';

COMMENT ON TABLE "private"."search_comments" IS 'The words of each visible comment, its text, and the language it was stemmed in.';

COMMENT ON TABLE "private"."search_misses" IS 'Queries that found nothing and how often, without who searched.';

COMMENT ON TABLE "private"."search_posts" IS 'The words of title (A) and details (B) of each post, and the details as plain text, stored out of line because only posts that are shown need it. language is the language they were stemmed in.';

COMMENT ON TABLE "private"."search_signs" IS 'The symbols of each post, single and in pairs, for the dashboard''s text filter.';

COMMENT ON TABLE "private"."search_titles" IS 'The words of each title. The table is small, so even the most common word is found and ranked quickly. popularity is 20 ln(1 + votes) and tier is log2(1 + votes), both as whole numbers, so they change less often the more votes there are.';

COMMENT ON TABLE "private"."search_words" IS 'Every word in use, to correct misspelled words. deletes holds the word and all its forms with one letter left out. documents is how many texts contain it, exact below 16 and estimated above. It only helps with corrections: no result depends on it being complete.';

COMMENT ON TABLE "private"."sendings" IS 'What a form has sent, by an idempotency key, kept for a day. If the response gets lost and the form is sent again, nothing is created twice.';

COMMENT ON TABLE "private"."silenced" IS 'Salted hashes of addresses that bounced or complained. They receive no emails.';

COMMENT ON TABLE "private"."untold" IS 'Events whose followers haven''t all been notified, and how far that has come.';

COMMENT ON TABLE "private"."usage" IS 'What an account has done in its current period. Refused writes don''t count.';

COMMENT ON TABLE "private"."vote_networks" IS 'Salted hashes of the networks that votes came from, kept for 30 days.';

COMMENT ON TABLE "private"."voter_addresses" IS 'Email addresses without an account that the team voted for.';

COMMENT ON TABLE "private"."webhooks" IS 'External addresses that are notified about what happens on the board. Managed by admins.';

COMMENT ON TABLE "private"."withdrawn_votes" IS 'Excluded votes that were removed. If they are cast again, they stay excluded.';

COMMENT ON TABLE "public"."audit_log" IS 'What the team did to other people''s content. Only triggers write it and it never changes. It outlives the posts it mentions, so it has no foreign keys to them.';

COMMENT ON TABLE "public"."canned_answers" IS 'The team''s saved replies, for comments and notes. {name}, {title}, {state} and {site} are replaced with the post''s values before the text is sent, so the author can check it.';

COMMENT ON TABLE "public"."category_addresses" IS 'Every address that a category ever had, so that old links keep working.';

COMMENT ON TABLE "public"."changelog_addresses" IS 'Every address that an entry has, or had since it was first published. None is given to another entry.';

COMMENT ON TABLE "public"."changelog_entries" IS 'Changelog entries. Everyone can read published ones; only the team can read drafts and scheduled ones. The body is only available through functions.';

COMMENT ON TABLE "public"."changelog_entry_labels" IS 'The labels of each entry.';

COMMENT ON TABLE "public"."changelog_entry_posts" IS 'The posts linked to an entry. Their followers are notified about the entry.';

COMMENT ON TABLE "public"."changelog_reactions" IS 'A person''s reaction to an entry, at most one. As with votes, reactions of blocked people are kept but don''t count.';

COMMENT ON TABLE "public"."comments" IS 'Comments, and replies one level deep. A deleted comment with replies stays as an empty row to keep the thread readable; its text is gone.';

COMMENT ON TABLE "public"."dashboard_views" IS 'Saved views of the dashboard, personal or shared with the team.';

COMMENT ON TABLE "public"."images" IS 'Images of posts, comments and changelog entries. path is an object in the bucket images.';

COMMENT ON TABLE "public"."person_segments" IS 'What the company''s product said of a person when it last signed them in. Nobody but the team reads it; a person has their own in the export of their data.';

COMMENT ON TABLE "public"."post_addresses" IS 'Every address that a post ever had. None is given to another post.';

COMMENT ON TABLE "public"."post_merges" IS 'Which post was merged into which, and when that was undone. While a merge stands, the merged post has deleted_at = infinity: no one can see it, but its row, addresses and events stay for an undo.';

COMMENT ON TABLE "public"."post_notes" IS 'Internal notes of the team. Nothing else reads them.';

COMMENT ON TABLE "public"."post_tags" IS 'The tags of each post.';

COMMENT ON TABLE "public"."post_totals" IS 'How many posts a category has in each state. Kept by triggers.';

COMMENT ON TABLE "public"."post_triage" IS 'What the team records about a post, one row each: who reviewed it first and when (the inbox holds those without), who is assigned, and when it is expected.';

COMMENT ON TABLE "public"."profiles" IS 'What the public may know of a person. An account''s profile has the id of its auth user. A placeholder profile can''t sign in: it is the author of imported feedback, or someone whom the team knows only by email address.';

COMMENT ON TABLE "public"."roles" IS 'Who is on the team, as admin or moderator. Written by the operator (npm run admin) and by admins through set_role. Nothing that people sign up with or save changes it.';

COMMENT ON TABLE "public"."site_settings" IS 'One row: what admins set, null for the default. Environment variables take precedence.';

COMMENT ON TABLE "public"."state_texts" IS 'Names and descriptions of the five states; null for the default.';

COMMENT ON TABLE "public"."synonyms" IS 'Groups of words that search treats as the same. Managed by admins.';

COMMENT ON TABLE "public"."tags" IS 'The team''s tags for posts. No one else sees them.';

COMMENT ON TABLE "public"."votes" IS 'A person''s vote on a post. Adding or removing it twice changes nothing.';

COMMENT ON TYPE "private"."search_atom" IS 'One part of a query: the number of its first word; tsquery texts for titles and for longer texts, as typed (strict) and with corrections (loose, null if there are none); the words and word beginnings to highlight; roughly how many texts contain it, null if not counted; its weight (private.rarity), 0 if no text contains it; and tsquery texts for posts that contain only some parts (wide): with synonyms in titles, and with corrections only for words that aren''t in use.';

COMMENT ON TYPE "private"."search_hits" IS 'All posts found; those found only by a comment, with that comment; the tsquery for titles when words in use were corrected as well; the words to highlight; whether nothing else matches.';

COMMENT ON TYPE "private"."search_request" IS 'A query as it was read: its text, its words, and these words as one text; for each part, a tsquery text for titles and one for longer texts; tsqueries for all parts as typed (strict) and with corrections (loose), for the words side by side, and for whole words; the words and word beginnings to highlight; the share of all texts that may contain all parts, null if unknown; for each part also tsquery texts for titles as typed, and for titles and longer texts of posts that contain only some parts; its weight and roughly how many texts contain it; and how many texts there are.';

COMMENT ON TYPE "private"."synonym_place" IS 'Where a synonym entry appears in a query: the numbers of its first and last word, and the other entries of its groups as a tsquery text for titles, the words to highlight, and roughly how many texts contain one.';

COMMENT ON VIEW "private"."shown_objects" IS 'Every object that an image or a profile picture needs.';

COMMENT ON VIEW "private"."visible_events" IS 'Events about content that everyone can read right now. Everything that notifies reads this. A published changelog entry has one event, as if the entry were a post in a category of that name.';

REVOKE ALL ON FUNCTION "private"."are_origins"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."are_origins"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_export"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_export"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_import"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_import"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_import"(uuid, text, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_own_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_own_sessions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_imported_people"(uuid[], timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."guard_linking"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."guard_linking"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_export"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_export"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_import"(uuid, integer, real) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_import"(uuid, integer, real) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_categories"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_categories"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_says"(private.import_runs) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."import_says"(private.import_runs) TO "postgres";

REVOKE ALL ON FUNCTION "private"."interest"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."interest"(bigint[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_as_imported"(public.posts, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_own_session"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_own_session"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_signing_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_signing_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."link_own"(text, uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."make_import_categories"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_import_categories"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_export"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_export"(boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_import"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_import"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."put_down_import"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."put_down_import"(uuid, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_import_choices"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_import_choices"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_segments"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_segments"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_export"(uuid, integer, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_import"(uuid, integer, text, jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tidy_transfers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tidy_transfers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_import"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_import"(uuid, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_add_own_key"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_add_own_key"(text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_add_upload_part"(uuid, integer, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_begin_upload"(uuid, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_check_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_check_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_columns"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_columns"(bigint[]) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_end_upload"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_end_upload"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_export_part"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_export_part"(uuid, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_exports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_exports"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_first_steps"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_first_steps"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_imports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_imports"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_interest"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_interest"(bigint[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_make_export"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_make_export"(boolean, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_own_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_own_keys"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_publish_entry"(bigint, timestamp without time zone, boolean, boolean, integer, timestamp with time zone) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."admin_remove_own_key"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_remove_own_key"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_set_widget"(text[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_set_widget"(text[], boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_start_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_start_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_stop_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_stop_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."admin_undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_undo_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."api_entries"(bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."api_entries"(bigint[]) TO "anon", "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_own_sign_in"(text, text, text, jsonb, text, timestamp with time zone, bigint) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."end_other_sessions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_other_sessions"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_own_sign_in"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."note_context"(bigint, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_context"(bigint, text, text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."note_own_session"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."note_own_session"(uuid, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."own_keys"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."own_keys"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."person_segments"(public.profiles) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."person_segments"(public.profiles) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."export_parts" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."exports" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."import_parts" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."import_runs" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_claims" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_identities" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_keys" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_sessions" TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."own_tokens" TO "postgres", "service_role";

GRANT SELECT ON TABLE "public"."person_segments" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."person_segments" TO "postgres", "service_role";

ALTER TABLE "private"."own_keys" ADD CONSTRAINT "own_keys_check" CHECK (
CASE algorithm
    WHEN 'HS256'::text THEN (secret ~ '^[A-Za-z0-9_-]{43}$'::text)
    ELSE private.is_signing_key(secret)
END);

ALTER TABLE "public"."site_settings" ADD CONSTRAINT "site_settings_widget_origins_are_origins" CHECK (private.are_origins(widget_origins));

insert into private.attempt_limits (kind, scope, max_count, period) values ('own-sign-in', 'address', 120, '10 minutes');
