import { type NextRequest, NextResponse } from 'next/server'
import { isValidSearch } from '@/lib/post/stored-search'
import { requestPolicy } from '@/lib/publish/request-policy'
import { continueSession } from '@/lib/session/continue-session'
import { isSessionCookie } from '@/lib/session/cookie'
import { hideLinkQuery, isLinkPage } from '@/lib/session/link-query'
import { guardOfPath } from '@/lib/session/guarded-paths'
import { isCrossOrigin } from '@/lib/session/same-origin'

const policyHeaders = ['content-security-policy', 'content-security-policy-report-only']

export default async function middleware(request: NextRequest) {
  // Next takes the nonce for its own scripts from the request, from whoever wrote it there.
  for (const name of policyHeaders) request.headers.delete(name)
  // A hash that Next's router adds to what it asks for.
  request.nextUrl.searchParams.delete('_rsc')
  // No route is that deep, so this is the 404 page. Next gives each page a second address below /_next/data, which the
  // rules below don't know.
  if (!isValidSearch(request.nextUrl) || request.nextUrl.pathname.startsWith('/_next/data/')) {
    return NextResponse.rewrite(new URL('/-/-/-', request.url), { request })
  }
  // Next would answer an action of another site with 500.
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
  const policy = requestPolicy(request)
  if (policy) request.headers.set('Content-Security-Policy', policy)
  const response =
    hasSession || guardOfPath(request.nextUrl.pathname)
      ? await continueSession(request)
      : NextResponse.next({ request })
  // A rewritten request is answered with a stored page, whose scripts have no nonce: its own policy names them.
  if (policy && !response.headers.has('x-middleware-rewrite')) {
    response.headers.set('Content-Security-Policy', policy)
  }
  if (isLinkPage(request.nextUrl.pathname)) response.headers.set('Cache-Control', 'private, no-store')
  return response
}

export const config = {
  // Next compares every rule with every request: each costs a stored page about a microsecond.
  matcher: [
    // Whatever is asked with a session that may be due (lib/session/cookie.ts); everybody else's page stays a file.
    {
      source: '/((?!_next/|api/(?:pictures|imports|mail-events)$|builds/|.*\\..*).*)',
      has: [{ type: 'header', key: 'cookie', value: '.*-auth-token.*' }],
      missing: [{ type: 'cookie', key: 'signpost-fresh' }],
    },
    // Nobody else's nonce gets into a page, least of all into a stored one.
    { source: '/((?!_next/|api/).*)', has: [{ type: 'header', key: 'content-security-policy' }] },
    { source: '/((?!_next/|api/).*)', has: [{ type: 'header', key: 'content-security-policy-report-only' }] },
    // Actions and forms of browsers, for where they come from; a visitor's GET names no origin. Next keeps the whole body
    // of what passes here, so the routes that take large ones ask themselves, for the origin or a secret.
    { source: '/((?!api/(?:pictures|imports|mail-events)$).*)', has: [{ type: 'header', key: 'origin' }] },
    // Guarded pages, and pages made for each request: their scripts need a nonce (lib/publish/request-policy.ts).
    '/((?:settings|dashboard|notifications)(?:/.*)?|search|mailbox|auth/(?:confirm|callback|own))',
    // Forms: the page that answers one is made for it.
    { source: '/((?!api/).*)', has: [{ type: 'header', key: 'content-type' }] },
  ],
}
