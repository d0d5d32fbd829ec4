import { CreatePost } from '@/components/post/create-post'
import { LoadMorePosts } from '@/components/post/load-more-posts'
import { PostRow } from '@/components/post/post-row'
import { StateFilter } from '@/components/post/state-filter'
import { EmptyState, NextStep } from '@/components/ui/empty-state'
import { listAddress, type ListFilter } from '@/lib/post/list-address'
import { listCategories } from '@/lib/queries/categories'
import { countPosts, getFirstPosts } from '@/lib/queries/posts'
import { CategoryTabs } from './category-tabs'
import { SortLinks } from './sort-links'

/** A category's page: what it is about, and its posts in the order and state the address asks for. */
export async function CategoryList(props: {
  category: { slug: string; name: string; description: string }
  filter: ListFilter & { category: string }
}) {
  const { category, filter } = props
  const [categories, totals, { posts, next }] = await Promise.all([
    listCategories(),
    countPosts(category.slug),
    getFirstPosts(filter),
  ])
  return (
    <>
      <CategoryTabs categories={categories} current={category.slug} />
      <div className="mb-4">
        <h1 className="text-xl font-semibold">{category.name}</h1>
        {category.description && <p className="mt-1 max-w-[65ch] text-ink-soft">{category.description}</p>}
      </div>
      <CreatePost category={category.slug} />
      <div className="mb-1 flex flex-wrap items-start justify-between gap-x-4">
        <StateFilter filter={filter} totals={totals} />
        <SortLinks filter={filter} />
      </div>
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
        <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
          {next && <LoadMorePosts filter={filter} next={next} look="row" />}
        </div>
      )}
    </>
  )
}
