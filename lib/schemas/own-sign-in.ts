import { say } from '../words/deferred.ts'
import { cleanLine } from '../text/characters'
import { enterCodeSchema } from './account'
import * as z from './zod'

/** The longest token that is accepted. It fits into an address and a cookie. */
const longestToken = 2_800

const line = (limit: number) =>
  z.string().transform((text) => Array.from(cleanLine(text)).slice(0, limit).join(''))

export const ownClaimsSchema = z.object({
  sub: z.string().min(1).max(200),
  email: z.email().max(254),
  name: line(80).catch(''),
  avatar: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .optional()
    .catch(undefined),
  plan: line(80).optional().catch(undefined),
  company: line(120).optional().catch(undefined),
  monthly_value: z.number().min(0).max(9_999_999_999).optional().catch(undefined),
  jti: z.string().min(8).max(200),
  iat: z.number(),
})
export type OwnClaims = z.infer<typeof ownClaimsSchema>

export const ownTokenSchema = z.string().min(1).max(longestToken)

export const ownCodeSchema = enterCodeSchema.omit({ isSignUp: true }).extend({ claim: z.uuid() })

export const ownKeySchema = z
  .object({ algorithm: z.enum(['HS256', 'ES256']), publicKey: z.string().max(2_000) })
  .refine(({ algorithm, publicKey }) => algorithm === 'HS256' || isSigningKey(publicKey), {
    path: ['publicKey'],
    ...say('schemas.ownSignIn.enterAPublicKey'),
  })

/** The key as in a PEM file, without its first and last line. Only P-256. */
const isSigningKey = (pem: string): boolean =>
  /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/.test(
    pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''),
  )
