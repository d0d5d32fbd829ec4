import { type NextRequest, NextResponse } from 'next/server'
import { isReadableAddress } from '@/lib/post/readable-address'
import { continueSession } from '@/lib/session/continue-session'

export default function middleware(request: NextRequest) {
  // No route is that deep, so this is the 404 page; a route with parameters would try to read the address again.
  if (!isReadableAddress(request.nextUrl)) return NextResponse.rewrite(new URL('/-/-/-', request.url))
  return continueSession(request)
}

export const config = {
  matcher: [
    // Pages, for whoever holds a session; a visitor's page stays a file.
    {
      source: '/((?!_next/|api/|builds/|.*\\..*).*)',
      has: [{ type: 'header', key: 'cookie', value: '.*-auth-token.*' }],
    },
    '/settings/:path*',
    '/dashboard/:path*',
    // What may be unreadable: percent signs that encode no UTF-8, a search with NUL or behind a cursor.
    '/((?!(?:[^%]|%[0-7][0-9a-fA-F]|%(?:[cC][2-9a-fA-F]|[dD][0-9a-fA-F])%[89abAB][0-9a-fA-F]|%[eE](?:0%[abAB][0-9a-fA-F]|[1-9abcefABCEF]%[89abAB][0-9a-fA-F]|[dD]%[89][0-9a-fA-F])%[89abAB][0-9a-fA-F]|%[fF](?:0%[9abAB][0-9a-fA-F]|[1-3]%[89abAB][0-9a-fA-F]|4%8[0-9a-fA-F])(?:%[89abAB][0-9a-fA-F]){2})*$).*)',
    { source: '/search', has: [{ type: 'query', key: 'q', value: '[^]*\\0[^]*' }] },
    { source: '/search', has: [{ type: 'query', key: 'after' }] },
  ],
}
