'use client'

import { deleteAccount } from '@/lib/actions/settings'
import { deleteAccountSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session/browser/events'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { CurrentPasswordField } from './account-fields'
import { useCaptchaForm } from './use-captcha-form'

export function DeleteAccountForm({ hasPassword }: { hasPassword: boolean }) {
  const { form, formProps, message, error, isSending, check } = useCaptchaForm({
    schema: deleteAccountSchema,
    defaultValues: { password: '', content: 'keep' as const },
    action: deleteAccount,
    isChecked: hasPassword,
    onDone: async () => {
      await takeOverSession('SIGNED_OUT')
      window.location.assign('/')
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <fieldset className="space-y-2">
        <legend className="mb-1 font-medium">Your posts and comments</legend>
        <label className="flex items-start gap-2">
          <input type="radio" value="keep" className="mt-1 accent-accent" {...form.register('content')} />
          <span>Stay, under the name &quot;Deleted user&quot;</span>
        </label>
        <label className="flex items-start gap-2">
          <input type="radio" value="remove" className="mt-1 accent-accent" {...form.register('content')} />
          <span>Are deleted with the account</span>
        </label>
      </fieldset>
      {hasPassword && <CurrentPasswordField error={error('password')} {...form.register('password')} />}
      {check}
      <SubmitButton isSending={isSending} look="destructive">
        Delete my account
      </SubmitButton>
    </form>
  )
}
