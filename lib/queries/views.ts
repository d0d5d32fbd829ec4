import 'server-only'
import { readDashboardQuery } from '../post/dashboard-query'
import { viewerClient } from '../supabase/server'
import { isDataException } from '../supabase/data-exception'

export type View = Awaited<ReturnType<typeof listViews>>[number]

/** The views of the person who asks and those that are shared with the team, by name. */
export async function listViews() {
  const client = await viewerClient()
  const { data } = await client
    .from('dashboard_views')
    .select('id, owner_id, name, query, is_shared')
    .order('name')
    .throwOnError()
  return data.map(({ owner_id, is_shared, ...view }) => ({ ...view, ownerId: owner_id, isShared: is_shared }))
}

/** How many posts each view shows now, or more where that is not exact; null where its filter is no longer understood. */
export async function countViews() {
  const client = await viewerClient()
  const views = await listViews()
  const counts = await Promise.all(
    views.map(async ({ id, query }) => {
      const { filter } = readDashboardQuery(Object.fromEntries(new URLSearchParams(query)))
      const { data, error } = await client.rpc('admin_posts_total', { filter }).single()
      if (error && !isDataException(error)) throw error
      return [id, data && { total: data.total, isTotalExact: data.is_exact }] as const
    }),
  )
  return Object.fromEntries(counts)
}
