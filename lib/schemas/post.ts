import { honeypotSchema, id, mentions } from './fields'
import { z } from './zod'
import { cleanLine, hasStackedMarks, textLength, trimText, visibleLength } from '@/lib/text/characters'
import { countText } from '@/lib/text/count-text'

export const titleLimit = 140
export const detailsLimit = 10_000

export const titleField = z
  .string()
  .transform(cleanLine)
  .refine((text) => text !== '', 'Enter a title.')
  .refine((text) => visibleLength(text) >= 3, 'Use at least 3 characters.')
  .refine((text) => textLength(text) <= titleLimit, `Use at most ${titleLimit} characters.`)
  .refine((text) => !hasStackedMarks(text), 'Use fewer accents on a letter.')
const details = z
  .string()
  .transform(trimText)
  .refine((text) => textLength(text) <= detailsLimit, `Use at most ${countText(detailsLimit)} characters.`)

export const createPostSchema = z.object({ category: z.string().min(1), title: titleField, details })
/** What the form sends: the key says that it is the same form sending once more. */
export const sendPostSchema = createPostSchema.extend({ mentions, key: z.uuid(), trap: honeypotSchema })
export const editPostSchema = z.object({
  id,
  title: titleField,
  details: details.refine((text) => text.trim() !== '', 'Enter the details.'),
  seenRevision: z.number().int().nonnegative(),
  mentions,
})
export const voteSchema = z.object({ id, wanted: z.boolean() })
export const previewSchema = z.object({ text: details })
