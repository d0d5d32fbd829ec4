import { say } from '../words/deferred.ts'
import { id } from './fields'
import * as z from './zod'

export const synonymsSchema = z.object({
  id: id.optional(),
  words: z
    .string()
    .max(600, say('schemas.searchWords.useAtMost600'))
    .refine((text) => listWords(text).length >= 2, say('schemas.searchWords.enterAtLeastTwo'))
    .refine((text) => listWords(text).length <= 20, say('schemas.searchWords.enterAtMost20')),
})
export const searchMissSchema = z.object({ words: z.string().min(1).max(400) })

export const listWords = (text: string): string[] =>
  text
    .split(/[,،、]/)
    .map((word) => word.trim())
    .filter(Boolean)
