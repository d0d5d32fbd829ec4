'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { postAddress } from '@/lib/post/address'
import { PostStateBadge } from '../state/post-state'
import { useReturnFocus } from '../ui/use-return-focus'
import { acts, isForViewer, places } from './dashboard-places'
import { useFound } from './use-found'

/** Finds pages of the dashboard, acts, posts and people by what is typed, and goes there. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const returnFocus = useReturnFocus()
  const [typed, setTyped] = useState('')
  const { posts, people, hasFailed } = useFound(typed.trim())

  function go(href: string) {
    onClose()
    if (acts[href]?.isFile) window.location.assign(href)
    else router.push(href)
  }
  const entry = (href: string, value: string, children: ReactNode, isFound?: boolean) => (
    <Command.Item key={value} value={value} forceMount={isFound} onSelect={() => go(href)}>
      {children}
    </Command.Item>
  )

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-overlay" />
        <Radix.Content {...returnFocus} aria-describedby={undefined} className="command-palette">
          <Radix.Title className="sr-only">{t('dashboard.palette.title')}</Radix.Title>
          <Command label={t('dashboard.palette.title')} loop>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              maxLength={200}
              placeholder={t('dashboard.palette.placeholder')}
            />
            <Command.List label={t('dashboard.palette.results')}>
              <Command.Empty>{t('dashboard.palette.nothing')}</Command.Empty>
              <Command.Group heading={t('dashboard.palette.goTo')}>
                {Object.entries(places)
                  .filter(([, place]) => isForViewer(place))
                  .map(([href, { name, key }]) =>
                    entry(
                      href,
                      t(name),
                      <>
                        <span className="flex-1">{t(name)}</span>
                        <kbd aria-hidden="true">G {key.toUpperCase()}</kbd>
                      </>,
                    ),
                  )}
              </Command.Group>
              <Command.Group heading={t('dashboard.palette.acts')}>
                {Object.entries(acts)
                  .filter(([, act]) => isForViewer(act))
                  .map(([href, { name }]) => entry(href, t(name), t(name)))}
              </Command.Group>
              {posts.length > 0 && (
                <Command.Group heading={t('common.posts')} forceMount>
                  {posts.map(({ id, title, state, ...post }) =>
                    entry(
                      postAddress(post),
                      `post ${id}`,
                      <>
                        <span dir="auto" className="min-w-0 flex-1 truncate">
                          {title}
                        </span>
                        <PostStateBadge state={state} />
                      </>,
                      true,
                    ),
                  )}
                </Command.Group>
              )}
              {people.length > 0 && (
                <Command.Group heading={t('common.people')} forceMount>
                  {people.map(({ id, name, email }) =>
                    entry(
                      `/dashboard/people?q=${encodeURIComponent(email ?? name)}`,
                      `person ${id}`,
                      <>
                        <span dir="auto" className="min-w-0 truncate">
                          {name}
                        </span>
                        {email && <span className="truncate text-ink-soft">{email}</span>}
                      </>,
                      true,
                    ),
                  )}
                </Command.Group>
              )}
            </Command.List>
            {hasFailed && (
              <p role="alert" className="px-4 py-2 text-danger">
                {t('common.unreachable')}
              </p>
            )}
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
