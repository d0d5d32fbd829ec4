import 'server-only'
import { viewerClient } from '../supabase/server'

export type CategorySettings = Awaited<ReturnType<typeof listCategorySettings>>[number]

/** Every category in its order with how many posts it has, for admins. */
export async function listCategorySettings() {
  const { data } = await (
    await viewerClient()
  )
    .from('categories')
    .select('id, slug, name, description, prompt, details_prompt, archived_at, post_totals(posts)')
    .order('position')
    .order('id')
    .throwOnError()
  return data.map(({ post_totals, archived_at, prompt, details_prompt, ...category }) => ({
    ...category,
    prompt: prompt ?? '',
    detailsPrompt: details_prompt ?? '',
    isArchived: archived_at !== null,
    posts: post_totals.reduce((sum, { posts }) => sum + posts, 0),
  }))
}
