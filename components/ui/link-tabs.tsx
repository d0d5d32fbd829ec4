import type { ReactNode } from 'react'
import { AppLink } from './app-link'

/** Pages side by side, of which one is open. */
export function LinkTabs(props: {
  label: string
  tabs: { href: string; name: ReactNode; isCurrent: boolean; className?: string }[]
}) {
  return (
    <nav aria-label={props.label} className="link-tabs no-print">
      {props.tabs.map(({ href, name, isCurrent, className }) => (
        <AppLink key={href} href={href} aria-current={isCurrent ? 'page' : undefined} className={className}>
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
