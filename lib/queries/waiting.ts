import 'server-only'
import { viewerClient } from '../supabase/server'

export type Waiting = Awaited<ReturnType<typeof countWaiting>>

export async function countWaiting() {
  const client = await viewerClient()
  const [inbox, reports] = await Promise.all([
    client.rpc('admin_posts_total', { filter: { inbox: true } }).single(),
    client.rpc('admin_reports', { max_rows: 1 }),
  ])
  return {
    inbox: { total: inbox.data?.total ?? 0, isTotalExact: inbox.data?.is_exact ?? true },
    reports: reports.data?.[0]?.total ?? 0,
  }
}
