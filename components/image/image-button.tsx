'use client'

import { t } from '@/lib/words/t'
import { useRef } from 'react'
import { imageTypes } from '@/lib/schemas/image'
import { Icon } from '../ui/icon'

export function ImageButton(props: { onFiles: (files: File[]) => void; className?: string; text?: string }) {
  const { onFiles, text, className } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        title={text ? undefined : t('common.addImages')}
        aria-label={text ? undefined : t('common.addImages')}
        onClick={() => input.current?.click()}
        className={className}
      >
        <Icon name="image" />
        {text}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={imageTypes.join(',')}
        aria-label={t('common.images')}
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
        className="sr-only"
      />
    </>
  )
}
