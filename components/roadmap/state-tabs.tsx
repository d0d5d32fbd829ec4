'use client'

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { countText } from '@/lib/text/count-text'
import { type PostState, postStates, stateNames } from '@/lib/post/states'

/** Which state a narrow screen shows. Plain links to the columns, which scroll sideways by hand as well. */
export function StateTabs({ totals }: { totals: Record<PostState, number> }) {
  const [current, setCurrent] = useState<PostState>(postStates[0])
  const bar = useRef<HTMLElement>(null)

  useEffect(() => {
    const board = document.getElementById('roadmap-columns')
    if (!board) return
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find((entry) => entry.isIntersecting)
        if (!shown) return
        const state = shown.target.id.replace('state-', '') as PostState
        setCurrent(state)
        bringTab(bar.current, state)
      },
      { root: board, threshold: 0.6 },
    )
    for (const column of board.children) observer.observe(column)
    return () => observer.disconnect()
  }, [])

  function show(event: MouseEvent, state: PostState) {
    const board = document.getElementById('roadmap-columns')
    const column = document.getElementById(`state-${state}`)
    if (!board || !column) return
    event.preventDefault()
    board.scrollTo({ left: column.offsetLeft })
    setCurrent(state)
  }

  return (
    <nav
      ref={bar}
      aria-label="States"
      className="relative -mx-4 mb-1 flex gap-1 overflow-x-auto scroll-smooth px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:hidden"
    >
      {postStates.map((state) => (
        <a
          key={state}
          href={`#state-${state}`}
          onClick={(event) => show(event, state)}
          aria-current={state === current ? 'true' : undefined}
          className="tabular flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 font-medium text-ink-soft aria-[current]:border-accent-strong aria-[current]:bg-accent-soft aria-[current]:text-ink"
        >
          {stateNames[state]} <span className="text-xs">{countText(totals[state])}</span>
        </a>
      ))}
    </nav>
  )
}

function bringTab(bar: HTMLElement | null, state: PostState) {
  const tab = bar?.querySelector<HTMLElement>(`[href="#state-${state}"]`)
  if (tab) bar!.scrollTo({ left: tab.offsetLeft - 48 })
}
