import * as z from './zod'
import { postOrders, postStates } from '../post/states'

/** PostgreSQL can't store NUL. */
const text = z.string().refine((value) => !value.includes('\0'))
const id = z.coerce.number().int().positive()

export const freeQuery = z.record(z.string(), z.string())
export const commentsQuery = z.object({ post: id, after: text.max(200) })
export const repliesQuery = z.object({ comment: id, after: text.max(200) })
export const commentPlaceQuery = z.object({ comment: id })
export const postsQuery = z.object({
  category: text.max(60).optional(),
  state: z.enum(postStates).optional(),
  order: z.enum(postOrders).optional(),
  after: text.max(600).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
export const searchQuery = z.object({
  q: text.min(1).max(10_000),
  category: text.max(60).optional(),
  state: z.enum(postStates).optional(),
  after: text.max(600).optional(),
})
export const similarQuery = z.object({ title: text.max(200), details: text.max(600).optional() })
export const triageQuery = z.object({
  posts: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,19}$/)
    .transform((list) => list.split(',').map(Number)),
})
export const signalsQuery = z.object({ post: id })
export const votersQuery = z.object({
  post: id,
  after: text.max(200).optional(),
  only: z.enum(['aside', 'counted']).optional(),
  max: z.coerce.number().int().min(1).max(50).default(50),
})
export const cannedAnswersQuery = z.object({ post: id.optional() })
export const peopleQuery = z.object({
  q: text.trim().min(2).max(200),
  only: z.enum(['voters']).optional(),
})
export const ownVotesQuery = z.object({
  posts: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .transform((list) => list.split(',').map(Number)),
})
export const ownReactionsQuery = z.object({
  entries: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
    .transform((list) => list.split(',').map(Number)),
})
export const entriesQuery = z.object({
  label: text.max(100).optional(),
  after: text.max(200).optional(),
})
export const unreadEntriesQuery = z.object({ since: z.iso.datetime({ offset: true }).optional() })
export const ownOnPostQuery = z.object({ post: id })
export const ownPageQuery = z.object({ before: id.optional() })
export const mentionableQuery = z.object({ post: id.optional(), typed: text.max(80).default('') })
