'use client'

import { useEffect, useRef } from 'react'
import { countText } from '@/lib/text/count-text'
import { useSession } from '@/lib/session/browser/store'
import { Icon } from '../ui/icon'
import { learnVote, trustPage, useVote, wantVote } from './vote-store'

/** The number of votes under its arrow; pressed when the person has voted. */
export function VoteButton(props: { id: number; title: string; votes: number; size?: 'sm' | 'base' | 'lg' }) {
  const { id, title, votes, size = 'base' } = props
  const { viewer } = useSession()
  const { isVoted, total, wanted } = useVote(id)
  const isPressed = wanted ?? isVoted
  const count = Math.max(0, (total ?? votes) + (wanted === null ? 0 : Number(wanted) - Number(isVoted)))

  useEffect(() => {
    if (viewer) learnVote(id, viewer.id)
  }, [id, viewer])

  const shown = useRef(votes)
  useEffect(() => {
    if (shown.current === votes) return
    shown.current = votes
    trustPage(id)
  }, [id, votes])

  const sizes = { sm: 'h-11 w-11', base: 'h-12 w-11', lg: 'h-16 w-14' }
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label={`Vote for ${title}, ${countText(count)} ${count === 1 ? 'vote' : 'votes'}`}
      onClick={() => wantVote(id, !isPressed, title)}
      className={`vote-button relative z-[1] flex shrink-0 flex-col items-center justify-center rounded-md border hover:transition-colors ${sizes[size]} ${
        isPressed
          ? 'border-accent bg-accent text-on-accent hover:bg-accent-strong'
          : 'border-line bg-surface text-ink-soft hover:border-accent-strong hover:text-accent-ink'
      }`}
    >
      <Icon name="up" />
      <span
        className={`tabular font-semibold ${isPressed ? '' : 'text-ink'} ${size === 'lg' ? 'text-base' : 'text-sm'}`}
      >
        {countText(count)}
      </span>
    </button>
  )
}
