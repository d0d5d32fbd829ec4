import { CreatePost } from '@/components/post/create-post'
import { PostRows } from '@/components/post/post-list'
import { StateFilter } from '@/components/post/state-filter'
import { EmptyState, NextStep } from '@/components/ui/empty-state'
import { listAddress, type ListFilter } from '@/lib/post/address'
import { type Category, listCategories } from '@/lib/queries/categories'
import { postsIn } from '@/lib/queries/post-looks'
import { countPosts, getFirstPosts } from '@/lib/queries/posts'
import { CategorySearch } from './category-search'
import { CategoryTabs } from './category-tabs'
import { SortLinks } from './sort-links'

/** A category's page: what it is about, and its posts in the order and state the address asks for. */
export async function CategoryList(props: { category: Category; filter: ListFilter & { category: string } }) {
  const { category, filter } = props
  const { slug, name, description, prompt, details_prompt: detailsPrompt, isArchived } = category
  const [categories, totals, { posts, next }] = await Promise.all([
    listCategories(),
    countPosts(slug),
    getFirstPosts(filter),
  ])
  const states = <StateFilter filter={filter} totals={totals} />
  return (
    <>
      <CategoryTabs categories={categories} current={slug} />
      <div className="mb-4">
        <h1 className="text-xl font-semibold">{name}</h1>
        {description && <p className="mt-1 max-w-[65ch] text-ink-soft">{description}</p>}
      </div>
      <CategorySearch
        category={{ slug, name }}
        state={filter.state}
        isArchived={isArchived}
        create={
          isArchived ? (
            <p className="flex min-h-11 flex-1 items-center text-ink-soft">
              This category is archived: it takes no new posts.
            </p>
          ) : (
            <CreatePost category={slug} prompt={prompt} detailsPrompt={detailsPrompt} />
          )
        }
        tools={
          <div className="mb-1 flex flex-wrap items-start justify-between gap-x-4">
            {states}
            <SortLinks filter={filter} />
          </div>
        }
        states={<div className="mb-1">{states}</div>}
      >
        {posts.length === 0 ? (
          // The way to a new post stands right above.
          <EmptyState
            action={
              filter.state && (
                <NextStep href={listAddress({ ...filter, state: undefined })}>Show all states</NextStep>
              )
            }
          >
            Nothing here yet...
          </EmptyState>
        ) : (
          <div className="post-rows">
            <PostRows posts={postsIn('row', posts)} filter={filter} next={next} />
          </div>
        )}
      </CategorySearch>
    </>
  )
}
