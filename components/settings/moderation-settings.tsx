'use client'

import { t } from '@/lib/words/t'
import { setModeration } from '@/lib/actions/moderation'
import { approvalModes } from '@/lib/post/dashboard-choices'
import type { getModeration } from '@/lib/queries/reports'
import { moderationSchema } from '@/lib/schemas/moderation'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SelectField } from '../ui/select-field'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { SaveButtons } from './save-buttons'

export function ModerationSettings({ settings }: { settings: Awaited<ReturnType<typeof getModeration>> }) {
  const { form, register, field, formProps, message, isSending } = useActionForm({
    schema: moderationSchema,
    defaultValues: {
      approval: settings.approval,
      trustedDays: String(settings.trustedDays),
      reportsToHide: String(settings.reportsToHide),
    },
    action: setModeration,
    onDone: () => void toast({ title: t('settings.moderationSettings.rulesSaved') }),
  })
  return (
    <form
      {...formProps}
      aria-label={t('settings.moderationSettings.rules')}
      className="lg:max-w-2xl space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
    >
      <FormMessage>{message}</FormMessage>
      <SelectField
        label={t('settings.moderationSettings.requireApprovalFor')}
        choices={Object.entries(approvalModes)}
        {...register('approval')}
      />
      <Field
        label={t('settings.moderationSettings.trustedAfterDays')}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
        hint={t('settings.moderationSettings.daysUntilAMember')}
        {...field('trustedDays')}
      />
      <Field
        label={t('settings.moderationSettings.reportsBeforeHiding')}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
        hint={t('settings.moderationSettings.hideContentAfterThis')}
        {...field('reportsToHide')}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <SaveButtons
          isChanged={form.formState.isDirty}
          isSending={isSending}
          onDiscard={() => form.reset()}
        />
      </div>
    </form>
  )
}
