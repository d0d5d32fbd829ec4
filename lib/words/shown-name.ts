import { t } from './t.ts'

/** What the database calls people who have no name of their own, and its messages. */
const codes = {
  'New member': 'common.newMember',
  'Deleted user': 'common.deletedUser',
  'Imported feedback': 'common.importedFeedback',
  'Somebody by e-mail': 'common.someoneByEmail',
} as const

/** A person's name, or the site's words for someone without one. */
export const shownName = <Name extends string | null>(name: Name): Name =>
  (name !== null && Object.hasOwn(codes, name) ? t(codes[name as keyof typeof codes]) : name) as Name
