import { say } from '../words/deferred.ts'
import { honeypotSchema, id, mentions } from './fields'
import * as z from './zod'
import { cleanLine, hasStackedMarks, textLength, trimText, visibleLength } from '@/lib/text/characters'

export const titleLimit = 140
export const detailsLimit = 10_000

export const titleField = z
  .string()
  .transform(cleanLine)
  .refine((text) => text !== '', say('schemas.post.enterATitle'))
  .refine((text) => visibleLength(text) >= 3, say('schemas.post.useAtLeast3'))
  .refine((text) => textLength(text) <= titleLimit, say('schemas.post.titleTooLong', { titleLimit }))
  .refine((text) => !hasStackedMarks(text), say('common.useFewerAccentsOnALetter'))
const details = z
  .string()
  .transform(trimText)
  .refine((text) => textLength(text) <= detailsLimit, say('schemas.post.detailsTooLong', { detailsLimit }))

export const createPostSchema = z.object({ category: z.string().min(1), title: titleField, details })
export const sendPostSchema = createPostSchema.extend({ mentions, key: z.uuid(), trap: honeypotSchema })
export const editPostSchema = z.object({
  id,
  title: titleField,
  details: details.refine((text) => text.trim() !== '', say('schemas.post.enterTheDetails')),
  seenRevision: z.number().int().nonnegative(),
  mentions,
})
export const voteSchema = z.object({ id, wanted: z.boolean() })
export const previewSchema = z.object({ text: details })
