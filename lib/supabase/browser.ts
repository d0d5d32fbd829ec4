import { createBrowserClient } from '@supabase/ssr'
import { cookieOptions } from './cookies'
import { framedCookie, hasCookie } from './framed-cookie'
import { rateLimitAsOutage, refreshOnce } from './refresh-once'

/** The browser's client, which keeps the session of a signed-in person fresh. Never loaded for visitors. */
export function createSessionClient(url: string, publishableKey: string) {
  const isSecure = location.protocol === 'https:'
  return createBrowserClient(url, publishableKey, {
    cookieOptions: cookieOptions(isSecure, hasCookie(document.cookie, framedCookie(isSecure))),
    global: { fetch: rateLimitAsOutage(refreshOnce) },
  })
}
