import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPost, sql } from '../support/database.ts'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(() => null).catch((error: { code: string }) => error.code)

describe('titles and details', () => {
  test.each([
    ['two letters', 'ab', '23514'],
    ['three letters', 'abc', null],
    ['140 letters', 'x'.repeat(140), null],
    ['141 letters', 'x'.repeat(141), '23514'],
    ['spaces only', '      ', '23514'],
    ['zero-width characters only', '\u200B\u200B\u200B\u200B', '23514'],
    ['three emoji', '🎉🎉🎉', null],
    ['140 Chinese characters', '漢'.repeat(140), null],
  ])('a title of %s', async (_, title, code) => {
    expect(await codeOf(createPost({ title }))).toBe(code)
  })

  test('direction overrides, control characters and doubled spaces are removed from a title', async () => {
    const { id } = await createPost({ title: '  A\u202E  title\u0007\nhere ' })
    const [row] = await sql`select title from public.posts where id = ${id}`
    expect(row!.title).toBe('A title here')
  })

  test('details end at 10,000 characters', async () => {
    expect(await codeOf(createPost({ details: 'x'.repeat(10_000) }))).toBeNull()
    expect(await codeOf(createPost({ details: 'x'.repeat(10_001) }))).toBe('23514')
  })
})

describe('addresses', () => {
  test('are made of the title in any script', async () => {
    const own = randomUUID().slice(0, 8)
    const slugOf = async (title: string) => (await createPost({ title })).slug
    expect(await slugOf(`Crème brûlée & C++ ${own}`)).toBe(`creme-brulee-c-${own}`)
    expect(await slugOf(`暗色模式 ${own}`)).toBe(`暗色模式-${own}`)
    expect(await slugOf(`وضع داكن ${own}`)).toBe(`وضع-داكن-${own}`)
  })

  test('exist for titles without letters and stay short enough for a file name', async () => {
    expect((await createPost({ title: '🎉🎉🎉' })).slug).toMatch(/^post-\d+$/)
    for (const title of ['漢'.repeat(140), 'x'.repeat(140), 'word '.repeat(28)]) {
      const { slug } = await createPost({ title })
      expect(encodeURIComponent(slug).length).toBeLessThanOrEqual(240)
    }
  })

  test('differ for posts of the same title made at the same instant', async () => {
    const title = `Same title ${randomUUID()}`
    const posts = await Promise.all(Array.from({ length: 20 }, () => createPost({ title })))
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(20)
  })

  test('stay when the title changes', async () => {
    const { id, slug } = await createPost()
    await sql`update public.posts set title = 'Something else' where id = ${id}`
    const [row] = await sql`select slug, edited_at from public.posts where id = ${id}`
    expect(row!.slug).toBe(slug)
    expect(row!.edited_at).not.toBeNull()
  })

  test('of a moved post are kept and never given to another', async () => {
    const target = `c-${randomUUID().slice(0, 8)}`
    const [category] =
      await sql`insert into public.categories (slug, name) values (${target}, 'Target') returning id`
    const title = `Moving ${randomUUID()}`
    const taken = await createPost({ title, category: target })
    const moved = await createPost({ title })
    await sql`update public.posts set category_id = ${category!.id} where id = ${moved.id}`
    const [now] = await sql`select slug from public.posts where id = ${moved.id}`
    expect(now!.slug).not.toBe(taken.slug)
    const later = await createPost({ title })
    expect(later.slug).not.toBe(moved.slug)
    const addresses = await sql`select slug from public.post_addresses where post_id = ${moved.id}`
    expect(addresses).toHaveLength(2)
  })
})

describe('comments', () => {
  const add = async (body: string) => {
    const { id } = await createPost()
    return codeOf(
      sql`insert into public.comments (post_id, author_id, body) values (${id}, null, ${body})`.execute(),
    )
  }

  test.each([
    ['nothing', '', '23514'],
    ['spaces', '   \n ', '23514'],
    ['zero-width characters', '\u200B\u200D\uFEFF', '23514'],
    ['one letter', 'x', null],
    ['2500 letters', 'x'.repeat(2500), null],
    ['2501 letters', 'x'.repeat(2501), '23514'],
    ['2500 emoji', '🎉'.repeat(2500), null],
    ['1250 letters with a combining mark each', 'e\u0301'.repeat(1250), null],
  ])('of %s', async (_, body, code) => {
    expect(await add(body)).toBe(code)
  })
})
