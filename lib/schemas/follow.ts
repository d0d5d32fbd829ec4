import { z } from './zod'

const id = z.number().int().positive()

export const followSchema = z.object({ id, level: z.enum(['all', 'updates', 'muted']) })
export const mailFollowSchema = z.object({
  id,
  email: z
    .string()
    .trim()
    .min(1, 'Enter your e-mail address.')
    .max(254, 'This is not an e-mail address.')
    .pipe(z.email('This is not an e-mail address.')),
})
