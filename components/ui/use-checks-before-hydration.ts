'use client'

import { type RefObject, useEffect } from 'react'

/**
 * Ticks the boxes below an element once more that somebody ticked before React listened, or that the browser shows as
 * they were before a reload: they look ticked, and nothing is chosen.
 */
export function useChecksBeforeHydration(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    for (const box of root.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []) {
      if (box.checked === box.defaultChecked) continue
      // As React left it, so that the click changes it.
      box.checked = box.defaultChecked
      box.click()
    }
  }, [root])
}
