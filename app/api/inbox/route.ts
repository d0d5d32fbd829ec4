import { readDashboardQuery } from '@/lib/post/dashboard-query'
import { answerTeam } from '@/lib/publish/answer'
import { listAdminPosts } from '@/lib/queries/dashboard'
import { freeQuery } from '@/lib/schemas/query'

/** The next posts in the inbox. The query is that of the dashboard's address. */
export const GET = answerTeam(freeQuery, async (query) => {
  const { rows, after } = await listAdminPosts(readDashboardQuery(query))
  return { rows, after }
})
