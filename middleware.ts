import type { NextRequest } from 'next/server'
import { continueSession } from '@/lib/session/continue-session'

export default function middleware(request: NextRequest) {
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
  ],
}
