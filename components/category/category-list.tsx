import { t } from '@/lib/words/t'
import { listAddress, type ListFilter } from '@/lib/post/address'
import { type Listed, listCategories } from '@/lib/queries/categories'
import { postsIn } from '@/lib/queries/post-fields'
import { countPosts, getFirstPosts } from '@/lib/queries/posts'
import { CreatePost } from '../post/create-post'
import { NewPostLink } from '../post/new-post-link'
import { PostRows } from '../post/post-rows'
import { StateFilter } from '../post/state-filter'
import { EmptyState } from '../ui/empty-state'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { CategorySearch } from './category-search'
import { CategoryTabs } from './category-tabs'

export async function CategoryList(props: { category: Listed; filter: ListFilter }) {
  const { category, filter } = props
  const { slug, name, description, prompt, isArchived } = category
  const [categories, totals, { posts, next }] = await Promise.all([
    listCategories(),
    countPosts(filter.category),
    getFirstPosts(filter),
  ])
  const isEmptyAmongOthers = posts.length === 0 && filter.category && (await hasPosts())
  const open = categories.filter((each) => !each.isArchived)
  return (
    <>
      <div className="list-heading">
        <h1 className="page-title">{name}</h1>
        {description && (
          <p>
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      <CategoryTabs categories={categories} current={slug} />
      <CategorySearch
        category={{ slug: filter.category, name }}
        state={filter.state}
        isArchived={isArchived}
        create={
          isArchived ? (
            <p className="archived">{t('category.list.thisCategoryIsArchived')}</p>
          ) : (
            <CreatePost
              category={slug}
              prompt={prompt}
              choices={open.map((each) => ({
                slug: each.slug,
                name: each.name,
                detailsPrompt: each.details_prompt,
              }))}
            />
          )
        }
        tools={
          <div className="list-tools">
            <StateFilter filter={filter} totals={totals} />
            <SortLinks filter={filter} />
          </div>
        }
      >
        {posts.length === 0 ? (
          <EmptyState
            hint={
              !filter.state &&
              !isArchived &&
              t(
                filter.category
                  ? 'category.list.postsInThisCategory'
                  : 'roadmap.postTable.postsAppearHereWith',
              )
            }
            action={
              filter.state ? (
                <ButtonLink href={listAddress({ ...filter, state: undefined })}>
                  {t('common.showAllStates')}
                </ButtonLink>
              ) : (
                <>
                  {!isArchived && <NewPostLink category={slug} />}
                  {isEmptyAmongOthers && (
                    <ButtonLink href={listAddress({})}>{t('category.list.allFeedback')}</ButtonLink>
                  )}
                </>
              )
            }
          />
        ) : (
          <div className="post-rows">
            <PostRows posts={postsIn('row', posts)} filter={filter} next={next} />
          </div>
        )}
      </CategorySearch>
    </>
  )
}

async function hasPosts(): Promise<boolean> {
  return Object.values(await countPosts()).some((count) => count > 0)
}

const sorts = [
  {
    order: 'top',
    get name() {
      return t('category.list.top')
    },
  },
  {
    order: 'newest',
    get name() {
      return t('category.list.newest')
    },
  },
  {
    order: 'trending',
    get name() {
      return t('common.trending')
    },
  },
] as const

function SortLinks({ filter }: { filter: ListFilter }) {
  return (
    <nav aria-label={t('category.list.sort')} className="segments no-print mb-3">
      {sorts.map(({ order, name }) => (
        <AppLink
          key={order}
          href={listAddress({ ...filter, order })}
          aria-current={order === (filter.order ?? 'top') ? 'true' : undefined}
        >
          {name}
        </AppLink>
      ))}
    </nav>
  )
}
