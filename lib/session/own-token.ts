import 'server-only'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { env } from '../env'
import { type OwnClaims, ownClaimsSchema, ownTokenSchema } from '../schemas/own-sign-in'
import { secretClient } from '../supabase/secret'

/** In seconds. The database checks the same limit (begin_own_sign_in). */
const oldest = 300
const tolerance = 10

export type OwnKey = { id: number; algorithm: string; secret: string }
export type OwnToken = { claims: OwnClaims; keyId: number }

export const takesOwnTokens = secretClient !== null

/** Null unless the company's product signed it within five minutes. Doesn't check whether it was used. */
export async function readOwnToken(token: string): Promise<OwnToken | null> {
  const { data } = await secretClient!.rpc('own_keys').throwOnError()
  return checkOwnToken(token, data)
}

/** Each key only verifies its own algorithm, so no one can use a public key as a shared secret, or `none`. */
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
      // Try the next key.
    }
  }
  return null
}

const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret)
const pem = (key: string): string => `-----BEGIN PUBLIC KEY-----\n${key}\n-----END PUBLIC KEY-----`

/** Whose account a token opens, to show before it does: the one linked to its person, whatever address the token says. */
export async function ownerOf({ claims }: OwnToken): Promise<{ name: string; email: string }> {
  const { sub: subject, name, email } = claims
  const { data } = await secretClient!.rpc('own_account', { subject }).maybeSingle().throwOnError()
  return data ? { name: data.name, email: data.address } : { name, email }
}

export async function personOfToken(token: string): Promise<{ name: string; email: string } | null> {
  if (!takesOwnTokens || !ownTokenSchema.safeParse(token).success) return null
  const read = await readOwnToken(token)
  return read && ownerOf(read)
}
