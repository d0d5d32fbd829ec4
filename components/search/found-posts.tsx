'use client'

import { t } from '@/lib/words/t'
import type { FoundPost } from '@/lib/queries/search'
import { searchAddress } from '@/lib/post/address'
import type { PostState } from '@/lib/post/states'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { PostRowFrame } from '../post/post-row'
import { Highlight } from '../ui/highlight'

export function FoundPosts(props: {
  posts: FoundPost[]
  query: string
  category?: string
  state?: PostState
  next: string | null
}) {
  const { query, category, state } = props
  const asked = (after: string) => ({ q: query, category, state, after })
  const { items, next, load } = usePages<FoundPost>(props.next, '/api/search', 'posts', asked)

  return (
    <div className="post-rows">
      {[...props.posts, ...items].map((post) => (
        <FoundPostRow key={post.id} post={post} isOfOne={category !== undefined} />
      ))}
      {next && <LoadMore href={searchAddress(asked(next))} load={load} />}
    </div>
  )
}

function FoundPostRow({ post, isOfOne }: { post: FoundPost; isOfOne: boolean }) {
  return (
    <PostRowFrame
      post={post}
      title={<Highlight text={post.title} ranges={post.titleRanges} />}
      category={isOfOne ? undefined : post.categoryName}
    >
      {post.snippet && (
        <p dir="auto" className="post-excerpt">
          {post.isFromComment && <span className="found-in">{t('search.foundPosts.inAComment')} </span>}
          <Highlight text={post.snippet} ranges={post.snippetRanges} />
        </p>
      )}
    </PostRowFrame>
  )
}
