import type { ListedPost } from '@/lib/queries/posts'
import { PostRowFrame } from './post-row-frame'

export function PostRow({ post }: { post: ListedPost }) {
  return (
    <PostRowFrame post={post} title={post.title}>
      {post.excerpt && (
        <p dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft">
          {post.excerpt}
        </p>
      )}
    </PostRowFrame>
  )
}
