import { id } from './fields'
import { z } from './zod'

/** Words that mean the same, as they are typed: with commas between them. */
export const synonymsSchema = z.object({
  id: id.optional(),
  words: z
    .string()
    .max(600, 'Use at most 600 characters.')
    .refine((text) => listWords(text).length >= 2, 'Enter at least two terms, separated by a comma.')
    .refine((text) => listWords(text).length <= 20, 'Enter at most 20 terms.'),
})
export const searchMissSchema = z.object({ words: z.string().min(1).max(400) })

/** The words of a list with commas. */
export const listWords = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
