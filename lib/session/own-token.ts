import 'server-only'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { env } from '../env'
import { type OwnClaims, ownClaimsSchema, ownTokenSchema } from '../schemas/own-sign-in'
import { secretClient } from '../supabase/secret'

/** In seconds; the database has the same (begin_own_sign_in). */
const oldest = 300
const tolerance = 10

export type OwnKey = { id: number; algorithm: string; secret: string }
export type OwnToken = { claims: OwnClaims; keyId: number }

/** Whether tokens of the company's product can be taken at all. */
export const takesOwnTokens = secretClient !== null

/**
 * What a token says, if the company's product signed it for this site within five minutes; null for any other. It
 * may still have been used.
 */
export async function readOwnToken(token: string): Promise<OwnToken | null> {
  const { data } = await secretClient!.rpc('own_keys').throwOnError()
  return checkOwnToken(token, data)
}

/** Each key is tried with its own algorithm alone: a public key is no shared secret, and `none` is nobody's. */
export async function checkOwnToken(
  token: string,
  keys: OwnKey[],
  now = new Date(),
): Promise<OwnToken | null> {
  for (const { id, algorithm, secret } of keys) {
    try {
      if (decodeProtectedHeader(token).alg !== algorithm) continue
      const key = algorithm === 'ES256' ? await importSPKI(pem(secret), algorithm) : encode(secret)
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        audience: env.SITE_URL,
        maxTokenAge: oldest,
        clockTolerance: tolerance,
        requiredClaims: ['sub', 'jti', 'iat', 'aud'],
        currentDate: now,
      })
      const claims = ownClaimsSchema.safeParse(payload)
      return claims.success ? { claims: claims.data, keyId: id } : null
    } catch {
      // Another key may have signed it.
    }
  }
  return null
}

const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret)
const pem = (key: string): string => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`

/** Whom a token signs in, for a page to say; null for one that isn't valid. */
export async function personOfToken(token: string): Promise<{ name: string; email: string } | null> {
  if (!takesOwnTokens || !ownTokenSchema.safeParse(token).success) return null
  const { name, email } = (await readOwnToken(token))?.claims ?? {}
  return email ? { name: name ?? '', email } : null
}
