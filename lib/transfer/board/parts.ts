import { areKept, isKept, isKeptComment, isKeptImage, isNewHere, isRemembered, keptPost } from './kept.ts'

export type Part = {
  table: string
  key: string[]
  where?: string
  without?: string[]
  isSecret?: boolean
  isInternal?: boolean
  /** The column's value after the import, as SQL about the row t. */
  becomes?: Record<string, string>
  /** Which rows t of a file are imported; all if omitted. */
  taken?: string
  before?: string
  /** What to do with an existing row. If omitted, it is an error. */
  onConflict?: string
  /** Recomputes derived data for the new ids $1, because triggers are off during the import. */
  after?: string
}

/** Each table only refers to earlier ones. Add each new table of the database here or to tablesOfInstance. */
export const parts: Part[] = [
  { table: 'private.reserved_names', key: ['name'], onConflict: 'do nothing' },
  {
    table: 'public.profiles',
    key: ['id'],
    where: isRemembered('t.id'),
    becomes: {
      // Triggers, which keep a name to one line, are off.
      name: 'private.clean_line(t.name)',
      placeholder: 't.placeholder or not exists (select from auth.users u where u.id = t.id)',
    },
    taken: isNewHere('t.id'),
    onConflict: '(id) do update',
  },
  {
    table: 'private.notice_settings',
    key: ['person_id'],
    // Anyone who knows it can read the person's feed.
    without: ['feed_key'],
    taken: isNewHere('t.person_id'),
    onConflict: '(person_id) do update',
  },
  {
    table: 'public.person_segments',
    key: ['person_id'],
    where: isRemembered('t.person_id'),
    taken: isNewHere('t.person_id'),
    isInternal: true,
  },
  { table: 'public.roles', key: ['user_id'], onConflict: 'do nothing' },
  {
    table: 'public.categories',
    key: ['id'],
    before: 'with gone as (delete from public.category_addresses) delete from public.categories',
    // Boards of earlier versions have no addresses.
    after: 'select private.keep_category_addresses($1)',
  },
  { table: 'public.category_addresses', key: ['slug'], onConflict: '(slug) do update' },
  // Before posts and comments, because they are indexed in the site's language.
  {
    table: 'public.site_settings',
    key: ['only_row'],
    // No one has a second factor on the new site yet, and its admins decide which addresses to trust.
    without: ['requires_factor', 'trusts_own_addresses'],
    onConflict: '(only_row) do update',
  },
  {
    table: 'public.posts',
    key: ['id'],
    where: keptPost('t'),
    after: 'select private.index_posts($1), private.begin_triage($1)',
  },
  {
    table: 'public.post_triage',
    key: ['post_id'],
    where: isKept('t.post_id'),
    onConflict: '(post_id) do update',
  },
  { table: 'public.dashboard_views', key: ['id'] },
  { table: 'public.canned_answers', key: ['id'] },
  { table: 'public.tags', key: ['id'] },
  { table: 'public.post_tags', key: ['post_id', 'tag_id'], where: isKept('t.post_id') },
  { table: 'public.post_notes', key: ['id'], where: isKept('t.post_id'), isInternal: true },
  {
    table: 'public.post_merges',
    key: ['id'],
    where: areKept('t.post_id', 't.into_id', 't.stays_id'),
    after: `select private.reindex_posts(array(
      select m.stays_id from public.post_merges m where m.id = any ($1) and m.undone_at is null))`,
  },
  { table: 'public.post_addresses', key: ['category_id', 'slug'], where: isKept('t.post_id') },
  { table: 'public.post_events', key: ['id'], where: isKept('t.post_id') },
  { table: 'public.votes', key: ['user_id', 'post_id'], where: isKept('t.post_id') },
  {
    table: 'private.withdrawn_votes',
    key: ['user_id', 'post_id'],
    where: `${isKept('t.post_id')} and ${isRemembered('t.user_id')}`,
  },
  {
    table: 'private.given_votes',
    key: ['user_id', 'post_id'],
    where: isKept('t.post_id'),
    isInternal: true,
  },
  {
    table: 'private.voter_addresses',
    key: ['person_id'],
    where: isRemembered('t.person_id'),
    isSecret: true,
  },
  {
    table: 'public.comments',
    key: ['id'],
    where: isKept('t.post_id'),
    after: 'select private.index_comments($1)',
  },
  {
    table: 'private.hidings',
    key: ['id'],
    where: `(${isKept('t.post_id')} or ${isKeptComment('t.comment_id')})`,
  },
  { table: 'private.blocks', key: ['person_id'], taken: isNewHere('t.person_id') },
  {
    table: 'private.reports',
    key: ['id'],
    where: `(${isKept('t.post_id')} or ${isKeptComment('t.comment_id')})`,
  },
  { table: 'private.mentions', key: ['comment_id', 'person_id'], where: isKeptComment('t.comment_id') },
  { table: 'private.post_mentions', key: ['post_id', 'person_id'], where: isKept('t.post_id') },
  { table: 'public.changelog_labels', key: ['id'], before: 'delete from public.changelog_labels' },
  { table: 'public.changelog_entries', key: ['id'], after: 'select private.index_entries($1)' },
  { table: 'public.changelog_addresses', key: ['slug'] },
  { table: 'public.changelog_entry_labels', key: ['entry_id', 'label_id'] },
  { table: 'public.changelog_entry_posts', key: ['entry_id', 'post_id'], where: isKept('t.post_id') },
  { table: 'public.changelog_reactions', key: ['entry_id', 'user_id'], where: isRemembered('t.user_id') },
  { table: 'private.changelog_visits', key: ['person_id'], taken: isNewHere('t.person_id') },
  { table: 'public.images', key: ['id'], where: isKeptImage('t') },
  { table: 'private.follows', key: ['post_id', 'person_id'], where: isKept('t.post_id') },
  { table: 'private.events', key: ['id'] },
  { table: 'private.notices', key: ['person_id', 'event_id'] },
  {
    table: 'private.same_posts',
    key: ['low_id', 'high_id', 'user_id'],
    where: areKept('t.low_id', 't.high_id'),
  },
  {
    table: 'private.different_posts',
    key: ['low_id', 'high_id'],
    where: areKept('t.low_id', 't.high_id'),
  },
  { table: 'private.mail_addresses', key: ['id'], isSecret: true },
  {
    table: 'private.mail_follows',
    key: ['post_id', 'address_id'],
    where: isKept('t.post_id'),
    isSecret: true,
  },
  { table: 'private.changelog_readers', key: ['address_id'], isSecret: true },
  // With these, people who unsubscribed from everything stay unsubscribed, and links in sent emails keep working.
  { table: 'private.salt', key: ['value'], isSecret: true, before: 'delete from private.salt' },
  { table: 'private.silenced', key: ['key'], isSecret: true, onConflict: '(key) do update' },
  { table: 'private.mail_key', key: ['value'], isSecret: true, before: 'delete from private.mail_key' },
  { table: 'public.state_texts', key: ['state'], onConflict: '(state) do update' },
  { table: 'public.synonyms', key: ['id'], before: 'delete from public.synonyms' },
  { table: 'private.search_synonyms', key: ['key', 'group_id'] },
  { table: 'private.search_misses', key: ['words'], onConflict: 'do nothing' },
  {
    table: 'public.post_totals',
    key: ['category_id', 'state'],
    onConflict: '(category_id, state) do update',
  },
  { table: 'public.audit_log', key: ['id'], before: 'update public.audit_log set id = default' },
  {
    table: 'private.imports',
    key: ['source', 'source_id'],
    without: ['run_id'],
    where: `t.post_id is null or ${isKept('t.post_id')}`,
    onConflict: '(source, source_id) do update',
  },
]

