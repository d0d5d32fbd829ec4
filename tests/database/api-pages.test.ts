import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

const anon = anonClient()
const author = await createMember({ name: 'Writes for pages' })
const slug = `pages-${randomUUID().slice(0, 8)}`
const [category] =
  await sql`insert into public.categories (slug, name) values (${slug}, 'Pages') returning id`
const ids: number[] = []
for (const votes of [5, 4, 3, 2, 1]) {
  const { id } = await createPost({ authorId: author.id })
  await sql`update public.posts set category_id = ${category!.id}, votes_total = ${votes} where id = ${id}`
  ids.push(id)
}

type Page = { items: { id: number; category: string; author: object }[]; next: string | null }
const read = async (asked: object) => {
  const { data, error } = await anon.rpc('api_post_page', { category: slug, ...asked })
  if (error) throw error
  return data as unknown as Page
}

test('pages of posts have the posts of the list, in the format of api_posts, once each', async () => {
  const first = await read({ max_rows: 2 })
  const second = await read({ max_rows: 2, after_cursor: first.next })
  const last = await read({ max_rows: 2, after_cursor: second.next })
  const all = [first, second, last].flatMap(({ items }) => items)
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(all).toEqual((await anon.rpc('api_posts', { post_ids: ids })).data)
  expect(all[0]).toMatchObject({ category: slug, author: { id: author.id, is_team: false } })
  expect(last.next).toBeNull()
  const list = await anon.rpc('list_posts', { category: slug, max_rows: 2 })
  expect(first.next).toBe(list.data!.at(-1)!.row_cursor)
  expect(await read({ max_rows: 5 })).toEqual({ items: all, next: null })
  expect((await read({ max_rows: -1 })).items).toHaveLength(1)
})

test('pages leave out what is deleted or hidden, and refuse the cursor of another list', async () => {
  const { id } = await createPost({ authorId: author.id })
  await sql`update public.posts set category_id = ${category!.id} where id = ${id}`
  const shown = async () =>
    (await read({ order_by: 'newest', max_rows: 50 })).items.some((one) => one.id === id)
  expect(await shown()).toBe(true)
  await author.client.rpc('delete_post', { post_id: id }).throwOnError()
  expect(await shown()).toBe(false)
  const wrong = await anon.rpc('api_post_page', { after_cursor: '["x"]' })
  expect(wrong.error?.code).toBe('22023')
  expect(await read({ category: 'there-is-none' })).toEqual({ items: [], next: null })
})

test('only the site’s server counts the requests of a network, several at once', async () => {
  const refused = await anon.rpc('count_api_network', { address: '192.0.2.9', requests: 50 })
  expect(refused.error?.code).toBe('42501')
  const address = `2001:db8:${randomUUID().slice(0, 4)}::1`
  const count = async (requests?: number) =>
    (await sql`select public.count_api_network(${address}, ${requests ?? 1}) as counted`)[0]!.counted
      .remaining
  const [rule] = await sql`select max_count from private.api_limits where caller = 'network'`
  expect(await count()).toBe(rule!.max_count - 1)
  expect(await count(10)).toBe(rule!.max_count - 11)
  expect(await count(-500)).toBe(rule!.max_count - 12)
})
