import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { type Answer, ask, createPerson, type Sent } from './any-project.ts'

export const mark = `API ${randomUUID().slice(0, 8)}`
export const [first, second, third] = ['one', 'two', 'three'].map((name) => `${mark} ${name}`)
export const quoted = `"a, b", 'c' \\ {d}: 100%`

export const call = (name: string, body: unknown, sent: Sent = {}) =>
  ask(`rpc/${name}`, { method: 'POST', body, ...sent })
export const answers = (query = '') =>
  `canned_answers?name=like.${encodeURIComponent(`${mark}*`)}&order=id${query}`
export const object = { Accept: 'application/vnd.pgrst.object+json' }
export const representation = { Prefer: 'return=representation' }
export const operator = { as: 'operator' } as const

export const [member, moderator] = [await createPerson(), await createPerson()]
await ask('roles', { ...operator, method: 'POST', body: { user_id: moderator.id, role: 'moderator' } })
export const sent = { category: 'new-features', title: mark, details: '', sent_key: randomUUID() }
const { body } = await call('create_post', sent, { as: member, headers: object })
export const { id: postId, slug } = body as { id: number; slug: string }

/** Saved replies. */
const rows = [
  { name: first, body: quoted, created_at: '2026-11-20T11:00:00.500+01:00' },
  { name: second, body: 'Two', created_at: '2026-11-20T10:00:00.123456Z' },
  { name: third, body: 'Three', created_at: '2026-11-20T10:00:00Z' },
]
const made = await ask('canned_answers?select=id', {
  ...operator,
  method: 'POST',
  body: rows,
  headers: representation,
})
export const ids = (made.body as { id: number }[]).map(({ id }) => id)

/** Deletes the accounts and rows after the tests of a file. */
export function useAnswers(): void {
  afterAll(async () => {
    await ask(answers(), { ...operator, method: 'DELETE' })
    for (const as of [member, moderator]) await call('delete_account', { remove_content: true }, { as })
  })
}

/** A row of a table: the request and the expected response. */
type Case = [name: string, request: () => Promise<Answer>, status: number, body?: unknown, range?: string]
export const check = (cases: Case[]) =>
  test.each(cases)('%s', async (_, request, status, body, range) => {
    const answer = await request()
    expect(answer).toMatchObject({ status, ...(body !== undefined && { body }), ...(range && { range }) })
  })
