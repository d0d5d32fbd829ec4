'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { NotificationPage } from '@/lib/queries/notifications'
import { Icon } from '../ui/icon'
import { Button, ButtonLink } from '../ui/button'
import { useUnread, watchUnread } from './unread-store'
import { fetchNotifications, NotificationList } from './notification-list'

export function NotificationBell({ viewerId }: { viewerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread() ?? 0
  const count = unread > 99 ? '99+' : String(unread)

  useEffect(() => watchUnread(viewerId), [viewerId])

  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger
        aria-label={
          unread > 0 ? t('notification.bell.notificationsNew', { count }) : t('common.notifications')
        }
        className="bell"
      >
        <Icon name="bell" className="size-5" />
        {unread > 0 && <span className="bell-count">{count}</span>}
      </Radix.Trigger>
      {isOpen && <NotificationPanel onLeave={() => setOpen(false)} />}
    </Radix.Root>
  )
}

function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const [page, setPage] = useState<NotificationPage | 'failed' | null>(null)

  useEffect(() => {
    if (page === null) void fetchNotifications().then(setPage, () => setPage('failed'))
  }, [page])

  return (
    <Radix.Content
      aria-describedby={undefined}
      onClick={(event) => (event.target as HTMLElement).closest('a') && onLeave()}
      onKeyDown={enterList}
      className="notice-panel"
    >
      {page === null || page === 'failed' ? (
        <>
          <PanelTitle />
          {page === null ? (
            <p role="status" className="py-10 text-center text-ink-soft">
              {t('common.loading')}
            </p>
          ) : (
            <p role="alert" className="py-6 text-center">
              {t('common.thatDidntWork')}{' '}
              <Button onClick={() => setPage(null)}>{t('common.tryAgain')}</Button>
            </p>
          )}
        </>
      ) : (
        <NotificationList first={page} heading={<PanelTitle />} />
      )}
      <p className="notice-panel-end">
        <ButtonLink href="/notifications" look="ghost">
          {t('notification.bell.seeAll')}
        </ButtonLink>
        <ButtonLink href="/settings#notifications" look="ghost">
          {t('common.settings')}
        </ButtonLink>
      </p>
    </Radix.Content>
  )
}

/** The panel gets the focus when it opens; the arrow key moves into its list. */
function enterList({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key === 'ArrowDown' && target === currentTarget) {
    currentTarget.querySelector<HTMLElement>('.notice-link')?.focus()
  }
}

const PanelTitle = () => (
  <Radix.Title className="flex min-h-12 items-center text-base font-semibold">
    {t('common.notifications')}
  </Radix.Title>
)
