'use client'

import { useRouter } from 'next/navigation'
import { DeliberateSelect } from '../ui/deliberate-select'
import { inputClass } from '../ui/input-class'

export function FilterSelect(props: {
  label: string
  /** Names that people chose have dir="auto". */
  links: { name: string; href: string; isCurrent: boolean; dir?: 'auto' }[]
  className?: string
}) {
  const { label, links, className = '' } = props
  const router = useRouter()
  return (
    <label className={className}>
      <span className="label mb-1 block sm:sr-only">{label}</span>
      <DeliberateSelect
        value={links.find(({ isCurrent }) => isCurrent)?.href ?? ''}
        onChoose={(href) => router.push(href)}
        className={`${inputClass} w-full`}
      >
        {links.map(({ name, href, dir }) => (
          <option key={href} value={href} dir={dir}>
            {name}
          </option>
        ))}
      </DeliberateSelect>
    </label>
  )
}
