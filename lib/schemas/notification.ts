import { say } from '../words/deferred.ts'
import { mailPaces } from '../post/follow-levels'
import { checked, id } from './fields'
import * as z from './zod'

const level = z.enum(['all', 'updates', 'muted'])

export const readNotificationsSchema = z.object({
  seen: z
    // Negative for a changelog entry.
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
  summary: z.boolean(),
  changelog: z.boolean(),
})
export const feedSchema = z.object({ wanted: z.boolean() })

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

export const mailSettingsSchema = z.object({
  pace: z.enum(mailPaces).optional(),
  about: z.enum(['post', 'summary', 'changelog']).optional(),
  follows: z.literal('yes').optional(),
})
