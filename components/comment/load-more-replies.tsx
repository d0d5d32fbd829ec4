'use client'

import { lazy, Suspense, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { ListedReply } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { UnlessDeleted } from './changed-body'

// Only for what a person adds or loads; the page's own comments come as HTML.
const CommentBody = lazy(() => import('./comment-body').then((file) => ({ default: file.CommentBody })))

export function LoadMoreReplies(props: { postId: number; commentId: number; next: string; missing: number }) {
  const [replies, setReplies] = useState<ListedReply[]>([])
  const [next, setNext] = useState<string | null>(props.next)
  const missing = props.missing - replies.length

  async function load() {
    const page = await fetchJson<{ replies: ListedReply[]; next: string | null }>('/api/replies', {
      query: { comment: props.commentId, after: next },
    })
    setReplies((shown) => [...shown, ...page.replies])
    setNext(page.next)
  }

  return (
    <>
      {replies.map((reply) => (
        <UnlessDeleted key={reply.id} id={reply.id} leavesPlace={false}>
          <article id={`comment-${reply.id}`} className="scroll-mt-20">
            <Suspense>
              <CommentBody comment={reply} postId={props.postId} parent={props.commentId} />
            </Suspense>
          </article>
        </UnlessDeleted>
      ))}
      {next && (
        <LoadMore href={`?thread=${props.commentId}&after=${encodeURIComponent(next)}#comments`} load={load}>
          {`Load ${missing} more ${missing === 1 ? 'reply' : 'replies'}`}
        </LoadMore>
      )}
    </>
  )
}
