'use client'

import { type ReactNode, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { listAddress, type ListFilter } from '@/lib/post/list-address'
import type { ListedPost } from '@/lib/queries/posts'
import { LoadMore } from '../ui/load-more'
import { PostCard } from './post-card'
import { PostRow } from './post-row'
import { PostTableRow } from './post-table-row'

const looks: Record<'row' | 'card' | 'table-row', (props: { post: ListedPost }) => ReactNode> = {
  row: PostRow,
  card: PostCard,
  'table-row': PostTableRow,
}

/** The rest of a list, page by page. Without JavaScript the same link leads to a page that continues it. */
export function LoadMorePosts(props: {
  filter: ListFilter
  next: string
  look: keyof typeof looks
  limit?: number
}) {
  const { filter, look, limit } = props
  const [posts, setPosts] = useState<ListedPost[]>([])
  const [next, setNext] = useState<string | null>(props.next)
  const Look = looks[look]

  async function load() {
    const page = await fetchJson<{ posts: ListedPost[]; next: string | null }>('/api/posts', {
      query: { ...filter, limit, after: next },
    })
    setPosts((shown) => [...shown, ...page.posts])
    setNext(page.next)
  }

  const rows = posts.map((post) => <Look key={post.id} post={post} />)
  const more = next && <LoadMore href={listAddress(filter, next)} load={load} />
  if (look === 'table-row') {
    return (
      <>
        {rows}
        {more && (
          <tr>
            <td colSpan={5} className="p-2">
              {more}
            </td>
          </tr>
        )}
      </>
    )
  }
  return (
    <>
      {rows}
      {more}
    </>
  )
}
