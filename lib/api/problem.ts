import 'server-only'
import type * as z from '../schemas/zod'
import type { ActionResult } from '../schemas/action-result'
import type { ApiScope } from '../schemas/api-key'

/** Every kind of problem with its status and title. The names are part of the contract. */
export const problems = {
  'malformed-request': [400, 'The request is malformed'],
  'invalid-key': [401, 'The API key is missing or not valid'],
  forbidden: [403, 'Not allowed'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  conflict: [409, 'Conflict'],
  'precondition-failed': [412, 'Precondition failed'],
  'body-too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'Send JSON'],
  'invalid-fields': [422, 'Some fields are not valid'],
  'idempotency-key-reused': [422, 'The idempotency key was used with another request'],
  'rate-limit': [429, 'Too many requests'],
  internal: [500, 'Something went wrong'],
  unavailable: [503, 'Try again in a moment'],
} as const
export type ProblemName = keyof typeof problems

type FieldError = { field: string; detail: string }

export class Problem extends Error {
  constructor(
    readonly name: ProblemName,
    detail: string,
    readonly more: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
  }

  toResponse(headers: Record<string, string> = {}): Response {
    const [status, title] = problems[this.name]
    const { errors } = this.more
    const body = { type: `urn:signpost:problem:${this.name}`, title, status, detail: this.message, errors }
    return Response.json(body, {
      status,
      headers: { ...headers, ...this.more.headers, 'Content-Type': 'application/problem+json' },
    })
  }
}

export const notFound = (what = 'resource', advice = 'Check the id.') =>
  new Problem('not-found', `This ${what} doesn’t exist or isn’t visible to you. ${advice}`)
export const missingScope = (scope: ApiScope) =>
  new Problem(
    'forbidden',
    `This key doesn’t have the scope \`${scope}\`. Create one that does at /dashboard/api-keys.`,
  )
export const changedByOther = (what: string) =>
  new Problem(
    'precondition-failed',
    `Someone else changed this ${what}. Read it again, then repeat your change.`,
  )
export const unknownCursor = () => {
  const detail = '`after` must be `next` from the previous page of the same list.'
  return new Problem('malformed-request', detail, { errors: [{ field: 'after', detail }] })
}

export function fieldProblem(name: 'malformed-request' | 'invalid-fields', error: z.ZodError): Problem {
  const errors = error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ field: issue.path.join('.'), detail: issue.message }]
    }
    return issue.keys.map((key) => {
      const field = [...issue.path, key].join('.')
      return { field, detail: `\`${field}\` isn’t a field of this request. Remove it.` }
    })
  })
  return new Problem(name, errors[0]!.detail, { errors })
}

const nameOf = {
  'signed-out': 'invalid-key',
  'rate-limit': 'rate-limit',
  conflict: 'conflict',
  gone: 'not-found',
  forbidden: 'forbidden',
  'not-fresh': 'forbidden',
} as const

export function dataOf<Data>(result: ActionResult<Data>, names: Record<string, string> = {}): Data {
  if (result.ok) return result.data
  const errors = Object.entries(result.fieldErrors ?? {}).map(([field, detail]) => ({
    field: names[field] ?? field,
    detail,
  }))
  if (errors.length > 0) throw new Problem('invalid-fields', result.message, { errors })
  const name = result.reason ? nameOf[result.reason] : 'conflict'
  throw new Problem(name, result.message, name === 'rate-limit' ? { headers: { 'Retry-After': '60' } } : {})
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const {
    code = '',
    hint,
    message = '',
  } = Object(error) as { code?: string; hint?: string; message?: string }
  if (code === 'PT401' || hint === 'signed_out') return new Problem('invalid-key', message)
  if (code === '25006') return missingScope('write')
  if (code === '42501' || code === 'PT403') return new Problem('forbidden', 'You aren’t allowed to do this.')
  if (code === 'PT429') return new Problem('rate-limit', message, { headers: { 'Retry-After': '60' } })
  if (code === 'PT409' || code === '40P01') return new Problem('conflict', message)
  if (code === 'P0002' || code === '23503') return notFound()
  if (code.startsWith('22') || code === '23514')
    return new Problem(
      'malformed-request',
      'A value isn’t valid. Check its type and length in the reference at /api.',
    )
  const isOutage = code === '' || code.startsWith('PGRST00') || code.startsWith('57') || code.startsWith('53')
  return isOutage && !(error instanceof TypeError && !/fetch/.test(message))
    ? new Problem('unavailable', 'The database isn’t responding. Try again in a moment.', {
        headers: { 'Retry-After': '10' },
      })
    : new Problem(
        'internal',
        'Something went wrong on the server, and the error was logged. Try again later.',
      )
}
