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
      // As high as other fields.
      className="block field-sizing-content resize-none overflow-hidden !py-[calc((2.75rem-2px-1lh)/2)] md:pointer-fine:!py-[calc((2.25rem-2px-1lh)/2)]"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      {...props}
    />
  )
}
