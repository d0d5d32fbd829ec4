import type { ReactNode } from 'react'
import { AppLink } from './app-link'

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
