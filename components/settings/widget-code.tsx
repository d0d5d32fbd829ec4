'use client'

import { t } from '@/lib/words/t'
import { type MouseEvent, useDeferredValue, useRef } from 'react'
import { listAddress } from '@/lib/post/address'
import { ToCopy } from '../team/to-copy'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { SelectField } from '../ui/select-field'
import { useFieldText } from '../ui/use-field-text'
import { viewNames, views } from '../widget/bridge'
import { WidgetButton } from './widget-button'
import { widgetTag } from './widget-tag'

/** The script tag for other sites, with the two options that most sites set. docs/widget.md has the others. */
export function WidgetCode(props: { siteUrl: string; version: string; direction: 'ltr' | 'rtl' }) {
  const { siteUrl, ...look } = props
  const [labelField, viewField] = [useRef<HTMLInputElement>(null), useRef<HTMLSelectElement>(null)]
  const [label, view] = [useFieldText(labelField).trim(), useFieldText(viewField)]
  const options = { label: useDeferredValue(label), view: view === views[0] ? '' : view }
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('settings.widget.buttonText')}
          ref={labelField}
          placeholder={t('widget.giveFeedback')}
          maxLength={40}
          autoComplete="off"
        />
        <SelectField
          label={t('settings.widget.firstView')}
          ref={viewField}
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
