import { say } from '../words/t.ts'
import { mailPaces } from '../post/follow-levels'
import { checked, id } from './fields'
import { z } from './zod'

const level = z.enum(['all', 'updates', 'muted'])

/** What somebody has looked at: of a post, or of all of them; up to an event, or all there is. */
export const readNotificationsSchema = z.object({
  seen: z
    // Of an entry of the changelog its id below zero.
    .array(z.object({ post: z.number().int().nullable(), upTo: id.nullable() }))
    .min(1)
    .max(50),
})
export const notificationSettingsSchema = z.object({
  inSite: z.boolean(),
  mail: z.enum(mailPaces),
  byVote: level,
  byComment: level,
  byPost: level,
  /** Of what is new and waiting, for admins. */
  summary: z.boolean(),
  changelog: z.boolean(),
})
export const feedSchema = z.object({ wanted: z.boolean() })

/** Without a level it is left to what the person did on the post. */
export const followSchema = z.object({ id, level: level.nullable() })
export const mailFollowSchema = z.object({
  id,
  email: z
    .string()
    .trim()
    .min(1, say('common.enterYourEmailAddress'))
    .max(254, say('common.enterAValidEmailAddress'))
    .pipe(z.email(say('common.enterAValidEmailAddress'))),
  ...checked,
})

/** What the form behind a mail's link sends. A box that is not ticked is not sent, so its presence is said apart. */
export const mailSettingsSchema = z.object({
  pace: z.enum(mailPaces).optional(),
  about: z.enum(['post', 'summary', 'changelog']).optional(),
  follows: z.literal('yes').optional(),
})
