'use client'

import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { ListedComment } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { OwnComments } from './own-comments'

const CommentItem = lazy(() => import('./comment-item').then((file) => ({ default: file.CommentItem })))

type Page = { comments: ListedComment[]; next: string | null }

/** At most this many pages are fetched to find the comment a link points at. */
const searchedPages = 50

/** What follows the first comments: the rest on demand, a linked comment at once, and what was just written. */
export function CommentTail(props: { postId: number; next: string | null; firstIds: number[] }) {
  const { postId, firstIds } = props
  const [comments, setComments] = useState<ListedComment[]>([])
  const [next, setNext] = useState(props.next)
  const isSearching = useRef(false)

  const fetchPage = (after: string) => fetchJson<Page>('/api/comments', { query: { post: postId, after } })

  async function load() {
    const page = await fetchPage(next!)
    setComments((shown) => [...shown, ...page.comments])
    setNext(page.next)
  }

  useEffect(() => {
    async function find() {
      const id = /^#comment-(\d+)$/.exec(window.location.hash)?.[1]
      if (!id) return
      const mark = () => {
        const target = document.getElementById(`comment-${id}`)
        if (!target) return false
        target.scrollIntoView()
        target.tabIndex = -1
        target.focus({ preventScroll: true })
        return true
      }
      if (mark() || isSearching.current || !next) return
      isSearching.current = true
      const found: ListedComment[] = []
      let cursor: string | null = next
      for (let pages = 0; cursor && pages < searchedPages; pages++) {
        const page: Page = await fetchPage(cursor)
        found.push(...page.comments)
        cursor = page.next
        const isThere = page.comments.some(
          (comment) => String(comment.id) === id || comment.replies.some((reply) => String(reply.id) === id),
        )
        if (isThere) break
      }
      setComments((shown) => [...shown, ...found])
      setNext(cursor)
      // The comments are drawn once their code is there.
      for (let tries = 0; tries < 100 && !mark(); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const start = () => void find().catch(() => {})
    start()
    window.addEventListener('hashchange', start)
    return () => window.removeEventListener('hashchange', start)
    // The search starts from where the list stood when the page came.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [postId])

  return (
    <>
      <Suspense>
        {comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} postId={postId} />
        ))}
      </Suspense>
      {next && <LoadMore href={`?after=${encodeURIComponent(next)}#comments`} load={load} />}
      <OwnComments post={postId} parent={null} shownIds={[...firstIds, ...comments.map(({ id }) => id)]} />
    </>
  )
}
