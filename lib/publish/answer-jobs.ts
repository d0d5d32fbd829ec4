import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { hasSecret } from './check-secret'

const noStore = { 'Cache-Control': 'no-store' }
/** In milliseconds, so that hosts with a limit of a minute don't cut it off. */
const longest = 45_000

/** Runs due jobs and reports them, for a host's cron. A host without long-running processes has no other worker. */
export async function answerJobs(request: Request): Promise<Response> {
  const { JOBS_SECRET, DATABASE_URL } = env
  if (!JOBS_SECRET || !DATABASE_URL) return new Response('Not found.\n', { status: 404, headers: noStore })
  if (!hasSecret(request, JOBS_SECRET))
    return new Response('Wrong secret.\n', { status: 401, headers: noStore })
  try {
    const { workOnce } = await import('../jobs/work')
    await workOnce(DATABASE_URL, longest)
    return Response.json({ done: true }, { headers: noStore })
  } catch (error) {
    log('error', 'Jobs could not be done', { reason: (error as Error).message })
    return Response.json({ done: false }, { status: 503, headers: noStore })
  }
}
