import { z } from './zod'

/** How long filling in takes anybody at least, in milliseconds. The forms wait so long, so it refuses no person. */
export const leastTimes = { signUp: 1_000, post: 600, comment: 600 }

/** What a form says about how it was filled in; nothing where no form did. */
export const honeypotSchema = z
  .object({
    /** Whether the field that people do not see has something in it. */
    isFilled: z.boolean(),
    milliseconds: z.number(),
  })
  .optional()
export type Trap = z.output<typeof honeypotSchema>
