import type { ReactNode } from 'react'
import { ButtonLink } from './button'

/** @param props.action the next step, as a button */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-line px-4 py-10 text-center text-ink-soft">
      {children}
      {action && <div className="mt-4 flex justify-center">{action}</div>}
    </div>
  )
}

/** The next step where it is another page. */
export function NextStep({ href, children }: { href: string; children: ReactNode }) {
  return <ButtonLink href={href}>{children}</ButtonLink>
}
