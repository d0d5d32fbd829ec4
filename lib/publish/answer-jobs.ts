import 'server-only'
import { revalidatePath, revalidateTag } from 'next/cache'
import { sitemapTag } from '../cache-tags'
import { env } from '../env'
import { log } from '../log'
import { hasSecret } from './check-secret'

const noStore = { 'Cache-Control': 'no-store' }
/** In milliseconds, so that hosts with a limit of a minute don't cut it off. */
const longest = 45_000

const notFound = () => new Response('Not found.\n', { status: 404, headers: noStore })

function refuseWithoutSecret(request: Request): Response | null {
  if (!env.JOBS_SECRET) return notFound()
  if (hasSecret(request, env.JOBS_SECRET)) return null
  return new Response('Wrong secret.\n', { status: 401, headers: noStore })
}

export function answerChanges(request: Request): Response {
  const refusal = refuseWithoutSecret(request)
  if (refusal) return refusal
  revalidateTag(sitemapTag(), { expire: 0 })
  revalidatePath('/', 'layout')
  return Response.json({ done: true }, { headers: noStore })
}

export async function answerJobs(request: Request): Promise<Response> {
  const { DATABASE_URL } = env
  const refusal = refuseWithoutSecret(request)
  if (refusal) return refusal
  if (!DATABASE_URL) return notFound()
  try {
    const { workOnce } = await import('../jobs/work')
    await workOnce(DATABASE_URL, longest)
    return Response.json({ done: true }, { headers: noStore })
  } catch (error) {
    log('error', 'Jobs could not be done', { reason: (error as Error).message })
    return Response.json({ done: false }, { status: 503, headers: noStore })
  }
}
