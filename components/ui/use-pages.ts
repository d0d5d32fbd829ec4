'use client'

import { useRef, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'

/** The pages after the first: `path` returns the items under `name` and the cursor of the next page. */
export function usePages<Item>(
  first: string | null,
  path: string,
  name: string,
  query: (cursor: string) => Record<string, string | number | undefined>,
) {
  const [{ items, next }, setShown] = useState<{ items: Item[]; next: string | null }>({
    items: [],
    next: first,
  })
  const cursor = useRef(first)
  const loading = useRef<Promise<Item[]> | null>(null)

  async function append(after: string) {
    const page = await fetchJson<Record<string, Item[]> & { next: string | null }>(path, {
      query: query(after),
    })
    const more = page[name]!
    cursor.current = page.next
    setShown((shown) => ({ items: [...shown.items, ...more], next: page.next }))
    return more
  }

  /** Appends the next page and resolves to its items: none if all are shown. Called twice, it loads once. */
  async function load(): Promise<Item[]> {
    if (cursor.current === null) return []
    loading.current ??= append(cursor.current)
    try {
      return await loading.current
    } finally {
      loading.current = null
    }
  }

  return { items, next, load }
}
