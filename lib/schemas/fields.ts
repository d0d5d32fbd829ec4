import type { Said } from '../words/t.ts'
import { cleanLine, textLength, trimText, visibleLength } from '../text/characters'
import { z } from './zod'

export const id = z.number().int().positive()
/** What is changed at once. */
export const ids = z.array(id).min(1).max(200)
export const idSchema = z.object({ id })
export const idsSchema = z.object({ ids })
/** Whether it is to be so, or no more. */
export const switchSchema = z.object({ ids, wanted: z.boolean() })

/** Whether a text says something and is no longer than the limit, counted as the database counts. */
export const isWithin = (limit: number) => (value: string) =>
  visibleLength(value) > 0 && textLength(value) <= limit
/** Several lines, kept without space at the end. */
export const text = (limit: number, message: Said) =>
  z.string().transform(trimText).refine(isWithin(limit), message)
export const line = (limit: number, message: Said) =>
  z.string().transform(cleanLine).refine(isWithin(limit), message)

/** Who is meant by the names after "@" in a text. */
export const mentions = z.array(z.uuid()).max(10).default([])

/** What the check against robots gave, on a site that has one. */
export const checked = { captchaToken: z.string().max(10_000).optional() }

/** How long filling in takes anybody at least, in milliseconds. The forms wait so long, so it refuses no person. */
export const leastTimes = { signUp: 1_000, post: 600, comment: 600 }

/** What a form says about how it was filled in; nothing where no form did. */
export const honeypotSchema = z
  .object({
    /** Whether the field that people do not see has something in it. */
    isFilled: z.boolean(),
    milliseconds: z.number(),
  })
  .optional()
export type Trap = z.output<typeof honeypotSchema>
