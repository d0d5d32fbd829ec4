'use client'

import { t } from '@/lib/words/t'
import { Suspense, useEffect, useRef } from 'react'
import { lazyPart } from './lazy-part'
import { useToasts } from './toasts'

// Most visits show no notification, so most visits don't load what shows one.
const ToastViewport = lazyPart(() => import('./toast-viewport'), 'ToastViewport')

/** The container for notifications, there from the first paint and filled once there is one. */
export function Toaster() {
  const hasToasts = useToasts().length > 0
  return hasToasts ? (
    <Suspense fallback={<EmptyPlace />}>
      <ToastViewport />
    </Suspense>
  ) : (
    <EmptyPlace />
  )
}

function EmptyPlace() {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const focusPlace = ({ code }: KeyboardEvent) => code === 'F8' && place.current?.focus()
    document.addEventListener('keydown', focusPlace)
    return () => document.removeEventListener('keydown', focusPlace)
  }, [])
  return <section ref={place} aria-label={t('ui.toaster.notificationsF8')} tabIndex={-1} />
}
