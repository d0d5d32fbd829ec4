'use client'

import type { ComponentProps } from 'react'
import { reasonLimit } from '@/lib/schemas/moderation'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'

const usual = ['spam', 'off topic', 'rude', 'personal data']

/** A reason in a few words; the usual ones are a press away. */
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
          <button
            key={reason}
            type="button"
            onClick={() => onChoose(reason)}
            className={buttonClass('outline', '!px-2')}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  )
}
