'use client'

import { t } from '@/lib/words/t'
import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { reasonLimit } from '@/lib/schemas/moderation'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'

const usual = ['spam', 'offTopic', 'rude', 'personalData'] as const

export function ReasonDialog<Input extends FieldValues, Data>(
  props: Omit<ComponentProps<typeof Dialog>, 'children'> & {
    form: Parameters<typeof useActionForm<Input, Data>>[0]
    hint: string
    button: string
    look?: 'destructive'
    children?: (form: UseFormReturn<Input>) => ReactNode
  },
) {
  const { form: options, hint, button, look, children, ...dialog } = props
  const { form, field, formProps, message, isSending } = useActionForm<Input, Data>(options)
  const name = 'reason' as Path<Input>
  const given = useWatch({ control: form.control, name })
  return (
    <Dialog {...dialog}>
      <form {...formProps} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <div>
          <Field
            {...field(name)}
            label={t('moderation.reasonDialog.reason')}
            maxLength={reasonLimit}
            autoComplete="off"
            enterKeyHint="done"
            hint={hint}
          />
          <div
            role="group"
            aria-label={t('moderation.reasonDialog.commonReasons')}
            className="mt-3 flex flex-wrap gap-2"
          >
            {usual
              .map((name) => t(`moderation.usualReasons.${name}`))
              .map((reason) => (
                <button
                  key={reason}
                  type="button"
                  aria-pressed={reason === given}
                  className="state-chip"
                  onClick={() =>
                    form.setValue(name, reason as PathValue<Input, Path<Input>>, { shouldValidate: true })
                  }
                >
                  {reason}
                </button>
              ))}
          </div>
        </div>
        {children?.(form)}
        <DialogButtons onCancel={dialog.onClose} isSending={isSending} look={look}>
          {button}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
