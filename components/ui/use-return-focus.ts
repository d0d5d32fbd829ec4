'use client'

import { useRef } from 'react'

/**
 * Puts the focus into a dialog's first field, and gives it back to where it was when the dialog opened; Radix
 * gives it back only to triggers of its own.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement as HTMLElement | null
      const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea, select')
      if (!field) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}
