import { createServerClient } from '@supabase/ssr'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { NextResponse, type NextRequest } from 'next/server'
import { env } from '../env'
import { addressOf } from '../supabase/client-address'
import { cookieOptions } from '../supabase/cookie-options'
import { guardOfPath } from './guarded-paths'
import { findGuard } from './guards'
import type { Database } from '../supabase/database.types'
import { watchRefreshes } from '../supabase/refresh-once'
import { forwardAddress } from '../supabase/secret'
import { sanitizeCookies } from '../supabase/sanitize-cookies'
import { requestSession } from './request-session'
import { isSessionCookie } from './cookie'
import { sessionUnavailable } from './session-unavailable'

type SetAll = NonNullable<Parameters<typeof createServerClient>[2]['cookies']['setAll']>
type CookieToSet = Parameters<SetAll>[0][number]

/**
 * Refreshes the session of a request when it is due, and turns away who may not enter a guarded route.
 * Whatever it answers carries the refreshed cookies, and with them headers that forbid storing it.
 */
export async function continueSession(request: NextRequest): Promise<NextResponse> {
  const changed = new Map<string, CookieToSet>()
  // A page that opened this one keeps no hold of the window in which somebody is signed in.
  const headers = new Headers({ 'Cross-Origin-Opener-Policy': 'same-origin' })
  const refreshes = watchRefreshes()
  const client = createServerClient<Database>(
    env.NEXT_PUBLIC_SUPABASE_URL,
    env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    {
      cookieOptions: cookieOptions(env.SITE_URL.startsWith('https:')),
      global: { fetch: forwardAddress(refreshes.fetch, () => addressOf(request.headers)) },
      cookies: {
        getAll: () => sanitizeCookies(request.cookies.getAll()),
        setAll(list, noStore) {
          if (refreshes.wait() > 0) return
          for (const cookie of list) {
            changed.set(cookie.name, cookie)
            if (cookie.value) request.cookies.set(cookie.name, cookie.value)
            else request.cookies.delete(cookie.name)
          }
          for (const [name, value] of Object.entries(noStore)) headers.set(name, value)
        },
      },
    },
  )

  const { data, error } = await requestSession(client)
  const isOutOfReach = isAuthRetryableFetchError(error)
  // A session that cannot be read or renewed is no session; an auth service that does not answer ends none.
  if (!data.session && !isOutOfReach) {
    for (const { name } of request.cookies.getAll()) {
      if (isSessionCookie(name)) forget(name)
    }
  }

  const guard = guardOfPath(request.nextUrl.pathname)
  // A page asks in vain who it is for. An action answers that itself.
  if (guard && isOutOfReach && request.method !== 'POST') return sessionUnavailable(refreshes.wait())
  const verdict = guard && !isOutOfReach ? await findGuard(guard)(client) : 'enter'
  return finish(verdict)

  function forget(name: string) {
    changed.set(name, { name, value: '', options: { path: '/', maxAge: 0 } })
    headers.set('Cache-Control', 'private, no-store')
    request.cookies.delete(name)
  }

  function finish(outcome: 'enter' | 'sign-in' | 'not-found'): NextResponse {
    const response = {
      enter: () => NextResponse.next({ request }),
      'sign-in': () => NextResponse.redirect(signInAddress(request)),
      // No page stands there, so this is the 404 page with its status; the address in the bar stays.
      'not-found': () => NextResponse.rewrite(new URL('/-/-', request.url), { request }),
    }[outcome]()
    for (const { name, value, options } of changed.values()) response.cookies.set(name, value, options)
    headers.forEach((value, name) => response.headers.set(name, value))
    return response
  }
}

/** The roadmap with the sign-in dialog over it, which leads back to where the person wanted to go. */
function signInAddress(request: NextRequest): URL {
  const address = new URL('/', request.url)
  address.searchParams.set('auth', 'sign-in')
  address.searchParams.set('next', request.nextUrl.pathname + request.nextUrl.search)
  return address
}
