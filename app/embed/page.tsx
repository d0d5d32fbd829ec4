import '@/app/more.css'
import { PostsView } from '@/components/widget/posts-view'
import { postsIn } from '@/lib/queries/post-fields'
import { getFirstPosts } from '@/lib/queries/posts'
import { listCategories } from '@/lib/queries/categories'
import { titled } from '@/lib/publish/page-metadata'
import { env } from '@/lib/env'

export const ensureStatic = 'navigation'

export const generateMetadata = titled('common.feedback', { robots: { index: false } })

export default async function EmbedPage() {
  if (env.SIGNPOST_OFFLINE_BUILD) return null
  const [{ posts, next }, categories] = await Promise.all([getFirstPosts({}), listCategories()])
  return (
    <PostsView
      posts={postsIn('row', posts)}
      next={next}
      categories={categories
        .filter(({ isArchived }) => !isArchived)
        .map(({ slug, name }) => ({ slug, name }))}
    />
  )
}
