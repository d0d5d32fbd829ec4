'use client'

import { changePassword } from '@/lib/actions/settings'
import { changePasswordSchema } from '@/lib/schemas/account'
import { takeOverSession } from '@/lib/session-events'
import { AppLink } from '../ui/app-link'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

export function ChangePasswordForm() {
  const { form, submit, message, error, isSending } = useActionForm({
    schema: changePasswordSchema,
    defaultValues: { password: '', newPassword: '', confirmPassword: '' },
    action: changePassword,
    onDone: async () => {
      form.reset()
      await takeOverSession('USER_UPDATED')
      toast({ title: 'Your password is changed.', description: 'Other devices have been signed out.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        error={error('password')}
        hint={
          <>
            Password forget?{' '}
            <AppLink href="/forgot-password" className="text-accent-ink underline underline-offset-2">
              Reset it.
            </AppLink>
          </>
        }
        {...form.register('password')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint="8 to 72 characters"
        error={error('newPassword')}
        {...form.register('newPassword')}
      />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        error={error('confirmPassword')}
        {...form.register('confirmPassword')}
      />
      <SubmitButton isSending={isSending}>Change password</SubmitButton>
    </form>
  )
}
