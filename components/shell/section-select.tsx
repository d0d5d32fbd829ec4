'use client'

import { useRouter } from 'next/navigation'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'
import { useCurrentSection, useSections } from './sections'

/** The navigation on narrow screens. Without JavaScript the same places are plain links. */
export function SectionSelect() {
  const router = useRouter()
  const sections = useSections()
  const current = useCurrentSection()
  return (
    <div className="relative flex-1 md:hidden">
      <DeliberateSelect
        aria-label="Section"
        value={sections.find(({ name }) => name === current)?.href ?? ''}
        onChoose={(href) => router.push(href)}
        className="script-only h-10 w-full appearance-none rounded-md border border-line-strong bg-surface ps-3 pe-8 font-medium"
      >
        <option value="" disabled hidden>
          Select a section.
        </option>
        {sections.map(({ href, name }) => (
          <option key={name} value={href}>
            {name}
          </option>
        ))}
      </DeliberateSelect>
      <span className="script-only pointer-events-none absolute end-2.5 top-3">
        <Icon name="down" />
      </span>
      <noscript>
        <nav aria-label="Main" className="flex h-10 items-center gap-4 font-medium underline">
          {sections.map(({ href, name }) => (
            <a key={name} href={href}>
              {name}
            </a>
          ))}
        </nav>
      </noscript>
    </div>
  )
}
