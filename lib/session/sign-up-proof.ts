import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import * as z from '../schemas/zod'
import { env } from '../env'

export type SignUp = { email: string; name: string; password: string }

/** In seconds: as long as the link of the email works. */
const lifetime = 3600
const isSecure = env.SITE_URL.startsWith('https:')
/** With this prefix, no page of a neighboring domain can write it. */
const cookieName = `${isSecure ? '__Host-' : ''}signpost-sign-up`
const flags = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
const key = env.SUPABASE_SECRET_KEY
  ? Buffer.from(hkdfSync('sha256', env.SUPABASE_SECRET_KEY, '', 'signpost sign-up', 32))
  : null
const [ivLength, tagLength] = [12, 16]

const sealed = z.object({ email: z.string(), name: z.string(), password: z.string(), until: z.number() })

/** Encrypted. It proves that whoever follows the email's link here is the one who signed up here. */
export async function keepSignUp(signUp: SignUp): Promise<void> {
  if (!key) return
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = JSON.stringify({ ...signUp, until: Date.now() + lifetime * 1_000 })
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  const value = Buffer.concat(parts).toString('base64url')
  ;(await cookies()).set(cookieName, value, { ...flags, maxAge: lifetime })
}

export async function readSignUp(): Promise<SignUp | null> {
  const value = (await cookies()).get(cookieName)?.value
  if (!key || !value) return null
  try {
    const bytes = Buffer.from(value, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    })
    decipher.setAuthTag(bytes.subarray(-tagLength))
    const text = Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()])
    const { until, ...signUp } = sealed.parse(JSON.parse(text.toString()))
    return until > Date.now() ? signUp : null
  } catch {
    return null
  }
}

export async function forgetSignUp(): Promise<void> {
  ;(await cookies()).delete({ name: cookieName, path: '/', secure: isSecure })
}
