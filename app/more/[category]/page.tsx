import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CategoryTabs } from '@/components/category/category-tabs'
import { PostRow } from '@/components/post/post-row'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { listAddress } from '@/lib/post/list-address'
import { isPostOrder } from '@/lib/post/orders'
import { isPostState } from '@/lib/post/states'
import { getCategory, listCategories } from '@/lib/queries/categories'
import { listPosts } from '@/lib/queries/posts'

export const instant = false

export const metadata: Metadata = { title: 'More posts', robots: { index: false, follow: true } }

type Props = {
  params: Promise<{ category: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Where a list goes on for readers without JavaScript: what stands behind /{category}?after=. */
export default async function MorePage({ params, searchParams }: Props) {
  const { category: slug } = await params
  const query = await searchParams
  const category = slug === 'roadmap' ? null : await getCategory(slug)
  if (slug !== 'roadmap' && !category) notFound()
  const filter = {
    category: category?.slug,
    order: typeof query.sort === 'string' && isPostOrder(query.sort) ? query.sort : undefined,
    state: typeof query.state === 'string' && isPostState(query.state) ? query.state : undefined,
  }
  const { posts, next } = await listPosts(filter, String(query.after)).catch(() => notFound())
  return (
    <>
      {category && <CategoryTabs categories={await listCategories()} current={category.slug} />}
      <h1 className="mb-4 text-xl font-semibold">{category?.name ?? 'Roadmap'}, continued</h1>
      {posts.length === 0 ? (
        <EmptyState>Nothing here yet...</EmptyState>
      ) : (
        <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {posts.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </div>
      )}
      <p className="mt-4 flex gap-2">
        <a href={listAddress(filter)} className={buttonClass('outline')}>
          Back to the start
        </a>
        {next && (
          <a href={listAddress(filter, next)} className={buttonClass('outline')}>
            Load more
          </a>
        )}
      </p>
    </>
  )
}
