'use client'

import { t } from '@/lib/words/t'
import { useDeferredValue, useState } from 'react'
import { listAddress } from '@/lib/post/address'
import { ToCopy } from '../team/to-copy'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { viewNames, views } from '../widget/bridge'
import { WidgetButton } from './widget-button'
import { widgetTag } from './widget-tag'

/** The script tag for other sites, with the two options that most sites set. docs/widget.md has the others. */
export function WidgetCode(props: { siteUrl: string; version: string; direction: 'ltr' | 'rtl' }) {
  const { siteUrl, ...look } = props
  const [label, setLabel] = useState('')
  const [view, setView] = useState<string>(views[0])
  const options = { label: useDeferredValue(label.trim()), view: view === views[0] ? '' : view }
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('settings.widget.buttonText')}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
          placeholder={t('widget.giveFeedback')}
          maxLength={40}
          autoComplete="off"
        />
        <SelectField
          label={t('settings.widget.firstView')}
          value={view}
          onChange={({ target }) => setView(target.value)}
          choices={views.map((one) => [one, viewNames[one]] as const)}
        />
      </div>
      <WidgetButton {...look} label={options.label} />
      <ToCopy
        label={t('settings.widget.snippet')}
        hint={t('settings.widget.snippetHint', { tag: '</body>' })}
        value={widgetTag(`${siteUrl}/widget.js`, options)}
      />
      <ToCopy
        label={t('settings.widget.link')}
        hint={t('settings.widget.linkHint')}
        value={siteUrl + listAddress({})}
      />
    </div>
  )
}
