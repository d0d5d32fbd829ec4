import type { ReactNode } from 'react'
import { createStore, useStore } from '@/lib/browser/create-store'

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

/** What is shown, or was shown and is still remembered. What changes it is only loaded with what needs it. */
export const toasts = createStore<Toast[]>([])

export const useToasts = (): Toast[] => useStore(toasts, (all) => all)
