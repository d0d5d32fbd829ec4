'use client'

import { t } from '@/lib/words/t'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { Avatar } from '../ui/avatar'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { tellHost, useFrame, viewNames, views } from './bridge'
import { readSeen, useSeen } from '../changelog/seen-entries'

/** The widget's tabs, and who is signed in. */
export function WidgetHead({ hasChangelog }: { hasChangelog: boolean }) {
  const path = usePathname()
  const { isIn, takesCookies, token } = useFrame()
  const { status, viewer } = useSession()
  const unread = useUnread(viewer?.id, hasChangelog)
  return (
    <header className="widget-head">
      <div className="flex min-h-12 items-center gap-2 ps-[min(1rem,5vw)] pe-1 pt-1 md:min-h-10">
        {viewer && <Avatar name={viewer.name} src={viewer.avatar} size="sm" />}
        <p dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {viewer?.name ?? t('widget.giveFeedback')}
        </p>
        {status === 'signed-out' &&
          (takesCookies ? (
            <Button look="ghost" onClick={() => openAuthDialog('sign-in')}>
              {t('common.signIn')}
            </Button>
          ) : (
            <a
              href={
                token ? `/auth/own?${new URLSearchParams({ token, next: '/new-features' })}` : '/new-features'
              }
              target="_blank"
              rel="noopener"
              className="underline underline-offset-2"
            >
              {t('widget.openInANewTab')}
            </a>
          ))}
        {viewer && (
          <form action="/sign-out" method="post">
            <Button type="submit" look="ghost">
              {t('account.menu.signOut')}
            </Button>
          </form>
        )}
        {isIn && (
          <Button
            look="ghost"
            aria-label={t('common.close')}
            onClick={() => tellHost('close')}
            className="min-w-11"
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      <nav aria-label={t('widget.places')} className="widget-tabs">
        {views
          .filter((view) => view !== 'write' && (view !== 'changelog' || hasChangelog))
          .map((view) => {
            const href = view === 'posts' ? '/embed' : `/embed/${view}`
            return (
              <AppLink key={view} href={href} aria-current={path === href ? 'page' : undefined}>
                {viewNames[view]}
                {view === 'changelog' && unread > 0 && (
                  <span className="widget-unread">
                    {unread}
                    <span className="sr-only"> {t('widget.unread')}</span>
                  </span>
                )}
              </AppLink>
            )
          })}
      </nav>
    </header>
  )
}

/** How many entries are new since the person, or this browser, last showed the changelog. */
function useUnread(viewerId: string | undefined, hasChangelog: boolean): number {
  const seen = useSeen()
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    if (!hasChangelog) return
    const since = readSeen()
    let isOver = false
    fetchJson<{ unread: number }>('/api/changelog/unread', { query: since ? { since } : {} }).then(
      (answer) => !isOver && setUnread(answer.unread),
      () => {},
    )
    return () => void (isOver = true)
  }, [viewerId, hasChangelog, seen])
  return unread
}
