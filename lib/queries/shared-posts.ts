import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { postTag } from '../cache-tags'
import { publicClient } from '../supabase/public'
import { getStandingPost } from './merges'

/** What the share image of a post says, of a merged one that of the post it leads to; null when there is no such post. */
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
