import type { Said } from '../words/deferred.ts'
import { cleanLine, textLength, trimText, visibleLength } from '../text/characters'
import * as z from './zod'

export const id = z.number().int().positive()
export const ids = z.array(id).min(1).max(200)
export const idSchema = z.object({ id })
export const idsSchema = z.object({ ids })
export const switchSchema = z.object({ ids, wanted: z.boolean() })

const isFilled = (value: string) => visibleLength(value) > 0
/** Whether a text isn't empty and no longer than the limit, counted as the database counts. */
export const isWithin = (limit: number) => (value: string) => isFilled(value) && textLength(value) <= limit

/** `missing` is what an empty text is told. */
export const text = (limit: number, message: Said, missing = message) =>
  z
    .string()
    .transform(trimText)
    .refine(isFilled, { ...missing, abort: true })
    .refine(isWithin(limit), message)
export const line = (limit: number, message: Said, missing = message) =>
  z
    .string()
    .transform(cleanLine)
    .refine(isFilled, { ...missing, abort: true })
    .refine(isWithin(limit), message)

export const mentions = z.array(z.uuid()).max(10).default([])

export const checked = { captchaToken: z.string().max(10_000).optional() }

/** The least time that filling in takes anyone, in milliseconds. The forms wait this long, so no person is refused. */
export const leastTimes = { signUp: 1_000, post: 600, comment: 600 }

export const honeypotSchema = z
  .object({
    isFilled: z.boolean(),
    milliseconds: z.number(),
  })
  .optional()
export type Trap = z.output<typeof honeypotSchema>
