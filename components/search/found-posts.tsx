'use client'

import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPost, searchPosts } from '@/lib/queries/search'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { FoundPostRow } from './found-post-row'

/** What a search found: the first page and the rest, page by page. */
export function FoundPosts(props: {
  posts: FoundPost[]
  query: string
  category?: string
  next: string | null
}) {
  const { query, category } = props
  const { items, next, load } = usePages(props.next, async (after) => {
    const page = await fetchJson<Awaited<ReturnType<typeof searchPosts>>>('/api/search', {
      query: { q: query, category, after },
    })
    return { items: page.posts, next: page.next }
  })

  return (
    <div className="post-rows">
      {[...props.posts, ...items].map((post) => (
        <FoundPostRow key={post.id} post={post} />
      ))}
      {next && <LoadMore href={searchAddress(query, category, next)} load={load} />}
    </div>
  )
}

function searchAddress(q: string, category: string | undefined, after: string): string {
  return `/search?${new URLSearchParams({ q, ...(category && { category }), after })}`
}
