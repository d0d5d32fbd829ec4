import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { log, requestId } from '../log'
import type * as z from '../schemas/zod'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'
import { isDataException } from '../supabase/database-errors'

const unavailableHeaders = { 'Retry-After': '10', 'Cache-Control': 'no-store' }

/** A JSON response to a query string: 400 if it isn't understood, 503 if the backend can't be reached. */
export async function answerQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  run: (query: z.infer<Schema>) => Promise<unknown>,
  audience: 'public' | 'private' = 'public',
): Promise<Response> {
  const query = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return unknownQuery()
  try {
    return Response.json(await run(query.data), {
      headers: { 'cache-control': audience === 'private' ? 'private, no-store' : 'no-cache' },
    })
  } catch (error) {
    if (isDataException(error)) return unknownQuery()
    const { message, code } = error as Error & { code?: string }
    log('error', message ?? String(error), {
      requestId: requestId(request.headers.get('x-request-id')),
      code,
      path: new URL(request.url).pathname,
    })
    return Response.json(
      { message: 'The database isn’t responding. Try again in a moment.' },
      { status: 503, headers: unavailableHeaders },
    )
  }
}

export const queryRoute =
  <Schema extends z.ZodType>(
    schema: Schema,
    run: (query: z.infer<Schema>) => Promise<unknown>,
    audience?: 'public' | 'private',
  ) =>
  (request: Request) =>
    answerQuery(request, schema, run, audience)

export function answerPrivate(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store' } })
}

export const unknownQuery = (): Response =>
  answerPrivate({ message: 'A parameter of this query isn’t valid. Check its name and value.' }, 400)

/** For anyone outside the team, nothing exists at the address. */
export const nothingHere = (): Response =>
  answerPrivate({ message: 'This page doesn’t exist. Check its address.' }, 404)

export const answerTeam = <Schema extends z.ZodType>(
  schema: Schema,
  run: (query: z.infer<Schema>) => Promise<unknown>,
) =>
  unavailableOnError(async (request: Request) =>
    isTeam(await getViewer()) ? answerQuery(request, schema, run, 'private') : nothingHere(),
  )

export function unavailableOnError<Args extends unknown[]>(
  answer: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await answer(...args)
    } catch (error) {
      // Next throws redirects as errors, so they have to pass.
      unstable_rethrow(error)
      log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
      return new Response('Something went wrong on the server. Try again in a moment.\n', {
        status: 503,
        headers: unavailableHeaders,
      })
    }
  }
}
