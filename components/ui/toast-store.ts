import { useSyncExternalStore, type ReactNode } from 'react'

/** The numbers are the specification's: one at a time, gone from memory long after it was dismissed. */
const limit = 1
const removeDelay = 1_000_000

export type Toast = {
  id: string
  open: boolean
  title?: ReactNode
  description?: ReactNode
  /** A button in it; nothing may be possible only there for longer than it stands. */
  action?: { label: string; run: () => void }
  variant?: 'default' | 'destructive'
  /** Milliseconds until it goes by itself. */
  duration?: number
}

let toasts: Toast[] = []
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a notification in place of the one before. Returns ways to change it and to send it away. */
export function toast(content: Omit<Toast, 'id' | 'open'>) {
  count = (count + 1) % Number.MAX_SAFE_INTEGER
  const id = String(count)
  change([{ ...content, id, open: true }, ...toasts].slice(0, limit))
  return {
    id,
    update: (next: Partial<Omit<Toast, 'id'>>) =>
      change(toasts.map((one) => (one.id === id ? { ...one, ...next } : one))),
    dismiss: () => dismissToast(id),
  }
}

/** Sends one notification away, or all of them. */
export function dismissToast(id?: string): void {
  for (const one of toasts) {
    if (id !== undefined && one.id !== id) continue
    if (!removals.has(one.id))
      removals.set(
        one.id,
        setTimeout(() => remove(one.id), removeDelay),
      )
  }
  change(toasts.map((one) => (id === undefined || one.id === id ? { ...one, open: false } : one)))
}

function remove(id: string): void {
  removals.delete(id)
  change(toasts.filter((one) => one.id !== id))
}

/** What is shown, or was and is remembered. */
export const readToasts = (): Toast[] => toasts

const none: Toast[] = []

export function useToasts(): Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readToasts,
    () => none,
  )
}