export const tablesOfInstance = [
  'private.alike_posts',
  'private.api_answers',
  'private.api_keys',
  'private.api_limits',
  'private.api_usage',
  'private.attempt_limits',
  'private.attempts',
  'private.board_imports',
  'private.budgets',
  'private.first_passwords',
  'private.export_parts',
  'private.exports',
  'private.import_parts',
  'private.import_runs',
  'private.insight_answers',
  'private.insight_days',
  'private.insight_rising',
  'private.insight_run',
  'private.invitations',
  'private.known_devices',
  'private.limits',
  'private.mail_parts',
  'private.mail_server',
  'private.moderation',
  'private.mails',
  'private.notice_rules',
  'private.own_claims',
  'private.own_identities',
  'private.own_keys',
  'private.own_sessions',
  'private.own_tokens',
  'private.recovery_codes',
  'private.removed_objects',
  'private.search_comments',
  'private.search_entries',
  'private.search_posts',
  'private.search_signs',
  'private.search_titles',
  'private.search_words',
  'private.sendings',
  'private.untold',
  'private.usage',
  'private.vote_networks',
  'private.webhook_deliveries',
  'private.webhooks',
]

export const objectsQuery = `
  select 'images' as bucket, i.path from public.images i where ${isKeptImage('i')}
  union all
  select 'images', private.sized_path(i.path, w.width)
  from public.images i, unnest(i.widths) as w (width) where ${isKeptImage('i')}
  union all
  select 'avatars', p.avatar_url from public.profiles p where p.avatar_url is not null
  union all
  select 'images', s.logo_path from public.site_settings s where s.logo_path is not null
  order by bucket, path`

export const accountsQuery = `
  select jsonb_build_object(
    'id', u.id, 'email', u.email, 'name', p.name, 'created_at', u.created_at, 'confirmed_at', u.email_confirmed_at
  )::text as row
  from auth.users u join public.profiles p on p.id = u.id where u.email is not null order by u.id`
