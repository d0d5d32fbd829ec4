import { type NextRequest, NextResponse } from 'next/server'
import { isValidSearch } from '@/lib/post/stored-search'
import { requestPolicy } from '@/lib/publish/request-policy'
import { continueSession } from '@/lib/session/continue-session'
import { freshCookie, isSessionCookie } from '@/lib/session/cookie'
import { hideLinkQuery, isLinkPage } from '@/lib/session/link-query'
import { guardOfPath } from '@/lib/session/guarded-paths'
import { isCrossOrigin } from '@/lib/session/same-origin'

const policyHeaders = ['content-security-policy', 'content-security-policy-report-only']

export default async function middleware(request: NextRequest) {
  // Next uses the nonce in the request for its own scripts, whoever put it there.
  for (const name of policyHeaders) request.headers.delete(name)
  // A hash that Next's router adds to its requests.
  request.nextUrl.searchParams.delete('_rsc')
  // No route is that deep, so this shows the 404 page. Next gives each page a second address below /_next/data, which
  // the rules below don't cover.
  if (!isValidSearch(request.nextUrl) || request.nextUrl.pathname.startsWith('/_next/data/')) {
    return NextResponse.rewrite(new URL('/-/-/-', request.url), { request })
  }
  // Otherwise, Next answers an action from another site with 500.
  if (
    request.method === 'POST' &&
    request.nextUrl.pathname !== '/sign-out' &&
    isCrossOrigin(request.headers)
  ) {
    return new NextResponse('Send this from the site itself.\n', { status: 403 })
  }
  const bare = hideLinkQuery(request)
  if (bare) return bare
  const hasSession = request.cookies.getAll().some(({ name }) => isSessionCookie(name))
  const isDue = hasSession && !(request.method === 'GET' && request.cookies.has(freshCookie))
  const policy = requestPolicy(request)
  if (policy) request.headers.set('Content-Security-Policy', policy)
  const response =
    isDue || guardOfPath(request.nextUrl.pathname)
      ? await continueSession(request)
      : NextResponse.next({ request })
  // A rewritten request gets a stored page, whose own policy lists its scripts, so it needs no nonce.
  if (policy && !response.headers.has('x-middleware-rewrite')) {
    response.headers.set('Content-Security-Policy', policy)
  }
  if (isLinkPage(request.nextUrl.pathname)) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

export const config = {
  // Next compares every rule with every request. Each rule costs a stored page about a microsecond.
  matcher: [
    // Requests with a session that may be due for renewal (lib/session/cookie.ts). Everyone else gets stored files.
    {
      source: '/((?!_next/|api/(?:pictures|imports|mail-events)$|builds/|.*\\..*).*)',
      has: [{ type: 'header', key: 'cookie', value: '.*-auth-token.*' }],
      missing: [{ type: 'cookie', key: 'signpost-fresh' }],
    },
    // Requests with a nonce of their own, which must not get into a page, least of all a stored one.
    { source: '/((?!_next/|api/).*)', has: [{ type: 'header', key: 'content-security-policy' }] },
    { source: '/((?!_next/|api/).*)', has: [{ type: 'header', key: 'content-security-policy-report-only' }] },
    // Browsers' actions and forms, to check their origin; a visitor's GET has none. Next buffers the whole body of
    // requests that pass here, so routes for large bodies check the origin or a secret themselves.
    { source: '/((?!api/(?:pictures|imports|mail-events)$).*)', has: [{ type: 'header', key: 'origin' }] },
    // Guarded pages, and pages rendered for each request, whose scripts need a nonce (lib/publish/request-policy.ts).
    '/((?:settings|dashboard|notifications)(?:/.*)?|search|mailbox|auth/(?:confirm|callback|own|invitation))',
    // Forms: the page that answers one is rendered for it.
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
  ],
}
