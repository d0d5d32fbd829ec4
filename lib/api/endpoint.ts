import 'server-only'
import type { ApiScope } from '../schemas/api-key'
import { z } from '../schemas/zod'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Caller = { keyId: number; personId: string; scopes: ApiScope[]; idempotencyKey: string | null }

/** What If-Match named, and the revision that an edit is based on; null if the resource has no revisions. */
export type Seen = { shown: unknown; revision: number | null }

type Asked<Params, Query, Body> = { params: Params; query: Query; body: Body; caller: Caller }
/** `seen` is null without If-Match. */
type Given<Params, Query, Body> = Asked<Params, Query, Body> & { seen: Seen | null }

export type Endpoint = {
  method: Method
  /** Below /api/v1, with parameter names in braces. */
  path: string
  tag: string
  summary: string
  description?: string
  /** Scopes that a key needs; null if no key is needed. */
  scopes: readonly ApiScope[] | null
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  answer: z.ZodType
  status: 200 | 201
  /**
   * For edits that only apply if the resource is as the client saw it: returns what its ETag is made of, uncached. The
   * revision is read first, so a change in between is noticed.
   */
  current: ((given: Asked<never, never, never>) => Promise<Seen>) | null
  run: (given: Given<never, never, never>) => Promise<unknown>
}

type Shape<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  tag: string
  summary: string
  description?: string
  scopes: readonly ApiScope[] | null
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
  status?: 200 | 201
  current?: (given: Asked<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Seen>
  run: (given: Given<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<z.input<Answer>>
}

const nothing = z.object({})

export function endpoint<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(place: `${Method} /${string}`, shape: Shape<Params, Query, Body, Answer>): Endpoint {
  const [method, path] = place.split(' ') as [Method, string]
  return {
    params: nothing,
    query: nothing,
    body: null,
    status: 200,
    current: null,
    ...shape,
    method,
    path,
  } as unknown as Endpoint
}
