'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from '@/lib/browser/create-store'
import { type Command, commandOf } from './key-commands'

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

/** Some people speak to their computer, and each letter of a word would be a key. Remembered in this browser. */
export function switchKeys(isOn: boolean): void {
  isOnStore.write(isOn)
  try {
    if (isOn) localStorage.removeItem(keptAs)
    else localStorage.setItem(keptAs, switchedOff)
  } catch {
    // Then it holds for this visit.
  }
}

/** Where letters are written, and what has keys of its own. */
const typed = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'
/** Enter presses these. */
const pressed = 'a, button, summary'
/** Arrows move through what one reads. */
const scrolled = '[data-scrolls]'

function isForOthers({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  // Escape leaves a text that is being written, and clears a search.
  if (key === 'Escape' && target.matches('textarea')) return target.closest('[role=dialog]') !== null
  if (target.closest(typed)) return true
  if (key === 'Enter') return target.closest(pressed) !== null
  return key.startsWith('Arrow') && target.closest(scrolled) !== null
}

/** Calls what a key stands for, never while somebody types, a dialog is open, or the key belongs to the browser. */
export function useKeys(onCommand: (command: Command, index: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (!areKeysOn() || isForOthers(event)) return
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
