import { t } from '@/lib/words/t'
import '@/app/_kinds/rows.css'
import type { Metadata } from 'next'
import { notFound, permanentRedirect } from 'next/navigation'
import { CategoryTabs } from '@/components/category/category-tabs'
import { PostRow, PostRowOfAll } from '@/components/post/post-row'
import { MissingPage } from '@/components/shell/missing-page'
import { PageWords } from '@/components/shell/page-words'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { listAddress, offlineParams } from '@/lib/post/address'
import { readCursorPart } from '@/lib/post/cursor-part'
import { isPostOrder, isPostState } from '@/lib/post/states'
import { filterOf, findListed, listCategories } from '@/lib/queries/categories'
import { getMorePosts } from '@/lib/queries/posts'

export const ensureStatic = 'navigation'
export const prefetch = 'partial'

type Props = { params: Promise<{ category: string; after: string; order: string; state: string }> }

export function generateStaticParams() {
  return [offlineParams('category', 'after', 'order', 'state')]
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await findPage(params))) notFound()
  return { title: t('pages.moreCategoryAfterOrderState.morePosts'), robots: { index: false, follow: true } }
}

/** Further posts of a list, for readers without JavaScript. /{category}?after= is rewritten to this page. */
export default async function MorePage({ params }: Props) {
  const page = await findPage(params)
  if (!page) return <MissingPage />
  const { category, filter, posts, next } = page
  const Row = filter.category ? PostRow : PostRowOfAll
  return (
    <PageWords of="posts">
      <CategoryTabs categories={await listCategories()} current={category.slug} />
      <h1 className="page-title mb-4">{t('common.continued', { what: category.name })}</h1>
      {posts.length === 0 ? (
        <EmptyState />
      ) : (
        <div className="post-rows">
          {posts.map((post) => (
            <Row key={post.id} post={post} />
          ))}
        </div>
      )}
      <p className="mt-4 flex gap-2">
        <a href={listAddress(filter)} className={buttonClass('outline')}>
          {t('pages.moreCategoryAfterOrderState.backToTheStart')}
        </a>
        {next && (
          <a href={listAddress(filter, next)} className={buttonClass('outline')}>
            {t('common.loadMore')}
          </a>
        )}
      </p>
    </PageWords>
  )
}

async function findPage(params: Props['params']) {
  const { category: slug, after, order, state } = await params
  const category = await findListed(slug)
  if (!category || !isPostOrder(order)) return null
  const filter = { category: filterOf(category), order, state: isPostState(state) ? state : undefined }
  if (category.slug !== slug) permanentRedirect(listAddress(filter, readCursorPart(after)))
  const page = await getMorePosts(filter, readCursorPart(after))
  return page && { category, filter, ...page }
}
