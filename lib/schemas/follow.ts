import { checked } from './captcha'
import { z } from './zod'

const id = z.number().int().positive()

/** Without a level it is left to what the person did on the post. */
export const followSchema = z.object({ id, level: z.enum(['all', 'updates', 'muted']).nullable() })
export const mailFollowSchema = z.object({
  id,
  email: z
    .string()
    .trim()
    .min(1, 'Enter your e-mail address.')
    .max(254, 'This is not an e-mail address.')
    .pipe(z.email('This is not an e-mail address.')),
  ...checked,
})
