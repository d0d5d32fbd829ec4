import { z } from './zod'

export const roleSchema = z.object({
  id: z.uuid(),
  /** Null takes the role away. */
  role: z.enum(['admin', 'moderator']).nullable(),
})
