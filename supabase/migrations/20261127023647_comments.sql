set local check_function_bodies = off;

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

  create temporary table example_entries (days integer, title text, body text, labels text[], posts text[]);

  -- An entry without days is a draft.
  insert into pg_temp.example_entries values
  (31, 'Dark mode is here', E'Signpost now has a dark theme. It follows your system, or you can choose it yourself at the bottom of every page.\n\n- Every text has a contrast of at least 4.5 to 1, code blocks included.\n- Images keep their colors.\n\nThank you to everyone who tested it on their phones.', '{new}', '{Dark mode}'),
  (24, 'Search that understands typing mistakes', E'Search finds what you meant: `roadmpa` leads to the roadmap. It also looks through comments and highlights every match.\n\n## Links that last\n\nLinks to posts keep working after a post is renamed or moved.', '{improved}', '{Search that forgives typing mistakes,Permanent links to posts}'),
  (15, 'Feeds for each category, and a vote count that stays put', E'Follow a category in your feed reader or your team''s chat. You find its Atom feed at the top of the list.\n\nWe also fixed the vote count that showed an old number for a moment after a reload.', '{new,fixed}', '{Atom feed for each category,Vote count jumps back after a reload}'),
  (null, 'An email when your post ships', E'You''ll get one email when a post you voted for is completed.\n\nStill missing: a screenshot of the email, and how to unsubscribe.', '{new}', '{Tell voters when a post ships}');

  insert into public.changelog_entries (
    title, slug, body, state, published_at, first_published_at, created_at, updated_at, author_id
  )
  select e.title, gen_random_uuid()::text, e.body, case when e.days is null then 'draft' else 'published' end::public.entry_state,
         now() - make_interval(days => e.days), now() - make_interval(days => e.days),
         now() - make_interval(days => coalesce(e.days, 1) + 1), now() - make_interval(days => coalesce(e.days, 1)),
         '00000000-0000-4000-8000-000000000001'
  from pg_temp.example_entries e order by e.days desc nulls last;

  perform private.place_entry(x.id, x.title), private.set_entry_belongings(
    x.id,
    array(select l.id from public.changelog_labels l where l.slug = any (e.labels)),
    array(select p.id from public.posts p where p.title = any (e.posts) order by array_position(e.posts, p.title))
  )
  from pg_temp.example_entries e join public.changelog_entries x on x.title = e.title
  where x.author_id = any (private.example_people());

  drop table pg_temp.example_posts, pg_temp.example_comments, pg_temp.example_entries;
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
    -- These addresses are reserved for two folders of pages.
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

CREATE OR REPLACE FUNCTION private.keep_place(asked private.search_request, hits private.search_hits, slug text, wanted public.post_state)
 RETURNS private.search_hits
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
  many constant integer := 4000;
  category constant integer := (select c.id from public.categories c where c.slug = keep_place.slug);
  own bigint[] := array(
    select p.id from public.posts p
    where p.id = any (hits.ids) and (keep_place.slug is null or p.category_id = category)
      and (wanted is null or p.state = wanted)
  );
  favoured bigint[];
