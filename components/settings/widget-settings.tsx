'use client'

import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { saveWidget } from '@/lib/actions/own-sign-in'
import { listAddress } from '@/lib/post/address'
import { widgetSchema } from '@/lib/schemas/widget'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { dismissToast, toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { ToCopy } from '../team/to-copy'
import { SaveButtons } from './save-buttons'

export function WidgetSettings(props: { origins: string[]; siteUrl: string; preview: ReactNode }) {
  const { origins, siteUrl, preview } = props
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
      className="lg:max-w-2xl space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-ink-soft">{t('settings.widget.intro')}</p>
        <a href="/embed" target="_blank" className={buttonClass('outline')}>
          {t('common.openPreview')}
        </a>
      </div>
      {preview}
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
      <div className="flex flex-wrap gap-2 border-b border-line pb-4">
        <SaveButtons
          isChanged={form.formState.isDirty}
          isSending={isSending}
          onDiscard={() => form.reset()}
        />
      </div>
      <ToCopy
        label={t('settings.widget.snippet')}
        hint={t('settings.widget.snippetHint', { tag: '</body>' })}
        value={`<script src="${siteUrl}/widget.js" async></script>`}
      />
      <ToCopy label={t('settings.widget.link')} value={siteUrl + listAddress({})} />
    </form>
  )
}
