'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { postAddress } from '@/lib/post/address'
import type { DashboardRow } from '@/lib/queries/dashboard'
import { PersonName } from '../person/person-name'
import { AppLink } from '../ui/app-link'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'

export const panelId = 'post-panel'
export const expanderId = (id: number) => `expand-${id}`

const buttonLook =
  'flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink aria-disabled:opacity-40 pointer-coarse:size-11'

/** The open post next to the table, or above it if there is no room for both: from below on phones, at the side on tablets. */
export function PostPanel(props: {
  post: DashboardRow
  before: DashboardRow | undefined
  after: DashboardRow | undefined
  onShow: (id: number) => void
  onClose: () => void
  returnFocus: () => void
  children: ReactNode
}) {
  const { post, before, after, onShow, onClose, returnFocus, children } = props
  const [isSheet] = useState(() => window.matchMedia('(width < 64rem)').matches)

  function close() {
    onClose()
    returnFocus()
  }

  const step = (to: DashboardRow | undefined, name: string, icon: 'up' | 'down') => (
    <button
      type="button"
      aria-label={name}
      aria-disabled={!to}
      onClick={() => to && onShow(to.id)}
      className={buttonLook}
    >
      <Icon name={icon} />
    </button>
  )
  const name = (
    <AppLink href={postAddress(post)} className="hover:underline">
      <span dir="auto">{post.title}</span>
    </AppLink>
  )
  const titleClass = 'text-base font-semibold'
  const content = (
    <>
      <div className="sticky top-0 z-[1] flex items-center gap-1 border-b border-line bg-surface py-1 ps-4 pe-2">
        <p dir="auto" className="me-auto min-w-0 truncate text-xs text-ink-soft">
          {post.categoryName}
        </p>
        {step(before, t('common.previousPost'), 'up')}
        {step(after, t('common.nextPost'), 'down')}
        <button
          type="button"
          aria-label={t('dashboard.postPanel.closeDetails')}
          onClick={close}
          className={buttonLook}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="p-4">
        {isSheet ? (
          <Radix.Title className={titleClass}>{name}</Radix.Title>
        ) : (
          <h2 className={titleClass}>{name}</h2>
        )}
        <p className="mt-1 mb-4 text-ink-soft">
          <PersonName id={post.authorId} name={post.authorName} isTeam={false} />,{' '}
          <LongDate iso={post.createdAt} />, {t('common.countVotes', { count: post.votesTotal })}
        </p>
        {children}
      </div>
    </>
  )

  if (isSheet)
    return (
      <Radix.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Radix.Portal container={document.getElementById('content')}>
          {/* On tablets, the panel covers half of the list. */}
          <div aria-hidden="true" className="fixed inset-0 z-[15] bg-overlay max-sm:hidden" />
          <Radix.Content
            id={panelId}
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              ;(event.currentTarget as HTMLElement).focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (document.activeElement === document.body) returnFocus()
            }}
            className="fixed inset-x-0 bottom-0 z-20 max-h-[85dvh] overflow-y-auto overscroll-contain rounded-t-xl border-t border-line-strong bg-surface shadow-[0_0_2rem_rgb(0_0_0/0.2)] outline-none sm:start-auto sm:top-0 sm:max-h-none sm:w-[26rem] sm:rounded-none sm:border-s sm:border-t-0"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    )
  return (
    <section
      id={panelId}
      tabIndex={-1}
      aria-label={post.title}
      className="sticky top-18 max-h-[calc(100dvh-5.5rem)] overflow-y-auto rounded-lg border border-line bg-surface"
    >
      {content}
    </section>
  )
}

/** Keeps a row where it is on the screen: the rows become higher when the panel narrows the table. */
function keepPlace(id: number | undefined, change: () => void) {
  const row = document.getElementById(expanderId(id ?? 0))?.closest('tr')
  const before = row?.getBoundingClientRect().top
  flushSync(change)
  if (row && before !== undefined) window.scrollBy(0, row.getBoundingClientRect().top - before)
}

/** The post in the panel. It stays when the table shows other posts. */
export function useOpenPost(rows: DashboardRow[]) {
  const [opened, setOpened] = useState<DashboardRow | null>(null)
  const index = rows.findIndex(({ id }) => id === opened?.id)
  const post = rows[index] ?? opened

  function returnFocus() {
    const expander = document.getElementById(expanderId(post?.id ?? 0))
    ;(expander ?? document.getElementById('content'))?.focus()
  }

  // Whatever opens from the panel or a row closes itself and prevents the key's default.
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (!post || event.key !== 'Escape' || event.defaultPrevented) return
    if (!(event.target as Element).closest(`#${panelId}, table`)) return
    setOpened(null)
    returnFocus()
  })
  useEffect(() => {
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])

  return {
    post,
    before: rows[index - 1],
    after: index === -1 ? undefined : rows[index + 1],
    close: () => keepPlace(post?.id, () => setOpened(null)),
    show(id: number | null) {
      keepPlace(id ?? post?.id, () => setOpened(rows.find((row) => row.id === id) ?? null))
      document.getElementById(expanderId(id ?? 0))?.scrollIntoView({ block: 'nearest' })
    },
    returnFocus,
  }
}
