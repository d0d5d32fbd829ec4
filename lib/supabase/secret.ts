import 'server-only'
import { createClient } from '@supabase/supabase-js'
import { env } from '../env'
import { addressOf } from './client-address'
import { deviceOf } from './device'
import { fetchWithTimeout } from './fetch-with-timeout'
import type { Database } from './database.types'

const {
  NEXT_PUBLIC_SUPABASE_URL: url,
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SUPABASE_SECRET_KEY: secretKey,
  CAPTCHA_PROVIDER,
} = env

/** Bypasses every policy: never for what a person asked for. Null without a key. */
export const secretClient = secretKey
  ? createClient<Database>(url, secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: fetchWithTimeout },
    })
  : null

const limitedByAddress = /\/auth\/v1\/(token|signup|recover|resend|otp|sso|verify|factors)\b/

const isChange = (asked: string, method?: string) => method === 'PUT' && /\/auth\/v1\/user\b/.test(asked)

/** What the captcha protects. The service skips the captcha for requests with the secret key. */
const checked = /\/auth\/v1\/(signup|recover|resend|otp|sso|token\?grant_type=password)\b/

/** The service believes the visitor's address only with the secret key, and its limits then count visitors. */
export function forwardVisitor(
  send: typeof fetch,
  sent: () => Pick<Headers, 'get'> | Promise<Pick<Headers, 'get'>>,
): typeof fetch {
  return async (input, init) => {
    const asked = input instanceof Request ? input.url : String(input)
    if (!limitedByAddress.test(asked) && !isChange(asked, init?.method)) return send(input, init)
    const visitor = await sent()
    const headers = new Headers(init?.headers)
    // In words, because Supabase refuses a secret key that comes with a browser's user agent.
    const { browser, system } = deviceOf(visitor.get('user-agent'))
    // oxlint-disable-next-line rooms/words -- the auth service stores it
    headers.set('User-Agent', [browser, system].filter(Boolean).join(' on ') || 'Unknown device')
    const isForwarded = secretKey && !(CAPTCHA_PROVIDER && checked.test(asked))
    const known = isForwarded ? addressOf(visitor) : ''
    if (secretKey && known) {
      headers.set('apikey', secretKey)
      const isPerson = ![null, `Bearer ${publishableKey}`].includes(headers.get('Authorization'))
      if (!isPerson) headers.set('Authorization', `Bearer ${secretKey}`)
      headers.set('Sb-Forwarded-For', known)
    }
    return send(input, { ...init, headers })
  }
}
