import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { boardTag, categoryTag, commentsTag, personTags, postTag } from '../cache-tags'
import { env } from '../env'
import type { PostOrder, PostState } from '../post/states'
import { linkPost, type PublicPost } from '../post/public-format'
import type { Database } from '../supabase/database.types'
import { publicClient } from '../supabase/public'

export type ApiPost = ReturnType<typeof linkPost<PublicPost>>

export async function readApiPosts(ids: number[]): Promise<ApiPost[]> {
  if (ids.length === 0) return []
  const { data } = await publicClient.rpc('api_posts', { post_ids: ids }).throwOnError()
  return (data as PublicPost[]).map((post) => linkPost(post, env.SITE_URL))
}

export async function pairWithPosts<Row extends { id: number }>(rows: Row[]) {
  const posts = new Map((await readApiPosts(rows.map(({ id }) => id))).map((post) => [post.id, post]))
  return rows.flatMap((row) => {
    const post = posts.get(row.id)
    return post ? [{ row, post }] : []
  })
}

export async function getApiPost(id: number): Promise<ApiPost | null> {
  'use cache'
  cacheLife('board')
  cacheTag(postTag(id))
  const [post] = await readApiPosts([id])
  cacheTag(...personTags([post?.author?.id]))
  return post ?? null
}

type Asked = { category?: string; state?: PostState; order: PostOrder; after?: string; limit: number }

export async function getApiPostPage(asked: Asked) {
  return JSON.parse(await readApiPostPage(asked)) as { items: ApiPost[]; next: string | null } | null
}

/** The same as text: storing it takes Next less time than storing objects. */
async function readApiPostPage({ category, state, order, after, limit }: Asked) {
  'use cache'
  cacheLife('board')
  cacheTag(category ? categoryTag(category) : boardTag())
  const { data, error } = await publicClient.rpc('api_post_page', {
    category,
    in_state: state,
    order_by: order,
    after_cursor: after,
    max_rows: limit,
  })
  if (error?.code.startsWith('22')) return 'null'
  if (error) throw error
  const { items, next } = data as { items: PublicPost[]; next: string | null }
  cacheTag(...personTags(items.map(({ author }) => author?.id)))
  return JSON.stringify({ items: items.map((post) => linkPost(post, env.SITE_URL)), next })
}

type StatedRow = Database['public']['Functions']['list_replies']['Returns'][number]

const toComment = (row: StatedRow, post: ApiPost, parent: number | null) => ({
  id: row.id,
  post_id: post.id,
  parent_id: parent,
  body: (row.body as string | null) ?? '',
  author: (row.author_id as string | null)
    ? { id: row.author_id, name: row.author_name, is_team: row.author_is_team }
    : null,
  created_at: row.created_at,
  edited_at: row.edited_at as string | null,
  hidden_reason: row.hidden_reason as string | null,
  url: `${post.url}#comment-${row.id}`,
})

export async function getApiComments(postId: number, after: string | undefined, limit: number) {
  'use cache'
  cacheLife('board')
  cacheTag(commentsTag(postId), postTag(postId))
  const [post, { data, error }] = await Promise.all([
    getApiPost(postId),
    publicClient.rpc('list_comments', { of_post: postId, after_cursor: after, max_rows: limit + 1 }),
  ])
  if (!post || error?.code.startsWith('22')) return null
  if (error) throw error
  const rows = data.slice(0, limit)
  const items = rows.map((row) => ({
    ...toComment(row, post, null),
    replies_total: row.replies_total,
    replies: (row.replies as StatedRow[]).map((reply) => toComment(reply, post, row.id)),
  }))
  cacheTag(...personTags(items.flatMap((item) => [item, ...item.replies]).map(({ author }) => author?.id)))
  return { items, next: data.length > limit ? rows.at(-1)!.row_cursor : null }
}

export async function getApiReplies(commentId: number, after: string | undefined, limit: number) {
  'use cache'
  cacheLife('board')
  const { data: comment } = await publicClient
    .from('comments')
    .select('post_id')
    .eq('id', commentId)
    .maybeSingle()
    .throwOnError()
  if (!comment) return null
  cacheTag(commentsTag(comment.post_id), postTag(comment.post_id))
  const [post, { data, error }] = await Promise.all([
    getApiPost(comment.post_id),
    publicClient.rpc('list_replies', { of_comment: commentId, after_cursor: after, max_rows: limit + 1 }),
  ])
  if (!post || error?.code.startsWith('22')) return null
  if (error) throw error
  const rows = data.slice(0, limit)
  const items = rows.map((row) => toComment(row, post, commentId))
  cacheTag(...personTags(items.map(({ author }) => author?.id)))
  return { items, next: data.length > limit ? rows.at(-1)!.row_cursor : null }
}
