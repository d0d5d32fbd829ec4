'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '@/lib/browser/create-store'
import { type Command, commandOf, commands, explain, goKeys } from './key-commands'
import { isForViewer, places } from './dashboard-places'
import { useStateNames } from '../state/post-state'
import { Dialog } from '../ui/dialog'

const keptAs = 'inbox-keys'
const switchedOff = 'off'

const isOnStore = createStore<boolean | null>(null)
const readKept = (): boolean => {
  try {
    return localStorage.getItem(keptAs) !== switchedOff
  } catch {
    return true
  }
}
const areKeysOn = (): boolean => isOnStore.read() ?? readKept()

const useKeysAreOn = (): boolean => useStore(isOnStore, (isOn) => isOn) ?? readKept()

/** Speech input types letters that would be taken for shortcuts, so they can be turned off in this browser. */
function switchKeys(isOn: boolean): void {
  isOnStore.write(isOn)
  try {
    if (isOn) localStorage.removeItem(keptAs)
    else localStorage.setItem(keptAs, switchedOff)
  } catch {
    // Without storage, the choice only applies to this visit.
  }
}

/** Elements that people type in, or that use keys themselves. */
const typed = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'
/** Enter activates these elements. */
const pressed = 'a, button, summary'
/** Arrow keys scroll these elements. */
const scrolled = '[data-scrolls]'

function isForOthers({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  // Escape leaves a text that is being written, and clears a search.
  if (key === 'Escape' && target.matches('textarea')) return target.closest('[role=dialog]') !== null
  if (target.closest(typed)) return true
  if (key === 'Enter') return target.closest(pressed) !== null
  return key.startsWith('Arrow') && target.closest(scrolled) !== null
}

/** Whether a key may be a shortcut: no one is typing, no dialog is open, and it doesn't belong to the browser. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey)
    return false
  return areKeysOn() && !isForOthers(event)
}

export function useKeys(onCommand: (command: Command, index: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isFreeKey(event)) return
    const found = commandOf(event.key)
    if (!found) return
    event.preventDefault()
    onCommand(found.command, found.index)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/**
 * A switch for all keys, those of the inbox, or those in `names` with their meaning elsewhere, and those of the
 * dashboard's pages.
 */
export function KeysDialog(props: { names?: Partial<Record<Command, string>>; onClose: () => void }) {
  const { names, onClose } = props
  const stateNames = useStateNames()
  const isOn = useKeysAreOn()
  const ofCommands = (Object.keys(names ?? commands) as Command[]).map((command) => {
    const { keys, name } = explain(command, stateNames)
    return { keys, name: names?.[command] ?? name }
  })
  const ofPlaces = Object.values(places).flatMap((place) =>
    place.key && isForViewer(place) ? { keys: goKeys(place.key), name: t(place.name) } : [],
  )
  return (
    <Dialog size="wide" onClose={onClose} title={t('team.keys.keyboardShortcuts')}>
      {/* Before the lists, which would scroll out of sight when it gets the focus. */}
      <label className="mb-4 flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
        />
        {t('team.keys.enableSingleKeyShortcuts')}
      </label>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <KeyList shortcuts={ofCommands} />
        <section aria-labelledby="keys-of-pages">
          <h3 id="keys-of-pages" className="mb-2 font-semibold">
            {t('dashboard.palette.goTo')}
          </h3>
          <KeyList shortcuts={ofPlaces} />
        </section>
      </div>
    </Dialog>
  )
}

function KeyList({ shortcuts }: { shortcuts: { keys: string[]; name: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-2">
      {shortcuts.map(({ keys, name }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-5 min-w-5 items-center justify-center rounded border border-line-strong px-1 font-sans text-xs leading-none font-normal text-ink-soft">
      {children}
    </kbd>
  )
}
