'use client'

import { setModeration } from '@/lib/actions/moderation'
import { approvalModes } from '@/lib/post/dashboard-choices'
import type { getModeration } from '@/lib/queries/reports'
import { moderationSchema } from '@/lib/schemas/moderation'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SelectField } from '../ui/select-field'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

export function ModerationSettings({ settings }: { settings: Awaited<ReturnType<typeof getModeration>> }) {
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: moderationSchema,
    defaultValues: {
      approval: settings.approval,
      trustedDays: String(settings.trustedDays),
      reportsToHide: String(settings.reportsToHide),
    },
    action: setModeration,
    onDone: () => void toast({ title: 'The rules are saved.' }),
  })
  return (
    <form {...formProps} aria-labelledby="rules" className="space-y-4">
      <h2 id="rules" className="font-semibold">
        Rules
      </h2>
      <FormMessage>{message}</FormMessage>
      <SelectField
        label="What waits for approval"
        choices={Object.entries(approvalModes)}
        {...form.register('approval')}
      />
      <Field
        label="Trusted after days"
        inputMode="numeric"
        autoComplete="off"
        hint="Of accounts with something that stands. What the trusted write does not wait, unless all does."
        {...field('trustedDays')}
      />
      <Field
        label="Reports that hide"
        inputMode="numeric"
        autoComplete="off"
        hint="So many reports of trusted members hide something until the team has looked."
        {...field('reportsToHide')}
      />
      <SubmitButton isSending={isSending} look="outline">
        Save rules
      </SubmitButton>
    </form>
  )
}
