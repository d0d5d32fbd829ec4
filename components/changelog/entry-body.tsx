'use client'

import { t } from '@/lib/words/t'
import { useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { previewEntry } from '@/lib/actions/changelog'
import { bodyLimit } from '@/lib/schemas/changelog'
import { ImageButton } from '../image/image-button'
import { Composer } from '../ui/composer'
import { ComposerTools } from '../ui/composer-tools'
import { Field } from '../ui/field'

export function EntryTitle(
  props: UseFormRegisterReturn & { error?: string; readOnly: boolean; defaultValue?: string },
) {
  return (
    <Field
      label={t('common.title')}
      hidesLabel
      multiline
      rows={1}
      // One line, however many lines it takes.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      placeholder={t('common.title')}
      dir="auto"
      autoComplete="off"
      required
      className="field-sizing-content resize-none !border-0 !bg-transparent !px-4 !pt-4 !pb-1 !text-lg font-semibold !outline-none sm:!px-6 sm:!pt-5"
      {...props}
    />
  )
}

export function EntryBody(props: {
  registered: UseFormRegisterReturn
  error?: string
  readOnly: boolean
  onImages: (files: File[]) => void
}) {
  const { registered, error, readOnly, onImages } = props
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
      <ComposerTools
        field={field}
        limit={bodyLimit}
        preview={previewEntry}
        hasHeadings
        onFiles={readOnly ? undefined : onImages}
        tool={!readOnly && <ImageButton onFiles={onImages} />}
      />
    </Composer>
  )
}
