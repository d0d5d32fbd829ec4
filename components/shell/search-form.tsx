import type { ComponentProps } from 'react'
import { Icon } from '../ui/icon'

/**
 * The search as a plain form: it works before, and without, any script. On a narrow screen its field is an icon, and a
 * box over the header while it has the focus (header.css).
 */
export function SearchForm(props: {
  input?: ComponentProps<'input'>
  onSubmit?: ComponentProps<'form'>['onSubmit']
}) {
  return (
    <form role="search" action="/search" onSubmit={props.onSubmit} className="search-form">
      <label>
        <span className="sr-only">Search</span>
        <Icon name="search" />
        <input
          type="search"
          name="q"
          placeholder="Search..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          {...props.input}
        />
      </label>
      <button type="button" onClick={() => (document.activeElement as HTMLElement).blur()}>
        Cancel
      </button>
    </form>
  )
}
