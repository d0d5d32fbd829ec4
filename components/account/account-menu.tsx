'use client'

import { readingDirection } from '@/lib/browser/reading-direction'
import { t } from '@/lib/words/t'
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import type { Viewer } from '@/lib/session/viewer'
import { Avatar } from '../ui/avatar'
import { menuClass, menuItemClass } from '../ui/menu-class'

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
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
        <Menu.Content align="end" sideOffset={6} collisionPadding={8} className={`${menuClass} w-56`}>
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
          <Menu.Item className={menuItemClass} onSelect={() => router.push('/settings/activity')}>
            {t('account.menu.myPostsAndVotes')}
          </Menu.Item>
          <Menu.Item className={menuItemClass} onSelect={() => router.push('/settings')}>
            {t('common.settings')}
          </Menu.Item>
          <Menu.Item className={menuItemClass} onSelect={() => form.current?.requestSubmit()}>
            {t('account.menu.signOut')}
          </Menu.Item>
        </Menu.Content>
      </Menu.Root>
    </>
  )
}
