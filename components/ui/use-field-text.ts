'use client'

import { type RefObject, useSyncExternalStore } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

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
