import 'server-only'
import type { z } from '../schemas/zod'
import { log, requestId } from '../log'
import { isDataException } from '../supabase/database-errors'
import { unstable_rethrow } from 'next/navigation'

/** A JSON answer to a query string: 400 for one that is not understood, 503 when the backend is out of reach. */
export async function answerQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  run: (query: z.infer<Schema>) => Promise<unknown>,
  audience: 'public' | 'private' = 'public',
): Promise<Response> {
  const query = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return Response.json({ message: 'Unknown query.' }, { status: 400 })
  try {
    return Response.json(await run(query.data), {
      headers: { 'cache-control': audience === 'private' ? 'private, no-store' : 'no-cache' },
    })
  } catch (error) {
    if (isDataException(error)) return Response.json({ message: 'Unknown query.' }, { status: 400 })
    const { message, code } = error as Error & { code?: string }
    log('error', message ?? String(error), {
      requestId: requestId(request.headers.get('x-request-id')),
      code,
      path: new URL(request.url).pathname,
    })
    return Response.json(
      { message: 'Please try again in a moment.' },
      { status: 503, headers: unavailableHeaders },
    )
  }
}

/** What is said when something that an answer needs is out of reach. */
export const unavailableHeaders = { 'Retry-After': '10', 'Cache-Control': 'no-store' }

/** A route whose failure is answered with 503: programs that read feeds and sitemaps come again later. */
export function unavailableOnError<Args extends unknown[]>(
  answer: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await answer(...args)
    } catch (error) {
      // Redirects are thrown as well.
      unstable_rethrow(error)
      log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
      return new Response('Please try again in a moment.\n', { status: 503, headers: unavailableHeaders })
    }
  }
}

const noStore = { 'Cache-Control': 'private, no-store' }

/** An answer for one person only. */
export function answerPrivate(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: noStore })
}
