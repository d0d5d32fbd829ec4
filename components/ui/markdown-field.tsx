'use client'

import type { ComponentProps } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { MarkdownEditor } from './markdown-editor'

type Props<Input extends FieldValues> = { control: Control<Input>; name: Path<Input> } & Omit<
  ComponentProps<typeof MarkdownEditor>,
  'name' | 'value' | 'onChange' | 'error'
>

/** The editor as a field of a form. */
export function MarkdownField<Input extends FieldValues>({ control, name, ...props }: Props<Input>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <MarkdownEditor
      {...props}
      name={name}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}