begin
  if not hits.is_exact then
    -- Each list is in the order of an index.
    if keep_place.slug is null then
      favoured := array(
        select p.id from public.posts p where p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    elsif wanted is null then
      favoured := array(
        select p.id from public.posts p where p.category_id = category and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    else
      favoured := array(
        select p.id from public.posts p
        where p.category_id = category and p.state = wanted and p.deleted_at is null
        order by p.votes_total desc, p.activity_at desc, p.id desc limit many
      );
    end if;
    own := array(
      select f from unnest(own) f
      union
      (select f.id
       from (select f.id from unnest(favoured) with ordinality f(id, place) order by f.place offset 0) f
       where (select t.title @@ asked.title_loose from private.search_titles t where t.post_id = f.id)
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
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
      -- The reader has muted the post since then, or no longer follows it.
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
  select mail.about ->> 'to', true, null, null, true, null where mail.about ->> 'event' in ('deleted', 'invited');
  says := private.mail_says(mail);
  if mail.kind = 'notices' then
    update private.mail_parts m set is_said = s.is_said
    from (
      select p.event_id, exists (select from private.parts_to_say(mail) t where t = p.event_id) as is_said
      from private.mail_parts p where p.mail_id = mail.id
    ) s
    where m.mail_id = mail.id and m.event_id = s.event_id and m.is_said <> s.is_said;
  end if;
  -- If the email has only one changelog entry left, it is about that entry.
  if jsonb_array_length(says -> 'posts') = 1 and (says #>> '{posts,0,id}')::bigint < 0 then
    mail.post_id := (says #>> '{posts,0,id}')::bigint;
    reader.token := private.make_token(
      case when mail.person_id is null then 'a' else 'p' end, coalesce(mail.person_id, mail.address_id), -mail.post_id,
      'changelog'
    );
  end if;
  problem := case
    when reader.address is null or not reader.is_open then 'No one is left to send it to.'
    when not reader.is_confirmed then 'The address isn''t confirmed.'
    when mail.kind = 'notices' and reader.pace = 'never' then 'The reader turned emails off.'
    when exists (select from private.silenced s where s.key = private.address_key(reader.address))
      then 'The address receives no emails.'
    when says is null and mail.kind = 'summary' and exists (select from public.roles r where r.user_id = mail.person_id)
      then 'There was nothing to report.'
    when says is null then 'Its subject no longer exists.'
  end;
  if problem is null then
    return says || jsonb_build_object(
      'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
      'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
      'is_person', mail.person_id is not null
    );
  end if;
  update private.mails m set state = 'dropped', outcome = problem, about = private.without_address(m.about) where m.id = mail.id;
  return null;
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
  -- Each part counts once, no matter how often it was typed.
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

CREATE OR REPLACE FUNCTION private.remove_deleted_comments()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids bigint[] := array(
    select c.id from public.comments c
    where c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id
  );
begin
  perform 1 from public.posts p
  where p.id in (select c.post_id from public.comments c where c.id = any (ids)) order by p.id for key share;
  -- One of these comments may have just been restored.
  ids := array(
    select c.id from public.comments c
    where c.id = any (ids) and c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id for update
  );
  perform private.remove_comment(id) from unnest(ids) id;
  return cardinality(ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.said_by(title tsvector, both_texts tsvector, strict_titles tsquery[], wide_titles tsquery[], bodies tsquery[], rarities double precision[])
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  -- Unpack the list only once.
  vector constant tsvector := both_texts || ''::tsvector;
  in_details constant double precision := 0.35 + 0.2 * least(1, 40.0 / greatest(length(vector), 1));
  said double precision := 0;
begin
  for i in 1..cardinality(rarities) loop
    if title @@ wide_titles[i] then
      said := said + rarities[i] * case when title @@ strict_titles[i] then 1 else 0.8 end;
    elsif vector @@ bodies[i] then
      said := said + rarities[i] * in_details;
    end if;
  end loop;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_vector(value text, all_words boolean, language text DEFAULT private.search_language())
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    with words as materialized (
      select least(w.place, 16000) as place, w.chunk, w.word, w.dense,
        lag(w.chunk) over (order by w.place) is not distinct from w.chunk
          or lead(w.chunk) over (order by w.place) is not distinct from w.chunk as has_neighbour,
        -- The result is empty for a stop word.
        private.search_lexemes(w.word, language) as stems
      from private.search_words_of(value) w
    ),
    forms as (
      select w.word as form, w.place from words w where all_words or w.has_neighbour or w.stems is distinct from '{}'
      union all
      select w.stems[1], w.place from words w where w.stems[1] <> w.word and char_length(w.word) > 2
      union all
      select rtrim(w.word, '+#'), w.place from words w where w.word ~ '[+#]$'
      union all
      select regexp_replace(w.word, '^[وبفك]?ال', ''), w.place from words w
      where w.word >= U&'\0621' collate "C" and w.word ~ '^[وبفك]?ال.{3}'
      union all
      select string_agg(rtrim(w.word, '+#'), '' order by w.place), min(w.place)
      from words w where w.has_neighbour and not w.dense group by w.chunk having count(*) between 2 and 4
    )
    select coalesce(string_agg('''' || left(form, 60) || ''':' || place, ' '), '')::tsvector
    from forms where form <> ''
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_invite(addresses text[], wanted text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text;
  made private.invitations;
  sent integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if coalesce(cardinality(addresses), 0) not between 1 and 20 then
    raise exception 'Invite between one and twenty people at a time.' using errcode = '22023';
  end if;
  if coalesce(wanted, '') not in ('admin', 'moderator') then
    raise exception 'This role doesn''t exist. Use admin or moderator.' using errcode = '22023', hint = 'role_unknown';
  end if;
  delete from private.invitations i where i.ends_at < now() - interval '1 month';
  for mailbox in select distinct coalesce(lower(btrim(a)), '') from unnest(addresses) a order by 1 loop
    if mailbox !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(mailbox) > 254 then
      raise exception 'This isn''t an email address: %', mailbox using
        errcode = '22023', hint = 'invited_address_invalid', detail = jsonb_build_object('address', left(mailbox, 254))::text;
    end if;
    if exists (
      select from auth.users u join public.roles r on r.user_id = u.id
      where lower(u.email) = mailbox and r.role in ('admin', wanted)
    ) then
      raise exception 'This person is already on the team: %', mailbox
        using errcode = 'PT409', hint = 'invited_is_on_team', detail = jsonb_build_object('address', mailbox)::text;
    end if;
    perform private.require_pause((select i from private.invitations i where i.address = mailbox));
    insert into private.invitations as i (address, role, invited_by) values (mailbox, wanted, auth.uid())
    on conflict (address) do update set
      role = excluded.role, invited_by = excluded.invited_by, key = excluded.key, sent_at = now(), ends_at = excluded.ends_at
    returning * into made;
    perform private.send_invitation(made, 'create');
    sent := sent + 1;
  end loop;
  if (select count(*) from private.invitations) > 100 then
    raise exception 'Up to 100 people can be invited at a time.' using errcode = 'PT409', hint = 'invitations_full';
  end if;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.hide_comments(comment_ids bigint[], reason text)
 RETURNS TABLE(id bigint, post_id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(comment_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal('{}', ids, 'team', why);
  -- If it was deleted a moment ago, its author could restore it otherwise.
  perform private.remove_comment(c.id) from public.comments c where c.id = any (ids) and c.deleted_by = c.author_id;
  perform private.audit('comment.hide', p.id, p.title, null, jsonb_build_object('comment_id', c.id, 'reason', why))
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;
  perform private.log_event('comment.deleted', c.post_id, c.id)
  from private.hidings h join public.comments c on c.id = h.comment_id
  where h.comment_id = any (ids) and not h.is_unheard order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids) and c.hidden_at is not null;
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
  -- This runs after its comments have moved, because those stay in the index.
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
        -- Take the locks in the same order as private.gather.
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

CREATE OR REPLACE FUNCTION public.restore_comment(comment_id bigint)
 RETURNS TABLE(post_id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_unblocked(true);
  perform private.hold_post_of(restore_comment.comment_id);
  if not private.is_team() and exists (
    select from public.comments c join public.posts p on p.id = c.post_id
    where c.id = restore_comment.comment_id and c.deleted_by = (select auth.uid()) and p.locked_at is not null
  ) then
    raise exception 'Comments are locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  return query
    update public.comments c set deleted_at = null, deleted_by = null
    from public.posts p join public.categories t on t.id = p.category_id
    where c.id = restore_comment.comment_id and p.id = c.post_id and p.deleted_at is null
      and c.deleted_by = (select auth.uid()) and c.deleted_at > private.undo_end()
      and (c.author_id = (select auth.uid()) or (select private.is_admin()))
      and not exists (select from private.blocks b where b.person_id = c.author_id)
    returning p.id, t.slug;
  if not found then
    -- It is already restored, so the answer of an earlier request was lost.
    return query
      select p.id, t.slug
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = restore_comment.comment_id and c.deleted_at is null and p.deleted_at is null
        and c.author_id = (select auth.uid());
  else
    if not private.is_admin() then
      perform private.spend_limit('edit');
    end if;
    -- A rule may have been switched on in the meantime. What the team approved stays approved.
    perform private.conceal('{}', array[c.id], 'approval', 'waits for approval')
    from public.comments c
    where c.id = restore_comment.comment_id and c.author_id = (select auth.uid())
      and private.needs_approval(c.author_id, c.body, this_comment => c.id)
      and not exists (
        select from public.audit_log l
        where l.post_id = c.post_id and l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(c.id)
      );
  end if;
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
    raise exception 'This role doesn''t exist. Use admin or moderator.' using errcode = '22023', hint = 'role_unknown';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'role_no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$function$;

COMMENT ON COLUMN "private"."api_keys"."aal" IS 'aal2 if the owner had used a second factor when creating the key.';

COMMENT ON COLUMN "public"."comments"."deleted_by" IS 'Who may restore the comment. Null once its text is gone.';

COMMENT ON FUNCTION "private"."audit_restored_comment"(public.comments) IS 'Logs that the team restored someone else''s comment.';

COMMENT ON FUNCTION "private"."bulk_seen"(jsonb) IS 'What the admin saw of each post, by id. A post that someone else has changed since is left alone. Outcomes: done, unchanged (it was already like that), conflict (it isn''t as it was seen, or isn''t in seen), missing. Without seen, nothing is compared.';

COMMENT ON FUNCTION "private"."example_board"() IS 'Whether the example board is ''addable'' (there are no posts), ''removable'' (all content is its own), or ''shared'' (others have posted, voted or commented); null if none of it is left.';

COMMENT ON FUNCTION "private"."find_newest"(tsquery, integer) IS 'The newest posts whose title and details together contain the whole query.';

COMMENT ON FUNCTION "private"."remove_stray_rows"() IS 'Removes rows of pictures whose objects no longer exist.';

COMMENT ON FUNCTION "private"."take_back"(bigint[]) IS 'Cancels notifications about content that no longer exists, and hides those already created.';

COMMENT ON FUNCTION "private"."take_invitation"(private.invitations, uuid) IS 'Gives the invited person their role, unless they already have a higher one, and ends the invitation.';

COMMENT ON FUNCTION "private"."tell_mentioned"(bigint, bigint, uuid[]) IS 'Notifies people mentioned in a text of the caller. They are few, so it is done immediately. People who already have a pending notification or email about the same comment find the mention there, and so do people who will still be notified about it.';

COMMENT ON FUNCTION "public"."remove_factor"() IS 'Removes the caller''s second factor. Requires one of its codes right before.';
