'use client'

import { useState } from 'react'
import { fetchJson } from '@/lib/fetch-json'
import type { ListedComment } from '@/lib/queries/comments'
import { LoadMore } from '../ui/load-more'
import { CommentItem } from './comment-item'

export function LoadMoreComments(props: { postId: number; next: string }) {
  const [comments, setComments] = useState<ListedComment[]>([])
  const [next, setNext] = useState<string | null>(props.next)

  async function load() {
    const page = await fetchJson<{ comments: ListedComment[]; next: string | null }>('/api/comments', {
      query: { post: props.postId, after: next },
    })
    setComments((shown) => [...shown, ...page.comments])
    setNext(page.next)
  }

  return (
    <>
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} />
      ))}
      {next && <LoadMore href={`?after=${encodeURIComponent(next)}#comments`} load={load} />}
    </>
  )
}
