'use client'

import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'

/** Ctrl or Command with Enter sends the form that a field is in. */
function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A text field that is there from the first paint and never moves; its tools load below it (ComposerTools). */
export function Composer(
  props: Omit<ComponentProps<'textarea'>, 'ref'> & {
    field: ComponentProps<'textarea'>['ref']
    label: string
    hidesLabel?: boolean
    error?: string
    rows: number
    /** Hides the tools while nothing is written and the focus is elsewhere. */
    isQuiet?: boolean
    footer?: ReactNode
  },
) {
  const { field, label, hidesLabel, error, rows, isQuiet, footer, children, ...rest } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (error) box.current!.querySelector('textarea')!.focus()
  }, [error])

  return (
    <div className="composer-frame">
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'label mb-1 block'}>
        {label}
      </label>
      <div ref={box} className={`composer ${isQuiet ? 'composer-quiet' : ''}`}>
        <textarea
          dir="auto"
          {...rest}
          ref={field}
          id={id}
          rows={rows}
          style={{ '--rows': rows } as CSSProperties}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onKeyDown={sendWithEnter}
        />
        <div className="composer-tools">{children}</div>
        {footer && <div className="composer-footer">{footer}</div>}
      </div>
      <p id={`${id}-note`} className="mt-1 text-danger empty:hidden">
        {error}
      </p>
    </div>
  )
}
