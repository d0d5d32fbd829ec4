import { t } from './t.ts'

/** The name of people known only by an email address. */
export const byEmail = 'Somebody by e-mail'

/** What the database calls people who have no name of their own, and its messages. */
const codes = {
  'New member': 'common.newMember',
  'Deleted user': 'common.deletedUser',
  'Imported feedback': 'common.importedFeedback',
  [byEmail]: 'common.someoneByEmail',
} as const

/** A person's name, or the site's words for someone without one. */
export const shownName = <Name extends string | null>(name: Name): Name =>
  (name !== null && Object.hasOwn(codes, name) ? t(codes[name as keyof typeof codes]) : name) as Name
