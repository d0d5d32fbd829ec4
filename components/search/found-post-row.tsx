'use client'

import { PostRowFrame } from '@/components/post/post-row-frame'
import type { FoundPost } from '@/lib/queries/search'
import { Highlight } from '../ui/highlight'

export function FoundPostRow({ post }: { post: FoundPost }) {
  return (
    <PostRowFrame post={post} title={<Highlight text={post.title} ranges={post.titleRanges} />}>
      {post.snippet && (
        <p dir="auto" className="post-excerpt">
          {post.isFromComment && <span className="font-medium">In a comment: </span>}
          <Highlight text={post.snippet} ranges={post.snippetRanges} />
        </p>
      )}
    </PostRowFrame>
  )
}
