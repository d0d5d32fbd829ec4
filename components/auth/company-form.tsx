'use client'

import { t } from '@/lib/words/t'
import { startCompanySignIn } from '@/lib/actions/sign-in-methods'
import { forgotPasswordSchema } from '@/lib/schemas/account'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { EmailField } from './account-fields'
import { leaveForConfirmation, returnPath } from './auth-dialog-store'
import { useCaptchaForm } from './use-captcha-form'

export function CompanyForm({ email, next }: { email: string; next: string }) {
  const { field, formProps, message, isSending, check } = useCaptchaForm({
    schema: forgotPasswordSchema,
    defaultValues: { email },
    action: (input) => startCompanySignIn({ ...input, next: returnPath(next) }),
    tries: 1,
    onDone: async ({ url, start }) => {
      await leaveForConfirmation(next, { start })
      window.location.assign(url)
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <EmailField
        label={t('auth.companyForm.workEmail')}
        hint={t('auth.companyForm.hint')}
        {...field('email')}
      />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {t('common.continue')}
      </SubmitButton>
    </form>
  )
}
