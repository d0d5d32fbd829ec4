import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field'

type Props = ComponentProps<'textarea'> & {
  label: string
  error?: string
  hint?: ReactNode
  extra?: ReactNode
}

/** A title: one line of text, shown on as many as it takes. Enter submits its form, as in any other line. */
export function TitleField(props: Props) {
  return (
    <Field
      multiline
      rows={1}
      dir="auto"
      className="title-input"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      {...props}
    />
  )
}
