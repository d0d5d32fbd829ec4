'use client'

import { type RefObject, useEffect } from 'react'

/** Repeats checkbox changes made before React was listening or restored by a reload, which React doesn't know about. */
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
