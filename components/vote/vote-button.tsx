'use client'

import { t } from '@/lib/words/t'
import { Suspense, useEffect, useState } from 'react'
import { countText } from '@/lib/words/count-text'
import { useSession } from '@/lib/session/browser/store'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import { useIsAsked } from './vote-question'
import { learnVote, wantVote } from './vote-store'
import { belongTo, trustPage, useVote } from './votes'

const VoteQuestionDialog = lazyPart(() => import('./vote-question-dialog'), 'VoteQuestionDialog')

const looks = { sm: 'vote-chip', base: 'vote-button', lg: 'vote-button is-large' }

/** The arrow with the number of votes, pressed if the person has voted. */
export function VoteButton(props: {
  id: number
  title: string
  votes: number
  size?: keyof typeof looks
  /** What the button also says if there is room: before and after voting. */
  words?: [string, string]
}) {
  const { id, title, votes, size = 'base', words } = props
  const { viewer, status } = useSession()
  const isAsked = useIsAsked(id)
  const { isVoted, total, wanted } = useVote(id)
  const [isMoved, setMoved] = useState(false)
  const isPressed = wanted ?? isVoted
  const count = Math.max(0, (total ?? votes) + (wanted === null ? 0 : Number(wanted) - Number(isVoted)))

  useEffect(() => trustPage(id, votes), [id, votes])

  useEffect(() => {
    if (viewer) learnVote(id, viewer.id)
    else if (status === 'signed-out') belongTo(null)
  }, [id, viewer, status])

  return (
    <>
      <button
        type="button"
        aria-pressed={isPressed}
        aria-label={t('vote.button.label', { title, count })}
        data-moved={isMoved || undefined}
        data-long={count >= 1_000 || undefined}
        data-word={words?.[Number(isPressed)]}
        onClick={() => {
          setMoved(true)
          wantVote(id, !isPressed, title)
        }}
        className={looks[size]}
      >
        <Icon name="vote" />
        {countText(count)}
      </button>
      {viewer && isAsked && (
        <Suspense>
          <VoteQuestionDialog id={id} title={title} />
        </Suspense>
      )}
    </>
  )
}
