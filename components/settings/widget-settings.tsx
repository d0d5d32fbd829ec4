'use client'

import { t } from '@/lib/words/t'
import type { MouseEvent } from 'react'
import { saveWidget } from '@/lib/actions/own-sign-in'
import { widgetSchema } from '@/lib/schemas/widget'
import { buttonClass } from '../ui/button-class'
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
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-ink-soft">{t('settings.widget.intro')}</p>
        <a href="/embed" target="_blank" onClick={openPreview} className={buttonClass('outline')}>
          {t('common.openPreview')}
        </a>
      </div>
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

/** In a window of the size that the widget has beside a page. */
function openPreview(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  window.open(event.currentTarget.href, 'widget', 'popup,width=440,height=720')
}
