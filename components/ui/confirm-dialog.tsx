'use client'

import * as Radix from '@radix-ui/react-dialog'
import { buttonClass } from './button-class'
import { useReturnFocus } from './use-return-focus'

/** A question with the answers Yes and No; No has the focus, so that Enter destroys nothing. */
export function ConfirmDialog(props: {
  open: boolean
  question: string
  detail?: string
  isBusy?: boolean
  onAnswer: (yes: boolean) => void
}) {
  const { open, question, detail, isBusy, onAnswer } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onAnswer(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...returnFocus}
          role="alertdialog"
          {...(detail ? {} : { 'aria-describedby': undefined })}
          className="fixed top-1/2 left-1/2 z-50 w-[calc(100%-2rem)] max-w-sm -translate-x-1/2 -translate-y-1/2 rounded-lg border bg-surface p-5 outline-none"
        >
          <Radix.Title className="text-base font-semibold">{question}</Radix.Title>
          {detail && <Radix.Description className="mt-1 text-ink-soft">{detail}</Radix.Description>}
          <div className="mt-5 flex justify-end gap-2">
            <Radix.Close className={buttonClass('outline', 'min-w-16')}>No</Radix.Close>
            <button
              type="button"
              disabled={isBusy}
              onClick={() => onAnswer(true)}
              className={buttonClass('destructive', 'min-w-16')}
            >
              Yes
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
