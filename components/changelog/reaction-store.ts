import { t } from '@/lib/words/t'
import { setReaction } from '@/lib/actions/changelog-reactions'
import { callAction } from '@/lib/browser/call-action'
import { createStore, useStore } from '@/lib/browser/create-store'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { Reaction } from '@/lib/post/changelog'
import { readSession } from '@/lib/session/browser/store'
import { askToSignInAnew, openAuthDialog } from '../auth/open-auth-dialog'
import { toastProblem } from '../ui/toast-store'

type Known = {
  mine: Reaction | null
  /** The database's latest counts; null while the page's own numbers are right. */
  counts: Record<Reaction, number> | null
}

const nothing: Known = { mine: null, counts: null }
const store = createStore<ReadonlyMap<number, Known>>(new Map())
let owner: string | null = null
let asking: Set<number> | null = null

export const useReaction = (entry: number): Known => useStore(store, (known) => known.get(entry) ?? nothing)

const change = (entry: number, next: Partial<Known>): void =>
  store.write(new Map(store.read()).set(entry, { ...(store.read().get(entry) ?? nothing), ...next }))

/** Loads the person's own reactions: one request for everything that a page shows. */
export function learnReaction(entry: number, viewerId: string): void {
  if (owner !== viewerId) {
    owner = viewerId
    store.write(new Map())
  }
  if (asking) return void asking.add(entry)
  asking = new Set([entry])
  setTimeout(() => {
    const entries = [...asking!]
    asking = null
    fetchJson<{ reactions: { entry: number; kind: Reaction }[] }>('/api/viewer/reactions', {
      query: { entries: entries.join(',') },
    }).then(
      ({ reactions }) => reactions.forEach((one) => change(one.entry, { mine: one.kind })),
      () => {},
    )
  }, 20)
}

export function react(entry: number, wanted: Reaction | null): void {
  if (readSession().status !== 'signed-in') return void openAuthDialog('sign-in', () => react(entry, wanted))
  const before = store.read().get(entry) ?? nothing
  change(entry, { mine: wanted })
  void callAction(() => setReaction({ id: entry, wanted })).then((result) => {
    if (result.ok) return change(entry, result.data)
    change(entry, before)
    if (result.reason === 'signed-out') void askToSignInAnew(() => react(entry, wanted))
    else toastProblem(t('changelog.reactions.failed'), result.message)
  })
}
