'use client'

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
      toast({ title: 'Password changed.', description: "You've been signed out on other devices." })
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <CurrentPasswordField
        label="Current password"
        error={error('password')}
        hint={
          <>
            Password forget?{' '}
            <AppLink
              href="/forgot-password"
              className="wide-target text-accent-ink underline underline-offset-2"
            >
              Reset it.
            </AppLink>
          </>
        }
        {...form.register('password')}
      />
      {hasFactor && (
        <CodeField
          label="Code from your authenticator app"
          error={error('code')}
          {...form.register('code')}
        />
      )}
      <NewPasswordField
        label="New password"
        hint={passwordHint}
        error={error('newPassword')}
        {...form.register('newPassword')}
      />
      <NewPasswordField
        label="Confirm password"
        error={error('confirmPassword')}
        {...form.register('confirmPassword')}
      />
      {check}
      <SubmitButton isSending={isSending}>Change password</SubmitButton>
    </form>
  )
}
