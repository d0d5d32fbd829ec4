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
    onDone: () => void toast({ title: 'Rules saved.' }),
  })
  return (
    <form {...formProps} aria-labelledby="rules" className="space-y-4">
      <h2 id="rules" className="font-semibold">
        Rules
      </h2>
      <FormMessage>{message}</FormMessage>
      <SelectField
        label="Require approval for"
        choices={Object.entries(approvalModes)}
        {...form.register('approval')}
      />
      <Field
        label="Trusted after (days)"
        inputMode="numeric"
        autoComplete="off"
        hint="Days until a member with published posts or comments is trusted. Trusted members skip approval unless everything needs it."
        {...field('trustedDays')}
      />
      <Field
        label="Reports before hiding"
        inputMode="numeric"
        autoComplete="off"
        hint="Hide content after this many reports from trusted members, until the team reviews it."
        {...field('reportsToHide')}
      />
      <SubmitButton isSending={isSending} look="outline">
        Save rules
      </SubmitButton>
    </form>
  )
}
