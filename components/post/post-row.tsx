'use client'

import type { PostIn } from '@/lib/queries/post-looks'
import { PostRowFrame } from './post-row-frame'

export function PostRow({ post }: { post: PostIn<'row'> }) {
  return (
    <PostRowFrame post={post} title={post.title}>
      {post.excerpt && (
        <p dir="auto" className="post-excerpt">
          {post.excerpt}
        </p>
      )}
    </PostRowFrame>
  )
}
