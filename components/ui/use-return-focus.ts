'use client'

import { useRef } from 'react'
import { rememberPlace } from './focus-near'

/** Focuses a dialog's first field, and afterwards what had the focus before, or what is left near it. */
export function useReturnFocus() {
  const focusPlace = useRef(() => {})
  return {
    onOpenAutoFocus: (event: Event) => {
      focusPlace.current = rememberPlace(document.activeElement)
      const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
        '[data-first], input, textarea, select',
      )
      if (!field) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusPlace.current()
    },
  }
}
