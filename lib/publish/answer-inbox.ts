import 'server-only'
import { readDashboardQuery } from '../post/dashboard-query'
import { listAdminPosts } from '../queries/dashboard'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'
import { isDataException } from '../supabase/database-errors'
import { answerPrivate } from './answer-query'

/** The posts that follow in the inbox, for the team: a query as the dashboard's address has it. */
export async function answerInbox(request: Request): Promise<Response> {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  const query = readDashboardQuery(Object.fromEntries(new URL(request.url).searchParams))
  try {
    const { rows, after } = await listAdminPosts(query)
    return answerPrivate({ rows, after })
  } catch (error) {
    if (isDataException(error)) return answerPrivate({ message: 'Unknown query.' }, 400)
    throw error
  }
}
