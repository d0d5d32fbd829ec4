import 'server-only'
import { cacheLife, cacheTag } from 'next/cache'
import { postTag } from '../cache-tags'
import { type ShareFacts, postShareFacts } from '../publish/share-facts'
import { publicClient } from '../supabase/public'

/** What the share image of a post says; null when there is no such post. */
export async function getPostShareFacts(id: number): Promise<ShareFacts | null> {
  'use cache'
  cacheLife('board')
  cacheTag(postTag(id))
  const { data } = await publicClient
    .from('posts')
    .select('id, title, state, votes_total, categories(name)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data && postShareFacts({ ...data, votesTotal: data.votes_total, category: data.categories })
}
