'use client'

import { t } from '@/lib/words/t'
import { updateProfile } from '@/lib/actions/settings'
import { profileSchema } from '@/lib/schemas/account'
import { reloadViewer } from '@/lib/session/browser/events'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { TitleField } from '../ui/title-field'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

/** @param props.email '' when the account has none */
export function ProfileForm({ name, email }: { name: string; email: string }) {
  const { field, formProps, message, isSending } = useActionForm({
    schema: profileSchema,
    defaultValues: { name },
    action: updateProfile,
    onDone: async () => {
      await reloadViewer()
      toast({ title: t('account.profileForm.nameSaved') })
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label={t('common.name')} autoComplete="name" required {...field('name')} />
      {email && (
        <TitleField
          label={t('common.email')}
          name="email"
          autoComplete="email"
          value={email}
          readOnly
          required
        />
      )}
      <SubmitButton isSending={isSending}>{t('common.save')}</SubmitButton>
    </form>
  )
}
