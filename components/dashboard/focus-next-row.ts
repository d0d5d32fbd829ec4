import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Arrow up and down lead from a control of a row to that of the next one.
 * @returns the id of the row that has the focus now; null when nothing moved
 */
export function focusNextRow(event: KeyboardEvent): number | null {
  const step = steps[event.key]
  const cell = event.currentTarget.closest('td')
  const row = event.currentTarget.closest('tr')
  if (!step || !cell || !row) return null
  const next = (step === 1 ? row.nextElementSibling : row.previousElementSibling) as HTMLElement | null
  if (!next) return null
  event.preventDefault()
  next.children[cell.cellIndex]?.querySelector<HTMLElement>('input, button')?.focus()
  next.scrollIntoView({ block: 'nearest' })
  return Number(next.dataset.id)
}
