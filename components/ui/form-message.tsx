import type { ReactNode } from 'react'

/**
 * A message about a whole form, announced when it appears, and never empty. Its box inherits the margins that the form
 * gives the element around it, which has no box of its own.
 */
export function FormMessage({
  tone = 'danger',
  children,
}: {
  tone?: 'danger' | 'info'
  children: ReactNode
}) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className="contents">
      {children && (
        <div
          className={`[margin-block:inherit] rounded-md border px-3 py-2 ${tone === 'danger' ? 'border-danger bg-danger-soft' : 'border-line bg-sunken'}`}
        >
          {children}
        </div>
      )}
    </div>
  )
}
