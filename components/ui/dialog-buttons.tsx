import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button-class'
import { SubmitButton } from './submit-button'

/** How the form of a dialog ends: Cancel, and the button that sends it. */
export function DialogButtons(
  props: Omit<ComponentProps<typeof SubmitButton>, 'isSending'> & {
    isSending?: boolean
    onCancel: () => void
    /** What stands before them. */
    before?: ReactNode
  },
) {
  const { isSending = false, onCancel, before, className = '', ...submit } = props
  return (
    <div className={`flex justify-end gap-2 ${className}`}>
      {before}
      <button type="button" onClick={onCancel} className={buttonClass('ghost')}>
        Cancel
      </button>
      <SubmitButton isSending={isSending} {...submit} />
    </div>
  )
}
