import { say } from '../words/deferred.ts'
import { z } from './zod'

export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

export const invitationSchema = z.object({
  addresses: z
    .string()
    .max(10_000)
    .refine((text) => {
      const all = addressesIn(text)
      return all.length > 0 && all.every((one) => z.email().max(254).safeParse(one).success)
    }, say('schemas.invitation.enterAddresses'))
    .refine((text) => addressesIn(text).length <= 20, say('schemas.invitation.upTo20')),
  role: z.enum(['moderator', 'admin']),
})
