'use client'

import { useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPost } from '@/lib/queries/search'
import { LoadMore } from '../ui/load-more'
import { FoundPostRow } from './found-post-row'

export function LoadMoreFoundPosts(props: { query: string; next: string }) {
  const [posts, setPosts] = useState<FoundPost[]>([])
  const [next, setNext] = useState<string | null>(props.next)

  async function load() {
    const page = await fetchJson<{ posts: FoundPost[]; next: string | null }>('/api/search', {
      query: { q: props.query, after: next },
    })
    setPosts((shown) => [...shown, ...page.posts])
    setNext(page.next)
  }

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
