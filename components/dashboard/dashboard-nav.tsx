'use client'

import { type Key, t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { countText, totalText } from '@/lib/words/count-text'
import type { Waiting } from '@/lib/queries/waiting'
import { isApple } from '../team/key-commands'
import { isFreeKey, useKeyDown, useKeysDialog } from '../team/keys'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'
import { type DashboardPlace, isForViewer, placeGroups, places } from '../team/dashboard-places'

const CommandPalette = lazyPart(() => import('./command-palette'), 'CommandPalette')
const KeysDialog = lazyPart(() => import('../team/keys-dialog'), 'KeysDialog')

type Props = { current: DashboardPlace; waiting: Waiting }

/** The pages of the dashboard: next to the page on desktops, in a menu on phones. */
export function DashboardNav({ current, waiting }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [hasKeys, setKeys] = useState(false)
  const nav = useRef<HTMLElement>(null)
  useGoKeys()
  usePaletteKey(() => setFinding(true))
  useKeysDialog(() => setKeys(true))
  // Only the bar itself scrolls, not the page.
  useEffect(() => {
    const item = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (item) nav.current!.scrollTop = item.offsetTop - nav.current!.clientHeight / 2
  }, [current])
  const all = waiting.inbox.total + waiting.reports
  const counts: Partial<Record<DashboardPlace, string>> = {
    '/dashboard?view=inbox': waiting.inbox.total > 0 ? totalText(waiting.inbox) : '',
    '/dashboard/reports': waiting.reports > 0 ? countText(waiting.reports) : '',
  }
  return (
    <nav ref={nav} aria-label={t('common.dashboard')} className="dashboard-nav">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="dashboard-places"
        onClick={() => setOpen(!isOpen)}
        className={buttonClass('outline', 'mb-4 w-full lg:hidden')}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 text-start">
          {t(places[current].name)}{' '}
          {!isOpen && all > 0 && (
            <span className="tabular text-xs font-normal text-ink-soft">
              {counts[current]
                ? rich('dashboard.nav.waiting', { count: counts[current], s: (text) => text })
                : t('dashboard.nav.waitingInAll', { count: totalText({ ...waiting.inbox, total: all }) })}
            </span>
          )}
        </span>
        <Icon name="down" className={`icon ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      {isFinding && (
        <Suspense>
          <CommandPalette onClose={() => setFinding(false)} />
        </Suspense>
      )}
      {hasKeys && (
        <Suspense>
          <KeysDialog onClose={() => setKeys(false)} />
        </Suspense>
      )}
      <div id="dashboard-places" className={isOpen ? 'mb-5' : 'max-lg:hidden'}>
        <div className="bg-page lg:sticky lg:top-0 lg:z-[1]">
          <FindButton onClick={() => setFinding(true)} />
        </div>
        <div className="grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-x-2 max-lg:grid">
          {Object.entries(placeGroups).map(([name, group]) => (
            <PlaceGroup key={name} name={name as Key} group={group} {...{ current, counts }} />
          ))}
        </div>
      </div>
    </nav>
  )
}

const never = () => () => {}

function FindButton({ onClick }: { onClick: () => void }) {
  const modifier = useSyncExternalStore(never, isApple, () => false)
    ? '⌘'
    : `${t('dashboard.palette.control')} `
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className={buttonClass('outline', 'w-full')}
    >
      <Icon name="search" />
      <span className="flex-1 text-start">{t('dashboard.palette.open')}</span>
      <kbd aria-hidden="true" className="text-xs text-ink-soft pointer-coarse:hidden">
        {modifier}K
      </kbd>
    </button>
  )
}

function PlaceGroup(props: {
  name: Key
  group: object
  current: DashboardPlace
  counts: Partial<Record<DashboardPlace, string>>
}) {
  const { name, group, current, counts } = props
  const hrefs = Object.keys(group) as DashboardPlace[]
  return (
    <div className={hrefs.every((href) => places[href].isForAdmins) ? 'admin-only' : undefined}>
      <p id={name} className="px-2 pt-2.5 pb-0.5 text-xs text-ink-soft">
        {t(name)}
      </p>
      <ul aria-labelledby={name}>
        {hrefs.map((href) => (
          <li key={href} className={places[href].isForAdmins && 'admin-only'}>
            <AppLink
              href={href}
              aria-current={href === current ? 'page' : undefined}
              aria-keyshortcuts={places[href].key && `g ${places[href].key}`}
              className="flex min-h-6 items-center justify-between gap-2 rounded-md px-2 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink [@media(height>=54rem)]:min-h-7 pointer-coarse:min-h-11"
            >
              {t(places[href].name)}
              {counts[href] && <Count>{counts[href]}</Count>}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Count = ({ children }: { children: string }) => (
  <span className="tabular text-xs">
    {rich('dashboard.nav.waiting', {
      count: children,
      s: (text) => (
        <span key="of" className="sr-only">
          {text}
        </span>
      ),
    })}
  </span>
)

/** Milliseconds within which the second key has to follow. */
const patience = 1_500

/** G and then a page's key goes there. */
function useGoKeys(): void {
  const router = useRouter()
  const pressedAt = useRef(-Infinity)
  useKeyDown((event) => {
    if (!isFreeKey(event)) return
    const isSecond = event.timeStamp - pressedAt.current < patience
    pressedAt.current = !isSecond && event.key.toLowerCase() === 'g' ? event.timeStamp : -Infinity
    if (!isSecond) return
    const found = Object.entries(places).find(([, { key }]) => key === event.key.toLowerCase())
    if (!found || !isForViewer(found[1])) return
    event.preventDefault()
    // The inbox uses single keys for its own commands.
    event.stopImmediatePropagation()
    router.push(found[0])
  }, true)
}

/** Control+K or Command+K, also while someone is typing, as in other apps. */
function usePaletteKey(open: () => void): void {
  useKeyDown((event) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    if (document.querySelector('[role=dialog], [role=alertdialog]')) return
    event.preventDefault()
    open()
  })
}
