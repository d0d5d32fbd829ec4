import type { ComponentProps } from 'react'
import { Icon } from '../ui/icon'

/** The search as a plain form: it works before, and without, any script. */
export function SearchForm(props: {
  input?: ComponentProps<'input'>
  onSubmit?: ComponentProps<'form'>['onSubmit']
}) {
  return (
    <form
      role="search"
      action="/search"
      onSubmit={props.onSubmit}
      className="relative flex-1 md:w-56 md:flex-none"
    >
      <label>
        <span className="sr-only">Search</span>
        <span className="pointer-events-none absolute start-2.5 top-3 text-ink-soft md:top-2.5">
          <Icon name="search" />
        </span>
        <input
          type="search"
          name="q"
          placeholder="Search..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          className="h-10 w-full rounded-md border border-line-strong bg-surface ps-8 pe-2 placeholder:text-ink-soft md:h-9"
          {...props.input}
        />
      </label>
    </form>
  )
}
