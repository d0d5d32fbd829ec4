import { t } from '@/lib/words/t'
import { searchAddress } from '@/lib/post/address'
import type { PostState } from '@/lib/post/states'
import { listCategories } from '@/lib/queries/categories'
import { postsIn } from '@/lib/queries/post-fields'
import { getFirstPosts } from '@/lib/queries/posts'
import { getSite } from '@/lib/queries/site'
import { PostRows } from '../post/post-rows'
import { LinkTabs } from '../ui/link-tabs'
import { StateLinks } from './state-links'

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
      <StateLinks query={q} category={category} state={state} names={stateNames} />
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
