import { textLength } from '../text/characters'
import { z } from './zod'
import { postStates } from '../post/states'

const id = z.number().int().positive()
const ids = z.array(id).min(1).max(200)

export const bulkStateSchema = z.object({
  ids,
  state: z.enum(postStates),
  seen: z.record(z.string(), z.enum(postStates)),
  note: z
    .string()
    .trim()
    .refine((text) => textLength(text) <= 1_000, 'Use at most 1,000 characters.')
    .default(''),
  /** A note that is empty takes away the one that was said a moment ago, instead of leaving it. */
  isUndo: z.boolean().default(false),
})
export const bulkCategorySchema = z.object({ ids, category: id, seen: z.record(z.string(), id) })
export const bulkSchema = z.object({ ids })
export const matchingSchema = z.object({
  filter: z.record(z.string(), z.unknown()),
  afterId: z.number().int().nonnegative(),
})
