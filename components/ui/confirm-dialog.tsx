'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { Button } from './button'
import { buttonClass } from './button-class'
import { useReturnFocus } from './use-return-focus'

/**
 * A question with the answers Yes and No, or an act and Cancel, on a phone a sheet from below. No has the focus, so
 * that Enter destroys nothing.
 */
export function ConfirmDialog(props: {
  open: boolean
  question: string
  detail?: string
  /** What the confirming button does, instead of Yes. */
  act?: string
  isBusy?: boolean
  /** The confirming button doesn't remove anything. */
  isHarmless?: boolean
  onAnswer: (yes: boolean) => void
}) {
  const { open, question, detail, act, isBusy, isHarmless, onAnswer } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onAnswer(false)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...returnFocus}
          role="alertdialog"
          {...(detail ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 rounded-t-xl border-t bg-surface p-[min(1.25rem,6.25vw)] outline-none sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:max-w-sm sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border"
        >
          <Radix.Title dir="auto" className="text-base font-semibold break-words">
            {question}
          </Radix.Title>
          {detail && <Radix.Description className="mt-1 text-ink-soft">{detail}</Radix.Description>}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Close className={buttonClass('outline', 'min-w-16')}>
              {act ? t('common.cancel') : t('ui.confirmDialog.no')}
            </Radix.Close>
            <Button
              disabled={isBusy}
              onClick={() => onAnswer(true)}
              look={isHarmless ? 'default' : 'destructive'}
              className="min-w-16"
            >
              {act ?? t('ui.confirmDialog.yes')}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
