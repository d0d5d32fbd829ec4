import { createBrowserClient } from '@supabase/ssr'
import { cookieOptions } from './cookies'
import { framedCookie } from './framed-cookie'
import { rateLimitAsOutage, refreshOnce } from './refresh-once'

/** The browser's client, which keeps the session of a signed-in person fresh. Never loaded for visitors. */
export function createSessionClient(url: string, publishableKey: string) {
  return createBrowserClient(url, publishableKey, {
    cookieOptions: cookieOptions(
      location.protocol === 'https:',
      document.cookie.includes(`${framedCookie}=`),
    ),
    global: { fetch: rateLimitAsOutage(refreshOnce) },
  })
}
