import 'server-only'
import { createHash } from 'node:crypto'
import { log, requestId } from '../log'
import type { Json } from '../supabase/database.types'
import { runWithKey } from '../supabase/api-key'
import {
  beginWithKey,
  checkCount,
  countWithoutKey,
  finishWithKey,
  invalidKey,
  limitHeaders,
  readKey,
} from './caller'
import type { Caller, Endpoint, Seen } from './endpoint'
import { findRoute } from './endpoints'
import { expected } from './expected'
import { fieldProblem, missingScope, notFound, Problem, problemOf } from './problem'
import { readJson, readText } from './read-body'

const privateHeaders = { 'Cache-Control': 'private, no-store' }
const publicHeaders = {
  Vary: 'Authorization',
  'Cache-Control': 'public, no-cache',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
}

const etagOf = (json: string): string =>
  `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
const names = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))

export async function answerApi(request: Request): Promise<Response> {
  const headers: Record<string, string> = {}
  try {
    const path = new URL(request.url).pathname.replace(/^\/api\/v1/, '')
    const route = findRoute(path)
    if (!route) throw notFound('endpoint', 'The reference at /api lists all endpoints.')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const allowed = [...route.methods.keys()]
    if (method === 'OPTIONS') return preflight(allowed)
    const endpoint = route.methods.get(method)
    if (!endpoint) {
      throw new Problem(
        'method-not-allowed',
        `This endpoint doesn’t answer ${method}. Use ${allowed.join(' or ')}.`,
        {
          headers: { Allow: allowed.join(', ') },
        },
      )
    }
    return await answerEndpoint(request, endpoint, route.params, headers)
  } catch (error) {
    const problem = problemOf(error)
    if (problem.name === 'internal' || problem.name === 'unavailable') {
      const { message, code } = Object(error) as { message?: string; code?: string }
      log('error', message ?? String(error), {
        requestId: requestId(request.headers.get('x-request-id')),
        code,
        path: new URL(request.url).pathname,
      })
    }
    return problem.toResponse({ ...privateHeaders, 'Access-Control-Allow-Origin': '*', ...headers })
  }
}

function preflight(methods: string[]): Response {
  const isRead = methods.includes('GET')
  return new Response(null, {
    status: 204,
    headers: {
      Allow: methods.join(', '),
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': isRead ? 'GET, HEAD' : '',
      'Access-Control-Allow-Headers': 'If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  })
}

async function answerEndpoint(
  request: Request,
  endpoint: Endpoint,
  sent: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  const key = readKey(request)
  const isRead = endpoint.method === 'GET'
  if (!key) {
    if (endpoint.scopes) throw invalidKey('This endpoint needs an API key. Send Authorization: Bearer sp_….')
    Object.assign(headers, await countWithoutKey())
    const answer = await run(await readInput(request, endpoint, sent), nobody, null)
    return toResponse(request, endpoint, answer, { ...publicHeaders, ...headers })
  }
  const text = isRead ? '' : await readText(request)
  const idempotencyKey = endpoint.method === 'POST' ? readIdempotencyKey(request) : null
  const begun = await beginWithKey(key, idempotencyKey, `${endpoint.path} ${JSON.stringify(sent)} ${text}`)
  Object.assign(headers, limitHeaders('key', begun), { Vary: 'Authorization' })
  checkCount('key', begun)
  if (begun.earlier === 'different') {
    throw new Problem(
      'idempotency-key-reused',
      'This Idempotency-Key was sent with a different request. Use a new one.',
    )
  }
  if (begun.earlier === 'running') {
    throw new Problem(
      'conflict',
      'The first request with this Idempotency-Key is still running. Try again in a second.',
      {
        headers: { 'Retry-After': '1' },
      },
    )
  }
  if (begun.earlier === 'done') {
    const type = begun.status! < 400 ? 'application/json' : 'application/problem+json'
    return new Response(JSON.stringify(begun.body), {
      status: begun.status,
      headers: { ...privateHeaders, ...headers, 'Content-Type': type, 'Idempotency-Replayed': 'true' },
    })
  }
  const caller: Caller = { keyId: begun.key, personId: begun.person, scopes: begun.scopes, idempotencyKey }
  const settle = (answer: { status: number; body: Json } | null) =>
    idempotencyKey === null ? undefined : finishWithKey(key, idempotencyKey, answer)
  try {
    const missing = endpoint.scopes?.find((scope) => !begun.scopes.includes(scope))
    if (missing) throw missingScope(missing)
    const answer = await runWithKey(key, async () => {
      const input = await readInput(request, endpoint, sent, text)
      return run(input, caller, await checkCurrent(request, endpoint, input, caller))
    })
    await settle({ status: endpoint.status, body: answer as Json })
    const kept = endpoint.scopes ? privateHeaders : { 'Cache-Control': 'private, no-cache' }
    return toResponse(request, endpoint, answer, { ...kept, ...headers })
  } catch (error) {
    const problem = problemOf(error)
    const response = problem.toResponse()
    // Requests that may succeed later can be sent again.
    const isFinal = ![401, 429, 500, 503].includes(response.status)
    await settle(isFinal ? { status: response.status, body: (await response.json()) as Json } : null)
    throw error
  }
}

const nobody: Caller = { keyId: 0, personId: '', scopes: [], idempotencyKey: null }
type Input = { endpoint: Endpoint; params: unknown; query: unknown; body: unknown }

const run = ({ endpoint, ...given }: Input, caller: Caller, seen: Seen | null): Promise<unknown> =>
  endpoint.run({ ...given, caller, seen } as never)

function readIdempotencyKey(request: Request): string | null {
  const sent = request.headers.get('idempotency-key')?.replaceAll(/^"|"$/g, '') ?? null
  if (sent === null || /^[\x20-\x7E]{1,255}$/.test(sent)) return sent
  throw new Problem('malformed-request', 'An Idempotency-Key must have 1 to 255 characters.')
}

async function readInput(
  request: Request,
  endpoint: Endpoint,
  sent: Record<string, string>,
  text = '',
): Promise<Input> {
  const params = endpoint.params.safeParse(sent)
  if (!params.success) throw notFound()
  const query = endpoint.query.safeParse(Object.fromEntries(new URL(request.url).searchParams), expected)
  if (!query.success) throw fieldProblem('malformed-request', query.error)
  const given = { endpoint, params: params.data, query: query.data }
  if (!endpoint.body) return { ...given, body: null }
  if (text !== '' && !/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new Problem(
      'unsupported-media-type',
      'The body isn’t declared as JSON. Send Content-Type: application/json.',
    )
  }
  const body = endpoint.body.safeParse(readJson(text), expected)
  if (!body.success) throw fieldProblem('invalid-fields', body.error)
  return { ...given, body: body.data }
}

/** With If-Match, an edit only applies if the resource is still as it was read. Returns what it was. */
async function checkCurrent(
  request: Request,
  endpoint: Endpoint,
  input: Input,
  caller: Caller,
): Promise<Seen | null> {
  const match = request.headers.get('if-match')
  if (match === null || endpoint.method === 'GET') return null
  if (!endpoint.current) {
    throw new Problem('precondition-failed', 'This resource has no ETag. Remove the If-Match header.')
  }
  const { endpoint: _, ...given } = input
  const seen = await endpoint.current({ ...given, caller } as never)
  if (!names(match, etagOf(JSON.stringify(seen.shown)))) {
    throw new Problem(
      'precondition-failed',
      'This resource has changed since you read it. Read it again, then repeat your change.',
    )
  }
  return seen
}

function toResponse(
  request: Request,
  endpoint: Endpoint,
  answer: unknown,
  headers: Record<string, string>,
): Response {
  if (endpoint.method !== 'GET') return Response.json(answer, { status: endpoint.status, headers })
  const json = JSON.stringify(answer)
  const etag = etagOf(json)
  if (names(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
  }
  return new Response(json, {
    status: endpoint.status,
    headers: { ...headers, ETag: etag, 'Content-Type': 'application/json' },
  })
}
