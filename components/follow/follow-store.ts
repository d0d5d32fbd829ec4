import { t } from '@/lib/words/t'
import { setFollow } from '@/lib/actions/follows'
import { callAction } from '@/lib/browser/call-action'
import { createStore, useStore } from '@/lib/browser/create-store'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FollowLevel } from '@/lib/post/follow-levels'
import type { Follow } from '@/lib/queries/follows'
import { askToSignInAnew } from '../auth/open-auth-dialog'
import { toastProblem } from '../ui/toast-store'

const store = createStore<ReadonlyMap<number, Follow>>(new Map())
/** Counts requests and changes, because an answer is outdated after a later one. */
let asks = 0
let wishes = 0
let sending = 0

const note = (id: number, follow: Follow) => store.write(new Map(store.read()).set(id, follow))

export const useFollow = (id: number): Follow | undefined => useStore(store, (follows) => follows.get(id))

/** Loads how the person follows a post, which depends on what they do there. */
export async function learnFollow(id: number): Promise<void> {
  const asked = ++asks
  const wished = wishes
  const isSettled = sending === 0
  const answer = await fetchJson<{ follow: Follow | null }>('/api/viewer/follow', {
    query: { post: id },
  }).catch(() => null)
  if (answer?.follow && isSettled && asked === asks && wished === wishes) note(id, answer.follow)
}

/**
 * Follows a post, or goes back to the default for what the person did there. Shown immediately; reverted if the
 * database refuses.
 */
export async function wantFollow(id: number, level: FollowLevel | null): Promise<void> {
  const wished = ++wishes
  const before = store.read().get(id)
  note(id, { level, reason: level && 'follow' })
  sending++
  const result = await callAction(() => setFollow({ id, level }))
  sending--
  if (result.ok) {
    if (wished === wishes) note(id, result.data)
    return
  }
  note(id, before ?? { level: null, reason: null })
  if (result.reason === 'signed-out') void askToSignInAnew(() => void wantFollow(id, level))
  else toastProblem(t('follow.store.thatWasntSaved'), result.message)
}
