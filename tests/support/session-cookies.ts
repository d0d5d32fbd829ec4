import { createServerClient } from '@supabase/ssr'
import { isSessionCookie } from '../../lib/session/cookie.ts'
import { cookieOptions } from '../../lib/supabase/cookies.ts'

type Backend = { url: string; publishableKey: string }
type Cookie = {
  name: string
  value: string
  url: string
  expires: number
  sameSite: 'Lax'
  secure: boolean
}

/**
 * Signs an account in as the site's server does, and returns the cookies that it would set. A browser context with
 * these cookies is signed in.
 */
export async function sessionCookies(
  backend: Backend,
  account: { email: string; password: string },
  site: string,
): Promise<Cookie[]> {
  const flags = cookieOptions(site.startsWith('https:'), false)
  const set: { name: string; value: string }[] = []
  const client = createServerClient(backend.url, backend.publishableKey, {
    cookieOptions: flags,
    cookies: { getAll: () => [], setAll: (list) => void set.push(...list) },
  })
  const { error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const expires = Math.floor(Date.now() / 1000) + flags.maxAge
  const { secure } = flags
  return set
    .filter(({ value }) => value)
    .map(({ name, value }) => ({ name, value, url: site, expires, sameSite: 'Lax', secure }))
}

type Part = { name: string; value: string }

/** The parts of a session's cookie, in order. A hosted project's sessions are too long for one cookie. */
export const sessionParts = <Given extends Part>(all: Given[]): Given[] =>
  all
    .filter(({ name }) => isSessionCookie(name))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/** The session in these cookies. */
export function readSession(all: Part[]): { access_token: string; refresh_token: string } {
  const text = sessionParts(all)
    .map(({ value }) => value)
    .join('')
  return JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString())
}

/** The same cookies with an access token that is due for renewal. */
export function expireCookies<Given extends Part>(all: Given[]): Given[] {
  const parts = sessionParts(all)
  const due = { ...readSession(all), expires_at: Math.floor(Date.now() / 1000) - 60, expires_in: 0 }
  const value = `base64-${Buffer.from(JSON.stringify(due)).toString('base64url')}`
  const length = Math.ceil(value.length / parts.length)
  return parts.map((part, index) => ({ ...part, value: value.slice(index * length, (index + 1) * length) }))
}
