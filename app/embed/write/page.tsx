import '@/app/more.css'
import { WriteView } from '@/components/widget/write-view'
import { listCategories } from '@/lib/queries/categories'
import { titled } from '@/lib/publish/page-metadata'
import { env } from '@/lib/env'

export const ensureStatic = 'navigation'

export const generateMetadata = titled('common.newPost', { robots: { index: false } })

export default async function EmbedWritePage() {
  const categories = env.SIGNPOST_OFFLINE_BUILD ? [] : await listCategories()
  return (
    <WriteView
      categories={categories
        .filter(({ isArchived }) => !isArchived)
        .map(({ slug, name, details_prompt }) => ({ slug, name, detailsPrompt: details_prompt }))}
    />
  )
}
