import { createServerClient } from '@supabase/ssr'
import { isSessionCookie } from '../../lib/session/cookie.ts'
import { cookieOptions } from '../../lib/supabase/cookie-options.ts'

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
 * Signs an account in as the site's server does, and gives the cookies that it would set: what a browser's
 * context takes over to be signed in.
 */
export async function sessionCookies(
  backend: Backend,
  account: { email: string; password: string },
  site: string,
): Promise<Cookie[]> {
  const flags = cookieOptions(site.startsWith('https:'))
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

/** The same cookies, in whatever pieces, with an access token that is due for renewal. */
export function expireCookies<Part extends { name: string; value: string }>(all: Part[]): Part[] {
  const parts = all
    .filter(({ name }) => isSessionCookie(name))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const text = parts.map(({ value }) => value).join('')
  const session = JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString())
  const due = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60, expires_in: 0 }
  const value = `base64-${Buffer.from(JSON.stringify(due)).toString('base64url')}`
  const length = Math.ceil(value.length / parts.length)
  return parts.map((part, index) => ({ ...part, value: value.slice(index * length, (index + 1) * length) }))
}
