import { t } from '@/lib/words/t'
import { searchAddress } from '@/lib/post/address'
import { type PostState, postStates } from '@/lib/post/states'
import { listCategories } from '@/lib/queries/categories'
import { postsIn } from '@/lib/queries/post-fields'
import { getFirstPosts } from '@/lib/queries/posts'
import { getSite } from '@/lib/queries/site'
import { PostRows } from '../post/post-rows'
import { AppLink } from '../ui/app-link'
import { LinkTabs } from '../ui/link-tabs'

/** The same search in one category or one state. */
export async function SearchFilters(props: { query: string; category?: string; state?: PostState }) {
  const { query: q, category, state } = props
  const [all, { stateNames }] = await Promise.all([listCategories(), getSite()])
  const categories = all.filter(({ slug, isArchived }) => !isArchived || slug === category)
  return (
    <>
      {categories.length > 1 && (
        <LinkTabs
          label={t('common.categories')}
          tabs={[{ slug: undefined, name: t('common.all') }, ...categories].map(({ slug, name }) => ({
            href: searchAddress({ q, category: slug, state }),
            name,
            isCurrent: slug === category,
          }))}
        />
      )}
      <nav aria-label={t('common.state')} className="state-chips no-print">
        {[undefined, ...postStates].map((one) => (
          <AppLink
            key={one ?? ''}
            href={searchAddress({ q, category, state: one })}
            aria-current={one === state ? 'true' : undefined}
            className="state-chip"
          >
            {one ? stateNames[one] : t('common.all')}
          </AppLink>
        ))}
      </nav>
    </>
  )
}

/** What most people want, for those who haven't searched yet or found nothing. */
export async function PopularPosts() {
  const { posts } = await getFirstPosts({ order: 'top' }, 5)
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="popular" className="mt-6">
      <h2 id="popular" className="small-title mb-2">
        {t('search.filters.popularPosts')}
      </h2>
      <div className="post-rows">
        <PostRows posts={postsIn('row', posts)} filter={{}} next={null} />
      </div>
    </section>
  )
}
