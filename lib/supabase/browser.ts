import { createBrowserClient } from '@supabase/ssr'

/** The browser's own client: keeps the session of a signed-in person fresh. Never loaded for visitors. */
export function createSessionClient(url: string, publishableKey: string, secure: boolean) {
  return createBrowserClient(url, publishableKey, {
    cookieOptions: { path: '/', sameSite: 'lax', secure, maxAge: 400 * 24 * 60 * 60 },
  })
}
