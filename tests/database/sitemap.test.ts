import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createPost, sql } from '../support/database.ts'

type Listed = { category: string; slug: string; changed_at: string }
type Index = {
  parts: { part: number; changed_at: string }[]
  categories: { slug: string; changed_at: string }[]
}

const listPart = async (part: number) =>
  (await anonClient().rpc('sitemap_posts', { of_part: part }).throwOnError()).data as Listed[]

test('a post is listed in the part of its number, with its newest change', async () => {
  const post = await createPost({ title: 'Größere Schrift' })
  await sql`update public.posts set activity_at = '2030-01-02 03:04:05+00' where id = ${post.id}`
  const listed = (await listPart(Math.floor(post.id / 10_000))).find(({ slug }) => slug === post.slug)
  expect(listed?.category).toBe('new-features')
  expect(new Date(listed!.changed_at).toISOString()).toBe('2030-01-02T03:04:05.000Z')
  expect(await listPart(Math.floor(post.id / 10_000) + 1)).not.toContainEqual(listed)
})

test('the index names every part that has posts and every category', async () => {
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

test('the index follows posts that are deleted, restored, moved and removed', async () => {
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

test('the index passes over numbers that no post has', async () => {
  const far = 4_000_000_000_000
  await sql`
    insert into public.posts (id, category_id, title) overriding system value
    select ${far}, id, ${randomUUID()} from public.categories where slug = 'new-features' on conflict do nothing`
  const { parts } = (await anonClient().rpc('sitemap_index').throwOnError()).data as Index
  await sql`delete from public.posts where id = ${far}`
  expect(parts.map(({ part }) => part)).toContain(far / 10_000)
  expect(parts.length).toBeLessThan(1000)
})
