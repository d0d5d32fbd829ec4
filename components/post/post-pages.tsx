'use client'

import type { ReactNode } from 'react'
import { listAddress, type ListFilter } from '@/lib/post/address'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'

export type List<Post> = { posts: Post[]; filter: ListFilter; next: string | null; limit?: number }

/**
 * A list, rendered here and not on the server, because a document would contain each post twice, as elements and as data.
 * Without JavaScript, the link leads to a page that continues the list.
 */
export function PostPages<Post extends { id: number }>(
  props: List<Post> & {
    Look: (props: { post: Post }) => ReactNode
    columns?: number
  },
) {
  const { posts, filter, limit, Look, columns } = props
  const pages = usePages<Post>(props.next, '/api/posts', 'posts', (after) => ({ ...filter, limit, after }))
  const { items, next, load } = pages
  // A refreshed page may start with posts that were further down before.
  const first = new Set(posts.map(({ id }) => id))
  const shown = [...posts, ...items.filter(({ id }) => !first.has(id))]
  const more = next && <LoadMore href={listAddress(filter, next)} load={load} />
  return (
    <>
      {shown.map((post) => (
        <Look key={post.id} post={post} />
      ))}
      {more && columns ? (
        <tr>
          <td colSpan={columns}>{more}</td>
        </tr>
      ) : (
        more
      )}
    </>
  )
}
