import { createServerClient } from '@supabase/ssr'
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { NextResponse, type NextRequest } from 'next/server'
import { env } from '../env'
import { sanitizeCookies } from '../supabase/cookies'
import { guardOfPath } from './guarded-paths'
import { codeAddress, codePath } from './code-address'
import { findGuard, type Verdict } from './guards'
import type { Database } from '../supabase/database.types'
import { refreshWaitHeader, watchRefreshes } from '../supabase/refresh-once'
import { forwardVisitor } from '../supabase/secret'
import { sessionFlags } from '../supabase/session-flags'
import { requestSession } from './request-session'
import { freshCookie, isSessionCookie } from './cookie'

/** auth-js renews a session 90 seconds before it ends; in seconds, with some margin. */
const renewedBefore = 100

type SetAll = NonNullable<Parameters<typeof createServerClient>[2]['cookies']['setAll']>
type CookieToSet = Parameters<SetAll>[0][number]

/** Every response carries the refreshed cookies, and with them headers that forbid storing it. */
export async function continueSession(request: NextRequest): Promise<NextResponse> {
  const changed = new Map<string, CookieToSet>()
  const headers = new Headers()
  const refreshes = watchRefreshes()
  const flags = sessionFlags(request.cookies)
  const client = createServerClient<Database>(
    env.NEXT_PUBLIC_SUPABASE_URL,
    env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
    {
      cookieOptions: flags,
      global: { fetch: forwardVisitor(refreshes.fetch, () => request.headers) },
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
  if (isOutOfReach) request.headers.set(refreshWaitHeader, String(refreshes.wait() || 1))
  // A session that can't be read or renewed is no session. An auth service that doesn't respond ends none.
  if (!data.session && !isOutOfReach) {
    for (const { name } of request.cookies.getAll()) {
      if (isSessionCookie(name)) forget(name)
    }
  }

  const freshFor = Math.floor((data.session?.expires_at ?? 0) - Date.now() / 1_000 - renewedBefore)
  if (freshFor > 0 && !request.cookies.has(freshCookie)) {
    const options = { ...flags, httpOnly: true, maxAge: freshFor }
    changed.set(freshCookie, { name: freshCookie, value: '1', options })
    headers.set('Cache-Control', 'private, no-store')
  }

  const guard = guardOfPath(request.nextUrl.pathname)
  // A page can't find out who it is for. An action handles that itself.
  if (guard && isOutOfReach && request.method !== 'POST') return sessionUnavailable(request, refreshes.wait())
  if (guard) headers.set('Cache-Control', 'private, no-store')
  const verdict = guard && !isOutOfReach ? await findGuard(guard)(client) : 'enter'
  return finish(verdict)

  function forget(name: string) {
    changed.set(name, { name, value: '', options: { ...flags, maxAge: 0 } })
    headers.set('Cache-Control', 'private, no-store')
    request.cookies.delete(name)
  }

  function finish(outcome: Verdict): NextResponse {
    const response = {
      enter: () => NextResponse.next({ request }),
      code: () =>
        request.nextUrl.pathname === codePath
          ? NextResponse.next({ request })
          : NextResponse.redirect(new URL(codeAddress(pathOf(request)), request.url)),
      'set-up': () => NextResponse.redirect(new URL('/settings#two-factor', request.url)),
      'sign-in': () => NextResponse.redirect(signInAddress(request)),
      // There is no page here, so this is the 404 page with its status. The address bar doesn't change.
      'not-found': () => NextResponse.rewrite(new URL('/-/-', request.url), { request }),
    }[outcome]()
    for (const { name, value, options } of changed.values()) response.cookies.set(name, value, options)
    headers.forEach((value, name) => response.headers.set(name, value))
    return response
  }
}

const pathOf = ({ nextUrl }: NextRequest): string => nextUrl.pathname + nextUrl.search

function signInAddress(request: NextRequest): URL {
  const address = new URL('/', request.url)
  address.searchParams.set('auth', 'sign-in')
  address.searchParams.set('next', pathOf(request))
  return address
}

/**
 * The page that replaces another one for someone whose session can't be renewed right now, in the site's language.
 * @param wait in seconds; a minute if the service doesn't say
 */
function sessionUnavailable(request: NextRequest, wait: number): NextResponse {
  request.headers.set(refreshWaitHeader, String(wait || 60))
  return NextResponse.rewrite(new URL('/api/session-unavailable', request.url), { request })
}
