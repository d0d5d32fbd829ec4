import 'server-only'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { problemAnswer } from '../schemas/api/answers'
import * as z from '../schemas/zod'
import { env } from '../env'
import type { Endpoint } from './endpoint'
import { endpoints } from './endpoints'
import { type ProblemName, problems } from './problem'

const problem = { 'application/problem+json': { schema: problemAnswer } }
const text = z.string()
const limits = {
  RateLimit: text
    .optional()
    .meta({ description: 'How many requests are left, and when the count restarts.' }),
  'RateLimit-Policy': text
    .optional()
    .meta({ description: 'How many requests are allowed in how many seconds.' }),
}

function problemsOf({ method, scopes, params, body }: Endpoint): ProblemName[] {
  const hasParams = Object.keys(params.shape).length > 0
  return [
    'malformed-request',
    'invalid-key',
    ...(scopes ? (['forbidden'] as const) : []),
    ...(hasParams || method !== 'GET' ? (['not-found'] as const) : []),
    ...(method === 'GET' ? [] : (['conflict', 'precondition-failed'] as const)),
    ...(body ? (['body-too-large', 'unsupported-media-type', 'invalid-fields'] as const) : []),
    ...(method === 'GET' || body ? [] : (['invalid-fields', 'body-too-large'] as const)),
    'rate-limit',
    'unavailable',
  ]
}

function toOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { method, path, tag, summary, description, scopes, params, query, body, answer, status, current } =
    endpoint
  const needs = scopes ? `Needs a key with ${scopes.map((scope) => `\`${scope}\``).join(' and ')}.` : ''
  const headers = {
    ...(method === 'POST' && {
      'Idempotency-Key': z
        .string()
        .min(1)
        .max(255)
        .regex(/^[\x21-\x7E]+$/)
        .optional()
        .meta({
          description:
            'If you repeat a request with the same key and body within a day, you get the same answer and nothing changes.',
        }),
    }),
    ...(current && {
      'If-Match': text
        .optional()
        .meta({ description: 'The ETag of the version you read. Answers 412 if it has changed since.' }),
    }),
    ...(method === 'GET' && {
      'If-None-Match': text
        .optional()
        .meta({ description: 'The ETag of the version you have. Answers 304 if it is still current.' }),
    }),
  }
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/{}_]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    description: [description, needs].filter(Boolean).join(' ') || undefined,
    security: scopes ? [{ key: [] }] : [{}, { key: [] }],
    requestParams: { path: params, query, header: z.object(headers) },
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      [`${status}`]: {
        description: 'Done.',
        headers: z.object({ ...limits, ...(method === 'GET' && { ETag: text }) }),
        content: { 'application/json': { schema: answer } },
      },
      ...(method === 'GET' && { '304': { description: 'Your version is still current.' } }),
      ...Object.fromEntries(
        problemsOf(endpoint).map((name) => [
          `${problems[name][0]}`,
          { description: `${problems[name][1]}.`, content: problem },
        ]),
      ),
    },
  }
}

export function writeContract() {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: toOperation(endpoint) }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Signpost API',
      version: '1',
      description:
        'You can read public content without a key. Everything else needs a key, which acts as the person who created it. Errors follow RFC 9457, and dates follow RFC 3339.',
    },
    servers: [{ url: `${env.SITE_URL}/api/v1` }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key from the dashboard: `sp_…`.' },
      },
    },
  })
}
