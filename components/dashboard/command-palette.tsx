'use client'

import { type Key, t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { chooseColorMode, isDark } from '@/lib/browser/color-mode'
import { postAddress } from '@/lib/post/address'
import type { FoundPerson } from '@/lib/queries/people'
import { goKeys } from '../team/key-commands'
import { Key as KeyCap } from '../team/keys'
import { PostStateBadge } from '../state/post-state'
import { Icon } from '../ui/icon'
import { useReturnFocus } from '../ui/use-return-focus'
import { acts, isForViewer, places, switchColors } from '../team/dashboard-places'
import { type FoundPost, useFound } from './use-found'

type Entry = { href: string; text: ReactNode }

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const returnFocus = useReturnFocus()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const [isPhone] = useState(() => window.matchMedia('(width < 40rem)').matches)
  const { posts, people, hasFailed, isFor } = useFound(typed.trim())
  const isSearching = isFor !== typed.trim()

  const groups: { heading: Key; entries: Entry[]; isStale?: boolean }[] = [
    { heading: 'dashboard.palette.goTo', entries: matching(places, typed) },
    { heading: 'dashboard.palette.acts', entries: matching(acts, typed) },
    {
      heading: 'common.posts',
      entries: posts.length > 0 ? [...posts.map(postEntry), searchEntry(isFor)] : [],
      isStale: isSearching,
    },
    { heading: 'common.people', entries: people.map(personEntry), isStale: isSearching },
  ]
  // What starts with the typed words comes before what only contains them.
  const startsWithTyped = (name: string) => fold(name).startsWith(fold(typed.trim()))
  if (
    posts.some(({ title }) => startsWithTyped(title)) &&
    ![...Object.values(places), ...Object.values(acts)].some(({ name }) => startsWithTyped(t(name)))
  )
    groups.unshift(...groups.splice(2, 1))
  const hrefs = groups.flatMap(({ entries }) => entries.map(({ href }) => href))

  function go(href: string) {
    onClose()
    if (href === switchColors) chooseColorMode(isDark() ? 'light' : 'dark')
    else if (acts[href]?.isFile) window.location.assign(href)
    else router.push(href)
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-overlay" />
        <Radix.Content {...returnFocus} aria-describedby={undefined} className="command-palette">
          <Radix.Title className="sr-only">{t('dashboard.palette.title')}</Radix.Title>
          <Command
            label={t('dashboard.palette.title')}
            loop
            shouldFilter={false}
            // The chosen result may be gone from the latest results.
            value={hrefs.includes(chosen) ? chosen : (hrefs[0] ?? '')}
            onValueChange={setChosen}
          >
            <div className="flex items-center ps-4 has-[input:focus-visible]:shadow-[inset_0_-2px_var(--accent-strong)]">
              <Icon name="search" className="icon shrink-0 text-ink-soft" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                maxLength={200}
                placeholder={t(isPhone ? 'dashboard.palette.open' : 'dashboard.palette.placeholder')}
              />
              <Radix.Close
                aria-label={t('common.cancel')}
                className="me-1 flex size-[44px] flex-none items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink sm:hidden"
              >
                <Icon name="close" />
              </Radix.Close>
            </div>
            <Command.List label={t('dashboard.palette.results')}>
              {hrefs.length === 0 && !isSearching && (
                <Command.Empty>{t('dashboard.palette.nothing')}</Command.Empty>
              )}
              {groups.map(
                ({ heading, entries, isStale }) =>
                  entries.length > 0 && (
                    <Command.Group key={heading} heading={t(heading)} className={isStale ? 'opacity-50' : ''}>
                      {entries.map(({ href, text }) => (
                        <Command.Item key={href} value={href} onSelect={go}>
                          {text}
                        </Command.Item>
                      ))}
                    </Command.Group>
                  ),
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

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Settings are found by that name, too. */
const groupOf = (href: string) => (href.startsWith('/dashboard/settings') ? t('common.settings') : '')

function matching(all: typeof acts | typeof places, typed: string): Entry[] {
  const words = fold(typed).split(/\s+/)
  return Object.entries(all)
    .filter(([href, one]) => {
      const name = fold(`${groupOf(href)} ${t(one.name)} ${one.otherWords ? t(one.otherWords) : ''}`)
      return isForViewer(one) && words.every((word) => name.includes(word))
    })
    .map(([href, one]) => ({
      href,
      text: (
        <>
          <span className="flex-1">
            {t(one.name)} <span className="text-ink-soft">{groupOf(href)}</span>
          </span>
          {one.key && (
            <span aria-hidden="true" className="flex gap-1 pointer-coarse:hidden">
              {goKeys(one.key).map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </span>
          )}
        </>
      ),
    }))
}

const postEntry = ({ title, state, ...post }: FoundPost): Entry => ({
  href: postAddress(post),
  text: (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-24 break-words">
        {title}
      </span>
      <PostStateBadge state={state} />
    </span>
  ),
})

const personEntry = ({ id, name, email }: FoundPerson): Entry => ({
  href: `/dashboard/people?q=${id}`,
  text: (
    <>
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
      {email && (
        <span dir="auto" className="truncate text-ink-soft">
          {email}
        </span>
      )}
    </>
  ),
})

const searchEntry = (words: string): Entry => ({
  href: `/search?${new URLSearchParams({ q: words })}`,
  text: (
    <span dir="auto" className="truncate">
      {t('dashboard.palette.allResults', { words })}
    </span>
  ),
})
