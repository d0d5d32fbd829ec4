import { cleanLine, textLength, trimText, visibleLength } from '../text/characters'
import { z } from './zod'

const id = z.number().int().positive()

/** With an id the answer that is changed. */
export const cannedAnswerSchema = z.object({
  id: id.optional(),
  name: z
    .string()
    .transform(cleanLine)
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= 60,
      'A name has between 1 and 60 characters.',
    ),
  body: z
    .string()
    .transform(trimText)
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= 2_500,
      'An answer has between 1 and 2500 characters.',
    ),
})
export const cannedAnswerIdSchema = z.object({ id })
