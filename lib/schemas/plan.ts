import { z } from './zod'

const quarter = z.string().regex(/^20\d{2}-Q[1-4]$/)
const plan = z
  .object({
    /** Somebody of the team. */
    assignee: z.uuid().nullable().optional(),
    /** Such as 2027-Q1. */
    quarter: quarter.nullable().optional(),
  })
  .strict()
  .refine((value) => Object.keys(value).length > 0, 'Nothing is changed.')

/** What is to be changed of posts' plans; what is not named stays. */
export type Plan = z.output<typeof plan>

/** `seen`: only where the plan is still that, as far as it is named. */
export const planSchema = z.object({
  ids: z.array(z.number().int().positive()).min(1).max(200),
  plan,
  seen: plan.optional(),
})
