import 'server-only'
import type { ApiScope } from '../schemas/api-key'
import * as z from '../schemas/zod'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Caller = { keyId: number; personId: string; scopes: ApiScope[]; idempotencyKey: string | null }

export type Seen = { shown: unknown; revision: number | null }

type Asked<Params, Query, Body> = { params: Params; query: Query; body: Body; caller: Caller }
type Given<Params, Query, Body> = Asked<Params, Query, Body> & { seen: Seen | null }

export type Endpoint = {
  method: Method
  path: string
  tag: string
  summary: string
  description?: string
  scopes: readonly ApiScope[] | null
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodType | null
  answer: z.ZodType
  status: 200 | 201
  /** What the resource's ETag is made of. The revision is read first, so a change in between is noticed. */
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
