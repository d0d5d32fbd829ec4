import 'server-only'
import { env } from '../env'

const noStore = { 'Cache-Control': 'no-store' }
const patience = 2_000

export const answerLiveness = (): Response =>
  Response.json({ status: 'ok', version: env.SIGNPOST_VERSION }, { headers: noStore })

export async function answerReadiness(): Promise<Response> {
  const [database, storage] = await Promise.all([
    answers('/rest/v1/categories?select=id&limit=1', (status) => status === 200),
    // Asks for an object that doesn't exist: any response from the storage will do.
    answers('/storage/v1/object/public/images/health', (status) => status < 500),
  ])
  const isReady = database && storage
  return Response.json(
    { status: isReady ? 'ok' : 'unavailable', database, storage },
    { status: isReady ? 200 : 503, headers: noStore },
  )
}

async function answers(path: string, isFine: (status: number) => boolean): Promise<boolean> {
  try {
    const { status } = await fetch(env.NEXT_PUBLIC_SUPABASE_URL + path, {
      headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
      signal: AbortSignal.timeout(patience),
      cache: 'no-store',
    })
    return isFine(status)
  } catch {
    return false
  }
}
