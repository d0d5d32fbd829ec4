import { shownName } from '../words/shown-name'
import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { commentsTag, personTags, postTag } from '../cache-tags'
import { postAddress } from '../post/address'
import { linkMentions } from '../post/link-mentions'
import type { Database } from '../supabase/database.types'
import { parseMarkdown } from '../text/markdown'
import type { Mentioned } from '../text/mention'
import { storageAddress } from '../supabase/storage-address'
import { publicClient } from '../supabase/public'
import { viewerClient } from '../supabase/server'
import { listImages } from './images'
import { readOwn } from './read-own'
import { isDataException } from '../supabase/database-errors'

type StatedRow = Database['public']['Functions']['list_replies']['Returns'][number]
/** The generated types don't know which columns of a function can be null. */
type Nullable = 'hidden_reason' | 'edited_at' | 'author_id' | 'author_name' | 'author_avatar'
type ReplyRow = { [Column in keyof StatedRow]: StatedRow[Column] | (Column extends Nullable ? null : never) }

export type ListedReply = ReturnType<typeof toReply>
export type ListedComment = Awaited<ReturnType<typeof listComments>>['comments'][number]

/** Oldest first, each with its first replies. `next` is null on the last page. */
export async function listComments(postId: number, after: string | null = null, limit = 20) {
  const { data } = await publicClient
    .rpc('list_comments', { of_post: postId, after_cursor: after ?? undefined, max_rows: limit + 1 })
    .throwOnError()
  const rows = data.slice(0, limit).map((row) => ({ ...row, replies: row.replies as ReplyRow[] }))
  const images = await listImages(
    'comment_id',
    rows.flatMap((row) => [row, ...row.replies]).map(({ id }) => id),
  )
  const comments = rows.map((row) => ({
    ...toReply(row, images),
    deletedAt: row.deleted_at as string | null,
    repliesTotal: row.replies_total,
    replies: row.replies.map((reply) => toReply(reply, images)),
    mergedFrom: row.merged_from as string | null,
  }))
  return { comments, next: data.length > limit ? comments[comments.length - 1]!.cursor : null }
}

export async function listReplies(commentId: number, after: string | null = null, limit = 20) {
  const { data } = await publicClient
    .rpc('list_replies', { of_comment: commentId, after_cursor: after ?? undefined, max_rows: limit + 1 })
    .throwOnError()
  const rows = data.slice(0, limit)
  const images = await listImages(
    'comment_id',
    rows.map(({ id }) => id),
  )
  const replies = rows.map((row) => toReply(row, images))
  return { replies, next: data.length > limit ? replies[replies.length - 1]!.cursor : null }
}

export type WaitingComment = Awaited<ReturnType<typeof listWaitingComments>>[number]

export async function listWaitingComments(postId: number) {
  const rows = await readOwn((client) => client.rpc('my_waiting').eq('on_post', postId))
  const ids = rows.map(({ comment_id }) => comment_id)
  const images = await listImages('comment_id', ids, await viewerClient())
  return rows.toReversed().map((row) => ({
    id: row.comment_id,
    parent: row.parent_id as number | null,
    body: parseMarkdown(row.body),
    createdAt: row.created_at,
    images: images.get(row.comment_id) ?? [],
  }))
}

export async function findCommentPlace(commentId: number) {
  const { data: comment } = await publicClient
    .from('comments')
    .select('post_id, parent_id')
    .eq('id', commentId)
    .maybeSingle()
    .throwOnError()
  const post = comment && (await readPlace(comment.post_id))
  return post && { post: post.id, parent: comment.parent_id, address: postAddress(post) }
}

export async function getFirstComments(postId: number) {
  'use cache'
  cacheLife('board')
  cacheTag(commentsTag(postId))
  const page = await listComments(postId)
  const shown = page.comments.flatMap((comment) => [comment, ...comment.replies])
  cacheTag(...personTags(shown.map(({ authorId }) => authorId)))
  return page
}

export async function getMoreComments(postId: number, after: string) {
  'use cache'
  cacheLife('board')
  cacheTag(commentsTag(postId))
  const [post, page] = await Promise.all([getPlace(postId), orNull(listComments(postId, after))])
  if (!post || !page) return null
  const shown = page.comments.flatMap((comment) => [comment, ...comment.replies])
  cacheTag(...personTags(shown.map(({ authorId }) => authorId)))
  return { post, ...page }
}

export async function getMoreReplies(commentId: number, after: string) {
  'use cache'
  cacheLife('board')
  const { data: comment } = await publicClient
    .from('comments')
    .select('post_id')
    .eq('id', commentId)
    .maybeSingle()
    .throwOnError()
  if (!comment) return null
  cacheTag(commentsTag(comment.post_id))
  const [post, page] = await Promise.all([getPlace(comment.post_id), orNull(listReplies(commentId, after))])
  if (!post || !page) return null
  cacheTag(...personTags(page.replies.map(({ authorId }) => authorId)))
  return { post, ...page }
}

const orNull = <Page>(page: Promise<Page>): Promise<Page | null> =>
  page.catch((error: unknown) => {
    if (isDataException(error)) return null
    throw error
  })

function getPlace(postId: number) {
  cacheTag(postTag(postId))
  return readPlace(postId)
}

async function readPlace(postId: number) {
  const { data } = await publicClient
    .from('posts')
    .select('id, title, slug, category:categories!inner(slug)')
    .eq('id', postId)
    .maybeSingle()
    .throwOnError()
  return data && { id: data.id, title: data.title, slug: data.slug, categorySlug: data.category.slug }
}

function toReply(row: ReplyRow, images: Awaited<ReturnType<typeof listImages>>) {
  return {
    id: row.id,
    body: linkMentions(parseMarkdown(row.body), row.mentions as Mentioned[]),
    createdAt: row.created_at,
    editedAt: row.edited_at,
    authorId: row.author_id,
    authorName: shownName(row.author_name),
    authorAvatar: storageAddress('avatars', row.author_avatar),
    authorIsTeam: row.author_is_team,
    cursor: row.row_cursor,
    images: images.get(row.id) ?? [],
    hiddenReason: row.hidden_reason,
  }
}
