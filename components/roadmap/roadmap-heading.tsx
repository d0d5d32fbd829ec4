import { t } from '@/lib/words/t'
import { CategoryTabs } from '@/components/category/category-tabs'
import { NewPostLink } from '@/components/post/new-post-link'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { allCategories, listAddress, type ListFilter } from '@/lib/post/address'
import { listCategories } from '@/lib/queries/categories'
import { getSite } from '@/lib/queries/site'

const views = [
  {
    view: 'map',
    get name() {
      return t('roadmap.heading.map')
    },
    icon: 'map',
  },
  {
    view: 'table',
    get name() {
      return t('common.table')
    },
    icon: 'table',
  },
] as const

export async function RoadmapHeading({ filter }: { filter: ListFilter }) {
  const { view: current, category } = filter
  const [{ welcome }, categories] = await Promise.all([getSite(), listCategories()])
  return (
    <>
      {/* Large text: the sentence is right below the title, which at the largest sizes only the header's select shows. */}
      <div className="@container mb-[min(1.25rem,6.25vw)]">
        <div className="flex flex-wrap items-center gap-[min(0.5rem,2.5vw)] @3xs:@max-[20.5rem]:[&>a>span]:sr-only @max-[13.5rem]:[&>a>span]:sr-only @max-[13.5rem]:[&>a]:min-w-0 @max-[13.5rem]:[&>a]:px-2 md:gap-3">
          <h1 className="me-auto text-xl font-semibold @max-[10.5rem]:sr-only @max-3xs:-order-1 @max-3xs:w-full">
            {t('common.roadmap')}
          </h1>
          <nav aria-label={t('common.view')} className="segments no-print @max-3xs:me-auto">
            {views.map(({ view, name, icon }) => (
              <AppLink
                key={view}
                href={listAddress({ category, view })}
                aria-current={view === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span className="max-sm:sr-only">{name}</span>
              </AppLink>
            ))}
          </nav>
          <NewPostLink category={category} />
          <p dir="auto" className="@max-3xs:-order-1 w-full pe-[max(0px,100%-75ch)] text-ink-soft">
            {welcome}
          </p>
        </div>
      </div>
      <CategoryTabs
        categories={categories}
        current={category ?? allCategories}
        filter={{ ...filter, state: undefined }}
      />
    </>
  )
}
