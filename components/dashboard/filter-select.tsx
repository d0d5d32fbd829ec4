'use client'

import { useRouter } from 'next/navigation'
import { DeliberateSelect } from '../ui/deliberate-select'
import { inputClass } from '../ui/input-class'

export function FilterSelect(props: {
  label: string
  links: { name: string; href: string; isCurrent: boolean }[]
  className?: string
}) {
  const { label, links, className = '' } = props
  const router = useRouter()
  return (
    <DeliberateSelect
      aria-label={label}
      value={links.find(({ isCurrent }) => isCurrent)?.href ?? ''}
      onChoose={(href) => router.push(href)}
      className={`${inputClass} h-11 ${className}`}
    >
      {links.map(({ name, href }) => (
        <option key={href} value={href}>
          {name}
        </option>
      ))}
    </DeliberateSelect>
  )
}
