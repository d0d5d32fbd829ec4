import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createPost, sql } from '../support/database.ts'

const category = `c-${randomUUID().slice(0, 8)}`
const anon = anonClient()
const orders: Record<string, string> = {
  top: 'votes_total desc, activity_at desc, id desc',
  'fewest-votes': 'votes_total, activity_at, id',
  trending: 'trend desc, id desc',
  newest: 'p.created_at desc, id desc',
  oldest: 'p.created_at, id',
  'most-comments': 'comments_total desc, id desc',
  'fewest-comments': 'comments_total, id',
  title: 'lower(title), id',
  'title-desc': 'lower(title) desc, id desc',
}

await sql`insert into public.categories (slug, name) values (${category}, 'Pages')`
await sql`
    insert into public.posts (category_id, author_id, title, state, created_at)
    select c.id, null, (array['Beta', 'alpha', 'Gamma'])[1 + n % 3] || ' idea', (enum_range(null::public.post_state))[1 + n % 2],
           timestamptz '2026-01-01' + make_interval(days => n / 4)
    from public.categories c, generate_series(1, 57) n where c.slug = ${category}`
await sql`
    insert into public.votes (user_id, post_id)
    select v.id, p.id from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral (
      select id from public.profiles where placeholder order by id limit p.id % 4
    ) v where c.slug = ${category}`

async function readAll(order: string, state?: 'proposed' | 'candidate'): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page++) {
    const { data } = await anon
      .rpc('list_posts', { category, order_by: order, in_state: state, after_cursor: cursor, max_rows: 10 })
      .throwOnError()
    ids.push(...data.map(({ id }) => id))
    if (data.length < 10) break
    cursor = data[data.length - 1]!.row_cursor
  }
  return ids
}

describe('a list of posts', () => {
  test.each(Object.keys(orders))('goes once through every post, ordered by %s', async (order) => {
    for (const state of [undefined, 'proposed'] as const) {
      const expected = await sql.unsafe(
        `select p.id from public.posts p join public.categories c on c.id = p.category_id
         where c.slug = '${category}' ${state ? `and p.state = '${state}'` : ''} order by ${orders[order]}`,
      )
      expect(await readAll(order, state)).toEqual(expected.map(({ id }) => Number(id)))
    }
  })

  test('of an unknown category is empty', async () => {
    expect((await anon.rpc('list_posts', { category: 'no-such' })).data).toEqual([])
  })

  test.each([
    `[]`,
    `{}`,
    `nonsense`,
    `["x","y","z"]`,
    `[1]`,
    `[null,null,null]`,
    `\0`,
    `'; drop table posts`,
  ])('refuses the cursor %s', async (cursor) => {
    const { error } = await anon.rpc('list_posts', { after_cursor: cursor })
    expect(error!.code).toMatch(/^22/)
  })

  test('refuses an unknown order', async () => {
    expect((await anon.rpc('list_posts', { order_by: 'id; drop table posts' })).error!.code).toBe('22023')
  })
})

describe('comments', () => {
  test('and replies are listed once each, oldest first', async () => {
    const { id } = await createPost()
    await sql`
      insert into public.comments (post_id, author_id, body, created_at)
      select ${id}, null, 'c' || n, timestamptz '2026-01-01' + make_interval(days => n / 3) from generate_series(1, 25) n`
    const first = await anon.rpc('list_comments', { of_post: id, max_rows: 20 }).throwOnError()
    const cursor = first.data[19]!.row_cursor
    const rest = await anon.rpc('list_comments', { of_post: id, after_cursor: cursor }).throwOnError()
    expect([...first.data, ...rest.data].map(({ body }) => body)).toEqual(
      Array.from({ length: 25 }, (_, n) => `c${n + 1}`),
    )
  })

  test.each(['x', '{}', '[]', '[null,1]', '["2026-01-01",null]', '"2026-01-01"', '\0'])(
    'refuse the cursor %j',
    async (cursor) => {
      const answers = await Promise.all([
        anon.rpc('list_comments', { of_post: 1, after_cursor: cursor }),
        anon.rpc('list_replies', { of_comment: 1, after_cursor: cursor }),
      ])
      for (const { error } of answers) expect(error!.code).toMatch(/^22/)
    },
  )
})

type Listed = { category: string; slug: string; changed_at: string }
type Index = {
  parts: { part: number; changed_at: string }[]
  categories: { slug: string; changed_at: string }[]
}

const listPart = async (part: number) =>
  (await anonClient().rpc('sitemap_posts', { of_part: part }).throwOnError()).data as Listed[]

test('a post is in the sitemap part of its number, with its newest change', async () => {
  const post = await createPost({ title: 'Größere Schrift' })
  await sql`update public.posts set activity_at = '2030-01-02 03:04:05+00' where id = ${post.id}`
  const listed = (await listPart(Math.floor(post.id / 10_000))).find(({ slug }) => slug === post.slug)
  expect(listed?.category).toBe('new-features')
  expect(new Date(listed!.changed_at).toISOString()).toBe('2030-01-02T03:04:05.000Z')
  expect(await listPart(Math.floor(post.id / 10_000) + 1)).not.toContainEqual(listed)
})

test('the index lists every part that has posts and every category', async () => {
  const post = await createPost()
  const [category] = await sql<{ slug: string }[]>`
    insert into public.categories (slug, name) values (${`empty-${post.id}`}, 'Empty') returning slug`
  const { parts, categories } = (await anonClient().rpc('sitemap_index').throwOnError()).data as Index
  expect(parts.map(({ part }) => part)).toContain(Math.floor(post.id / 10_000))
  expect(categories.find(({ slug }) => slug === category!.slug)?.changed_at).toBeTruthy()
})

test('a part without posts is empty', async () => {
  expect(await listPart(99_999)).toEqual([])
})

test('the index follows deleted, restored, moved and removed posts', async () => {
  const change = async (of: string) => {
    const { categories } = (await anonClient().rpc('sitemap_index').throwOnError()).data as Index
    return categories.find(({ slug }) => slug === of)!.changed_at.slice(0, 4)
  }
  const [one, other] = [`one-${randomUUID().slice(0, 8)}`, `other-${randomUUID().slice(0, 8)}`]
  await sql`insert into public.categories (slug, name) values (${one}, 'One'), (${other}, 'Other')`
  const { id } = await createPost({ category: one })
  const thisYear = await change(one)
  await sql`update public.posts set activity_at = '2031-01-01' where id = ${id}`
  expect(await change(one)).toBe('2031')
  await sql`update public.posts set deleted_at = now() where id = ${id}`
  expect(await change(one)).toBe(thisYear)
  await sql`update public.posts set deleted_at = null where id = ${id}`
  expect(await change(one)).toBe('2031')
  await sql`
    update public.posts set category_id = (select id from public.categories where slug = ${other}) where id = ${id}`
  await sql`update public.posts set activity_at = '2031-01-01' where id = ${id}`
  expect([await change(one), await change(other)]).toEqual([thisYear, '2031'])
  await sql`delete from public.posts where id = ${id}`
  expect(await change(other)).toBe(thisYear)
})

test('the index skips numbers without posts', async () => {
  const far = 4_000_000_000_000
  await sql`
    insert into public.posts (id, category_id, title) overriding system value
    select ${far}, id, ${randomUUID()} from public.categories where slug = 'new-features' on conflict do nothing`
  const { parts } = (await anonClient().rpc('sitemap_index').throwOnError()).data as Index
  await sql`delete from public.posts where id = ${far}`
  expect(parts.map(({ part }) => part)).toContain(far / 10_000)
  expect(parts.length).toBeLessThan(1000)
})
