'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteLabel, saveLabel } from '@/lib/actions/changelog'
import { callAction } from '@/lib/browser/call-action'
import type { Label } from '@/lib/queries/changelog'
import { labelSchema } from '@/lib/schemas/changelog'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Field } from '../ui/field'
import { FoldSummary } from '../ui/fold-summary'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

export function LabelSettings({ labels }: { labels: Label[] }) {
  const router = useRouter()
  const [asked, setAsked] = useState<Label | null>(null)

  async function remove(label: Label) {
    setAsked(null)
    const result = await callAction(() => deleteLabel({ id: label.id }))
    if (!result.ok) return void toastProblem(t('changelog.labelSettings.notDeleted'), result.message)
    toast({ title: t('changelog.labelSettings.deleted') })
    router.refresh()
  }

  return (
    <details className="group mt-6 lg:max-w-2xl">
      <FoldSummary className="min-h-11">
        <h2 className="shrink-0 font-semibold">{t('changelog.labelSettings.labels')}</h2>
        <span dir="auto" className="min-w-0 truncate text-ink-soft">
          {commaList(labels.map(({ name }) => name))}
        </span>
      </FoldSummary>
      <ul className="mt-2 mb-4 space-y-2">
        {labels.map((label) => (
          <li key={label.id} className="flex items-end gap-2">
            <LabelForm label={label} />
            <Button
              onClick={() => setAsked(label)}
              look="outline-destructive"
              aria-label={t('changelog.labelSettings.deleteLabel', { name: label.name })}
            >
              {t('common.delete')}
            </Button>
          </li>
        ))}
      </ul>
      <LabelForm key={labels.length} label={null} />
      {asked && (
        <ConfirmDialog
          open
          question={t('changelog.labelSettings.question', { name: asked.name })}
          detail={t('changelog.labelSettings.detail')}
          act={t('common.delete')}
          onAnswer={(yes) => (yes ? void remove(asked) : setAsked(null))}
        />
      )}
    </details>
  )
}

function LabelForm({ label }: { label: Label | null }) {
  const router = useRouter()
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: labelSchema,
    defaultValues: { id: label?.id ?? null, name: label?.name ?? '' },
    action: saveLabel,
    onDone: () => {
      // The button that had the focus disappears.
      if (label) form.setFocus('name')
      toast({ title: label ? t('changelog.labelSettings.saved') : t('changelog.labelSettings.added') })
      router.refresh()
    },
    tries: label ? undefined : 1,
  })
  return (
    <form
      {...formProps}
      aria-label={
        label
          ? t('changelog.labelSettings.label', { name: label.name })
          : t('changelog.labelSettings.newLabel')
      }
      className="flex-1"
    >
      <FormMessage>{message}</FormMessage>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={
              label
                ? t('changelog.labelSettings.nameOf', { name: label.name })
                : t('changelog.labelSettings.newLabel')
            }
            hidesLabel={label !== null}
            autoComplete="off"
            {...field('name')}
          />
        </div>
        {(!label || form.formState.isDirty) && (
          <SubmitButton isSending={isSending} look="outline">
            {label ? t('common.save') : t('changelog.labelSettings.add')}
          </SubmitButton>
        )}
      </div>
    </form>
  )
}
