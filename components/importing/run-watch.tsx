'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import { showImport } from '@/lib/actions/imports'
import { callAction } from '@/lib/browser/call-action'
import { keepFocus } from '../ui/focus-near'

const pace = 1_500

/** Shows what came of a file, which stands below its name. */
export function focusRun(): void {
  const heading = document.getElementById('run')
  heading?.scrollIntoView({ block: 'nearest' })
  heading?.focus({ preventScroll: true })
}

/** Refreshes the page while the worker is busy. Afterwards, updates all pages that show imported posts. */
export function RunWatch({ isBusy, state }: { isBusy: boolean; state?: string }) {
  const router = useRouter()
  const wasBusy = useRef(isBusy)
  const look = useEffectEvent(() => document.visibilityState === 'visible' && router.refresh())
  useEffect(() => {
    if (isBusy) {
      wasBusy.current = true
      const timer = setInterval(look, pace)
      return () => clearInterval(timer)
    }
    if (wasBusy.current) void callAction(() => showImport(null))
    wasBusy.current = false
    return undefined
  }, [isBusy])
  // What was pressed to get to this state is gone.
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) keepFocus(focusRun)
    before.current = state
  }, [state])
  return null
}
