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
    <>
      <div className="section-select script-only">
        <DeliberateSelect
          aria-label="Section"
          value={sections.find(({ name }) => name === current)?.href ?? ''}
          onChoose={(href) => router.push(href)}
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
        <Icon name="down" />
      </div>
      <noscript>
        <nav aria-label="Main" className="flex h-11 items-center gap-3 font-medium underline md:hidden">
          {sections.map(({ href, name }) => (
            <a key={name} href={href}>
              {name}
            </a>
          ))}
        </nav>
      </noscript>
    </>
  )
}
