'use client'

import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'

/** Milliseconds after a key within which a change comes from that key and not from the open list. */
const keyTime = 60

/** A select that keys only move through: Enter confirms what is shown, Escape or leaving reverts it. */
export function DeliberateSelect(
  props: Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
    value: string
    onChoose: (value: string) => void
  },
) {
  const { value, onChoose, children, ...rest } = props
  const field = useRef<HTMLSelectElement>(null)
  const key = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    field.current!.value = value
  }, [value])

  function onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
    const select = event.currentTarget
    clearTimeout(key.current)
    if (event.key === 'Enter' && select.value !== value) {
      event.preventDefault()
      onChoose(select.value)
      key.current = undefined
      return
    }
    if (event.key === 'Escape') select.value = value
    key.current = setTimeout(() => (key.current = undefined), keyTime)
  }

  return (
    <select
      {...rest}
      ref={field}
      // React would restore its own value before anyone could confirm another.
      defaultValue={value}
      aria-keyshortcuts="Enter"
      onKeyDown={onKeyDown}
      onBlur={(event) => (event.currentTarget.value = value)}
      onChange={(event) => {
        if (key.current === undefined) onChoose(event.target.value)
      }}
    >
      {children}
    </select>
  )
}
