import { textLength, visibleLength } from '../text/characters'
import { z } from './zod'

const id = z.number().int().positive()

export const viewNameLimit = 60

/** What the dashboard shows under a name; with an id the view that is changed. */
export const viewSchema = z.object({
  id: id.optional(),
  name: z
    .string()
    .trim()
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= viewNameLimit,
      'A name has between 1 and 60 characters.',
    ),
  query: z.string().max(2_000, 'This is too much for a view.'),
  isShared: z.boolean(),
})
export const viewIdSchema = z.object({ id })
