import type { ReactNode } from 'react'
import { AppLink } from './app-link'

/** Pages side by side, of which one is open. */
export function LinkTabs(props: {
  label: string
  tabs: { href: string; name: ReactNode; isCurrent: boolean; className?: string }[]
}) {
  return (
    <nav
      aria-label={props.label}
      className="no-print mb-5 flex gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {props.tabs.map(({ href, name, isCurrent, className = '' }) => (
        <AppLink
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={`-mb-px flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 border-b-2 border-transparent font-medium text-ink-soft hover:text-ink aria-[current]:border-accent-strong aria-[current]:text-ink ${className}`}
        >
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
