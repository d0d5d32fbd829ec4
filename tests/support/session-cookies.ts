import { createServerClient } from '@supabase/ssr'
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
