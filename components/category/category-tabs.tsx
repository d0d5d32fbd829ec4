import { t } from '@/lib/words/t'
import { AppLink } from '@/components/ui/app-link'

/** The categories side by side, an archived one only on its own page. Nothing if there is only one. */
export function CategoryTabs(props: {
  categories: { slug: string; name: string; isArchived: boolean }[]
  current: string
}) {
  const shown = props.categories.filter(({ slug, isArchived }) => !isArchived || slug === props.current)
  if (shown.length < 2) return null
  return (
    <nav
      aria-label={t('common.categories')}
      className="no-print mb-5 flex gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {shown.map(({ slug, name }) => (
        <AppLink
          key={slug}
          href={`/${slug}`}
          aria-current={slug === props.current ? 'page' : undefined}
          className="-mb-px flex min-h-11 min-w-11 shrink-0 items-center justify-center border-b-2 border-transparent font-medium text-ink-soft hover:text-ink aria-[current]:border-accent-strong aria-[current]:text-ink"
        >
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
