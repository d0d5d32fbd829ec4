import {
  type DatabaseMutation,
  inFunction,
  inView,
  openPolicy,
  statement,
  together,
  withoutCheck,
  withoutTrigger,
} from './in-database.ts'

const everybody = 'if false then'

/** Deliberate mistakes in the database, each with the tests that have to notice it. */
export const databaseMutations: DatabaseMutation[] = [
  // Who may.
  policy('people see their own votes, the team every vote', 'policies'),
  policy('members take back their own vote', 'policies'),
  policy('authors and the team edit', 'policies'),
  policy('authors edit their comments', 'policies'),
  policy('authors add images to their posts and comments', 'images'),
  policy('uploaders describe and order their images', 'images'),
  policy('uploaders and admins delete images', 'images'),
  policy('people rename themselves', 'policies'),
  policy('people see their own role, admins every role', 'policies'),
  policy('admins add categories', 'policies admin-bulk'),
  policy('admins change categories', 'admin-bulk'),
  policy('admins delete categories', 'admin-bulk'),
  policy('the team reads of posts, admins everything', 'audit'),
  policy('members upload pictures into their own folder', 'images'),
  policy('only sessions that stand reach objects', 'sessions accounts'),
  ...[
    { table: 'votes', column: 'user_id', policy: 'members vote as themselves', tests: 'policies' },
    { table: 'posts', column: 'author_id', policy: 'members post as themselves', tests: 'policies' },
    { table: 'comments', column: 'author_id', policy: 'members comment as themselves', tests: 'policies' },
  ].map(({ table, column, policy, tests }) => ({
    name: `members write ${table} in anybody's name`,
    change: together(
      openPolicy(policy),
      statement(
        `grant insert (${column}) on public.${table} to authenticated`,
        `revoke insert (${column}) on public.${table} from authenticated`,
      ),
    ),
    tests,
  })),
  {
    name: 'members remove the objects of others',
    change: together(
      openPolicy('owners and admins find objects'),
      openPolicy('owners and admins remove objects'),
    ),
    tests: 'images',
  },
  {
    name: 'everybody is an admin',
    change: inFunction('private.is_admin', `role = 'admin'`, 'true or true'),
    tests: 'policies',
  },
  {
    name: 'a session that has ended goes on',
    change: inFunction('private.has_session', 's.id = session and s.user_id = me', 'true'),
    tests: 'sessions',
  },
  {
    name: 'a banned account goes on',
    change: inFunction('private.has_session', 'coalesce(u.banned_until < now(), true)', 'true'),
    tests: 'sessions',
  },
  {
    name: "no one has to enter a second factor's code",
    change: inFunction('private.is_present', "f.status = 'verified'", 'false'),
    tests: 'factors',
  },
  {
    name: 'the team acts without the second factor it needs',
    change: inFunction('private.is_team', ' and private.meets_team_rule()', ''),
    tests: 'factors',
  },
  {
    name: 'an old code removes a factor',
    change: inFunction('private.require_fresh_code', '- 120', '- 3600'),
    tests: 'factors',
  },
  {
    name: 'a stolen session adds a second factor',
    change: inFunction('private.guard_factor', 'f.id <> new.id', 'false'),
    tests: 'factors',
  },
  {
    name: 'a stolen session links another site to the account',
    change: withoutTrigger('auth.flow_state', 'guard_linking'),
    tests: 'identities',
  },
  {
    name: 'linking and unlinking repeatedly floods the owner with emails',
    change: inFunction('private.tell_owner', 'today.same < 5', 'today.same < 500'),
    tests: 'account-mails',
  },
  {
    name: "an account's security email goes to a thief's new address",
    change: inFunction('private.prepare_mail', "mail.about ->> 'to'", 'null'),
    tests: 'account-mails',
  },
  {
    name: "anyone ends another person's session",
    change: inFunction('public.end_session', ' and s.user_id = me', ''),
    tests: 'factors',
  },
  policy('anyone reads published entries, the team all entries', 'changelog'),
  policy('labels of entries that the caller can read', 'changelog'),
  policy('posts of entries that the caller can read', 'changelog'),
  policy('people see their own reactions', 'changelog'),
  ...[
    ['of a draft is read by its address', 'public.get_entry', ` and e.state = 'published'`, ''],
    ['of a draft is in the list', 'public.list_entries', `e.state = 'published'`, 'true'],
    ['of a draft is found', 'public.search_entries', `e.state = 'published' and `, ''],
    ['of a draft is in the sitemap', 'public.changelog_index', `e.state = 'published' and `, ''],
    [
      'is published by a moderator',
      'private.require_publisher',
      'not (select private.can_publish())',
      'false',
    ],
    [
      'is changed by a moderator once it is published',
      'private.require_editor',
      'perform private.require_publisher()',
      'null',
    ],
    ['is saved over a newer version', 'public.admin_save_entry', 'seen_revision <> entry.revision', 'false'],
    ['is published before its time', 'private.publish_due_entries', ' and e.publish_at <= now()', ''],
    ['gets a reaction as a draft', 'public.set_reaction', ` and e.state = 'published'`, ''],
  ].map(([name, fn, find, replace]) => ({
    name: `an entry ${name}`,
    change: inFunction(fn!, find!, replace!),
    tests: 'changelog',
  })),
  ...[
    ['that has ended goes on', 'private.find_key', 'found_key.ended_at is not null or ', ''],
    ['goes on after its last day', 'private.find_key', ' or found_key.ends_at <= now()', ''],
    [
      'writes without the scope',
      'private.before_request',
      `'transaction_read_only', 'on'`,
      `'signpost.none', 'on'`,
    ],
    ['can call every path', 'private.before_request', 'is not true then', 'is null then'],
    [
      'writes every table',
      'private.is_open_to_keys',
      `method in ('GET', 'HEAD') or path in ('/post_notes', '/tags')`,
      'true',
    ],
    ['acts for the team without the scope', 'private.is_team', ` and private.has_scope('team')`, ''],
    ['acts for admins without the scope', 'private.is_admin', ` and private.has_scope('admin')`, ''],
    [
      'is stored in plain text',
      'private.digest_of_key',
      `sha256(convert_to(left(token, 100), 'UTF8'))`,
      `convert_to(token, 'UTF8')`,
    ],
    ['makes keys', 'private.require_own_session', 'private.key_id() is not null', 'false'],
    [
      'of an admin is made by a moderator',
      'public.make_api_key',
      `'admin' = any (make_api_key.scopes) and not private.is_admin()`,
      'false',
    ],
    [
      'counts for a factor that was added later',
      'private.has_used_factor',
      ' and f.created_at <= k.created_at',
      '',
    ],
    ['is not named in the audit log', 'private.audit', 'where k.id = private.key_id()', 'where false'],
    [
      'repeats the answer to another request',
      'public.begin_api_request',
      `'{"earlier": "different"}'`,
      `'{"earlier": "done"}'`,
    ],
    ['is not counted', 'private.count_api_request', 'else u.used + excluded.used', 'else u.used'],
  ].map(([name, place, find, replace]) => ({
    name: `an API key ${name}`,
    change: inFunction(place!, find!, replace!),
    tests: 'api-keys factors',
  })),
  {
    name: 'a session that has ended still writes',
    change: inFunction('private.require_presence', 'not private.is_present()', 'false'),
    tests: 'sessions',
  },
  {
    name: "a new table doesn't check the session",
    change: statement('create table public.planted (id int)', 'drop table public.planted'),
    tests: 'sessions schema',
  },
  ...[
    'public.admin_matching',
    'public.admin_posts',
    'public.admin_posts_total',
    'public.admin_post',
    'private.bulk_ids',
  ].map((name) => ({
    name: `${name} is for everybody`,
    change: inFunction(name, 'perform private.require_team();', ''),
    tests: 'permissions',
  })),
  {
    name: 'moderators are admins',
    change: inFunction('private.is_admin', ` and role = 'admin'`, ''),
    tests: 'team',
  },
  {
    name: 'the last admin goes',
    change: withoutTrigger('public.roles', 'keep_an_admin'),
    tests: 'team',
  },
  ...['bulk_people', 'require_unblocked'].map((name) => ({
    name: `private.${name} lets everybody pass`,
    change:
      name === 'bulk_people'
        ? inFunction('private.bulk_people', 'perform private.require_team();', '')
        : inFunction('private.require_unblocked', 'if private.is_blocked() then', everybody),
    tests: 'permissions moderation blocks',
  })),
  {
    name: 'votes of blocked people still count',
    change: withoutTrigger('public.votes', 'after_update'),
    tests: 'moderation blocks',
  },
  policy('hidden comments without a line are out of reach', 'moderation blocks approval'),
  {
    name: 'clients write what the server decides',
    change: statement(
      'grant insert (state), update (state) on public.posts to authenticated',
      'revoke insert (state), update (state) on public.posts from authenticated',
    ),
    tests: 'permissions',
  },
  {
    name: 'visitors call what members may',
    change: statement(
      'grant execute on function public.set_vote(bigint, boolean) to anon',
      'revoke execute on function public.set_vote(bigint, boolean) from anon',
    ),
    tests: 'permissions',
  },
  {
    name: 'anybody deletes anybody’s comment',
    change: inFunction(
      'public.delete_comment',
      'if author is distinct from (select auth.uid()) and not (select private.is_admin()) then',
      everybody,
    ),
    tests: 'policies',
  },
  {
    name: 'anybody deletes anybody’s post',
    change: inFunction(
      'public.delete_post',
      'if author is distinct from (select auth.uid()) and not (select private.is_admin()) then',
      everybody,
    ),
    tests: 'deletion',
    only: 'is restored with all of it',
  },
  {
    name: 'a member deletes many posts',
    change: inFunction('public.delete_posts', 'perform private.require_admin();', ''),
    tests: 'deletion',
    only: 'two hundred',
  },
  {
    name: 'everybody reads the log of mails',
    change: inFunction('public.admin_mails', 'perform private.require_admin();', ''),
    tests: 'permissions',
  },
  {
    name: 'people are notified about their own actions',
    change: inFunction('private.audience', 'f.person_id is not distinct from event.actor_id or ', ''),
    tests: 'following',
    only: 'every follower except the person who made it',
  },
  {
    name: 'someone who muted a post is notified',
    change: inFunction('private.audience', ` or f.level = 'muted'`, ''),
    tests: 'following',
    only: 'muted',
  },
  ...[
    {
      what: 'whoever merges a post hears of it',
      find: 's.person_id is not distinct from event.actor_id or ',
      only: 'notify the person who made it',
    },
    {
      what: 'whoever muted a post that is merged is told',
      find: ` or chosen.level = 'muted'`,
      only: 'muted one',
    },
    {
      what: 'whoever muted the post that stays is told',
      find: 'w.post_id = stays and',
      replace: 'false and',
      only: 'muted one',
    },
    {
      what: 'whoever voted for both posts hears of no merge',
      find: 'v.merge_id = any (merges) or v.post_id = any (posts)',
      replace: 'v.merge_id = any (merges)',
      only: 'however many processes',
    },
  ].map(({ what, find, replace = '', only }) => ({
    name: what,
    change: inFunction('private.merge_audience', find, replace),
    tests: 'merge-notices',
    only,
  })),
  {
    name: "an address is notified about a merge of a post that it doesn't follow",
    change: inFunction('private.mail_audience', 'f.post_id = b.post_id', 'true'),
    tests: 'merge-notices',
    only: 'doesn’t notify followers of the remaining post',
  },
  ...[
    ['people who muted votes', `s.by_vote <> 'muted'`, 'true'],
    ['people who muted comments', `s.by_comment <> 'muted'`, 'true'],
    ['people who muted their own posts', `s.by_post <> 'muted'`, 'true'],
    ['people who muted the post', `c.level <> 'muted'`, 'true'],
    ['people by their choice for a merged post', 'filter (where a.followed_id = a.post_id)', ''],
    ['mails to silenced addresses', 'k.key is null', 'true'],
    ['the person asking', 'h.person_id is distinct from me', 'true'],
    ['an address and its account as two', ' - count(a.address)', ''],
  ].map(([whom, find, replace]) => ({
    name: `a dashboard that says how many hear of a change counts ${whom}`,
    change: inFunction('public.admin_followers', find!, replace!),
    tests: 'counted-readers',
    only: 'as many people are notified',
  })),
  {
    name: 'a preview of a merge counts votes that will not count',
    change: inFunction('public.merge_preview', 'p.all_count or p.any_counts and', 'p.any_counts or'),
    tests: 'counted-readers',
    only: 'that its preview shows',
  },
  {
    name: 'a typed name mentions someone who never wrote there',
    change: inFunction('private.named_in', 'c.author_id = p.id and ', ''),
    tests: 'named-people',
    only: 'mentioned by typing',
  },
  {
    name: 'a typed name is only found if few people have it',
    change: inFunction('private.named_in', ' or cardinality(bearers) = most', ''),
    tests: 'named-people',
    only: 'hundreds have that name',
  },
  {
    name: "a comment blocks its author's account deletion",
    change: inFunction('private.claim_sending', 'perform pg_advisory_xact_lock_shared', '-- '),
    tests: 'crossing-locks',
    only: 'while commenting elsewhere',
  },
  {
    name: "removing a vote blocks someone's account deletion",
    change: inFunction('private.hold_voted', 'where p.id = post or p.id in', 'where p.id = post and p.id in'),
    tests: 'crossing-locks',
    only: 'with a hidden copy',
  },
  {
    name: 'an event can be changed',
    change: withoutTrigger('private.events', 'guard_update'),
    tests: 'following',
    only: 'written as things happen',
  },
  {
    name: 'an unsigned link is accepted',
    change: inFunction('private.read_token', ', right_to) = token then', ', right_to) is not null then'),
    tests: 'mails',
    only: 'belongs to no one or was made for something else',
  },
  ...[
    { what: 'not reader.is_confirmed', only: 'is not confirmed' },
    { what: 'reader.address is null or not reader.is_open', only: 'that is shut' },
    {
      what: `exists (select from private.silenced s where s.key = private.address_key(reader.address))`,
      only: 'silenced',
    },
  ].map(({ what, only }) => ({
    name: `an email is sent although ${what}`,
    change: inFunction('private.prepare_mail', `when ${what}`, 'when false'),
    tests: 'mails',
    only,
  })),
  ...[
    'admin_webhooks',
    'admin_add_webhook',
    'admin_set_webhook',
    'admin_renew_webhook_secret',
    'admin_delete_webhook',
    'admin_test_webhook',
    'admin_deliveries',
    'admin_replay_delivery',
  ].map((name) => ({
    name: `everybody may call ${name}`,
    change: inFunction(`public.${name}`, 'perform private.require_admin();', ''),
    tests: 'webhook-keeping',
    only: 'can read, add, change',
  })),
  {
    name: 'a webhook gets the text of a deleted comment',
    change: inFunction('private.event_says', `v.id is not null or e.kind = 'post.corrected'`, 'true'),
    tests: 'webhooks',
    only: 'never gets deleted texts',
  },
  {
    name: 'a webhook gets the text of a deleted post',
    change: inView('private.public_posts', 'p.deleted_at IS NULL', 'true'),
    tests: 'webhooks',
    only: 'never gets deleted texts',
  },
  {
    name: 'an answer to an expired attempt counts',
    change: inFunction('private.settle_delivery', 'and d.attempts = attempt', ''),
    tests: 'webhooks',
    only: 'whose process died',
  },
  {
    name: 'an unconfirmed address follows',
    change: inFunction('private.tell', 'h.confirmed_at < event.created_at', 'true'),
    tests: 'mails',
    only: 'once its owner confirmed it',
  },
  {
    name: "the export contains everyone's data",
    change: inFunction('public.export_account', 't.author_id = p.id', 'true'),
    tests: 'accounts',
    only: 'exports',
  },
  {
    name: 'the viewer has no role',
    change: inFunction('public.get_viewer', 'else r.role', 'else null::text'),
    tests: 'accounts',
    only: 'role',
  },
  {
    name: 'a deleted account still counts as signed in',
    change: inFunction('public.get_viewer', ' and private.is_present()', ''),
    tests: 'sessions',
  },
  {
    name: 'the team badge stays when the role is removed',
    change: withoutTrigger('public.roles', 'mark_team'),
    tests: 'team',
  },
  {
    name: 'members give themselves the badge of the team',
    change: statement(
      'grant update (is_team) on public.profiles to authenticated',
      'revoke update (is_team) on public.profiles from authenticated',
    ),
    tests: 'permissions',
  },
  ...(
    [
      ['serves any address', 'public.accept_invitation', 'and lower(u.email) = kept.address', ''],
      [
        'serves an unconfirmed address',
        'public.accept_invitation',
        'and u.email_confirmed_at is not null',
        '',
      ],
      ['works after its end', 'public.accept_invitation', 'and i.ends_at > now()', ''],
      ['is accepted without an email', 'private.accept_by_confirming', 'and p.created_at < now()', ''],
      ['outlives its admin', 'private.audit_role', "if old.role = 'admin' then", 'if false then'],
      ['lowers a role', 'private.take_invitation', "where excluded.role = 'admin' and r.role <> 'admin'", ''],
    ] as const
  ).map(([what, name, from, to]) => ({
    name: `an invitation ${what}`,
    change: inFunction(name, from, to),
    tests: 'invitations',
  })),
  {
    name: 'the audit log can be rewritten',
    change: withoutTrigger('public.audit_log', 'guard_update'),
    tests: 'audit',
  },
  {
    name: 'the audit log can be emptied',
    change: withoutTrigger('public.audit_log', 'guard_delete'),
    tests: 'audit',
  },
  {
    name: "admins' actions aren't logged",
    change: inFunction('private.after_post_update', 'perform private.audit_post(old, new);', 'null;'),
    tests: 'audit',
  },
  {
    name: 'a picture may be of somebody else’s folder',
    change: withoutCheck('public.profiles', 'avatar_url'),
    tests: 'accounts',
    only: 'picture',
  },
  // What counts.
  {
    name: 'a new post has no vote',
    change: inFunction('private.after_post_insert', 'if new.author_id = me then', 'if false then'),
    tests: 'votes',
    only: 'has its author’s vote',
  },
  {
    name: "everyone's votes are listed as one's own",
    change: inFunction('public.votes_on', ' and v.user_id = (select auth.uid())', ''),
    tests: 'votes',
    only: 'own votes come',
  },
  {
    name: 'a search within a category finds posts outside it',
    change: inFunction(
      'private.keep_place',
      ' and (keep_place.slug is null or p.category_id = category)',
      '',
    ),
    tests: 'search',
    only: 'page by page',
  },
  {
    name: 'a vote does not lift the trend',
    change: inFunction('private.after_votes_insert', ', trend = p.trend + voted.weight', ''),
    tests: 'votes',
    only: 'lifts|weighs',
  },
  {
    name: 'a vote taken back stays in the trend',
    change: inFunction('private.after_votes_delete', ', trend = greatest(p.trend - d.weight, 0)', ''),
    tests: 'votes',
    only: 'raises its post',
  },
  {
    name: 'an old vote weighs as much as a new one',
    change: inFunction('private.trend_weight', '864000.0', '864000000.0'),
    tests: 'votes',
    only: 'weighs',
  },
  {
    name: 'votes are not counted',
    change: withoutTrigger('public.votes', 'after_insert'),
    tests: 'votes',
    only: 'asked for',
  },
  {
    name: 'votes taken back are not counted',
    change: withoutTrigger('public.votes', 'after_delete'),
    tests: 'votes',
    only: 'asked for',
  },
  {
    name: 'a comment does not bring its post to the front',
    change: inFunction('private.after_comments', 'greatest(p.activity_at, d.newest)', 'p.activity_at'),
    tests: 'comments',
  },
  {
    name: 'a deleted comment is restored by others',
    change: inFunction(
      'public.restore_comment',
      'c.deleted_by = (select auth.uid())',
      'c.deleted_by is not null',
    ),
    tests: 'restored-comments',
  },
  {
    name: 'a deleted comment is restored late',
    change: inFunction('public.restore_comment', ' and c.deleted_at > private.undo_end()', ''),
    tests: 'restored-comments',
  },
  policy('comments that can be restored are out of reach', 'restored-comments'),
  {
    name: 'an emptied comment stays without replies',
    change: inFunction(
      'private.remove_comment',
      'where c.id = target.parent_id and c.deleted_at',
      'where false and c.deleted_at',
    ),
    tests: 'comments',
  },
  {
    name: 'a comment with replies goes with them',
    change: inFunction(
      'private.remove_comment',
      'if exists (select from public.comments r where r.parent_id = target.id) then',
      everybody,
    ),
    tests: 'comments',
  },
  {
    name: 'an emptied comment keeps its pictures',
    change: inFunction(
      'private.remove_comment',
      'where i.comment_id = target.id',
      'where false and i.comment_id = target.id',
    ),
    tests: 'comments',
  },
  {
    name: 'replies are answered',
    change: inFunction('private.require_answerable', 'and c.parent_id is null and', 'and'),
    tests: 'comments',
  },
  {
    name: 'comments are counted as posts go',
    change: inFunction('private.after_comments', 'p.comments_total + d.n', 'p.comments_total + abs(d.n)'),
    tests: 'comments',
  },
  // How much.
  {
    name: 'a member posts without end',
    change: inFunction('private.before_post_insert', `perform private.spend_limit('post');`, ''),
    tests: 'limits',
  },
  {
    name: 'a member comments without end',
    change: inFunction('private.before_comment_insert', `perform private.spend_limit('comment');`, ''),
    tests: 'limits',
  },
  {
    name: 'a password is guessed without end',
    change: inFunction('public.count_attempt', 'tries >= rule.max_count', 'false'),
    tests: 'attempts',
  },
  {
    name: 'a network of IPv6 has as many attempts as addresses',
    change: inFunction('private.network_of', '64', '128'),
    tests: 'attempts',
  },
  {
    name: 'a post has any number of pictures',
    change: withoutTrigger('public.images', 'place_image'),
    tests: 'images',
  },
  {
    name: 'a person stores any number of bytes',
    change: withoutTrigger('storage.objects', 'keep_to_budget'),
    tests: 'images',
    only: 'one person’s storage',
  },
  {
    name: 'parallel uploads do not wait for each other',
    change: inFunction('private.keep_to_budget', 'pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared'),
    tests: 'images',
    only: 'one person’s storage',
  },
  {
    name: 'the sizes of a deleted picture stay',
    change: inFunction(
      'private.note_removed_object',
      'from unnest(old.widths)',
      "from unnest('{}'::integer[])",
    ),
    tests: 'images',
    only: 'leaves',
  },
  {
    name: 'a file of any size is stored',
    change: statement(
      `update storage.buckets set file_size_limit = 50000000 where id = 'images'`,
      `update storage.buckets set file_size_limit = 5242880 where id = 'images'`,
    ),
    tests: 'images',
  },
  {
    name: 'a title may be of any length',
    change: inFunction('private.require_texts', 'char_length(title) not between 3 and 140', 'false'),
    tests: 'posts',
  },
  {
    name: 'an edit may give a title of any length',
    change: inFunction(
      'private.before_post_update',
      'perform private.require_texts(new.title, new.details);',
      '',
    ),
    tests: 'posts',
  },
  {
    name: 'details may be of any length',
    change: inFunction('private.require_texts', 'char_length(details) > 10000', 'false'),
    tests: 'posts',
  },
  {
    name: 'a comment may be of any length',
    change: withoutCheck('public.comments', 'body'),
    tests: 'posts',
  },
  {
    name: 'a category takes an address of the site',
    change: withoutCheck('public.categories', 'dashboard'),
    tests: 'admin-bulk policies',
  },
  {
    name: 'characters that change the text direction stay',
    change: inFunction('private.clean_line', '\\u202a-\\u202e', ''),
    tests: 'posts',
  },
  // What stays.
  {
    name: 'an edit overwrites another',
    change: inFunction(
      'public.edit_post',
      'current_post.revision is distinct from edit_post.seen_revision',
      'false',
    ),
    tests: 'posts',
  },
  {
    name: 'an edit of a comment overwrites another',
    change: inFunction(
      'public.edit_comment',
      'current_comment.revision is distinct from edit_comment.seen_revision',
      'false',
    ),
    tests: 'posts',
  },
  {
    name: 'resubmitting a form creates things twice',
    change: inFunction('private.claim_sending', 'when not found then', 'when false then'),
    tests: 'posts',
  },
  {
    name: 'an admin overwrites what another has just done',
    change: inFunction('public.admin_set_state', 'known is not null and', 'false and'),
    tests: 'admin-bulk',
  },
  {
    name: 'an address changes with the title',
    change: inFunction(
      'private.before_post_update',
      'if new.category_id <> old.category_id or is_unheard and new.title <> old.title then',
      'if true then',
    ),
    tests: 'posts',
  },
  {
    name: 'old words are still found',
    change: inFunction('private.after_post_update', 'perform private.reindex_posts(array[new.id]);', 'null;'),
    tests: 'search-index',
  },
  // What is deleted.
  ...[
    'deleted posts',
    'addresses of deleted posts',
    'events of deleted posts',
    'images of deleted posts',
    'votes on deleted posts',
    'comments on deleted posts',
  ].map((what) => ({
    ...policy(`${what} are out of reach`, 'deletion'),
    only: 'is gone for everyone|like one',
  })),
  deleted('takes votes', 'like one', 'private.after_votes_insert', ' and p.deleted_at is null'),
  deleted('takes comments', 'like one', 'private.hold_post', ' and p.deleted_at is null for', ' for'),
  deleted('lets its comments go', 'like one', 'public.delete_comment', ' and p.deleted_at is null'),
  deleted('changes its state', 'like one', 'public.admin_set_state', ' and p.deleted_at is null'),
  deleted('is moved', 'like one', 'public.admin_set_category', ' and p.deleted_at is null'),
  deleted('can be looked into', 'is gone for everyone', 'public.admin_post', ' and p.deleted_at is null'),
  deleted(
    'is listed',
    'is gone for everyone',
    'public.list_posts',
    `array['p.deleted_at is null']`,
    `array['true']`,
  ),
  deleted(
    'is on the dashboard',
    'is gone for everyone',
    'private.post_conditions',
    'p.deleted_at is null',
    'true',
  ),
  deleted(
    'is restored by others',
    'only for the person who deleted it',
    'public.restore_posts',
    'p.deleted_by = (select auth.uid())',
    'true',
  ),
  deleted(
    'is restored late',
    'than it is offered',
    'public.restore_posts',
    ' and p.deleted_at > private.undo_end()',
  ),
  deleted(
    'is restored by a former admin',
    'who is no longer an admin',
    'public.restore_posts',
    'private.is_admin()',
    'true',
  ),
  deleted('goes too early', 'for good', 'private.remove_deleted_posts', 'deleted_at <=', 'now() >='),
  deleted(
    'is counted out twice',
    'restore',
    'private.count_changed_post',
    'if old.deleted_at is null',
    'if true',
  ),
  deleted(
    'is not restored in the log',
    'is logged like the deletion',
    'private.audit_post',
    `'post.restore'`,
    `'post.other'`,
  ),
  {
    name: 'a deleted post is still counted',
    change: withoutTrigger('public.posts', 'count_changed_post'),
    tests: 'deletion',
    only: 'is gone for everyone',
  },
  {
    name: 'a deleted post is still found',
    change: inFunction(
      'private.after_post_update',
      'perform private.index_hidden_post(new.id, is_shown);',
      'null;',
    ),
    tests: 'deletion',
    only: 'is gone for everyone',
  },
  {
    name: 'a deleted post keeps the text of a deleted account',
    change: inFunction(
      'public.delete_account',
      'private.remove_comment(c.id)',
      'public.delete_comment(c.id)',
    ),
    tests: 'deletion',
    only: 'someone who deletes the account',
  },
  {
    name: 'images uploaded together get the same position',
    change: inFunction('private.place_image', 'coalesce(max(i.position), -1) + 1', '0'),
    tests: 'images',
  },
  {
    name: 'the category of the navigation goes',
    change: withoutTrigger('public.categories', 'keep_feedback'),
    tests: 'admin-bulk',
  },
  // What is merged.
  merged(
    'counts people twice',
    'counts everyone once',
    'private.count_merged',
    'count(*)::integer as n, coalesce',
    '1 + count(*)::integer as n, coalesce',
  ),
  merged(
    'keeps the comments of one that was merged into it',
    'in any order',
    'private.gather',
    'coalesce(c.merge_id, m.id)',
    'm.id',
  ),
  merged(
    'keeps its votes when it is taken out',
    'without a trace',
    'private.send_votes_home',
    'any (merges)',
    'all (merges) and false',
  ),
  merged(
    'leaves replies behind',
    'what happened in the meantime',
    'private.part',
    'r.parent_id = t.id',
    'r.parent_id = -t.id',
  ),
  merged(
    'leads to one that is merged itself',
    'one hop',
    'public.merge_posts',
    'set stays_id = target.id',
    'set stays_id = m.stays_id',
  ),
  {
    name: 'two merges do not wait for one another',
    change: together(
      inFunction('public.merge_posts', `hashtextextended('merging posts', 0)`, 'txid_current()'),
      inFunction('private.hold_posts', 'for post in', 'return; for post in'),
    ),
    tests: 'merges',
    only: 'crosswise|merged on while',
  },
  merged(
    'goes with the post that stays',
    'is undone|is restored before',
    'private.free_merged',
    'perform private.part(merge);',
  ),
  merged(
    "is missing from its author's export",
    'included in its author’s export',
    'private.export_kept',
    'm.undone_at is null and p.author_id = me.id',
    'false',
  ),
  {
    name: 'a vote that was taken back comes back with its post',
    change: inFunction('private.after_votes_delete', 'v.user_id = o.user_id', 'false'),
    tests: 'merges',
    only: 'what happened in the meantime',
  },
  {
    name: 'the address of a merged post goes with its author',
    change: withoutTrigger('public.posts', 'leave_merges'),
    tests: 'merges',
    only: 'removed with its author’s account',
  },
  {
    name: 'members see what may be the same',
    change: inFunction('public.suggest_merges', 'perform private.require_team();', ''),
    tests: 'permissions',
  },
  // Who signed in just now, who is new, who pretends.
  {
    name: 'an old session changes the password',
    change: withoutTrigger('auth.users', 'guard_password_at_end'),
    tests: 'sessions',
  },
  {
    name: 'a password survives the confirmation of its account',
    change: withoutTrigger('auth.users', 'let_first_password_go'),
    tests: 'first-password',
  },
  {
    name: 'every session counts as fresh',
    change: inFunction('public.is_fresh', `interval '10 minutes'`, `interval '10 years'`),
    tests: 'sessions',
  },
  {
    name: 'an old recovery still counts',
    change: inFunction('private.is_recovery', `interval '10 minutes'`, `interval '10 years'`),
    tests: 'sessions',
  },
  {
    name: 'a session from before the email counts as a recovery',
    change: inFunction('private.is_recovery', 'session.created_at > account.recovery_sent_at', 'true'),
    tests: 'sessions',
  },
  {
    name: 'anyone can use the name of the site or an admin',
    change: inFunction('private.is_pretence', `looks <> ''`, 'false'),
    tests: 'names',
  },
  {
    name: 'Cherokee passes for Latin',
    change: inFunction('private.look_alikes', 'translate(', 'coalesce('),
    tests: 'names',
  },
  {
    name: 'stacked letters in texts cover the lines around them',
    change: inFunction('private.clean_text', 'private.unstack', ''),
    tests: 'names',
  },
  {
    name: 'stacked letters in names cover the lines around them',
    change: inFunction('private.has_stacked_marks', '{4}', '{200}'),
    tests: 'names',
  },
  {
    name: 'newcomers may do as much as regulars',
    change: inFunction('private.standing_of', `when age < interval '1 day' then 'newcomer'`, ''),
    tests: 'limits',
  },
  {
    name: 'a member of a week is regular without a post',
    change: inFunction(
      'private.standing_of',
      'exists (select 1 from public.posts t where t.author_id = person)',
      'true',
    ),
    tests: 'limits',
  },
  {
    name: 'anybody stores any number of bytes',
    change: inFunction('private.keep_to_budget', '> b.stored_bytes', '> 1e15'),
    tests: 'images',
  },
  {
    name: 'anybody stores objects that nothing shows',
    change: inFunction('private.keep_to_budget', '> b.loose_bytes', '> 1e15'),
    tests: 'images',
  },
  ...Object.entries({ anon: '3s', authenticated: '8s' }).map(([role, time]) => ({
    name: `queries of ${role} have no time limit`,
    change: statement(
      `alter role ${role} reset statement_timeout`,
      `alter role ${role} set statement_timeout = '${time}'`,
    ),
    tests: 'schema',
    only: 'the database cancels',
  })),
]

function policy(name: string, tests: string): DatabaseMutation {
  return { name: `policy "${name}" allows everything`, change: openPolicy(name), tests }
}

/** A mistake in a function that has to hide or keep a deleted post. */
function deleted(name: string, only: string, place: string, find: string, replace = ''): DatabaseMutation {
  return { name: `a deleted post ${name}`, change: inFunction(place, find, replace), tests: 'deletion', only }
}

/** A mistake in what becomes of merged posts. */
function merged(name: string, only: string, place: string, find: string, replace = ''): DatabaseMutation {
  return { name: `a merged post ${name}`, change: inFunction(place, find, replace), tests: 'merges', only }
}
