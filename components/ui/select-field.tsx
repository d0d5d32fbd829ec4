import type { ComponentProps, Key, KeyboardEvent } from 'react'
import { inputClass } from './input-class'

export function SelectField(
  props: Omit<ComponentProps<'select'>, 'children'> & {
    label: string
    choices: readonly (readonly [value: Key, name: string])[]
  },
) {
  const { label, choices, className = 'block', ...field } = props
  return (
    <label className={className}>
      <span className="label mb-1 block">{label}</span>
      <select {...field} className={`${inputClass} w-full`}>
        {choices.map(([value, name]) => (
          <option key={value} value={String(value)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Enter submits the form of a select, as in other fields. */
export function sendWithEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
