import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useState } from 'react'
import { confirmOwnSignUp } from '@/lib/actions/mail-links'
import { callAction } from '@/lib/browser/call-action'
import type { ActionResult } from '@/lib/schemas/action-result'
import type { MailLink } from '@/lib/schemas/account'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'

type Confirmed = ActionResult<{ cameFrom: string }>
type Refused = Extract<Confirmed, { ok: false }>

/** For the browser that signed up: name and password were typed here, so a button is enough. */
export function ConfirmOwnSignUp(props: {
  link: MailLink
  signedUp: { name: string; email: string }
  onDone: (cameFrom: string) => Promise<void>
  /** The form is needed, or nothing more can be done. */
  onRefused: (refused: Refused) => void
  onOther: () => void
}) {
  const { link, signedUp, onDone, onRefused, onOther } = props
  const [isSending, setSending] = useState(false)
  const [message, setMessage] = useState('')

  async function confirm() {
    if (isSending) return
    setSending(true)
    setMessage('')
    const result: Confirmed = await callAction(() => confirmOwnSignUp(link), { tries: 1 })
    if (result.ok) return onDone(result.data.cameFrom)
    setSending(false)
    if (result.reason === 'rate-limit' || !(result.reason || result.fieldErrors)) setMessage(result.message)
    else onRefused(result)
  }

  return (
    <>
      <FormMessage>{message}</FormMessage>
      <p className="mb-4">
        {rich('account.confirmOwnSignUp.youSignedUpAs', {
          name: signedUp.name,
          email: signedUp.email,
          b: (text) => (
            <strong key="name" dir="auto">
              {text}
            </strong>
          ),
          i: (text) => (
            <strong key="email" dir="auto">
              {text}
            </strong>
          ),
        })}
      </p>
      <button
        type="button"
        onClick={confirm}
        aria-disabled={isSending}
        className={buttonClass('default', 'w-full')}
      >
        {t('common.confirm')}
      </button>
      <button type="button" onClick={onOther} className={buttonClass('ghost', 'mt-2 w-full')}>
        {t('account.confirmOwnSignUp.useAnotherNameOr')}
      </button>
    </>
  )
}
