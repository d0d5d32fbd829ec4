import { z } from './zod'

const id = z.number().int().positive()
const ids = z.array(id).min(1).max(200)

export const mergeSchema = z.object({ ids, into: id })
export const unmergeSchema = z.object({ ids })
export const sameSchema = z.object({ post: id, other: id })
export const differentSchema = sameSchema.extend({ wanted: z.boolean() })
