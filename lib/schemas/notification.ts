import { mailPaces } from '../post/follow-levels'
import { z } from './zod'

const id = z.number().int().positive()
const level = z.enum(['all', 'updates', 'muted'])

/** What somebody has looked at: of a post, or of all of them; up to an event, or all there is. */
export const readNotificationsSchema = z.object({
  seen: z
    .array(z.object({ post: id.nullable(), upTo: id.nullable() }))
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
})
export const feedSchema = z.object({ wanted: z.boolean() })
