import { mailPaces } from '../post/follow-levels'
import { z } from './zod'

/** What the form behind a mail's link sends. A box that is not ticked is not sent, so its presence is said apart. */
export const mailSettingsSchema = z.object({
  pace: z.enum(mailPaces).optional(),
  about: z.enum(['post', 'summary']).optional(),
  follows: z.literal('yes').optional(),
})
