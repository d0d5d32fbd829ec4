import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { buttonClass } from './button-class'

export function SubmitButton(props: {
  isSending: boolean
  /** There is nothing to send. */
  isIdle?: boolean
  form?: string
  look?: Parameters<typeof buttonClass>[0]
  className?: string
  children: ReactNode
}) {
  const { isSending, isIdle, form, look, className, children } = props
  return (
    <button
      type="submit"
      form={form}
      aria-disabled={isSending || isIdle || undefined}
      onClick={(event) => (isSending || isIdle) && event.preventDefault()}
      className={buttonClass(look, `${isSending ? 'is-sending' : ''} ${className ?? ''}`)}
    >
      {children}
      {isSending && <span className="sr-only">{t('ui.submitButton.sending')}</span>}
    </button>
  )
}
