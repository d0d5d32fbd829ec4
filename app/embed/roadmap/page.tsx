import '@/app/more.css'
import { RoadmapView } from '@/components/widget/roadmap-view'
import { postsIn } from '@/lib/queries/post-fields'
import { getFirstPosts } from '@/lib/queries/posts'
import { titled } from '@/lib/publish/page-metadata'
import { env } from '@/lib/env'

export const ensureStatic = 'navigation'

export const generateMetadata = titled('common.roadmap', { robots: { index: false } })

const shown = ['in-progress', 'planned', 'completed'] as const
const pageSize = 10

export default async function EmbedRoadmapPage() {
  if (env.SIGNPOST_OFFLINE_BUILD) return null
  const lists = await Promise.all(
    shown.map(async (state) => {
      const { posts, next } = await getFirstPosts({ state }, pageSize)
      return { state, posts: postsIn('card', posts), next }
    }),
  )
  return <RoadmapView lists={lists} limit={pageSize} />
}
