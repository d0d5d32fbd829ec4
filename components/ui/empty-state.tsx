import type { ReactNode } from 'react'

/** Says that a list is empty; `action` is the next step, as a button. */
export function EmptyState({
  children = 'Nothing here yet...',
  action,
}: {
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="rounded-lg border border-dashed border-line px-4 py-10 text-center text-ink-soft">
      {children}
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  )
}
