import { t } from '@/lib/words/t'
import { ButtonLink } from '../ui/button'

export function FilterLinks(props: {
  label: string
  links: { name: string; href: string; isCurrent: boolean }[]
  className?: string
}) {
  const { label, links, className = '' } = props
  return (
    <nav aria-label={label} className={`flex flex-wrap gap-1 ${className}`}>
      {links.map(({ name, href, isCurrent }) => (
        <ButtonLink
          key={name}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          look="ghost"
          className="pointer-coarse:min-w-11 aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink"
        >
          {name}
        </ButtonLink>
      ))}
    </nav>
  )
}

export function NextPage({ href }: { href: string | null }) {
  return (
    href && (
      <p className="mt-4 flex justify-end">
        <ButtonLink href={href}>{t('common.nextPage')}</ButtonLink>
      </p>
    )
  )
}
