'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef } from 'react'
import { dashboardAddress, type DashboardQuery } from '@/lib/post/dashboard-query'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { totalText } from '@/lib/words/count-text'
import { useStateNames } from '../state/post-state'
import { Button, ButtonLink } from '../ui/button'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/relative-time'
import { EmptyState } from '../ui/empty-state'
import type { Inbox } from './use-inbox'

const listId = 'inbox-list'
const optionId = (id: number) => `inbox-${id}`

/** Focuses the list, which handles the keys and tells screen readers which post is open. */
export const focusList = () => document.getElementById(listId)?.focus({ preventScroll: true })

export const showOpenOption = () =>
  document.querySelector(`#${listId} [data-open]`)?.scrollIntoView({ block: 'nearest' })

export function InboxListHead({ inbox, isLoading }: { inbox: Inbox; isLoading: boolean }) {
  const { chosen, chooseAll, chooseNone } = inbox
  return (
    <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3">
      <p role="status" className="tabular me-auto text-ink-soft">
        {isLoading ? t('common.loading') : t('inbox.list.toReview', { inbox: totalText(inbox) })}
      </p>
      {chosen.size > 0 && (
        <>
          <span className="tabular font-medium">{t('inbox.list.countSelected', { size: chosen.size })}</span>
          <button type="button" onClick={chooseAll} className="min-h-9 underline">
            {t('common.all')}
          </button>
          <button type="button" onClick={chooseNone} className="min-h-9 underline">
            {t('inbox.list.none')}
          </button>
        </>
      )}
    </div>
  )
}

export function InboxList({ inbox, onOpen }: { inbox: Inbox; onOpen: (id: number) => void }) {
  const { rows, open, decided, chosen } = inbox
  const openId = open?.id
  const shownId = useRef(openId)

  // The page opens at its start, so the first open post isn't scrolled to.
  useEffect(() => {
    if (openId === shownId.current) return
    shownId.current = openId
    if (openId !== undefined) document.getElementById(optionId(openId))?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  return (
    <div
      id={listId}
      role="listbox"
      tabIndex={0}
      aria-label={t('inbox.list.postsToReview')}
      aria-multiselectable="true"
      aria-activedescendant={openId === undefined ? undefined : optionId(openId)}
      className="divide-y divide-line overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface lg:max-h-[max(24rem,calc(100dvh-15rem))]"
    >
      {rows.map((row) => (
        <Option
          key={row.id}
          row={row}
          isOpen={row.id === openId}
          isChosen={chosen.has(row.id)}
          word={decided.get(row.id)}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

export function InboxPages(props: { query: DashboardQuery; before: string | null; after: string | null }) {
  const { query, before, after } = props
  return (
    <nav aria-label={t('common.pages')} className="mt-3 flex justify-between gap-2 empty:hidden">
      {before && (
        <ButtonLink href={dashboardAddress({ ...query, cursor: before, isBackwards: true })}>
          {t('inbox.list.newerPosts')}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink
          href={dashboardAddress({ ...query, cursor: after, isBackwards: false })}
          className="ms-auto"
        >
          {t('inbox.list.olderPosts')}
        </ButtonLink>
      )}
    </nav>
  )
}

function Option(props: {
  row: DashboardRow
  isOpen: boolean
  isChosen: boolean
  /** What was decided; left out if nothing was yet. */
  word: string | undefined
  onOpen: (id: number) => void
}) {
  const { row, isOpen, isChosen, word, onOpen } = props
  const stateNames = useStateNames()
  return (
    // Its list handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={optionId(row.id)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-open={isOpen || undefined}
      onClick={() => onOpen(row.id)}
      className="cursor-pointer px-3 py-2 hover:bg-sunken aria-selected:bg-accent-soft not-lg:not-in-focus-visible:data-open:shadow-none data-open:shadow-[inset_3px_0_var(--accent-strong)] rtl:data-open:shadow-[inset_-3px_0_var(--accent-strong)] lg:data-open:bg-sunken lg:aria-selected:data-open:bg-accent-soft lg:forced-colors:data-open:outline-2 lg:forced-colors:data-open:-outline-offset-2"
    >
      <span
        dir="auto"
        className={`line-clamp-2 ${word ? 'text-ink-soft line-through decoration-line-strong' : 'font-medium'}`}
      >
        {row.title}
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
        {isChosen && (
          <span className="inline-flex items-center gap-1 font-medium text-accent-ink">
            <Icon name="completed" className="size-3.5" />
            {t('inbox.list.selected')}
          </span>
        )}
        {word ? (
          <span className="font-medium text-ink">{word}</span>
        ) : (
          <>
            <bdi className="max-w-40 truncate">{row.authorName ?? t('common.deletedUser')}</bdi>
            <RelativeTime iso={row.createdAt} />
            {row.votesTotal > 0 && (
              <span className="tabular">{t('common.countVotes', { count: row.votesTotal })}</span>
            )}
            {row.state !== 'proposed' && <span>{stateNames[row.state]}</span>}
          </>
        )}
      </span>
    </div>
  )
}

export function EmptyInbox({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (!isNarrowed)
    return (
      <EmptyState
        hint={t('inbox.list.whatComesHere')}
        action={<ButtonLink href="/dashboard">{t('common.showAllPosts')}</ButtonLink>}
      >
        {t('inbox.list.youreAllCaughtUp')}
      </EmptyState>
    )
  return (
    <EmptyState action={<Button onClick={onShowAll}>{t('inbox.list.showTheWholeInbox')}</Button>}>
      {t('inbox.list.nothingInTheInbox')}
    </EmptyState>
  )
}

export function AllDecided(props: { hasMore: boolean; hasFailed: boolean; retry: () => void }) {
  const { hasMore, hasFailed, retry } = props
  if (!hasMore)
    return (
      <EmptyState action={<ButtonLink href="/dashboard">{t('common.showAllPosts')}</ButtonLink>}>
        {t('inbox.list.allDoneYoureCaught')}
      </EmptyState>
    )
  if (!hasFailed) return <EmptyState>{t('inbox.list.loadingMorePosts')}</EmptyState>
  return (
    <EmptyState action={<Button onClick={retry}>{t('common.tryAgain')}</Button>}>
      {t('inbox.list.morePostsCouldntBe')}
    </EmptyState>
  )
}
