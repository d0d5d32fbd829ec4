import { shownName } from '../words/shown-name'
import 'server-only'
import { getViewer } from '../session/viewer'
import { viewerClient } from '../supabase/server'

export type OwnPost = Awaited<ReturnType<typeof listOwnPosts>>[number]

const most = 50

export async function listOwnPosts() {
  const viewer = await getViewer()
  if (!viewer) return []
  const { data } = await (
    await viewerClient()
  )
    .from('posts')
    .select('id, slug, title, state, votes_total, comments_total, created_at, categories!inner(slug)')
    .eq('author_id', viewer.id)
    .order('id', { ascending: false })
    .limit(most)
    .throwOnError()
  return data.map((post) => ({
    id: post.id,
    categorySlug: post.categories.slug,
    slug: post.slug,
    title: post.title,
    state: post.state,
    votesTotal: post.votes_total,
    commentsTotal: post.comments_total,
    createdAt: post.created_at,
    authorId: viewer.id,
    authorName: shownName(viewer.name),
    authorIsTeam: viewer.role !== null,
  }))
}
