'use client'

import { t } from '@/lib/words/t'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { moreRepliesAddress } from '@/lib/post/cursor-part'
import type { ListedReply } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { lazyPart } from '../ui/lazy-part'
import { CommentEntry } from './comment-entry'
import { useComments } from './comment-store'

// Only for comments that a person adds or loads; the page's own comments come as HTML.
const CommentBody = lazyPart(() => import('./comment-body'), 'CommentBody')

export function LoadMoreReplies(props: { postId: number; commentId: number; next: string; missing: number }) {
  const asked = (after: string) => ({ comment: props.commentId, after })
  const pages = usePages<ListedReply>(props.next, '/api/replies', 'replies', asked)
  const { items: replies, next, load } = pages
  const missing = props.missing - replies.length
  const sought = useComments((state) => state.sought)
  const isSought = sought?.parent === props.commentId && !replies.some(({ id }) => id === sought.id)
  const seek = useEffectEvent(() => void load().catch(() => {}))
  useEffect(() => {
    if (isSought && next) seek()
  }, [isSought, next])

  return (
    <>
      {replies.map((reply) => (
        <CommentEntry
          key={reply.id}
          id={reply.id}
          body={
            <Suspense>
              <CommentBody comment={reply} postId={props.postId} parent={props.commentId} />
            </Suspense>
          }
        />
      ))}
      {next && (
        <LoadMore href={moreRepliesAddress(props.commentId, next)} load={load}>
          {t('comment.replies.more', { missing })}
        </LoadMore>
      )}
    </>
  )
}
