'use client'

import { resetPassword } from '@/lib/actions/mail-links'
import { resetPasswordSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session/browser/events'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { NewPasswordField, passwordHint } from './account-fields'

export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: resetPasswordSchema,
    defaultValues: { password: '', repeatPassword: '' },
    action: resetPassword,
    onDone: async () => {
      await takeOverSession('USER_UPDATED')
      toast({ title: 'Your password is changed.', description: 'Other devices have been signed out.' })
      onDone()
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <NewPasswordField
        label="New password"
        hint={passwordHint}
        error={error('password')}
        {...form.register('password')}
      />
      <NewPasswordField
        label="Repeat password"
        error={error('repeatPassword')}
        {...form.register('repeatPassword')}
      />
      <SubmitButton isSending={isSending} className="w-full">
        Set new password
      </SubmitButton>
    </form>
  )
}
