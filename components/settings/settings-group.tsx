import type { ReactNode } from 'react'

/** Fields of a form that belong together, on a card of their own. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-4 rounded-lg border border-line bg-surface p-4">
      <legend className="float-start mb-3 w-full font-semibold">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  )
}
