import type { AuthChangeEvent } from '@supabase/supabase-js'
import type { Backend } from './client'
import { hasSessionCookie } from '../cookie'
import { guardOfPath } from '../guarded-paths'
import { changeSession, readSession, rememberedViewer, signedOut } from './store'

const channelName = 'signpost-session'
let backend: Backend
let channel: BroadcastChannel | undefined
const waiting = new Set<() => void>()

// Visitors never load what follows a session.
const loadSessionClient = () => import('./client')

/** Learns whether somebody is signed in, now and whenever it changes in this tab or another one. */
export function watchSession(to: Backend): () => void {
  backend = to
  channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', () => void look())
  const onVisible = () => {
    if (document.visibilityState === 'visible') void look()
  }
  document.addEventListener('visibilitychange', onVisible)
  void look().then((changed) => changed && channel?.postMessage('changed'))
  return () => {
    channel?.close()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** After a server action changed the session: this tab takes it over, the others hear of it. */
export async function takeOverSession(event: AuthChangeEvent): Promise<void> {
  await look(event)
  channel?.postMessage('changed')
}

/** Runs once the person is signed in; at once when that is so already. */
export function onceSignedIn(run: () => void): void {
  if (readSession().viewer) run()
  else waiting.add(run)
}

/** The server refused something because the session has ended, of which this tab does not know: `run` waits for a new one. */
export function onceSignedInAnew(run: () => void): void {
  changeSession(signedOut)
  waiting.add(run)
}

export const forgetWaiting = (): void => waiting.clear()

/** Asks anew who the person is: a name or a picture has changed. */
export const reloadViewer = async (): Promise<void> => (await loadSessionClient()).loadViewer(runWaiting)

function runWaiting(): void {
  const due = [...waiting]
  waiting.clear()
  for (const run of due) run()
}

/** Compares the cookies with what is known. True when this device remembered somebody else. */
async function look(event: AuthChangeEvent = 'SIGNED_IN'): Promise<boolean> {
  const before = readSession()
  const remembered = rememberedViewer()
  if (!hasSessionCookie()) {
    if (before.status !== 'signed-out') {
      changeSession(signedOut)
      // Signed out in another tab, maybe before this one had its scripts: a page for members is not left standing here.
      // The tab that signs out knows where to go itself.
      if (event !== 'SIGNED_OUT' && guardOfPath(location.pathname)) location.assign('/')
    }
    return remembered !== null
  }
  if (before.status === 'unknown') changeSession({ status: 'signed-in', viewer: remembered })
  const { followSession } = await loadSessionClient()
  const userId = await followSession(backend, event, runWaiting)
  return userId !== remembered?.id
}
