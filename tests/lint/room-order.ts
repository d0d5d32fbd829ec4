/** The rooms of lib/, lowest first. A room may import those before it and none after it. */
export const rooms = [
  'lib/supabase',
  'lib/words',
  'lib/text',
  'lib/image',
  'lib/post',
  'lib/mail',
  'lib/webhook',
  'lib/transfer',
  'lib/jobs',
  'lib/schemas',
  'lib/browser',
  'lib/session',
  'lib/queries',
  'lib/instances',
  'lib/publish',
  'lib/cache',
  'lib/actions',
  'lib/api',
]
export const upTo = (room: string) => rooms.slice(0, rooms.indexOf(room) + 1)

/** The rooms of components/, lowest first, in the same way. */
export const componentRooms = [
  // Parts of every page, and who is signed in.
  'components/ui',
  'components/seo',
  'components/state',
  'components/person',
  'components/image',
  'components/auth',
  // What people do with posts.
  'components/mention',
  'components/vote',
  'components/notification',
  'components/canned-answer',
  'components/moderation',
  'components/merge',
  'components/comment',
  'components/follow',
  'components/post',
  // Places for everyone.
  'components/changelog',
  'components/search',
  'components/category',
  'components/roadmap',
  'components/activity',
  'components/account',
  'components/widget',
  // The team's tools and places.
  'components/team',
  'components/inbox',
  'components/dashboard',
  'components/insight',
  'components/webhook',
  'components/api-key',
  'components/importing',
  'components/settings',
  // Around all of them.
  'components/shell',
]
export const componentsUpTo = (room: string) => componentRooms.slice(0, componentRooms.indexOf(room) + 1)

/** The top of lib/, below every room. */
export const top = ['lib/env', 'lib/log', 'lib/cache-tags']
