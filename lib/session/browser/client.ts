import { type AuthChangeEvent, isAuthRetryableFetchError, type Session } from '@supabase/supabase-js'
import { fetchJson } from '../../browser/fetch-json'
import { hasSessionCookie } from '../cookie'
import { changeSession, readSession, signedOut } from './store'
import { createSessionClient } from '../../supabase/browser'
import type { Viewer } from '../viewer'

export type Backend = { url: string; publishableKey: string }
type Answer = { viewer: Viewer | null; awaitsCode?: true }

let client: ReturnType<typeof createSessionClient> | undefined

/** Resolves to the person's id, if there is a session. */
export async function followSession(
  backend: Backend,
  event: AuthChangeEvent,
  onViewer: () => void,
): Promise<string | undefined> {
  if (!client) {
    client = createSessionClient(backend.url, backend.publishableKey)
    client.auth.onAuthStateChange((happened, session) => copySession(happened, session, onViewer))
  }
  const { data, error } = await client.auth.getSession()
  // The service doesn't respond, so what this device remembers stays.
  if (isAuthRetryableFetchError(error)) return readSession().viewer?.id
  const userId = data.session?.user.id
  if (userId !== readSession().user?.id || event !== 'SIGNED_IN') copySession(event, data.session, onViewer)
  return userId
}

function copySession(event: AuthChangeEvent, session: Session | null, onViewer: () => void): void {
  if (!session) {
    if (event !== 'INITIAL_SESSION' || !hasSessionCookie()) changeSession(signedOut)
    return
  }
  const { user } = session
  const isSame = readSession().user?.id === user.id && event !== 'USER_UPDATED'
  changeSession({ status: 'signed-in', session, user })
  if (event === 'SIGNED_IN' && new URLSearchParams(location.search).has('code')) {
    // With a state of its own, Next would restore the old address.
    history.replaceState(null, '', location.pathname)
  }
  if (!isSame || !readSession().viewer) void loadViewer(onViewer)
}

/** Asks the server who this is according to the database. The role is never read from the session. */
export async function loadViewer(onViewer: () => void): Promise<void> {
  const asked = document.cookie
  try {
    const { viewer, awaitsCode } = await fetchJson<Answer>('/api/viewer')
    // The session was replaced in the meantime, and the answer is about the old one.
    if (!viewer && document.cookie !== asked) return await loadViewer(onViewer)
    if (!viewer && !awaitsCode) await fetch('/sign-out', { method: 'POST', redirect: 'manual' })
    changeSession(viewer ? { status: 'signed-in', viewer } : signedOut)
    if (viewer) onViewer()
  } catch {
    // While offline, keep what this device remembers.
  }
}
