-- The example board, added on first start or by admins in the dashboard. Its people are placeholders with fixed ids, so
-- no one can sign in as them and all their content can be recognized.

create function private.example_people() returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select p.id from public.profiles p
    where p.id between '00000000-0000-4000-8000-000000000000' and '00000000-0000-4000-8001-ffffffffffff'
  )
$$;
comment on function private.example_people is 'The people on the example board.';

create function private.is_outsider(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from public.profiles p
    where p.id = person and (p.placeholder or exists (select from public.roles r where r.user_id = p.id))
  )
$$;
comment on function private.is_outsider is 'Whether this is a person, also one whose account is deleted, who isn''t on the team.';

create function private.example_board() returns text
language plpgsql stable set search_path = '' as $$
declare
  people constant uuid[] := private.example_people();
  posts constant bigint[] := array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null);
begin
  if cardinality(people) = 0 then
    return case when not exists (select from public.posts p where p.deleted_at is null) then 'addable' end;
  elsif exists (select from public.posts p where p.deleted_at is null and private.is_outsider(p.author_id))
     or exists (select from public.votes v where v.post_id = any (posts) and private.is_outsider(v.user_id))
     or exists (
       select from public.comments c
       where c.post_id = any (posts) and c.deleted_at is null and private.is_outsider(c.author_id)
     ) then
    return 'shared';
  end if;
  return 'removable';
end
$$;
comment on function private.example_board is
  'Whether the example board is ''addable'' (there are neither posts nor examples), ''removable'', or ''shared'' (people outside the team have posted, or have voted or commented on its posts); null on a board without examples.';

