'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { useEffect } from 'react'
import { type FollowLevel, followLevels, type FollowReason, followReasons } from '@/lib/post/follow-levels'
import { useComments } from '../comment/comment-store'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { useVote } from '../vote/votes'
import { lookAtPost } from '../notification/unread-store'
import { learnFollow, useFollow, wantFollow } from './follow-store'

export function FollowMenu({ id, startsOpen }: { id: number; startsOpen: boolean }) {
  const { level = null, reason = null } = useFollow(id) ?? {}
  const { isVoted } = useVote(id)
  const said = useComments(({ own }) => own.filter(({ post, saved }) => post === id && saved).length)
  const deleted = useComments(({ changes }) => [...changes.values()].filter((one) => one.isDeleted).length)
  const shown = level ? shownLevels[level] : t('common.follow')

  useEffect(() => void learnFollow(id), [id, isVoted, said, deleted])
  useEffect(() => lookAtPost(id), [id])

  return (
    <>
      <ChoiceMenu
        label={shown}
        choices={[...followLevels]}
        value={level ?? undefined}
        onChoose={({ value }) => void wantFollow(id, value)}
        startsOpen={startsOpen}
        className={buttonClass('outline')}
      >
        <Icon name="bell" />
        {shown}
        <Icon name="down" className="size-3.5 shrink-0 text-ink-soft" />
      </ChoiceMenu>
      <p className="text-xs text-ink-soft first-letter:uppercase">{sayWhy(level, reason)}</p>
    </>
  )
}

const shownLevels = texts({
  all: 'follow.menu.followingEverything',
  updates: 'follow.menu.followingUpdates',
  muted: 'common.muted',
})

function sayWhy(level: FollowLevel | null, reason: FollowReason | null): string {
  if (!level) return t('follow.menu.getUpdatesOnThis')
  if (level === 'muted') return t('follow.menu.youWontBeNotified')
  return reason && reason !== 'follow' ? followReasons[reason] : t('follow.menu.yourChoice')
}
