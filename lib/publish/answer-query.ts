import 'server-only'
import type { z } from '../schemas/zod'
import { log, requestId } from '../log'
import { isDataException } from '../supabase/data-exception'
import { unavailableHeaders } from './unavailable-on-error'

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
