import { cleanLine } from '../text/clean-line'
import { textLength, visibleLength } from '../text/text-length'
import { z } from './zod'

const post = z.number().int().positive()

/** A vote for somebody else, and why. */
export const giveVoteSchema = z.object({
  post,
  person: z.uuid('Choose a person.'),
  why: z
    .string()
    .transform(cleanLine)
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= 200,
      'Say why, in up to 200 characters.',
    ),
})
export const takeVoteSchema = z.object({ post, person: z.uuid() })
