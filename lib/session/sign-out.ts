import { t } from '../words/t.ts'
import 'server-only'
import { cookies, headers } from 'next/headers'
import { sessionFlags } from '../supabase/session-flags'
import { guardOfPath } from './guarded-paths'
import { viewerClient } from '../supabase/server'
import { freshCookie, isSessionCookie } from './cookie'
import { isSameOrigin } from './same-origin'
import { safePath } from './return-path'

export async function deleteSessionCookies(): Promise<void> {
  const store = await cookies()
  const flags = sessionFlags(store)
  for (const { name } of store.getAll())
    if (isSessionCookie(name) || name === freshCookie) store.set(name, '', { ...flags, maxAge: 0 })
}

/** Its cookies are deleted in any case, also if the backend doesn't respond. */
export async function endThisSession(): Promise<void> {
  const client = await viewerClient()
  await client.auth.signOut({ scope: 'local' }).catch(() => {})
  await deleteSessionCookies()
}

/** Leads back to the same page, or from a guarded one to the roadmap. Refused if another site sent the form. */
export async function answerSignOut(): Promise<Response> {
  const sent = await headers()
  if (!isSameOrigin(sent)) {
    return Response.json({ message: t('session.signOut.useTheSignOut') }, { status: 403 })
  }
  await endThisSession()
  const from = URL.parse(sent.get('referer') ?? '')
  const target = from && !guardOfPath(from.pathname) ? safePath(from.pathname + from.search) : '/'
  return new Response(null, {
    status: 303,
    headers: { Location: target, 'Cache-Control': 'private, no-store' },
  })
}
