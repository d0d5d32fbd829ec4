'use client'

import { Action } from '@radix-ui/react-toast'
import { buttonClass } from './button-class'

/** A button in a notification. Without the notification at hand the same must be possible elsewhere, or not at all. */
export function ToastAction({ label, run }: { label: string; run: () => void }) {
  return (
    <Action altText={label} onClick={run} className={buttonClass('outline')}>
      {label}
    </Action>
  )
}
