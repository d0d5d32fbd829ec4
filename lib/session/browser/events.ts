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

export async function takeOverSession(event: AuthChangeEvent): Promise<void> {
  await look(event)
  channel?.postMessage('changed')
}

export function onceSignedIn(run: () => void): void {
  if (readSession().viewer) run()
  else waiting.add(run)
}

/** The session has ended, which this tab doesn't know yet. */
export function onceSignedInAnew(run: () => void): void {
  changeSession(signedOut)
  waiting.add(run)
}

export const forgetWaiting = (): void => waiting.clear()

export const reloadViewer = async (): Promise<void> => (await loadSessionClient()).loadViewer(runWaiting)

function runWaiting(): void {
  const due = [...waiting]
  waiting.clear()
  for (const run of due) run()
}

async function look(event: AuthChangeEvent = 'SIGNED_IN'): Promise<boolean> {
  const before = readSession()
  const remembered = rememberedViewer()
  if (!hasSessionCookie()) {
    if (before.status !== 'signed-out') {
      changeSession(signedOut)
      // A page for members must not stay visible. The tab that signs out knows where to go itself.
      if (event !== 'SIGNED_OUT' && guardOfPath(location.pathname)) location.assign('/')
    }
    return remembered !== null
  }
  if (before.status === 'unknown') changeSession({ status: 'signed-in', viewer: remembered })
  const { followSession } = await loadSessionClient()
  const userId = await followSession(backend, event, runWaiting)
  return userId !== remembered?.id
}
