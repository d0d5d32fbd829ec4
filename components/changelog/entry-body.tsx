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
import { type Content, EntryContent } from './entry-content'

type Registered = UseFormRegisterReturn & { error?: string; readOnly: boolean; defaultValue?: string }

export function EntryTitle(props: Registered) {
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
      className="block field-sizing-content resize-none !border-0 !bg-transparent !px-4 !pt-4 !pb-0 !text-xl !leading-tight font-semibold !outline-none sm:!px-6 sm:!pt-5"
      {...props}
    />
  )
}

export function EntryBody(props: {
  registered: UseFormRegisterReturn
  error?: string
  readOnly: boolean
  onImages: (files: File[]) => void
  /** What the preview has besides the text. */
  around: Omit<Content, 'text'>
}) {
  const { registered, error, readOnly, onImages, around } = props
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
        draw={(text) => {
          const entry = { ...around, text }
          return (
            Object.values(entry).some((part) => part.length > 0) && <EntryContent isAlone entry={entry} />
          )
        }}
        onFiles={readOnly ? undefined : onImages}
        tool={!readOnly && <ImageButton onFiles={onImages} />}
      />
    </Composer>
  )
}

export function EntryAddress({ isPublished, ...props }: Registered & { isPublished: boolean }) {
  return (
    <Field
      label={t('changelog.entryEditor.address')}
      autoComplete="off"
      spellCheck={false}
      hint={t(isPublished ? 'changelog.entryEditor.addressHint' : 'changelog.entryEditor.addressAfter')}
      {...props}
    />
  )
}
