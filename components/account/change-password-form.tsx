'use client'

import { t } from '@/lib/words/t'
import { changePassword } from '@/lib/actions/settings'
import { changePasswordSchema } from '@/lib/schemas/account-security'
import { takeOverSession } from '@/lib/session/browser/events'
import { AppLink } from '../ui/app-link'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { CurrentPasswordField, NewPasswordField, passwordHint } from '../auth/account-fields'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { CodeField } from './two-factor-code-form'

export function ChangePasswordForm({ hasFactor }: { hasFactor: boolean }) {
  const { form, formProps, message, error, isSending, check } = useCaptchaForm({
    schema: changePasswordSchema,
    defaultValues: { password: '', code: '', newPassword: '', confirmPassword: '' },
    action: changePassword,
    onDone: async () => {
      form.reset()
      await takeOverSession('USER_UPDATED')
      toast({ title: t('common.passwordChanged'), description: t('common.youveBeenSignedOutOnOtherDevices') })
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <CurrentPasswordField
        label={t('account.changePasswordForm.currentPassword')}
        error={error('password')}
        hint={
          <>
            {t('account.changePasswordForm.passwordForget')}{' '}
            <AppLink
              href="/forgot-password"
              className="wide-target text-accent-ink underline underline-offset-2"
            >
              {t('account.changePasswordForm.resetIt')}
            </AppLink>
          </>
        }
        {...form.register('password')}
      />
      {hasFactor && (
        <CodeField label={t('common.codeFromApp')} error={error('code')} {...form.register('code')} />
      )}
      <NewPasswordField
        label={t('common.newPassword')}
        hint={passwordHint()}
        error={error('newPassword')}
        {...form.register('newPassword')}
      />
      <NewPasswordField
        label={t('account.changePasswordForm.confirmPassword')}
        error={error('confirmPassword')}
        {...form.register('confirmPassword')}
      />
      {check}
      <SubmitButton isSending={isSending}>{t('account.changePasswordForm.changePassword')}</SubmitButton>
    </form>
  )
}
