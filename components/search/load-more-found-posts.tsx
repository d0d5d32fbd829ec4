'use client'

import { fetchJson } from '@/lib/browser/fetch-json'
import type { searchPosts } from '@/lib/queries/search'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { FoundPostRow } from './found-post-row'

export function LoadMoreFoundPosts(props: { query: string; next: string }) {
  const {
    items: posts,
    next,
    load,
  } = usePages(props.next, async (after) => {
    const page = await fetchJson<Awaited<ReturnType<typeof searchPosts>>>('/api/search', {
      query: { q: props.query, after },
    })
    return { items: page.posts, next: page.next }
  })

  return (
    <>
      {posts.map((post) => (
        <FoundPostRow key={post.id} post={post} />
      ))}
      {next && (
        <LoadMore href={`/search?${new URLSearchParams({ q: props.query, after: next })}`} load={load} />
      )}
    </>
  )
}
