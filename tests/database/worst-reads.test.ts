import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Calls the API as a visitor or with a person’s token. Returns how it answered, how long it took, and how much. */
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
  const text = await response.text()
  return {
    status: response.status,
    seconds: (performance.now() - start) / 1000,
    length: text.length,
    bytes: Buffer.byteLength(text),
  }
}

const { id } = await createPost({ title: `Much said ${randomUUID()}` })
const post = id
await sql`
    insert into public.comments (post_id, body) select ${id}, repeat('x', 2000) from generate_series(1, 400)`
await sql`
    insert into public.posts (category_id, title, details)
    select c.id, 'Long ' || gen_random_uuid(), repeat('y', 10000)
    from public.categories c, generate_series(1, 300) where c.slug = 'new-features'`

const nested = Array.from({ length: 4 }).reduce<string>(
  (inner) => `id,posts!inner(id,comments!inner(${inner}))`,
  'id,body',
)

test('a select nested in itself is refused, for visitors and for members', async () => {
  const { accessToken } = await createMember()
  for (const token of [undefined, accessToken]) {
    const { status, length } = await ask(`comments?post_id=eq.${post}&select=${nested}`, token)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(length).toBeLessThan(1_000)
  }
})

test('one response has at most two hundred rows', async () => {
  expect((await ask('posts?select=id&limit=100000')).length).toBeLessThan(200 * 25)
})

const shortPost =
  'id,category_id,author_id,title,slug,state,votes_total,comments_total,trend,activity_at,created_at'
const shortComment = 'id,post_id,parent_id,author_id,replies_total,created_at,edited_at,revision,merge_id'
const person = 'id,name,avatar_url,created_at,is_team'
const conditions = Array.from({ length: 400 }, (_, n) => `title.like.*y${n}*z*`)
const worst: Record<string, [path: string, headers?: Record<string, string>]> = {
  'comments with all that one row leads to': [
    `comments?select=${shortComment},posts(${shortPost},categories(*),profiles(${person})),profiles(${person})`,
  ],
  'posts with all that one row leads to': [`posts?select=${shortPost},categories(*),profiles(${person})`],
  'everything and its people': [
    'comments?select=*,profiles!comments_author_id_fkey(*,posts!posts_author_id_fkey(*,comments(*)))',
  ],
  'every detail': ['posts?title=like.Long*&select=id,details'],
  'every comment': ['comments?select=id,body'],
  'a page far away': ['posts?select=id,title&offset=1000000000'],
  'a range without an end': ['comments?select=id', { Range: '0-999999999' }],
  'four hundred conditions': [`posts?select=id&or=(${conditions.join(',')})`],
  'a pattern that tries over and over': [`posts?select=id&title=like.${'*o'.repeat(60)}*z`],
  'a regular expression that does': ['posts?select=id&title=match.(o*)*(o*)*(o*)*(o*)*z'],
  'an order by all there is': ['posts?select=id&order=title,slug,created_at.desc,id'],
  'an exact count': ['posts?select=id&title=like.*o*n*g*z*', { Prefer: 'count=exact' }],
}

test.each(Object.entries(worst))('%s is answered or ended in time', async (_name, [path, headers]) => {
  const { seconds, length } = await ask(path, undefined, { headers })
  expect(seconds).toBeLessThan(15)
  expect(length).toBeLessThan(1_000_000)
})

const often = (column: string) =>
  Array.from({ length: 20 }, (_, n) => `${'abcdefghijklmnopqrstu'[n]}:${column}`).join(',')

test('a column named over and over is refused, wherever it is', async () => {
  const { accessToken } = await createMember()
  const paths = [
    `posts?select=${often('title')}`,
    `comments?select=id,posts(${often('title')})`,
    `comments?select=${often('posts(title)')}`,
    `categories?select=${often('description')}`,
    `profiles?select=${often('name')}`,
    `rpc/list_posts?select=${often('excerpt')}`,
    `rpc/list_comments?of_post=${post}&select=${often('body')}`,
    `rpc/feed_posts?select=${often('details')}`,
    `rpc/search_posts?query=much&select=${often('snippet')}`,
    `rpc/similar_posts?query=much&select=${often('title')}`,
    `rpc/sitemap_posts?of_part=0&select=${often('sitemap_posts')}`,
    `rpc/sitemap_index?select=${often('sitemap_index')}`,
    `rpc/list_categories?select=${often('description')}`,
  ]
  for (const path of paths) {
    for (const token of [undefined, accessToken]) {
      const { status, length } = await ask(path, token)
      expect(status, path.slice(0, 60)).toBeGreaterThanOrEqual(400)
      expect(length).toBeLessThan(1_000)
    }
  }
})

test('with every column named as often as allowed, it is less than a megabyte', async () => {
  const most = (columns: string) =>
    columns.split(',').flatMap((column) => Array.from({ length: 6 }, (_, n) => `${column}${n}:${column}`))
  const { status, bytes } = await ask(`posts?title=like.Long*&select=${most(shortPost)}`)
  expect(status).toBe(200)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(1_000_000)
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

test.each(asked)('%s of %s is answered or cancelled in time', async (rpc, _name, query) => {
  const { seconds, length } = await ask(`rpc/${rpc}`, undefined, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, max_rows: 1_000_000 }),
  })
  expect(seconds).toBeLessThan(15)
  expect(length).toBeLessThan(1_000_000)
})

test.each(['y', '🎉'])(
  'lists return as much as a page shows, however much is requested, for texts of %s',
  async (letter) => {
    const { id } = await createPost({ title: `Long texts of ${letter}` })
    const [{ slug }] = await sql<[{ slug: string }]>`
    with said as (
      insert into public.comments (post_id, body)
      select ${id}, repeat(${letter}, 2500) from generate_series(1, 25) returning id
    ), replied as (
      insert into public.comments (post_id, parent_id, body)
      select ${id}, said.id, repeat(${letter}, 2500) from said, generate_series(1, 5)
    ), posted as (
      insert into public.posts (category_id, title, details)
      select c.id, 'Feed ' || gen_random_uuid(), repeat(${letter}, 10000)
      from public.categories c, generate_series(1, 30) where c.slug = 'new-features'
    )
    update public.posts set details = repeat(${letter}, 10000) where id = ${id} returning slug`
    const [comment] = await sql`select min(id) as id from public.comments where post_id = ${id}`
    for (const [rpc, args] of Object.entries({
      get_post: { category: 'new-features', slug },
      feed_posts: {},
      feed_comments: { of_post: id },
      list_posts: { max_rows: 1_000_000 },
      list_comments: { of_post: id, max_rows: 1_000_000, max_replies: 1_000_000 },
      list_replies: { of_comment: Number(comment!.id), max_rows: 1_000_000 },
    })) {
      const { status, seconds, bytes } = await ask(`rpc/${rpc}`, undefined, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      })
      expect(status, rpc).toBe(200)
      expect(seconds, rpc).toBeLessThan(12)
      expect(bytes, rpc).toBeGreaterThan(1_000)
      expect(bytes, rpc).toBeLessThan(1_000_000)
    }
  },
)

test('many of the worst at once are all cancelled, and the database is free again', async () => {
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
