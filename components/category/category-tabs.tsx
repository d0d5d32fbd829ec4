import { t } from '@/lib/words/t'
import { LinkTabs } from '@/components/ui/link-tabs'
import { allCategories, listAddress, type ListFilter } from '@/lib/post/address'

/** All and each category side by side, an archived one only on its own page. Nothing if there is only one. */
export function CategoryTabs(props: {
  categories: { slug: string; name: string; isArchived: boolean }[]
  current: string
  filter?: ListFilter
}) {
  const { current, filter } = props
  const shown = props.categories.filter(({ slug, isArchived }) => !isArchived || slug === current)
  if (shown.length < 2) return null
  return (
    <LinkTabs
      label={t('common.categories')}
      tabs={[{ slug: allCategories, name: t('common.all') }, ...shown].map(({ slug, name }) => ({
        href: listAddress({ ...filter, category: slug === allCategories ? undefined : slug }),
        name,
        isCurrent: slug === current,
      }))}
    />
  )
}
