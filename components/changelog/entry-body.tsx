'use client'

import { t } from '@/lib/words/t'
import { useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { previewEntry } from '@/lib/actions/changelog'
import { bodyLimit } from '@/lib/schemas/changelog'
import { Composer } from '../ui/composer'
import { ComposerTools } from '../ui/composer-tools'

export function EntryBody(props: { registered: UseFormRegisterReturn; error?: string; readOnly: boolean }) {
  const { registered, error, readOnly } = props
  const { ref, ...rest } = registered
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Composer
      {...rest}
      field={(element) => {
        field.current = element
        ref(element)
      }}
      label={t('changelog.entryBody.text')}
      hidesLabel
      rows={12}
      error={error}
      readOnly={readOnly}
      placeholder={t('changelog.entryBody.placeholder')}
    >
      <ComposerTools field={field} limit={bodyLimit} preview={previewEntry} />
    </Composer>
  )
}
