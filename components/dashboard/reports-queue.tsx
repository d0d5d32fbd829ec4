'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  dismissReports,
  reopenReports,
  showComments,
  showPosts,
  unapprove,
  unblockPeople,
} from '@/lib/actions/moderation'
import type { ReportedThing } from '@/lib/queries/reports'
import { type Act, actOnOne, type Run, tellUndone, useActs } from '../team/acts'
import type { Command } from '../team/key-commands'
import { useKeys } from '../team/keys'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { toastProblem } from '../ui/toast-store'
import { BlockDialog } from '../moderation/block-dialog'
import { HideDialog } from '../moderation/hide-dialog'
import { ReportedRow, rowId } from './reported-row'

type Asked = { what: 'hide' | 'block'; thing: ReportedThing }
type QueueAct = Act<ReportedThing> & {
  stays?: boolean
}

const idsOf = ({ postId, commentId }: ReportedThing) => ({
  posts: postId ? [postId] : [],
  comments: commentId ? [commentId] : [],
})
const showAgain = (thing: ReportedThing): Run => {
  const { posts, comments } = idsOf(thing)
  const { seen } = thing
  return () => (thing.commentId ? showComments({ ids: comments, seen }) : showPosts({ ids: posts, seen }))
}
/** The person to block for this content. */
const authorsOf = ({ author }: ReportedThing) => (author && !author.isTeam ? [author] : [])
const unblock =
  (people: { id: string }[]): Run =>
  () =>
    unblockPeople({ people: people.map(({ id }) => id) })

/** The keys of the inbox that do something here. */
const names: Partial<Record<Command, string>> = texts({
  next: 'dashboard.reportsQueue.next',
  previous: 'dashboard.reportsQueue.previous',
  open: 'common.openPost',
  look: 'dashboard.reportsQueue.keepOrApprove',
  hide: 'common.hide',
  block: 'common.blockAuthor',
  undo: 'common.undo',
})

/** Content to review: each item is hidden or kept. Uses the keys of the inbox. */
export function ReportsQueue({ things }: { things: ReportedThing[] }) {
  const router = useRouter()
  const [gone, setGone] = useState<string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const shown = things.filter(({ key }) => !gone.includes(key))

  /** The next item gets the focus before this one disappears. */
  function take(thing: ReportedThing) {
    const place = shown.indexOf(thing)
    focusRow(shown[place + 1] ?? shown[place - 1])
    setGone((before) => [...before, thing.key])
  }
  const putBack = (thing: ReportedThing) => setGone((before) => before.filter((key) => key !== thing.key))

  const acts = useActs<ReportedThing, QueueAct>({
    show: ({ things, stays }) => !stays && take(things[0]!),
    onAnswer({ failed, problem }) {
      failed.forEach(putBack)
      if (problem) toastProblem(problem)
      router.refresh()
    },
    onUndone(answer, held) {
      tellUndone(answer)
      if (answer.problem) return
      held.forEach(putBack)
      router.refresh()
    },
  })

  function keep(thing: ReportedThing) {
    const ids = idsOf(thing)
    void acts.perform(
      thing.cause === 'approval'
        ? actOnOne(thing, t('dashboard.reportsQueue.approved'), showAgain(thing), () => unapprove(ids))
        : actOnOne(
            thing,
            t('dashboard.reportsQueue.kept'),
            () => dismissReports(ids),
            () => reopenReports(ids),
          ),
    )
  }
  function note(act: QueueAct) {
    acts.note(act)
    router.refresh()
  }
  function reopen({ key }: ReportedThing) {
    acts.forgetLast(({ things }) => things[0]!.key === key)?.things.forEach(putBack)
    router.refresh()
  }
  useKeys((command) => {
    const focused = document.activeElement?.closest('li')?.id
    const place = shown.findIndex(({ key }) => rowId(key) === focused)
    const thing = shown[place]
    if (command === 'undo') return acts.undo()
    if (command === 'next') return focusRow(shown[place + 1])
    if (command === 'previous') return focusRow(shown[place - 1] ?? shown[0])
    if (!thing) return
    if (command === 'look') keep(thing)
    if (command === 'hide') setAsked({ what: 'hide', thing })
    if (command === 'block' && authorsOf(thing).length > 0) setAsked({ what: 'block', thing })
    if (command === 'open') router.push(thing.address)
  }, names)

  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          hint={t('dashboard.reportsQueue.whatComesHere')}
          action={
            <ButtonLink href="/dashboard?view=inbox">{t('dashboard.reportsQueue.goToInbox')}</ButtonLink>
          }
        >
          {t('dashboard.reportsQueue.nothingToReview')}
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {shown.map((thing, index) => (
              <ReportedRow
                key={thing.key}
                thing={thing}
                isFirst={index === 0}
                onHide={() => setAsked({ what: 'hide', thing })}
                onKeep={() => keep(thing)}
                onBlock={authorsOf(thing).length > 0 ? () => setAsked({ what: 'block', thing }) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {asked?.what === 'hide' && (
        <HideDialog
          kind={asked.thing.commentId ? 'comment' : 'post'}
          ids={[asked.thing.commentId ?? asked.thing.postId!]}
          seen={asked.thing.seen}
          onClose={() => setAsked(null)}
          onHidden={() => {
            setAsked(null)
            const show = showAgain(asked.thing)
            note(actOnOne(asked.thing, '', show, show))
          }}
          onShown={() => reopen(asked.thing)}
        />
      )}
      {asked?.what === 'block' && (
        <BlockDialog
          people={authorsOf(asked.thing)}
          onClose={() => setAsked(null)}
          onBlocked={() => {
            const end = unblock(authorsOf(asked.thing))
            note({ ...actOnOne(asked.thing, '', end, end), stays: true })
          }}
          onUnblocked={() => reopen(asked.thing)}
        />
      )}
    </>
  )
}

const focusRow = (thing: ReportedThing | undefined) =>
  void (thing && document.getElementById(rowId(thing.key))?.focus())
