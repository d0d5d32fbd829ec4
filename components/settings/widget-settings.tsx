'use client'

import { t } from '@/lib/words/t'
import { saveWidget } from '@/lib/actions/own-sign-in'
import { widgetSchema } from '@/lib/schemas/widget'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { dismissToast, toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { SaveButtons } from './save-buttons'

export function WidgetSettings({ origins }: { origins: string[] }) {
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: widgetSchema,
    defaultValues: { origins: origins.join('\n') },
    action: saveWidget,
    onDone: (_, saved) => {
      form.setValue('origins', saved.origins)
      toast({ title: t('settings.widget.saved') })
    },
  })
  return (
    <form
      {...formProps}
      onSubmitCapture={() => dismissToast()}
      aria-label={t('settings.widget.title')}
      className="space-y-4 border-b border-line pb-4"
    >
      <p className="text-ink-soft">{t('settings.widget.intro')}</p>
      <FormMessage>{message}</FormMessage>
      <Field
        label={t('settings.widget.origins')}
        hint={t('settings.widget.originsHint')}
        multiline
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        className="font-mono"
        {...field('origins')}
      />
      <div className="flex flex-wrap gap-2">
        <SaveButtons
          isChanged={form.formState.isDirty}
          isSending={isSending}
          onDiscard={() => form.reset()}
        />
      </div>
    </form>
  )
}
