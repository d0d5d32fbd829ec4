'use client'

import type { ReactNode } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { listAddress, type ListFilter } from '@/lib/post/list-address'
import type { ListedPost, listPosts } from '@/lib/queries/posts'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
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
  const Look = looks[look]

  const {
    items: posts,
    next,
    load,
  } = usePages(props.next, async (after) => {
    const page = await fetchJson<Awaited<ReturnType<typeof listPosts>>>('/api/posts', {
      query: { ...filter, limit, after },
    })
    return { items: page.posts, next: page.next }
  })

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
