'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { confirmOwnSignIn } from '@/lib/actions/own-sign-in'
import { ownCodeSchema } from '@/lib/schemas/own-sign-in'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

/**
 * Confirms, once per person, the address that the company's product named, with a code that was just emailed there.
 */
export function OwnProofForm(props: {
  claim: string
  email: string
  onDone: (outcome: { awaitsCode: boolean }) => void | Promise<void>
}) {
  const { claim, email, onDone } = props
  const { field, formProps, message, isSending } = useActionForm({
    schema: ownCodeSchema,
    defaultValues: { claim, email, code: '' },
    action: confirmOwnSignIn,
    tries: 1,
    onDone,
  })
  return (
    <form {...formProps} aria-label={t('common.code')} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <p>
        {rich('account.ownProof.sent', {
          email,
          b: (text) => (
            <strong key="address" dir="auto" className="break-words">
              {text}
            </strong>
          ),
        })}
      </p>
      <Field
        label={t('common.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...field('code')}
      />
      <SubmitButton isSending={isSending} className="w-full">
        {t('common.continue')}
      </SubmitButton>
    </form>
  )
}
