import { type Reaction, reactions } from '../post/changelog'
import { textLength, trimText } from '../text/characters'
import { countText } from '../text/count-text'
import { id, line } from './fields'
import { mailFollowSchema } from './notification'
import { titleField } from './post'
import { z } from './zod'

export const bodyLimit = 20_000

export const reactionSchema = z.object({
  id,
  wanted: z.enum(Object.keys(reactions) as [Reaction, ...Reaction[]]).nullable(),
})
export const subscribeByMailSchema = mailFollowSchema.omit({ id: true })
export const subscribeSchema = z.object({ wanted: z.boolean() })

const slug = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters.')
  .refine((text) => !/[\s/?#]/.test(text), 'Use letters, digits and hyphens.')

const body = z
  .string()
  .transform(trimText)
  .refine((text) => textLength(text) <= bodyLimit, `Use at most ${countText(bodyLimit)} characters.`)
export const previewEntrySchema = z.object({ text: body })

/** What the editor sends. Without an id it is a new draft, made once for its key. */
export const entrySchema = z.object({
  id: id.nullable(),
  title: titleField,
  body,
  /** Empty for one that follows the title. */
  slug,
  labels: z.array(id).max(10, 'Choose at most 10 labels.'),
  posts: z.array(id).max(50, 'Link at most 50 posts.'),
  seenRevision: z.number().int().nonnegative().nullable(),
  key: z.uuid(),
})
export const publishSchema = z.object({
  id,
  seenRevision: z.number().int().nonnegative(),
  /** A moment on a clock of the site's time zone; null for now. */
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Choose a day and a time.')
    .nullable(),
  tells: z.boolean(),
  completes: z.boolean(),
})
export const labelSchema = z.object({ id: id.nullable(), name: line(30, 'Use 1 to 30 characters.') })
