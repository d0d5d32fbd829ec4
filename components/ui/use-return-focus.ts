'use client'

import { useRef } from 'react'
import { rememberPlace } from './focus-near'

/**
 * Puts the focus into a dialog's first field, and gives it back to where it was when the dialog opened; Radix
 * gives it back only to triggers of its own. What has gone meanwhile is stood in for by what is near its place.
 */
export function useReturnFocus() {
  const focusPlace = useRef(() => {})
  return {
    onOpenAutoFocus: (event: Event) => {
      focusPlace.current = rememberPlace(document.activeElement)
      const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea, select')
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
