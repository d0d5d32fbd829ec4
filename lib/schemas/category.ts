import { say } from '../words/deferred.ts'
import * as z from './zod'
import { cleanLine, textLength, visibleLength } from '@/lib/text/characters'
import { id } from './fields'

const line = (limit: number) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => textLength(text) <= limit, say('schemas.category.useAtMostCharacters', { limit }))

export const categorySchema = z.object({
  id: id.optional(),
  name: line(60).refine((text) => visibleLength(text) > 0, say('schemas.category.enterAName')),
  slug: z
    .string()
    .trim()
    .max(60, say('schemas.category.useAtMost60'))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, say('schemas.category.useLowercaseLettersA')),
  description: line(300),
  prompt: line(80),
  detailsPrompt: line(160),
  seenRevision: z.number().int().optional(),
  isArchived: z.boolean().optional(),
})
export const archiveCategorySchema = z.object({ id, wanted: z.boolean() })
export const deleteCategorySchema = z.object({ id, seenRevision: z.number().int().optional() })
export const orderCategoriesSchema = z.object({ ids: z.array(id).max(500) })
