'use client'

import { useState } from 'react'
import type { PostState } from '@/lib/post/states'

/** A chosen post with what the admin saw of it, so that somebody else's change is noticed. */
export type Chosen = { id: number; state: PostState; categoryId: number }

/** The chosen posts; they stay chosen from page to page. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  return {
    chosen,
    has: (id: number) => chosen.has(id),
    clear: () => setChosen(new Map()),
    set: (posts: Chosen[], isChosen: boolean) =>
      setChosen((before) => {
        const next = new Map(before)
        for (const post of posts) {
          if (isChosen) next.set(post.id, { id: post.id, state: post.state, categoryId: post.categoryId })
          else next.delete(post.id)
        }
        return next
      }),
  }
}

export type Selection = ReturnType<typeof useSelection>
