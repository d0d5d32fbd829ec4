import type { ReactNode } from 'react'

/**
 * What a whole form has to say: announced when it appears, and never without words. Its box takes the margins that the form
 * gives the element around it, which has none while it's empty.
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
