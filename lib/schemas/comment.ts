import { say } from '../words/deferred.ts'
import { honeypotSchema, id, mentions, text } from './fields'
import * as z from './zod'

export const commentLimit = 2_500
export const commentMessage = say('schemas.comment.theCommentIsToo')

export const commentBody = text(commentLimit, commentMessage)

export const createCommentSchema = z.object({
  post: id,
  parent: id.nullable(),
  body: commentBody,
  mentions,
  key: z.uuid(),
  trap: honeypotSchema,
})
export const editCommentSchema = z.object({
  id,
  body: commentBody,
  seenRevision: z.number().int().nonnegative(),
  mentions,
})
