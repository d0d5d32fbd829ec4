'use client'

import { t } from '@/lib/words/t'
import { saveWidget } from '@/lib/actions/own-sign-in'
import { widgetSchema } from '@/lib/schemas/widget'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

/** Which sites show the widget, what they put into their pages, and whether the company's word for an address counts. */
export function WidgetSettings(props: {
  origins: string[]
  trustsAddresses: boolean
  siteUrl: string
  /** Whether people can be signed in by the company's product at all. */
  takesTokens: boolean
}) {
  const { origins, trustsAddresses, siteUrl, takesTokens } = props
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: widgetSchema,
    defaultValues: { origins: origins.join('\n'), trustsAddresses },
    action: saveWidget,
    onDone: () => void toast({ title: t('settings.widget.saved') }),
  })
  const snippet = `<script src="${siteUrl}/widget.js" async></script>`
  return (
    <form {...formProps} aria-labelledby="widget" className="max-w-prose space-y-4">
      <h2 id="widget" className="font-semibold">
        {t('settings.widget.title')}
      </h2>
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
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label={t('settings.widget.snippet')}
            value={snippet}
            readOnly
            dir="ltr"
            spellCheck={false}
            className="font-mono"
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <Button onClick={() => copyText(snippet, t('settings.widget.snippet'))}>
          {t('webhook.list.copy')}
        </Button>
      </div>
      <Field
        label={t('settings.widget.link')}
        value={`${siteUrl}/new-features`}
        readOnly
        dir="ltr"
        className="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      {takesTokens && (
        <div>
          <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...form.register('trustsAddresses')} />
            {t('settings.ownSignIn.trust')}
          </label>
          <p className="text-ink-soft">{t('settings.ownSignIn.trustHint')}</p>
        </div>
      )}
      <SubmitButton isSending={isSending} look="outline">
        {t('common.save')}
      </SubmitButton>
    </form>
  )
}
