import { expect, test } from 'vitest'
import { cleanLine } from '../../lib/text/characters.ts'
import { visibleLength } from '../../lib/text/characters.ts'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

const marks = (count: number) => `a${'\u0315'.repeat(count)}${'\u0300'.repeat(count)}`
const words = (length: number) => 'a '.repeat(length / 2)

const [author, voter] = await Promise.all([createMember(), createMember()])
const post = await createPost({ authorId: author.id })

/** How a refused response ended, and after how many milliseconds. */
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

test('thirty of them at once keep no one waiting', async () => {
  const flood = Array.from({ length: 30 }, () => refused(add(marks(20_000))))
  const start = performance.now()
  const { error } = await voter.client.rpc('set_vote', { post_id: post.id, wanted: true })
  expect(error).toBeNull()
  expect(performance.now() - start).toBeLessThan(10_000)
  await Promise.all(flood)
})

test('details full of marks are written and found quickly', async () => {
  const start = performance.now()
  const [row] = await sql`
    select char_length(details) as length from public.posts
    where id = ${(await createPost({ details: `**${marks(4_900)}** words` })).id}`
  expect(row!.length).toBeLessThan(40)
  expect(performance.now() - start).toBeLessThan(5_000)
  expect((await anonClient().rpc('similar_posts', { query: marks(1_000_000) })).error).toBeNull()
  expect((await anonClient().rpc('is_name_free', { name: marks(1_000_000) })).error).toBeNull()
})

test('every character that composing can move counts as a mark', async () => {
  const rows = await sql`
    select to_hex(point) as missing from generate_series(1, x'1ffff'::int) point
    where point not between x'd800'::int and x'dfff'::int
      and normalize(chr(point) || U&'\\0334', nfd) = U&'\\0334' || normalize(chr(point), nfd)
      and normalize(chr(point), nfd) !~ ('^[' || private.marks() || ']+$')`
  expect([...rows]).toEqual([])
})

/** Where Unicode has characters, except private use. */
const planes = [
  [0x1, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xe1000],
] as const
const letters = planes.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
)
const named = (some: string[]) => some.map((letter) => letter.codePointAt(0)!.toString(16))

/** Characters that SQL’s `every` leaves unchanged: a thousand at once, because a call takes time. */
async function kept(expression: string): Promise<Set<string>> {
  const rows = await sql.unsafe<{ kept: string }[]>(`
    select ${expression} as kept from (
      select string_agg(chr(point), '') as every
      from (values ${planes.map(([first, last]) => `(${first}, ${last})`).join()}) plane (first, last)
      cross join generate_series(first, last) point
      group by point / 1000
    ) block`)
  return new Set(rows.flatMap((row) => [...row.kept]))
}

test('forms and the database see the same characters, and none that Unicode calls invisible', async () => {
  const seen = await kept('private.seen_of(every)')
  const unseen = letters.filter((letter) => !seen.has(letter))
  expect(named(unseen)).toEqual(named(letters.filter((letter) => visibleLength(letter) === 0)))
  const blank = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}]/u
  // Unicode counts these as format characters, but fonts show them.
  const shown = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u
  const missing = letters.filter((letter) => blank.test(letter) && !shown.test(letter) && seen.has(letter))
  expect(named(missing)).toEqual([])
})

test('the database knows every mark of Unicode', async () => {
  const known = await kept(`regexp_replace(every, '[^' || private.every_mark() || ']', '', 'g')`)
  const missing = letters.filter((letter) => /[\p{Mn}\p{Me}]/u.test(letter) && !known.has(letter))
  expect(named(missing)).toEqual([])
  const others = letters.filter((letter) => known.has(letter) && /[\p{L}\p{N}\p{P}\p{S}\p{Mc}]/u.test(letter))
  expect(named(others)).toEqual([])
})

test('forms clean a line as the database does', async () => {
  const line = await kept(`private.clean_line(regexp_replace(every, '(.)', '\\1x', 'g'))`)
  // Marks and spaces depend on their neighbors, and composing replaces characters.
  const steady = letters.filter((letter) => !/[\p{M}\s]/u.test(letter) && letter.normalize('NFC') === letter)
  const dropped = steady.filter((letter) => !line.has(letter))
  expect(named(dropped)).toEqual(named(steady.filter((letter) => cleanLine(letter) === '')))
})
