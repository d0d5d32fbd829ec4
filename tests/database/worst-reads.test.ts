import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Asks the API as a visitor or with a person's token; how it answered, after how long, and with how much. */
async function ask(path: string, accessToken?: string, init: RequestInit = {}) {
  const start = performance.now()
  const response = await fetch(`${TEST_SUPABASE_URL}/rest/v1/${path}`, {
    ...init,
    headers: {
      apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      ...init.headers,
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

const nested = Array.from({ length: 4 }).reduce<string>(
  (inner) => `id,posts!inner(id,comments!inner(${inner}))`,
  'id,body',
)

test('a select nested in itself is ended, for visitors soon and for members later', async () => {
  const { accessToken } = await createMember()
  const [visitor, member] = await Promise.all([
    ask(`comments?post_id=eq.${post}&select=${nested}`),
    ask(`comments?post_id=eq.${post}&select=${nested}`, accessToken),
  ])
  expect(visitor.status).toBeGreaterThanOrEqual(400)
  expect(visitor.seconds).toBeLessThan(15)
  expect(member.seconds).toBeLessThan(30)
  expect(member.seconds).toBeGreaterThan(visitor.seconds)
  const [left] = await sql`
    select count(*)::int as number from pg_stat_activity
    where state = 'active' and query ilike '%body%comments%' and pid <> pg_backend_pid()`
  expect(left!.number).toBe(0)
}, 120_000)

test('one answer holds at most two hundred rows', async () => {
  const { length } = await ask('posts?title=like.Long*&select=id,details')
  expect(length).toBeGreaterThan(100_000)
  expect(length).toBeLessThan(2_200_000)
  expect((await ask('posts?select=id&limit=100000')).length).toBeLessThan(200 * 25)
})

const conditions = Array.from({ length: 400 }, (_, n) => `details.like.*y${n}*z*`)
const worst: Record<string, [path: string, headers?: Record<string, string>]> = {
  'everything and its people': [
    'comments?select=*,profiles!comments_author_id_fkey(*,posts!posts_author_id_fkey(*,comments(*)))',
  ],
  'a page far away': ['posts?select=id,details&offset=1000000000'],
  'a range without an end': ['comments?select=body', { Range: '0-999999999' }],
  'four hundred conditions': [`posts?select=id&or=(${conditions.join(',')})`],
  'a pattern that tries over and over': [`posts?select=id&details=like.${'*y'.repeat(60)}*z`],
  'a regular expression that does': ['posts?select=id&details=match.(y*)*(y*)*(y*)*(y*)*z'],
  'an order by all there is': ['posts?select=*&order=details,title,slug,created_at.desc,id'],
  'an exact count': ['comments?select=id&body=like.*x*x*x*z*', { Prefer: 'count=exact' }],
}

test.each(Object.entries(worst))('%s is answered or ended in time', async (_name, [path, headers]) => {
  const { seconds, length } = await ask(path, undefined, { headers })
  expect(seconds).toBeLessThan(15)
  // Two hundred rows, each with two hundred of the other kind.
  expect(length).toBeLessThan(5_000_000)
})

const words = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ')
const hardTexts = {
  'two hundred words': words,
  'a hundred quoted phrases': words.replace(/(\S+ \S+)/g, '"$1"'),
  'what looks like a pattern': '.*(a+)+$ %_%_% \\ [^]]* | & ! <-> :* ()',
  'ten thousand times one letter': 'y'.repeat(10_000),
  'ten thousand letters without a word': '漢字'.repeat(5_000),
}
const asked = Object.entries(hardTexts).flatMap(([name, query]) =>
  ['search_posts', 'similar_posts'].map((rpc) => [rpc, name, query] as const),
)

test.each(asked)('%s of %s is answered or ended in time', async (rpc, _name, query) => {
  const { seconds, length } = await ask(`rpc/${rpc}`, undefined, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, max_rows: 1_000_000 }),
  })
  expect(seconds).toBeLessThan(15)
  expect(length).toBeLessThan(2_000_000)
})

test('lists give as many rows as there may be, however many are wanted', async () => {
  const send = (body: object) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  for (const [rpc, args] of Object.entries({
    list_posts: { max_rows: 1_000_000 },
    list_comments: { of_post: post, max_rows: 1_000_000, max_replies: 1_000_000 },
    list_replies: { of_comment: 1, max_rows: 1_000_000 },
  })) {
    const { seconds, length } = await ask(`rpc/${rpc}`, undefined, send(args))
    expect(seconds, rpc).toBeLessThan(12)
    expect(length, rpc).toBeLessThan(1_000_000)
  }
})

test('many of the worst at once are all ended, and the database is free again', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask(`comments?post_id=eq.${post}&select=${nested}`)),
  )
  for (const { status, seconds } of answers) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(seconds).toBeLessThan(40)
  }
  const after = await ask('categories?select=id')
  expect(after.status).toBe(200)
  expect(after.seconds).toBeLessThan(6)
}, 180_000)
