import { createClient } from '@supabase/supabase-js'
import type { APIRequestContext } from 'playwright/test'
import { password, type Person } from './people'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>
export const cookieName = `sb-${new URL(TEST_SUPABASE_URL!).hostname.split('.')[0]}-auth-token`

export async function sessionOf(person: Person) {
  const client = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword({ email: person.email, password })
  if (error) throw error
  return data.session
}

/** The cookie that `@supabase/ssr` would set; `expired` makes its access token expire. */
export function cookieOf(
  session: Awaited<ReturnType<typeof sessionOf>>,
  options: { expired?: boolean } = {},
): string {
  const kept = options.expired
    ? { ...session, expires_at: Math.floor(Date.now() / 1000) - 60, expires_in: 0 }
    : session
  return `${cookieName}=base64-${Buffer.from(JSON.stringify(kept)).toString('base64url')}`
}

export const get = (request: APIRequestContext, path: string, cookie: string) =>
  request.get(path, { headers: { cookie }, maxRedirects: 0 })
