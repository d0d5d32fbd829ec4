import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

const marks = (count: number) => `a${'\u0315'.repeat(count)}${'\u0300'.repeat(count)}`
const words = (length: number) => 'a '.repeat(length / 2)

const [author, voter] = await Promise.all([createMember(), createMember()])
const post = await createPost({ authorId: author.id })

/** How an answer that was refused went, and after how many milliseconds. */
async function refused(request: PromiseLike<{ status: number }>) {
  const start = performance.now()
  const { status } = await request
  return { status, time: performance.now() - start }
}

const add = (title: string, details = '') =>
  author.client.from('posts').insert({ category_id: 1, title, details })
const key = '00000000-0000-4000-8000-000000000000'

test.each<[string, () => PromiseLike<{ status: number }>]>([
  ['a title of marks', () => add(marks(20_000))],
  ['a title of short words', () => add(words(1_000_000))],
  ['details', () => add('A title', marks(500_000))],
  [
    'a title that is edited',
    () =>
      author.client
        .from('posts')
        .update({ title: marks(20_000) })
        .eq('id', post.id),
  ],
  [
    'a name',
    () =>
      author.client
        .from('profiles')
        .update({ name: words(2_000_000) })
        .eq('id', author.id),
  ],
  [
    'a name of marks',
    () =>
      author.client
        .from('profiles')
        .update({ name: marks(20_000) })
        .eq('id', author.id),
  ],
  ['a comment', () => author.client.from('comments').insert({ post_id: post.id, body: marks(1_000_000) })],
  [
    'a comment by function',
    () => author.client.rpc('create_comment', { post_id: post.id, body: words(2_000_000), sent_key: key }),
  ],
  ['a cursor of a search', () => anonClient().rpc('search_posts', { query: 'dark', after_cursor: ones() })],
  ['a cursor of a list', () => anonClient().rpc('list_posts', { after_cursor: ones() })],
  [
    'a cursor of comments',
    () => anonClient().rpc('list_comments', { of_post: post.id, after_cursor: ones() }),
  ],
])('%s that is far too long is refused at once', async (_, send) => {
  const { status, time } = await refused(send())
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(time).toBeLessThan(5_000)
})

const ones = () => `[${'1,'.repeat(1_000_000)}1]`

test('thirty of them at once keep nobody waiting', async () => {
  const flood = Array.from({ length: 30 }, () => refused(add(marks(20_000))))
  const start = performance.now()
  const { error } = await voter.client.rpc('set_vote', { post_id: post.id, wanted: true })
  expect(error).toBeNull()
  expect(performance.now() - start).toBeLessThan(10_000)
  await Promise.all(flood)
})

test('details of marks are written and found in no time', async () => {
  const start = performance.now()
  const [row] = await sql`
    select char_length(details) as length from public.posts
    where id = ${(await createPost({ details: `**${marks(4_900)}** words` })).id}`
  expect(row!.length).toBeLessThan(40)
  expect(performance.now() - start).toBeLessThan(5_000)
  expect((await anonClient().rpc('similar_posts', { query: marks(1_000_000) })).error).toBeNull()
  expect((await anonClient().rpc('is_name_free', { name: marks(1_000_000) })).error).toBeNull()
})

test('every character that composing may move counts as a mark', async () => {
  const rows = await sql`
    select to_hex(point) as missing from generate_series(1, x'1ffff'::int) point
    where point not between x'd800'::int and x'dfff'::int
      and normalize(chr(point) || U&'\\0334', nfd) = U&'\\0334' || normalize(chr(point), nfd)
      and normalize(chr(point), nfd) !~ ('^[' || private.marks() || ']+$')`
  expect([...rows]).toEqual([])
})
