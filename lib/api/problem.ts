import 'server-only'
import type { z } from '../schemas/zod'
import type { ActionResult } from '../schemas/action-result'

/** Every kind of problem with its status and title. The names are part of the contract. */
export const problems = {
  'malformed-request': [400, 'The request is malformed'],
  'invalid-key': [401, 'The API key is missing or not valid'],
  forbidden: [403, 'Not allowed'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  conflict: [409, 'Conflict'],
  'precondition-failed': [412, 'It was changed meanwhile'],
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

export const notFound = (what: string) => new Problem('not-found', `There is no such ${what}.`)
export const unknownCursor = () =>
  new Problem('malformed-request', 'This cursor doesn’t belong to this list.', {
    errors: [{ field: 'after', detail: 'Pass what `next` said.' }],
  })

export function fieldProblem(name: 'malformed-request' | 'invalid-fields', error: z.ZodError): Problem {
  const errors = error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ field: issue.path.join('.'), detail: issue.message }]
    }
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), detail: 'Unknown field.' }))
  })
  return new Problem(name, errors[0]!.detail, { errors })
}

const nameOf = {
  'signed-out': 'invalid-key',
  'rate-limit': 'rate-limit',
  conflict: 'conflict',
  gone: 'not-found',
  forbidden: 'forbidden',
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
  if (code === '25006') return new Problem('forbidden', 'The key lacks the scope write.')
  if (code === '42501' || code === 'PT403') return new Problem('forbidden', 'You aren’t allowed to do this.')
  if (code === 'PT429') return new Problem('rate-limit', message, { headers: { 'Retry-After': '60' } })
  if (code === 'PT409' || code === '40P01') return new Problem('conflict', message)
  if (code === 'P0002' || code === '23503') return notFound('thing')
  if (code.startsWith('22') || code === '23514')
    return new Problem('malformed-request', 'A value isn’t valid.')
  const isOutage = code === '' || code.startsWith('PGRST00') || code.startsWith('57') || code.startsWith('53')
  return isOutage && !(error instanceof TypeError && !/fetch/.test(message))
    ? new Problem('unavailable', 'The database isn’t responding.', { headers: { 'Retry-After': '10' } })
    : new Problem('internal', 'Something went wrong on our side. The error was logged.')
}
