import type { ReactNode } from 'react'
import { undoTime } from '@/lib/schemas/action-result'
import { t } from '@/lib/words/t'
import { type Toast, toasts } from './toasts'

/** One notification at a time; a dismissed one is removed much later, in milliseconds. */
const limit = 1
const removeDelay = 1_000_000

let count = 0
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/** Shows a notification in place of the previous one. Returns ways to change and dismiss it. */
export function toast(content: Omit<Toast, 'id' | 'open'>) {
  count = (count + 1) % Number.MAX_SAFE_INTEGER
  const id = String(count)
  toasts.write([{ ...content, id, open: true }, ...toasts.read()].slice(0, limit))
  return {
    id,
    update: (next: Partial<Omit<Toast, 'id'>>) =>
      toasts.write(toasts.read().map((one) => (one.id === id ? { ...one, ...next } : one))),
    dismiss: () => dismissToast(id),
  }
}

export const toastProblem = (title: ReactNode, description?: ReactNode) =>
  toast({ variant: 'destructive', title, description })

export const offerUndo = (title: ReactNode, undo: () => void, description?: ReactNode) =>
  toast({ title, description, duration: undoTime, action: { label: t('common.undo'), run: undo } })

export function dismissToast(id?: string): void {
  for (const one of toasts.read()) {
    if (id !== undefined && one.id !== id) continue
    if (!removals.has(one.id))
      removals.set(
        one.id,
        setTimeout(() => remove(one.id), removeDelay),
      )
  }
  toasts.write(
    toasts.read().map((one) => (id === undefined || one.id === id ? { ...one, open: false } : one)),
  )
}

function remove(id: string): void {
  removals.delete(id)
  toasts.write(toasts.read().filter((one) => one.id !== id))
}
