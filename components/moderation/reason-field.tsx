'use client'

import type { ComponentProps } from 'react'
import { reasonLimit } from '@/lib/schemas/moderation'
import { Button } from '../ui/button'
import { Field } from '../ui/field'

const usual = ['spam', 'off topic', 'rude', 'personal data']

export function ReasonField(props: {
  field: ComponentProps<'input'>
  error?: string
  hint: string
  onChoose: (reason: string) => void
}) {
  const { field, error, hint, onChoose } = props
  return (
    <div>
      <Field
        {...field}
        label="Reason"
        maxLength={reasonLimit}
        autoComplete="off"
        enterKeyHint="done"
        error={error}
        hint={hint}
      />
      <div role="group" aria-label="Usual reasons" className="mt-2 flex flex-wrap gap-1">
        {usual.map((reason) => (
          <Button key={reason} onClick={() => onChoose(reason)} className="!px-2">
            {reason}
          </Button>
        ))}
      </div>
    </div>
  )
}
