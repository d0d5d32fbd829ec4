'use client'

import { useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPerson } from '@/lib/queries/people'
import type { PostState } from '@/lib/post/states'
import { useDelayed } from '../ui/use-delayed'

export type FoundPost = { id: number; title: string; slug: string; categorySlug: string; state: PostState }
type Found = { posts: FoundPost[]; people: FoundPerson[]; hasFailed: boolean; isFor: string }

const nothing: Found = { posts: [], people: [], hasFailed: false, isFor: '' }
/** How long to wait after the last key, in milliseconds, before searching. */
const pause = 200
const most = 5

/** The first posts and people that a query finds. Earlier results stay until then, with the query they are for. */
export function useFound(query: string): Found {
  const [found, setFound] = useState(nothing)
  useDelayed(query, query ? pause : 0, async (signal) => {
    if (query.length < 2) return setFound({ ...nothing, isFor: query })
    try {
      const [posts, people] = await Promise.all([
        fetchJson<Pick<Found, 'posts'>>('/api/search', { query: { q: query }, signal }),
        fetchJson<Pick<Found, 'people'>>('/api/people', { query: { q: query }, signal }),
      ])
      setFound({
        posts: posts.posts.slice(0, most),
        people: people.people.slice(0, most),
        hasFailed: false,
        isFor: query,
      })
    } catch {
      if (!signal.aborted) setFound({ ...nothing, hasFailed: true, isFor: query })
    }
  })
  return found
}
