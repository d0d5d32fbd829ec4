import { textLength, trimText, visibleLength } from '../text/characters'
import { z } from './zod'

const id = z.number().int().positive()
const ids = z.array(id).min(1).max(200)
const tagIds = z.array(id).max(50)

const noteLimit = 2_500
export const tagLimit = 40

export const lookedSchema = z.object({ ids, wanted: z.boolean() })
export const noteSchema = z.object({
  post: id,
  body: z
    .string()
    .transform(trimText)
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= noteLimit,
      'A note has between 1 and 2500 characters.',
    ),
})
export const noteIdSchema = z.object({ id })
export const changeTagsSchema = z.object({ ids, added: tagIds, removed: tagIds })
const tagMessage = 'A tag has between 1 and 40 characters.'
export const tagSchema = z.object({
  name: z
    .string()
    .trim()
    .refine((text) => visibleLength(text) > 0 && textLength(text) <= tagLimit, tagMessage),
})
export const tagIdSchema = z.object({ id })
