'use client'

import { resetPassword } from '@/lib/actions/mail-links'
import { resetPasswordSchema, unnamed } from '@/lib/schemas/account'
import { forgetDraft, readDraft, signUpDraft } from '@/lib/session/browser/draft'
import { takeOverSession } from '@/lib/session/browser/events'
import { useViewer } from '@/lib/session/browser/store'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { NewPasswordField, passwordHint } from './account-fields'

/** Asks for a name as well where the address was never confirmed: the name of the sign-up may be a stranger's. */
export function ResetPasswordForm({ onDone }: { onDone: () => void }) {
  const isUnnamed = useViewer()?.name === unnamed
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: resetPasswordSchema,
    defaultValues: { password: '', repeatPassword: '' },
    action: resetPassword,
    onDone: async () => {
      forgetDraft(signUpDraft)
      await takeOverSession('USER_UPDATED')
      toast({ title: 'Your password is changed.', description: 'Other devices have been signed out.' })
      onDone()
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {isUnnamed && (
        <Field
          label="Name"
          hint="Everybody sees it next to what you write."
          autoComplete="name"
          required
          defaultValue={readDraft<{ name: string }>(signUpDraft)?.name}
          error={error('name')}
          {...form.register('name')}
        />
      )}
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
