'use client'

import { t } from '@/lib/words/t'
import { type MouseEvent, useDeferredValue, useState } from 'react'
import { listAddress } from '@/lib/post/address'
import { ToCopy } from '../team/to-copy'
import { buttonClass } from '../ui/button-class'
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
      <a
        href={options.view ? `/embed/${options.view}` : '/embed'}
        target="_blank"
        onClick={openPreview}
        className={buttonClass('outline')}
      >
        {t('common.openPreview')}
      </a>
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

/** In a window of the size that the widget has beside a page. */
function openPreview(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  window.open(event.currentTarget.href, 'widget', 'popup,width=440,height=720')
}
