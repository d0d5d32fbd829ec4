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
      <div className="board-heading">
        <div>
          <h1 className="page-title">{t('common.roadmap')}</h1>
          <nav aria-label={t('common.view')} className="segments no-print">
            {views.map(({ view, name, icon }) => (
              <AppLink
                key={view}
                href={listAddress({ category, view })}
                aria-current={view === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                <span>{name}</span>
              </AppLink>
            ))}
          </nav>
          <NewPostLink category={category} />
          <p dir="auto">{welcome}</p>
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
