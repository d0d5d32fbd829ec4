import { textLength, trimText, visibleLength } from '../text/characters'
import { mentions } from './mention'
import { honeypotSchema } from './honeypot'
import { z } from './zod'

export const commentLimit = 2_500
export const commentMessage = 'The comment is too long, need to be between 1 and 2500 characters.'

/** Counted in code points after trailing space is cut, as the database counts. */
export const commentBody = z
  .string()
  .transform(trimText)
  .refine((text) => visibleLength(text) > 0 && textLength(text) <= commentLimit, commentMessage)

export const createCommentSchema = z.object({
  post: z.number().int().positive(),
  parent: z.number().int().positive().nullable(),
  body: commentBody,
  mentions,
  /** Says that it is the same form sending once more. */
  key: z.uuid(),
  trap: honeypotSchema,
})
export const editCommentSchema = z.object({
  id: z.number().int().positive(),
  body: commentBody,
  seenRevision: z.number().int().nonnegative(),
  mentions,
})
export const commentIdSchema = z.object({ id: z.number().int().positive() })
