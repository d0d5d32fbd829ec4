import { shownName } from '../words/shown-name'
import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { personTags, postTag } from '../cache-tags'
import type { PostState } from '../post/states'
import { publicClient } from '../supabase/public'
import { viewerClient } from '../supabase/server'
import { listCategories } from './categories'
import { plainText } from '../text/plain-text'

export async function getMergedPosts(postId: number) {
  'use cache'
  cacheLife('board')
  cacheTag(postTag(postId))
  const { data } = await publicClient.rpc('merged_posts', { of_post: postId }).throwOnError()
  cacheTag(...personTags(data.map(({ author_id }) => author_id)))
  return data.map((row) => ({
    id: row.id,
    title: row.title,
    details: row.details,
    createdAt: row.created_at,
    authorId: row.author_id as string | null,
    authorName: shownName(row.author_name as string | null),
    authorIsTeam: row.author_is_team,
  }))
}

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
  state: PostState
  votes_total: number
  comments_total: number
  images_total: number
  stays: boolean
}

export async function readMergePreview(postIds: number[], intoId: number) {
  const client = await viewerClient()
  const [{ data }, categories] = await Promise.all([
    client.rpc('merge_preview', { post_ids: postIds, into_id: intoId }).throwOnError(),
    listCategories(),
  ])
  const preview = data as {
    posts: Previewed[]
    votes_total: number
    voted_more: number
    followers_total: number
    comments_total: number
    images_total: number
  } | null
  const nameOf = (slug: string) => categories.find((category) => category.slug === slug)?.name ?? ''
  return (
    preview && {
      ...preview,
      posts: preview.posts.map((post) => ({ ...post, category_name: nameOf(post.category_slug) })),
    }
  )
}

type SuggestedPost = Omit<Previewed, 'images_total' | 'stays'> & { excerpt: string }

export type SuggestedPair = Awaited<ReturnType<typeof listSuggestedPairs>>[number]

export async function listSuggestedPairs() {
  const client = await viewerClient()
  const { data } = await client.rpc('suggest_merges').throwOnError()
  const pairs = data as { said_by: number; shared: string[]; posts: [SuggestedPost, SuggestedPost] }[]
  return pairs.map(({ said_by, shared, posts }) => ({
    saidBy: said_by,
    shared,
    posts: posts.map((post) => ({
      id: post.id,
      title: post.title,
      slug: post.slug,
      categorySlug: post.category_slug,
      state: post.state,
      votesTotal: post.votes_total,
      commentsTotal: post.comments_total,
      excerpt: plainText(post.excerpt, 180),
    })),
  }))
}

export const mergedIdsOf = ({ merges }: { merges: { post: number }[] }): number[] =>
  merges.map(({ post }) => post)

/** For a merged post, that of the post it redirects to. */
export async function getSharedPost(id: number) {
  'use cache'
  cacheLife('board')
  cacheTag(postTag(id))
  const own = await readSharedPost(id)
  if (own) return own
  const standing = await getStandingPost(id)
  if (!standing) return null
  cacheTag(postTag(standing.id))
  return readSharedPost(standing.id)
}

async function readSharedPost(id: number) {
  const { data } = await publicClient
    .from('posts')
    .select('id, title, state, votes_total, category:categories(name)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, votesTotal: data.votes_total }
}
