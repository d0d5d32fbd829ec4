'use client'

import { Suspense, useEffect, useRef } from 'react'
import { moreCommentsAddress } from '@/lib/post/address'
import type { ListedComment } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { lazyPart, loadPart } from '../ui/lazy-part'
import { OwnComments } from './own-comments'
import { useWaitingComments } from './use-waiting-comments'

const CommentItem = lazyPart(() => import('./comment-item'), 'CommentItem')

/** What follows the first comments: the rest on demand, a linked comment immediately, and what was just written. */
export function MoreComments(props: { postId: number; next: string | null; firstIds: number[] }) {
  const { postId, firstIds } = props
  const asked = (after: string) => ({ post: postId, after })
  const pages = usePages<ListedComment>(props.next, '/api/comments', 'comments', asked)
  const { items: comments, next, load } = pages
  const isSearching = useRef(false)
  useWaitingComments(postId)

  useEffect(() => {
    async function find() {
      const id = Number(/^#comment-(\d+)$/.exec(window.location.hash)?.[1])
      if (!id || isSearching.current) return
      isSearching.current = true
      try {
        const { focusComment, scrollToComment } = await loadPart(() => import('./scroll-to-comment'))
        if (!focusComment(id)) await scrollToComment(id, postId, load)
      } finally {
        isSearching.current = false
      }
    }
    const start = () => void find().catch(() => {})
    start()
    window.addEventListener('hashchange', start)
    return () => window.removeEventListener('hashchange', start)
    // The search is for one post; showing more of its comments doesn't restart it.
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
