import { expect, test } from 'vitest'
import { expected } from '@/lib/api/expected'
import { fieldProblem } from '@/lib/api/problem'
import * as changelogs from '@/lib/schemas/api/changelog'
import * as asked from '@/lib/schemas/api/requests'
import type * as z from '@/lib/schemas/zod'

const errorsOf = (schema: z.ZodType, sent: unknown) => {
  const { error } = schema.safeParse(sent, expected)
  return error ? fieldProblem('invalid-fields', error).more.errors : []
}

test.for<[string, z.ZodType, unknown, string, string]>([
  ['a missing field', asked.mergeBody, {}, 'into', '`into` is missing. Send a number.'],
  ['another type', asked.mergeBody, { into: 'a' }, 'into', '`into` must be a number.'],
  ['a fraction', asked.mergeBody, { into: 1.5 }, 'into', '`into` must be a whole number.'],
  ['a number that is too small', asked.mergeBody, { into: 0 }, 'into', '`into` must be more than 0.'],
  ['a query that is too large', asked.pageQuery, { limit: '51' }, 'limit', '`limit` must be at most 50.'],
  ['a query that is no number', asked.pageQuery, { limit: 'ten' }, 'limit', '`limit` must be a number.'],
  ['an empty text', asked.searchQuery, { q: '' }, 'q', '`q` must have at least 1 character.'],
  [
    'a text that is too long',
    asked.searchQuery,
    { q: 'a'.repeat(201) },
    'q',
    '`q` must have at most 200 characters.',
  ],
  [
    'another choice',
    asked.roleBody,
    { role: 'owner' },
    'role',
    '`role` must be one of `admin`, `moderator`.',
  ],
  [
    'no email address',
    asked.giveVoteBody,
    { email: 'a', why: 'Asked for it' },
    'email',
    '`email` must be an email address.',
  ],
  [
    'no date',
    asked.dashboardQuery,
    { created_from: 'May' },
    'created_from',
    '`created_from` must be a date such as 2026-01-31.',
  ],
  [
    'no time',
    changelogs.publishBody,
    { at: 'May' },
    'at',
    '`at` must be a time with an offset such as 2026-01-31T09:00:00Z.',
  ],
  [
    'another quarter',
    asked.planBody,
    { quarter: '2026' },
    'quarter',
    '`quarter` must be text that matches /^20\\d{2}-Q[1-4]$/.',
  ],
  [
    'one of several kinds',
    asked.dashboardQuery,
    { assignee: 'you' },
    'assignee',
    '`assignee` must be `me`, `none` or a UUID.',
  ],
  ['part of a list', asked.changeTagsBody, { add: ['a'] }, 'add.0', '`add.0` must be a number.'],
  [
    'a long list',
    asked.changeTagsBody,
    { add: Array.from({ length: 51 }, (_, at) => at + 1) },
    'add',
    '`add` must have at most 50 items.',
  ],
  ['no object', asked.mergeBody, [], '', 'The body must be an object.'],
  [
    'an unknown field',
    asked.mergeBody,
    { into: 1, by: 2 },
    'by',
    '`by` isn’t a field of this request. Remove it.',
  ],
])('%s is explained in a sentence', ([, schema, sent, field, detail]) => {
  expect(errorsOf(schema, sent)).toEqual([{ field, detail }])
})
