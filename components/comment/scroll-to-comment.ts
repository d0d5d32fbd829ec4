import { t } from '@/lib/words/t'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { findCommentPlace } from '@/lib/queries/comments'
import { toast } from '../ui/toast-store'
import { seekReply } from './comment-changes'

type Place = Awaited<ReturnType<typeof findCommentPlace>>

/** Milliseconds to wait for a comment to be rendered, and between checks. */
const patience = 15_000
const step = 50

let isSearching = false

/** Shows the comment that the address names. */
export async function findComment(post: number, load: () => Promise<unknown[]>): Promise<void> {
  const id = Number(/^#comment-(\d+)$/.exec(window.location.hash)?.[1])
  if (!id || isSearching || focusComment(id)) return
  isSearching = true
  try {
    await scrollToComment(id, post, load)
  } catch {
    // Without a connection, the page stays where it is.
  } finally {
    isSearching = false
  }
}

/** Finds a comment on a later page, among later replies or on another post, and reports if it is gone. */
async function scrollToComment(id: number, post: number, load: () => Promise<unknown[]>): Promise<void> {
  const { place } = await fetchJson<{ place: Place }>('/api/comment-place', { query: { comment: id } })
  if (place && place.post !== post) return window.location.assign(`${place.address}#comment-${id}`)
  if (place) {
    const top = place.parent ?? id
    while (!isShown(top) && (await load()).length > 0) await new Promise((next) => setTimeout(next, step))
    if (place.parent) seekReply(place.parent, id)
    for (let waited = 0; waited < patience; waited += step) {
      if (focusComment(id)) return
      await new Promise((next) => setTimeout(next, step))
    }
  }
  document.getElementById('comments')?.scrollIntoView()
  toast({
    title: t('comment.scrollToComment.thisCommentIsNo'),
    description: t('comment.scrollToComment.itsAuthorDeletedIt'),
  })
}

const isShown = (id: number) => document.getElementById(`comment-${id}`) !== null

function focusComment(id: number): boolean {
  const target = document.getElementById(`comment-${id}`)
  if (!target) return false
  target.scrollIntoView()
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}
