import { readDashboardQuery } from '@/lib/post/dashboard-query'
import { answerTeam } from '@/lib/publish/answer'
import { listAdminPosts } from '@/lib/queries/dashboard'
import { freeQuery } from '@/lib/schemas/query'

/** The posts that follow in the inbox: a query as the dashboard's address has it. */
export const GET = answerTeam(freeQuery, async (query) => {
  const { rows, after } = await listAdminPosts(readDashboardQuery(query))
  return { rows, after }
})