create function private.add_example_board() returns void
language plpgsql set search_path = '' as $$
begin
  perform private.audit('example.add', null, null, null, null);
  perform set_config('signpost.is_logged', 'on', true);
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
  ('new-features', 'completed', 148, 190, 3, 'Dark mode', E'Reading the board at night is hard on the eyes.\n\nPlease add a dark theme that\n\n- follows the system by default,\n- can be turned on by hand,\n- keeps code blocks and images readable.'),
  ('new-features', 'completed', 96, 171, 6, 'Use the whole site with the keyboard', E'Every menu, dialog and vote button should be reachable with **Tab** and work with **Enter** and **Space**.\n\nA visible focus ring would already help a lot.'),
  ('new-features', 'completed', 87, 160, 9, 'Search that tolerates typos', E'I often type `roadmpa` and find nothing. Search should still find "roadmap".'),
  ('new-features', 'completed', 52, 148, 10, 'Permanent links to posts', 'Links shared in chats must keep working after a post has been renamed or moved.'),
  ('integrations', 'completed', 41, 133, 7, 'Atom feed for each category', 'So that our team channel can follow what is new without opening the site.'),
  ('bugs', 'completed', 18, 97, 4, 'Vote count jumps back after a reload', E'1. Vote on a post\n2. Reload quickly\n3. The old number is shown for a moment'),
  ('new-features', 'in-progress', 131, 120, 1, 'Tell voters when a post ships', E'Everyone who voted gets one email when the state changes to *Completed*, with a link to unsubscribe.'),
  ('new-features', 'in-progress', 88, 86, 5, 'Right-to-left languages', 'Titles and comments in Arabic and Hebrew should be laid out from right to left, even when mixed with English.'),
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
  ('bugs', 'candidate', 9, 12, 10, 'Dates are hard to read in the table view', 'In a narrow window, the year is cut off.'),
  ('new-features', 'proposed', 46, 27, 4, 'Swipe between roadmap states on a phone', 'Swiping left and right feels more natural than tapping the tabs.'),
  ('new-features', 'proposed', 33, 18, 8, 'Show how a post''s votes grew over time', 'A small line next to the number would tell a new favorite from an old one.'),
  ('integrations', 'proposed', 27, 15, 7, 'Single sign-on with our identity provider', 'Our people shouldn''t need one more password.'),
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
  from pg_temp.example_posts e join public.posts p on p.title = e.title and p.author_id = any (private.example_people())
  cross join lateral generate_series(1, e.votes) v;

  -- How each post reached its state, step by step.
  insert into public.post_events (post_id, actor_id, from_state, to_state, note, created_at)
  select p.id, '00000000-0000-4000-8000-000000000001', step.from_state, step.to_state,
         case step.to_state
           when 'planned' then 'We know what you need and how to build it.'
           when 'completed' then 'Live for everyone. Thank you for the discussion!'
         end,
         p.created_at + (now() - p.created_at) * (step.i / 6.0)
  from pg_temp.example_posts e join public.posts p on p.title = e.title and p.author_id = any (private.example_people())
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
  ('Dark mode', 4, 0.2, 'This would make late-evening triage so much nicer. On phones it saves battery, too.', 1, 'Good point. We''ll test it on OLED screens.'),
  ('Dark mode', 6, 0.3, 'Please check the contrast of the small gray text in both themes: `#777` on black is **not** enough.', 1, 'Agreed. Every text will have a ratio of at least 4.5 to 1.'),
  ('Dark mode', 9, 0.9, 'Just turned it on. It looks great, thank you!', null, null),
  ('Tell voters when a post ships', 2, 0.3, 'Our most asked question: "is it there yet?" This would answer it before it is asked.', 1, 'Exactly why it is next.'),
  ('Tell voters when a post ships', 10, 0.5, 'One email per post is fine. One email per comment is not.', null, null),
  ('Merge duplicate posts', 2, 0.2, E'Cases we see every week:\n\n- same wish, other words\n- a bug reported as a feature\n- one post that asks for two things', 9, 'The third one needs a split, which is another request, I think.'),
  ('Merge duplicate posts', 3, 0.6, 'Will people who voted on both still count once?', 1, 'Yes, one person stays one vote.'),
  ('Search that tolerates typos', 5, 0.4, 'It should work for other scripts as well, e.g. 路线图 or خارطة الطريق.', 1, 'It does now.'),
  ('Paste images straight into a comment', 6, 0.5, 'With a field for alternative text, please.', 1, 'It is part of the plan.'),
  ('Saved searches', 8, 0.4, 'A feed for each search would work for me.', null, null),
  ('Right-to-left languages', 10, 0.3, 'السلام عليكم! Happy to test this.', 1, 'Thank you! We''ll let you know when there''s something to test.'),
  ('Import from a spreadsheet', 2, 0.6, 'Keeping the original dates matters more to us than anything else.', 7, 'Same here.'),
  ('Emoji reactions on comments 🎉', 9, 0.5, 'Works best when there are only a few to choose from.', null, null);

  with top as (
    insert into public.comments (post_id, author_id, body, created_at)
    select p.id, ('00000000-0000-4000-8000-' || lpad(c.author::text, 12, '0'))::uuid, c.body,
           p.created_at + (now() - p.created_at) * c.share
    from pg_temp.example_comments c join public.posts p on p.title = c.post and p.author_id = any (private.example_people())
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
  (24, 'Search that understands typos', E'Search finds what you meant: `roadmpa` leads to the roadmap. It also looks through comments and highlights every match.\n\n## Links that last\n\nLinks to posts keep working after a post is renamed or moved.', '{improved}', '{Search that tolerates typos,Permanent links to posts}'),
  (15, 'A feed for each category, and a vote count fix', E'Follow a category in your feed reader or your team''s chat. You find its Atom feed at the top of the list.\n\nWe also fixed a bug: the vote count showed an old number for a moment after a reload.', '{new,fixed}', '{Atom feed for each category,Vote count jumps back after a reload}'),
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
  perform set_config('signpost.is_logged', '', true);
end
$$;
comment on function private.add_example_board is
  'Fills a board without posts with the example: categories, people, posts, votes, comments, state changes and a changelog.';

create function private.remove_example_board() returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := private.example_people();
  made_at constant timestamptz := (select min(p.created_at) from public.profiles p where p.id = any (people));
begin
  perform private.audit('example.remove', null, null, null, null);
  perform set_config('signpost.is_logged', 'on', true);
  perform private.free_merged(array(select p.id from public.posts p where p.author_id = any (people)));
  delete from public.posts p where p.author_id = any (people);
  delete from public.changelog_entries e where e.author_id = any (people);
  delete from public.profiles p where p.id = any (people);
  -- Posts are counted while their categories still exist.
  set constraints public.count_changed_post immediate;
  delete from public.categories c
  where c.created_at = made_at and not exists (select from public.posts p where p.category_id = c.id);
  perform set_config('signpost.is_logged', '', true);
end
$$;
comment on function private.remove_example_board is
  'Removes the example board for good: its people, posts and changelog entries, and the categories that came with it.';

create function public.admin_example_board() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.example_board();
end
$$;
comment on function public.admin_example_board is 'The result of private.example_board, for admins.';
grant execute on function public.admin_example_board to authenticated;

create function public.admin_set_example_board(wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- Waits for people who are voting or commenting right now; later ones find the post gone.
  perform private.hold_posts_of_people(private.example_people());
  if private.example_board() is distinct from (case when wanted then 'addable' else 'removable' end) then
    raise exception '%', case
      when wanted then 'There are posts already, so the example board can''t be added.'
      else 'Someone outside the team has already posted, voted or commented, so the example board can''t be removed.'
    end using errcode = 'PT409', hint = case when wanted then 'board_not_empty' else 'board_in_use' end;
  end if;
  perform set_config('signpost.actor', (select auth.uid())::text, true);
  -- From here on as the operator: the content isn't the admin's, and no one is notified.
  perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true);
  if wanted then
    perform private.add_example_board();
  else
    perform private.remove_example_board();
  end if;
  perform set_config('signpost.actor', '', true);
end
$$;
comment on function public.admin_set_example_board is
  'Adds the example board to a board without posts, or removes it, with what the team voted and said on it, before anyone else takes part. Admins only.';
grant execute on function public.admin_set_example_board to authenticated;
