'use client'

import { AppLink } from '../ui/app-link'
import { useCurrentSection, useSections } from './sections'

export function NavigationTabs() {
  const sections = useSections()
  const current = useCurrentSection()
  return (
    <nav aria-label="Main" className="ms-2 hidden h-14 shrink-0 md:flex">
      <ul className="main-navigation flex items-center gap-1">
        {sections.map(({ href, name }) => (
          <li key={name} className="flex self-stretch">
            <AppLink
              href={href}
              aria-current={current === name ? 'page' : undefined}
              className="relative flex items-center px-2.5 font-medium text-ink-soft after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:bg-accent-strong"
            >
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
