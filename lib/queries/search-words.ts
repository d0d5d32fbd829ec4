import 'server-only'
import { viewerClient } from '../supabase/server'

export type Synonyms = Awaited<ReturnType<typeof listSynonyms>>[number]

/** Groups of words that mean the same to a search, the newest first; for admins. */
export async function listSynonyms() {
  const { data } = await (
    await viewerClient()
  )
    .from('synonyms')
    .select('id, words')
    .order('id', { ascending: false })
    .limit(500)
    .throwOnError()
  return data
}

/** What people looked for and nothing was found, most often first; for admins. */
export async function listSearchMisses() {
  const { data } = await (await viewerClient()).rpc('admin_search_misses').throwOnError()
  return data.map(({ words, times, last_at }) => ({ words, times, lastAt: last_at }))
}
