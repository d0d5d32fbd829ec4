'use client'

import { useEffect, useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { TriagePost } from '@/lib/queries/triage'

/** How many posts are asked for at once, and how few may be left ahead before the next are. */
const atOnce = 12
const ahead = 4

/**
 * What it takes to decide about posts, asked for before it is looked at.
 * @param ids the posts in the order in which they will be looked at, the open one first
 */
export function useTriagePosts(ids: number[]) {
  const [posts, setPosts] = useState<ReadonlyMap<number, TriagePost | 'gone'>>(new Map())
  const [problem, setProblem] = useState(false)
  const asked = useRef(new Set<number>())
  const near = ids.slice(0, ahead)
  const isDue = near.some((id) => !posts.has(id)) && !problem
  const wanted = isDue ? ids.slice(0, atOnce).join() : ''

  useEffect(() => {
    const missing = wanted
      .split(',')
      .map(Number)
      .filter((id) => id > 0 && !asked.current.has(id))
    if (missing.length === 0) return
    for (const id of missing) asked.current.add(id)
    void ask(missing).then(
      (found) => setPosts((before) => new Map([...before, ...found])),
      () => {
        for (const id of missing) asked.current.delete(id)
        setProblem(true)
      },
    )
  }, [wanted])

  return {
    posts,
    problem,
    retry: () => setProblem(false),
    /** Asks once more for posts that have changed; what is shown stays until then. */
    async renew(changed: { id: number }[]) {
      const ids = changed.map(({ id }) => id)
      const known = ids.filter((id) => posts.has(id)).slice(0, atOnce)
      const found = known.length > 0 && (await ask(known).catch(() => null))
      if (found) setPosts((before) => new Map([...before, ...found]))
    },
  }
}

async function ask(ids: number[]): Promise<[number, TriagePost | 'gone'][]> {
  const { posts } = await fetchJson<{ posts: TriagePost[] }>('/api/triage', { query: { posts: ids.join() } })
  return ids.map((id) => [id, posts.find((post) => post.id === id) ?? 'gone'])
}
