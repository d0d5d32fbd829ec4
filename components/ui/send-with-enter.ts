import type { KeyboardEvent } from 'react'

/** Enter sends the form of a select, as it does that of a field. */
export function sendWithEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
