'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { inputClass } from './input-class'

type Shared = {
  label: string
  hidesLabel?: boolean
  error?: string
  hint?: ReactNode
  extra?: ReactNode
}
type InputProps = Shared & { multiline?: false } & ComponentProps<'input'>
type TextareaProps = Shared & { multiline: true } & ComponentProps<'textarea'>

export function Field({ label, hidesLabel, error, hint, extra, ...props }: InputProps | TextareaProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const shared = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy }
  const { multiline, className = '', ...rest } = props
  return (
    <div>
      <div className={hidesLabel ? 'sr-only' : 'field-head'}>
        <label htmlFor={id} className="label">
          {label}
        </label>
        {extra}
      </div>
      {multiline ? (
        <textarea
          {...(rest as ComponentProps<'textarea'>)}
          {...shared}
          // The form fills it. React would set one that was served with a text back to it, whatever was typed meanwhile,
          // and write the text again with every change, which makes a dialog take the focus.
          defaultValue={undefined}
          className={`${inputClass} w-full ${className}`}
        />
      ) : (
        <input
          {...(rest as ComponentProps<'input'>)}
          {...shared}
          className={`${inputClass} w-full ${className}`}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  )
}
