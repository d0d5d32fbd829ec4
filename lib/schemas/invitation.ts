import { say } from '../words/deferred.ts'
import { commaList } from '../words/list-text.ts'
import { t } from '../words/t.ts'
import * as z from './zod'

export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

const wrongIn = (text: string) =>
  addressesIn(text).filter((one) => !z.email().max(254).safeParse(one).success)

export const invitationSchema = z.object({
  addresses: z
    .string()
    .max(10_000)
    .refine((text) => addressesIn(text).length > 0, say('schemas.invitation.enterAddresses'))
    .refine((text) => addressesIn(text).length <= 20, say('schemas.invitation.upTo20'))
    .refine((text) => wrongIn(text).length === 0, {
      error: ({ input }) => t('schemas.invitation.notValid', { wrong: commaList(wrongIn(input as string)) }),
    }),
  role: z.enum(['moderator', 'admin']),
})
