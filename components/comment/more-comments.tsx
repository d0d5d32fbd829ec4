'use client'

import { Suspense, useEffect, useLayoutEffect } from 'react'
import { moreCommentsAddress } from '@/lib/post/cursor-part'
import type { ListedComment } from '@/lib/queries/comments'
import { useViewer } from '@/lib/session/browser/store'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { lazyPart, partLoader } from '../ui/lazy-part'
import { useComments } from './comment-store'
import { OwnComments } from './own-comments'

const WaitingComments = lazyPart(() => import('./waiting-comments'), 'WaitingComments')
const CommentItem = lazyPart(() => import('./comment-item'), 'CommentItem')
const loadFinder = partLoader(() => import('./scroll-to-comment'))

/** What follows the first comments: the rest on demand, a linked comment immediately, and what was just written. */
export function MoreComments(props: { postId: number; next: string | null; firstIds: number[] }) {
  const { postId, firstIds } = props
  const asked = (after: string) => ({ post: postId, after })
  const pages = usePages<ListedComment>(props.next, '/api/comments', 'comments', asked)
  const { items: comments, next, load } = pages
  const viewer = useViewer()
  const hasOwn = useComments(({ own }) => own.some(({ post }) => post === postId))

  // The head's script did it for the first page. The document of an error has none.
  useLayoutEffect(() => {
    if (!hasOwn) (globalThis as { keepPlaces?: () => void }).keepPlaces?.()
  }, [hasOwn, postId])

  useEffect(() => {
    function find() {
      if (!window.location.hash.startsWith('#comment-')) return
      void loadFinder().then((file) => file.findComment(postId, load))
    }
    find()
    window.addEventListener('hashchange', find)
    return () => window.removeEventListener('hashchange', find)
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
      {/* The team's own comments need no approval. */}
      <Suspense>{viewer && !viewer.role && <WaitingComments post={postId} viewer={viewer} />}</Suspense>
      {next && <LoadMore href={moreCommentsAddress(postId, next)} load={load} />}
      <OwnComments post={postId} parent={null} shownIds={[...firstIds, ...comments.map(({ id }) => id)]} />
    </>
  )
}
