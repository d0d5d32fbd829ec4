'use client'

import { lazy, Suspense, useEffect, useRef } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { moreCommentsAddress } from '@/lib/post/comments-address'
import type { listComments } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { OwnComments } from './own-comments'

const CommentItem = lazy(() => import('./comment-item').then((file) => ({ default: file.CommentItem })))

/** At most this many pages are loaded to find the comment a link points at. */
const searchedPages = 50

/** What follows the first comments: the rest on demand, a linked comment at once, and what was just written. */
export function CommentTail(props: { postId: number; next: string | null; firstIds: number[] }) {
  const { postId, firstIds } = props
  const {
    items: comments,
    next,
    load,
  } = usePages(props.next, async (after) => {
    const page = await fetchJson<Awaited<ReturnType<typeof listComments>>>('/api/comments', {
      query: { post: postId, after },
    })
    return { items: page.comments, next: page.next }
  })
  const isSearching = useRef(false)

  useEffect(() => {
    async function find() {
      const id = Number(/^#comment-(\d+)$/.exec(window.location.hash)?.[1])
      if (!id || mark(id) || isSearching.current) return
      isSearching.current = true
      try {
        for (let pages = 0; pages < searchedPages; pages++) {
          const page = await load()
          const isThere = page.some((comment) => [comment, ...comment.replies].some((one) => one.id === id))
          if (isThere || page.length === 0) break
        }
        // The comments are drawn once their code is there.
        for (let tries = 0; tries < 100 && !mark(id); tries++) {
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      } finally {
        isSearching.current = false
      }
    }
    const start = () => void find().catch(() => {})
    start()
    window.addEventListener('hashchange', start)
    return () => window.removeEventListener('hashchange', start)
    // The search is for one post; that more of its comments are shown does not start it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [postId])

  return (
    <>
      <Suspense>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} postId={postId} />
        ))}
      </Suspense>
      {next && <LoadMore href={moreCommentsAddress(postId, next)} load={load} />}
      <OwnComments post={postId} parent={null} shownIds={[...firstIds, ...comments.map(({ id }) => id)]} />
    </>
  )
}

/** Leads to a comment that is on the page; false when it is not. */
function mark(id: number): boolean {
  const target = document.getElementById(`comment-${id}`)
  if (!target) return false
  target.scrollIntoView()
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}
