import { say } from '../words/deferred.ts'
import { isOrigin } from '../post/widget-origins'
import { z } from './zod'

export const originsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .map((one) => one.replace(/\/$/, ''))
      .filter(Boolean),
  ),
]

const origins = z
  .string()
  .max(5_000)
  .transform((text) => originsIn(text).join('\n'))
  .refine((text) => {
    const list = originsIn(text)
    return list.length <= 20 && list.every(isOrigin)
  }, say('schemas.widget.enterOrigins'))

export const widgetSchema = z.object({ origins })

export const contextSchema = z.object({
  post: z.number().int().positive(),
  page: z.string().max(1_000),
  browser: z.string().max(400),
})
