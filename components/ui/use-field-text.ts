'use client'

import { type RefObject, useSyncExternalStore } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The text or choice of a field that keeps it itself, also from before the scripts loaded. */
export function useFieldText(field: RefObject<Field | null>): string {
  return useSyncExternalStore(
    (listen) => {
      const element = field.current
      element?.addEventListener('input', listen)
      return () => element?.removeEventListener('input', listen)
    },
    () => field.current?.value ?? '',
    () => '',
  )
}
