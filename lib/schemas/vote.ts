import { cleanLine, textLength, visibleLength } from '../text/characters'
import { z } from './zod'

const post = z.number().int().positive()

/** A vote for somebody else, by the id of an account or by an e-mail address, and why. */
export const giveVoteSchema = z.object({
  post,
  voter: z.union([z.uuid(), z.email().max(254)], 'Choose a person, or write a whole e-mail address.'),
  why: z
    .string()
    .transform(cleanLine)
    .refine(
      (text) => visibleLength(text) > 0 && textLength(text) <= 200,
      'Say why, in up to 200 characters.',
    ),
})
export const takeVoteSchema = z.object({ post, person: z.uuid() })
