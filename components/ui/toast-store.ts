import type { ReactNode } from 'react'
import { createStore, useStore } from '@/lib/browser/create-store'
import { undoTime } from '@/lib/schemas/action-result'
import { t } from '@/lib/words/t'

/** One notification at a time; a dismissed one is removed much later, in milliseconds. */
const limit = 1
const removeDelay = 1_000_000

export type Toast = {
  id: string
  open: boolean
  title?: ReactNode
  description?: ReactNode
  /** A button in it. It disappears with the notification, so it must not be the only way to do something. */
  action?: { label: string; run: () => void }
  variant?: 'default' | 'destructive'
  duration?: number
}

const store = createStore<Toast[]>([])
let count = 0
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/** Shows a notification in place of the previous one. Returns ways to change and dismiss it. */
export function toast(content: Omit<Toast, 'id' | 'open'>) {
  count = (count + 1) % Number.MAX_SAFE_INTEGER
  const id = String(count)
  store.write([{ ...content, id, open: true }, ...store.read()].slice(0, limit))
  return {
    id,
    update: (next: Partial<Omit<Toast, 'id'>>) =>
      store.write(store.read().map((one) => (one.id === id ? { ...one, ...next } : one))),
    dismiss: () => dismissToast(id),
  }
}

export const toastProblem = (title: ReactNode, description?: ReactNode) =>
  toast({ variant: 'destructive', title, description })

export const offerUndo = (title: ReactNode, undo: () => void, description?: ReactNode) =>
  toast({ title, description, duration: undoTime, action: { label: t('common.undo'), run: undo } })

export function dismissToast(id?: string): void {
  for (const one of store.read()) {
    if (id !== undefined && one.id !== id) continue
    if (!removals.has(one.id))
      removals.set(
        one.id,
        setTimeout(() => remove(one.id), removeDelay),
      )
  }
  store.write(store.read().map((one) => (id === undefined || one.id === id ? { ...one, open: false } : one)))
}

function remove(id: string): void {
  removals.delete(id)
  store.write(store.read().filter((one) => one.id !== id))
}

/** What is shown, or was shown and is still remembered. */
export const readToasts = store.read

export const useToasts = (): Toast[] => useStore(store, (toasts) => toasts)
