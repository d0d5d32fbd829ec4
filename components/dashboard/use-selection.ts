'use client'

import { useEffect, useRef, useState } from 'react'
import type { SeenPost } from '../team/post-acts'

const none: ReadonlyMap<number, SeenPost> = new Map()

/**
 * The chosen posts; they stay chosen from page to page, for as long as the same ones are asked for.
 * @param of what is asked for: with anything else nothing is chosen, nor does what was still being chosen arrive
 */
export function useSelection(of: string) {
  const [kept, setKept] = useState({ of, chosen: none, isAll: false })
  const { chosen, isAll } = kept.of === of ? kept : { chosen: none, isAll: false }
  const latest = useRef(of)
  useEffect(() => {
    latest.current = of
  }, [of])
  const stands = () => latest.current === of

  return {
    chosen,
    /** Whether these are all that match. */
    isAll,
    stands,
    has: (id: number) => chosen.has(id),
    clear: () => setKept({ of, chosen: none, isAll: false }),
    set(posts: SeenPost[], isChosen: boolean, isAll = false) {
      if (!stands()) return
      setKept((before) => {
        const next = new Map(before.of === of ? before.chosen : none)
        for (const post of posts) {
          if (isChosen) next.set(post.id, { id: post.id, state: post.state, categoryId: post.categoryId })
          else next.delete(post.id)
        }
        return { of, chosen: next, isAll }
      })
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
