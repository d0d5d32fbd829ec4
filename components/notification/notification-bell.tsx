'use client'

import * as Radix from '@radix-ui/react-dialog'
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon'
import { NotificationPanel } from './notification-panel'
import { useUnread, watchUnread } from './unread-store'

/** The bell of a member, with how much is new, and the panel it opens. */
export function NotificationBell({ viewerId }: { viewerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread() ?? 0
  const count = unread > 99 ? '99+' : String(unread)

  useEffect(() => watchUnread(viewerId), [viewerId])

  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger
        aria-label={unread > 0 ? `Notifications, ${count} new` : 'Notifications'}
        className="bell"
      >
        <Icon name="bell" className="size-5" />
        {unread > 0 && <span className="bell-count">{count}</span>}
      </Radix.Trigger>
      {isOpen && <NotificationPanel onLeave={() => setOpen(false)} />}
    </Radix.Root>
  )
}
