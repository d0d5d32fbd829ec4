import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { fetchJson } from './fetch-json'
import { changeSession, readSession, rememberedViewer } from './session-store'
import type { Viewer } from './viewer'

type Backend = { url: string; publishableKey: string }

const channelName = 'signpost-session'
let backend: Backend
let channel: BroadcastChannel | undefined
let client: Promise<ReturnType<typeof import('./supabase/browser').createSessionClient>> | undefined
const waiting = new Set<() => void>()

const hasSession = () => /(?:^|; )sb-[^=]+-auth-token(?:\.\d+)?=[^;]/.test(document.cookie)

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

export const forgetWaiting = (): void => waiting.clear()

/** Compares the cookies with what is known. True when this device remembered somebody else. */
async function look(event: AuthChangeEvent = 'SIGNED_IN'): Promise<boolean> {
  const before = readSession()
  const remembered = rememberedViewer()
  if (!hasSession()) {
    if (before.status !== 'signed-out') {
      changeSession({ status: 'signed-out', session: null, user: null, viewer: null })
    }
    return remembered !== null
  }
  if (before.status === 'unknown') changeSession({ status: 'signed-in', viewer: remembered })
  const supabase = await loadClient()
  const { data } = await supabase.auth.getSession()
  const isOther = data.session?.user.id !== before.user?.id
  if (isOther || event !== 'SIGNED_IN') copySession(event, data.session)
  return data.session?.user.id !== remembered?.id
}

/** The browser's Supabase client, fetched the first time somebody is signed in. */
function loadClient() {
  client ??= import('./supabase/browser').then(({ createSessionClient }) => {
    const supabase = createSessionClient(backend.url, backend.publishableKey, location.protocol === 'https:')
    supabase.auth.onAuthStateChange((event, session) => copySession(event, session))
    return supabase
  })
  return client
}

/** Copies session and user into the shared state, whatever the event (the specification's rule). */
function copySession(event: AuthChangeEvent, session: Session | null): void {
  const user = session?.user ?? null
  if (!session) {
    if (event !== 'INITIAL_SESSION' || !hasSession()) {
      changeSession({ status: 'signed-out', session: null, user: null, viewer: null })
    }
    return
  }
  const isSame = readSession().user?.id === user?.id && event !== 'USER_UPDATED'
  changeSession({ status: 'signed-in', session, user })
  if (event === 'SIGNED_IN' && user?.email && new URLSearchParams(location.search).has('code')) {
    history.replaceState(history.state, '', location.pathname)
  }
  if (!isSame || !readSession().viewer) void loadViewer()
}

/** Asks the server who the database says this is; the role is never read from the session. */
export async function loadViewer(): Promise<void> {
  try {
    const { viewer } = await fetchJson<{ viewer: Viewer | null }>('/api/viewer')
    changeSession(
      viewer ? { status: 'signed-in', viewer } : { status: 'signed-out', session: null, user: null, viewer },
    )
    if (viewer) {
      for (const run of waiting) run()
      waiting.clear()
    }
  } catch {
    // Offline: what this device remembers stays.
  }
}
