import { markNotificationsRead, readReports } from '@/lib/actions/notifications'
import { callAction } from '@/lib/browser/call-action'
import { createStore, useStore } from '@/lib/browser/create-store'
import { fetchJson } from '@/lib/browser/fetch-json'

type Seen = { post: number | null; upTo: number | null }
type Said = { by: string; unread: number }

/** Milliseconds between two checks: while the tab is active, and at least. */
const askEvery = 120_000
const askAtMost = 15_000
/** How long seen notifications wait for more, so that a list is one request. */
const gatherFor = 200

/** How many notifications the person hasn't read; null until that is known. */
const store = createStore<number | null>(null)
let owner: string | null = null
let tabs: BroadcastChannel | undefined
let askedAt = 0
/** Counts reads, because an answer from before the last one is outdated. */
let reads = 0
let seen: Seen[] = []
let gathering: ReturnType<typeof setTimeout> | undefined
/** The post that was opened before anything was known. */
let opened: number | null = null

export const useUnread = (): number | null => useStore(store, (unread) => unread)

/** Updates it here and in the other tabs of this browser. */
function tell(unread: number): void {
  store.write(unread)
  if (owner) tabs?.postMessage({ by: owner, unread } satisfies Said)
}

function listenToTabs(): BroadcastChannel {
  const channel = new BroadcastChannel('signpost-notices')
  channel.addEventListener('message', ({ data: { by, unread } }: MessageEvent<Said>) => {
    if (by !== owner) return
    reads++
    store.write(unread)
  })
  return channel
}

/** Checks for new notifications, now and while the tab is active. */
export function watchUnread(person: string): () => void {
  if (owner !== person) store.write(null)
  owner = person
  tabs ??= listenToTabs()
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > askAtMost) void ask()
  }
  void ask()
  const timer = setInterval(look, askEvery)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

async function ask(): Promise<void> {
  askedAt = Date.now()
  const before = reads
  const answer = await fetchJson<{ unread: number }>('/api/viewer/unread').catch(() => null)
  if (!answer || before !== reads) return
  tell(answer.unread)
  if (opened !== null && answer.unread > 0) look({ post: opened, upTo: null })
  opened = null
}

/** Someone who opens a post has seen its notifications. */
export function lookAtPost(post: number): () => void {
  const unread = store.read()
  if (unread === null) opened = post
  else if (unread > 0) look({ post, upTo: null })
  return () => {
    if (opened === post) opened = null
  }
}

export function look(at: Seen): void {
  seen.push(at)
  gathering ??= setTimeout(() => {
    gathering = undefined
    void send(seen.splice(0))
  }, gatherFor)
}

/** Marks everything as read up to the newest event shown. True once it is done. */
export const readAll = (upTo: number): Promise<boolean> => send([{ post: null, upTo }])

export async function readReportOutcomes(): Promise<void> {
  reads++
  const result = await callAction(() => readReports(null))
  reads++
  if (result.ok) tell(result.data.unread)
}

async function send(looked: Seen[]): Promise<boolean> {
  reads++
  const result = await callAction(() => markNotificationsRead({ seen: looked.slice(0, 50) }))
  reads++
  if (result.ok) tell(result.data.unread)
  return result.ok
}
