'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '@/lib/browser/create-store'
import { type Command, commandOf, showsKeys } from './key-commands'

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

export const useKeysAreOn = (): boolean => useStore(isOnStore, (isOn) => isOn) ?? readKept()

/** Speech input types letters that would be taken for shortcuts, so they can be turned off in this browser. */
export function switchKeys(isOn: boolean): void {
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

export function useKeyDown(react: (event: KeyboardEvent) => void, capture = false): void {
  const onKey = useEffectEvent(react)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen, { capture })
    return () => document.removeEventListener('keydown', listen, { capture })
  }, [capture])
}

type Names = Partial<Record<Command, string>>

/** The commands of the page: those in `names` with their meaning there, or all of the inbox. Null if it has none. */
const pageStore = createStore<{ names?: Names } | null>(null)

export const useKeysOfPage = () => useStore(pageStore, (page) => page)

/** @param names the commands that do something on this page, if they aren't all, with their meaning there */
export function useKeys(onCommand: (command: Command, index: number) => void, names?: Names): void {
  useEffect(() => {
    pageStore.write({ names })
    return () => pageStore.write(null)
  }, [names])
  useKeyDown((event) => {
    if (!isFreeKey(event)) return
    const found = commandOf(event.key)
    if (!found) return
    event.preventDefault()
    onCommand(found.command, found.index)
  })
}

const openers = new Set<() => void>()

/** Opens the list of the page's keys. */
export const showKeys = (): void => openers.forEach((open) => open())

/** @param open opens the list, when someone asks for it with its key or with a button */
export function useKeysDialog(open: () => void): void {
  useKeyDown((event) => {
    if (event.key !== showsKeys || !isFreeKey(event)) return
    event.preventDefault()
    open()
  })
  const onAsked = useEffectEvent(open)
  useEffect(() => {
    const opener = () => onAsked()
    openers.add(opener)
    return () => void openers.delete(opener)
  }, [])
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-5 min-w-5 items-center justify-center rounded border border-line-strong px-1 font-sans text-xs leading-none font-normal text-ink-soft">
      {children}
    </kbd>
  )
}
