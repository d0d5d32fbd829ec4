'use client'

import { readingDirection } from '@/lib/browser/reading-direction'
import { t } from '@/lib/words/t'
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useRouter } from 'next/navigation'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Viewer } from '@/lib/session/viewer'
import { Avatar } from '../ui/avatar'
import { ToolIcon } from '../ui/icon'
import { partLoader } from '../ui/lazy-part'
import { menuClass, menuItemClass } from '../ui/menu-class'

const loadToasts = partLoader(() => import('../ui/toast-viewport'))

const paths = {
  list: 'M3 4h.01M3 8h.01M3 12h.01M6 4h7.5M6 8h7.5M6 12h7.5',
  settings:
    'M2.5 5H9m3.5 0h1M2.5 11h1m3.5 0h6.5M9 5a1.75 1.75 0 1 0 3.5 0A1.75 1.75 0 1 0 9 5ZM3.5 11A1.75 1.75 0 1 0 7 11a1.75 1.75 0 1 0-3.5 0Z',
  leave: 'M9.5 2.5h-6v11h6M6.5 8h7m-2.5-2.5L13.5 8 11 10.5',
}

const itemClass = `${menuItemClass} gap-2 [&>svg]:text-ink-soft rtl:[&>svg]:-scale-x-100`

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const leaves = useRef(false)
  function go({ currentTarget, detail }: MouseEvent<HTMLElement>, address: string) {
    leaves.current = address !== window.location.pathname
    // Browsers take the focus in a menu for that of a keyboard, and then the new page's heading would get a ring.
    if (detail > 0) currentTarget.blur()
    router.push(address)
  }
  // What members do may fail without a connection, and a toast tells them.
  useEffect(() => void loadToasts(), [])
  return (
    <>
      <form ref={form} action="/sign-out" method="post" className="hidden" />
      <Menu.Root dir={readingDirection()} modal={false}>
        <Menu.Trigger
          aria-label={t('account.menu.myAccount')}
          className="flex size-full items-center justify-center rounded-full hover:bg-sunken data-[state=open]:bg-sunken"
        >
          <Avatar name={viewer.name} src={viewer.avatar} />
        </Menu.Trigger>
        {/* In the header rather than at the end of the page, because a menu outside all landmarks is hard to find. */}
        <Menu.Content
          align="end"
          sideOffset={10}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (leaves.current) event.preventDefault()
            leaves.current = false
          }}
          className={`${menuClass} w-[min(14rem,100vw-1rem)] md:mt-1`}
        >
          <Menu.Label className="px-2 pt-1 pb-2">
            <span className="block font-semibold">{t('account.menu.myAccount')}</span>
            <span className="block truncate text-ink-soft" dir="auto">
              {viewer.name}
            </span>
            <span dir="auto" className="block truncate text-xs text-ink-soft">
              {viewer.email}
            </span>
          </Menu.Label>
          <Menu.Separator className="mx-2 mb-1 h-px bg-line" />
          <Menu.Item className={itemClass} onClick={(event) => go(event, '/settings/activity')}>
            <ToolIcon path={paths.list} />
            {t('account.menu.myPostsAndVotes')}
          </Menu.Item>
          <Menu.Item className={itemClass} onClick={(event) => go(event, '/settings')}>
            <ToolIcon path={paths.settings} />
            {t('common.settings')}
          </Menu.Item>
          <Menu.Item className={itemClass} onSelect={() => form.current?.requestSubmit()}>
            <ToolIcon path={paths.leave} />
            {t('account.menu.signOut')}
          </Menu.Item>
        </Menu.Content>
      </Menu.Root>
    </>
  )
}
