import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { postTag } from '../cache-tags'
import { publicClient } from '../supabase/public'

/** What the share image of a post says; null when there is no such post. */
export async function getSharedPost(id: number) {
  'use cache'
  cacheLife('board')
  cacheTag(postTag(id))
  const { data } = await publicClient
    .from('posts')
    .select('id, title, state, votes_total, category:categories(name)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data && { ...data, votesTotal: data.votes_total }
}
