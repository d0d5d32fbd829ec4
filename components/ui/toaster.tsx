'use client'

import { lazy, Suspense } from 'react'
import { useToasts } from './toast-store'

// Most visits show no notification, so most visits do not load what shows one.
const ToastViewport = lazy(() => import('./toast-viewport'))

/** The place of notifications, from the first paint on; filled once there is one. */
export function Toaster() {
  const hasToasts = useToasts().length > 0
  const place = <section aria-label="Notifications (F8)" tabIndex={-1} />
  return hasToasts ? (
    <Suspense fallback={place}>
      <ToastViewport />
    </Suspense>
  ) : (
    place
  )
}
