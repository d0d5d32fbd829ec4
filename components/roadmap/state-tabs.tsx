'use client'

import { t } from '@/lib/words/t'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { countText } from '@/lib/words/count-text'
import { isPostState, type PostState, postStates } from '@/lib/post/states'
import { useStateNames } from '../state/post-state'

/** Where a narrow board opens unless the address names another state (roadmap.css). */
const opening: PostState = 'in-progress'

/** Which state a narrow screen shows. Plain links to the columns, which scroll sideways by hand as well. */
export function StateTabs({ totals }: { totals: Record<PostState, number> }) {
  const [current, setCurrent] = useState<PostState>(opening)
  const bar = useRef<HTMLElement>(null)
  const stateNames = useStateNames()

  // A page that the router shows has no target; nor does every browser know where to open.
  useLayoutEffect(() => {
    if (findBoard()?.scrollLeft === 0) showColumn(stateInAddress(), 'instant')
  }, [])

  useEffect(() => {
    const board = findBoard()
    if (!board) return
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find((entry) => entry.isIntersecting)
        if (!shown || board.scrollWidth <= board.clientWidth) return
        const state = shown.target.id.replace('state-', '') as PostState
        setCurrent(state)
        bringTab(bar.current, state)
        writeAddress(state)
      },
      { root: board, threshold: 0.6 },
    )
    for (const column of board.children) observer.observe(column)
    return () => observer.disconnect()
  }, [])

  function show(event: MouseEvent, state: PostState) {
    event.preventDefault()
    showColumn(state)
    setCurrent(state)
  }

  return (
    <nav ref={bar} aria-label={t('common.states')} className="state-tabs no-print">
      {postStates.map((state) => (
        <a
          key={state}
          href={`#state-${state}`}
          onClick={(event) => show(event, state)}
          aria-current={state === current ? 'true' : undefined}
          className="state-chip"
        >
          {stateNames[state]} <small>{countText(totals[state])}</small>
        </a>
      ))}
    </nav>
  )
}

const findBoard = () => document.getElementById('roadmap-columns')

/** How far to scroll to where a part begins. From right to left that is its right edge, counted below zero. */
const startOf = (part: HTMLElement, whole: HTMLElement) =>
  document.dir === 'rtl' ? part.offsetLeft + part.offsetWidth - whole.clientWidth : part.offsetLeft

function showColumn(state: PostState, behavior?: ScrollBehavior) {
  const column = document.getElementById(`state-${state}`)
  const board = findBoard()
  if (column && board) board.scrollTo({ left: startOf(column, board), behavior })
}

function bringTab(bar: HTMLElement | null, state: PostState) {
  const tab = bar?.querySelector<HTMLElement>(`[href="#state-${state}"]`)
  if (tab) bar!.scrollTo({ left: startOf(tab, bar!) + (document.dir === 'rtl' ? 48 : -48) })
}

function stateInAddress(): PostState {
  const named = window.location.hash.replace('#state-', '')
  return isPostState(named) ? named : opening
}

/** Makes Back lead to the same column. Bypasses the router, which would cancel a navigation under way. */
function writeAddress(state: PostState) {
  if (state === stateInAddress()) return
  const { pathname, search } = window.location
  const address = state === opening ? pathname + search : `#state-${state}`
  History.prototype.replaceState.call(window.history, window.history.state, '', address)
}
