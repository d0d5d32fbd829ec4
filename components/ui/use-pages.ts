'use client'

import { useRef, useState } from 'react'

type Page<Item> = { items: Item[]; next: string | null }

/**
 * What follows the first page of a list, page by page.
 * @param first the cursor that the second page starts after; null when there is none
 */
export function usePages<Item>(first: string | null, fetchPage: (after: string) => Promise<Page<Item>>) {
  const [{ items, next }, setShown] = useState<Page<Item>>({ items: [], next: first })
  const cursor = useRef(first)
  const loading = useRef<Promise<Item[]> | null>(null)

  async function append(after: string) {
    const page = await fetchPage(after)
    cursor.current = page.next
    setShown((shown) => ({ items: [...shown.items, ...page.items], next: page.next }))
    return page.items
  }

  /** Appends the next page and resolves to what it holds: nothing when all is shown. Asked twice, it loads once. */
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
