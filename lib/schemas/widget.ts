import { say } from '../words/deferred.ts'
import { commaList } from '../words/list-text.ts'
import { t } from '../words/t.ts'
import { isOrigin } from '../post/widget-origins'
import * as z from './zod'

const isLocal = /^(?:localhost|127\.0\.0\.1)(?::|$)/

/** People leave out the scheme, or paste the address of a page. */
const withScheme = (origin: string) =>
  origin.includes('://') ? origin : `${isLocal.test(origin) ? 'http' : 'https'}://${origin}`

export const originsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((one) => withScheme(one.replace(/(?<!\/)\/(?!\/).*/, ''))),
  ),
]

/** As they were typed: the lines, or the parts between commas, that aren't origins alone. */
const wrongIn = (text: string) =>
  text
    .split(/[\n,]+/)
    .map((one) => one.trim())
    .filter((one) => !originsIn(one).every(isOrigin))

const origins = z
  .string()
  .max(5_000)
  .refine((text) => originsIn(text).length <= 20, say('schemas.widget.enterOrigins'))
  .refine((text) => wrongIn(text).length === 0, {
    error: ({ input }) =>
      t('schemas.widget.notValid', {
        wrong: commaList(wrongIn(input as string).map((text) => t('common.quoted', { text }))),
      }),
  })
  .transform((text) => originsIn(text).join('\n'))

export const widgetSchema = z.object({ origins })

export const contextSchema = z.object({
  post: z.number().int().positive(),
  page: z.string().max(1_000),
  browser: z.string().max(400),
})
