import { say } from '../words/t.ts'
import { isOrigin } from '../post/widget-origins'
import { z } from './zod'

/** One origin on each line, as an admin types them. */
const origins = z
  .string()
  .max(5_000)
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean).map((one) => one.toLowerCase().replace(/\/$/, '')))])
  .refine((list) => list.length <= 20 && list.every(isOrigin), say('schemas.widget.enterOrigins'))

export const widgetSchema = z.object({ origins, trustsAddresses: z.boolean() })

/** What the widget says of where a post was written. */
export const contextSchema = z.object({
  post: z.number().int().positive(),
  page: z.string().max(1_000),
  browser: z.string().max(400),
})
