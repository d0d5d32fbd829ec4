import 'server-only'
import type { FollowLevel, FollowReason } from '../post/follow-levels'
import { postAddress } from '../post/address'
import { readOwn } from './read-own'

export type Follow = { level: FollowLevel | null; reason: FollowReason | null }
export type FollowedPost = Awaited<ReturnType<typeof listFollows>>['posts'][number]

const pageSize = 20

export async function getOwnFollow(postId: number): Promise<Follow | null> {
  const rows = await readOwn((client) => client.rpc('my_follow', { post_id: postId }))
  return (rows[0] as Follow | undefined) ?? null
}

export async function listFollows(before: number | null = null) {
  const rows = await readOwn((client) =>
    client.rpc('my_follows', { before_post: before ?? undefined, max_rows: pageSize + 1 }),
  )
  const posts = rows.slice(0, pageSize).map((row) => ({
    id: row.post_id,
    title: row.title,
    address: postAddress({ categorySlug: row.category_slug, slug: row.slug }),
    state: row.state,
    level: row.level,
    reason: row.reason as FollowReason,
  }))
  return { posts, next: rows.length > pageSize ? String(posts[posts.length - 1]!.id) : null }
}
