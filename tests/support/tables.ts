/** Every table in public. */
export const tables = [
  'audit_log',
  'categories',
  'category_addresses',
  'comments',
  'images',
  'post_addresses',
  'post_events',
  'post_merges',
  'post_totals',
  'posts',
  'profiles',
  'roles',
  'synonyms',
  'votes',
] as const
