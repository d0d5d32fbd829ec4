import 'server-only'
import { isoTime } from '../supabase/iso-time'
import { publicClient } from '../supabase/public'
import { viewerClient } from '../supabase/server'

export type MergedPost = Awaited<ReturnType<typeof listMergedPosts>>[number]

/** What the posts that were merged into this one said, by their ids, the oldest merge first. */
export async function listMergedPosts(postId: number) {
  const { data } = await publicClient.rpc('merged_posts', { of_post: postId }).throwOnError()
  return data.map((row) => ({
    id: row.id,
    details: row.details,
    createdAt: isoTime(row.created_at),
    authorId: row.author_id as string | null,
    authorName: row.author_name as string | null,
    authorIsTeam: row.author_is_team,
  }))
}

/** The address of the post that a merged one leads to; null when it is not merged. */
export async function getStandingPost(postId: number) {
  const { data } = await publicClient
    .from('post_merges')
    .select('stays:posts!post_merges_stays_id_fkey(id, slug, categories!inner(slug))')
    .eq('post_id', postId)
    .is('undone_at', null)
    .maybeSingle()
    .throwOnError()
  return data && { id: data.stays.id, categorySlug: data.stays.categories.slug, slug: data.stays.slug }
}

type Previewed = {
  id: number
  title: string
  slug: string
  category_slug: string
  votes_total: number
  comments_total: number
  images_total: number
  stays: boolean
}

/** What merging these posts would make of them, as admins may see; null when the one that is to stay is gone. */
export async function readMergePreview(postIds: number[], intoId: number) {
  const client = await viewerClient()
  const { data } = await client.rpc('merge_preview', { post_ids: postIds, into_id: intoId }).throwOnError()
  return data as {
    posts: Previewed[]
    votes_total: number
    voted_more: number
    comments_total: number
    images_total: number
  } | null
}
