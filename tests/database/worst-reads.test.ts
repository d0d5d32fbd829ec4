import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Asks the API as a visitor or with a person's token; how it answered, after how long, and with how much. */
async function ask(path: string, accessToken?: string) {
  const start = performance.now()
  const response = await fetch(`${TEST_SUPABASE_URL}/rest/v1/${path}`, {
    headers: {
      apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
  })
  const { length } = await response.text()
  return { status: response.status, seconds: (performance.now() - start) / 1000, length }
}

let post: number

beforeAll(async () => {
  const { id } = await createPost({ title: `Much said ${randomUUID()}` })
  post = id
  await sql`
    insert into public.comments (post_id, body) select ${id}, repeat('x', 2000) from generate_series(1, 400)`
  await sql`
    insert into public.posts (category_id, title, details)
    select c.id, 'Long ' || gen_random_uuid(), repeat('y', 10000)
    from public.categories c, generate_series(1, 300) where c.slug = 'new-features'`
})

test.each([
  ['anon', 3],
  ['authenticated', 8],
])('the database ends what %s asks after %d seconds', async (role, seconds) => {
  const [row] =
    await sql`select array_to_string(rolconfig, ' ') as settings from pg_roles where rolname = ${role}`
  expect(row!.settings).toContain(`statement_timeout=${seconds}s`)
})

test('a select nested in itself is ended, for visitors soon and for members later', async () => {
  const nested = Array.from({ length: 4 }).reduce<string>(
    (inner) => `id,posts!inner(id,comments!inner(${inner}))`,
    'id,body',
  )
  const { accessToken } = await createMember()
  const [visitor, member] = await Promise.all([
    ask(`comments?post_id=eq.${post}&select=${nested}`),
    ask(`comments?post_id=eq.${post}&select=${nested}`, accessToken),
  ])
  expect(visitor.status).toBeGreaterThanOrEqual(400)
  expect(visitor.seconds).toBeLessThan(6)
  expect(member.seconds).toBeLessThan(12)
  expect(member.seconds).toBeGreaterThan(visitor.seconds)
  const [left] = await sql`
    select count(*)::int as number from pg_stat_activity
    where state = 'active' and query ilike '%body%comments%' and pid <> pg_backend_pid()`
  expect(left!.number).toBe(0)
}, 40_000)

test('one answer holds at most two hundred rows', async () => {
  const { length } = await ask('posts?title=like.Long*&select=id,details')
  expect(length).toBeGreaterThan(100_000)
  expect(length).toBeLessThan(2_200_000)
  expect((await ask('posts?select=id&limit=100000')).length).toBeLessThan(200 * 25)
})
