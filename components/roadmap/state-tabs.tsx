'use client'

import { t } from '@/lib/words/t'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { countText } from '@/lib/words/count-text'
import { isPostState, type PostState, postStates } from '@/lib/post/states'
import { useStateNames } from '../state/post-state'

/** Where a narrow board opens unless the address names another state (roadmap.css). */
const opening: PostState = 'in-progress'

/** Which states a narrow screen shows. Plain links to the columns, which can also be scrolled by hand. */
export function StateTabs({ totals }: { totals: Record<PostState, number> }) {
  const [current, setCurrent] = useState<PostState[]>([opening])
  const bar = useRef<HTMLElement>(null)
  const stateNames = useStateNames()

  // A page shown by the router has no :target, and some browsers don't support the initial scroll position.
  useLayoutEffect(() => {
    if (findBoard()?.scrollLeft === 0) showColumn(stateInAddress(), 'instant')
  }, [])

  useEffect(() => {
    const board = findBoard()
    if (!board) return
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target.id)
        const shown = postStates.filter((state) => inView.has(`state-${state}`))
        const [state] = shown
        if (!state) return
        setCurrent(shown)
        markShown(board, `state-${state}`)
        if (!isOneAtATime(board)) return
        bringTab(bar.current, state)
        writeAddress(state)
      },
      { root: board, threshold: 0.6 },
    )
    for (const column of board.children) observer.observe(column)
    // Turning a phone or resizing a window moves the columns.
    const stay = () => isOneAtATime(board) && showColumn(stateInAddress(), 'instant')
    window.addEventListener('resize', stay)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', stay)
    }
  }, [])

  function show(event: MouseEvent, state: PostState) {
    event.preventDefault()
    showColumn(state)
    if (isOneAtATime(findBoard()!)) setCurrent([state])
  }

  return (
    <nav ref={bar} aria-label={t('common.states')} className="state-tabs no-print">
      {postStates.map((state) => (
        <a
          key={state}
          href={`#state-${state}`}
          onClick={(event) => show(event, state)}
          aria-current={current.includes(state) ? 'true' : undefined}
          className="state-chip"
        >
          {stateNames[state]} <small>{countText(totals[state])}</small>
        </a>
      ))}
    </nav>
  )
}

const findBoard = () => document.getElementById('roadmap-columns')

const isOneAtATime = ({ firstElementChild, clientWidth }: HTMLElement) =>
  firstElementChild!.clientWidth > clientWidth * 0.9

/**
 * How far to scroll to the start of a column. In right-to-left languages, that is its right edge, as a negative number.
 */
const startOf = (part: HTMLElement, whole: HTMLElement) =>
  document.dir === 'rtl' ? part.offsetLeft + part.offsetWidth - whole.clientWidth : part.offsetLeft

function showColumn(state: PostState, behavior?: ScrollBehavior) {
  const column = document.getElementById(`state-${state}`)
  const board = findBoard()
  if (column && board) board.scrollTo({ left: startOf(column, board), behavior })
}

/** A phone's page is as long as this column. What focus or a search has scrolled to in it stays in view. */
function markShown(board: HTMLElement, id: string) {
  const shown = document.getElementById(id)!
  const scrolled = shown.scrollTop
  for (const column of board.children) column.toggleAttribute('data-shown', column === shown)
  window.scrollBy(0, scrolled)
  // On the way here, columns of other heights were shown.
  const focused = document.activeElement
  if (shown.contains(focused)) focused!.scrollIntoView({ block: 'nearest' })
}

function bringTab(bar: HTMLElement | null, state: PostState) {
  const tab = bar?.querySelector<HTMLElement>(`[href="#state-${state}"]`)
  if (tab) bar!.scrollTo({ left: startOf(tab, bar!) + (document.dir === 'rtl' ? 48 : -48) })
}

function stateInAddress(): PostState {
  const named = window.location.hash.replace('#state-', '')
  return isPostState(named) ? named : opening
}

/** Makes Back return to the same column. Bypasses the router, which would cancel a running navigation. */
function writeAddress(state: PostState) {
  if (state === stateInAddress()) return
  const { pathname, search } = window.location
  const address = state === opening ? pathname + search : `#state-${state}`
  History.prototype.replaceState.call(window.history, window.history.state, '', address)
}
