import { say } from '../words/deferred.ts'
import { type Reaction, reactions } from '../post/changelog'
import { textLength, trimText } from '../text/characters'
import { id, line } from './fields'
import { mailFollowSchema } from './notification'
import { titleField } from './post'
import * as z from './zod'

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
  .max(200, say('schemas.changelog.addressTooLong'))
  .refine((text) => !/[\s/?#]/.test(text), say('schemas.changelog.addressLetters'))

const body = z
  .string()
  .transform(trimText)
  .refine((text) => textLength(text) <= bodyLimit, say('schemas.changelog.bodyTooLong', { bodyLimit }))
export const previewEntrySchema = z.object({ text: body })

/** What the editor sends. Without an id it is a new draft, created once per key. */
export const entrySchema = z.object({
  id: id.nullable(),
  title: titleField,
  body,
  slug,
  labels: z.array(id).max(10, say('schemas.changelog.tooManyLabels')),
  posts: z.array(id).max(50, say('schemas.changelog.tooManyPosts')),
  seenRevision: z.number().int().nonnegative().nullable(),
  key: z.uuid(),
})
export const publishSchema = z.object({
  id,
  seenRevision: z.number().int().nonnegative(),
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, say('schemas.changelog.chooseATime'))
    .nullable(),
  moment: z.iso.datetime({ offset: true }).nullish(),
  tells: z.boolean(),
  completes: z.boolean(),
})
export const labelSchema = z.object({
  id: id.nullable(),
  name: line(30, say('schemas.changelog.labelLength')),
})
