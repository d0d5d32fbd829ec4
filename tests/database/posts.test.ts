import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'

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
    const { id } = await createPost()
    expect(await codeOf(sql`update public.posts set title = ${title} where id = ${id}`.execute())).toBe(code)
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

  test('differ for posts with the same title created at the same moment', async () => {
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

const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

describe('an edit', () => {
  test('based on an older text is refused and changes nothing', async () => {
    const { id } = await createPost({ authorId: author.id, title: `First ${randomUUID()}` })
    const edit = (client: Member['client'], title: string, seen: number) =>
      client
        .rpc('edit_post', { post_id: id, new_title: title, new_details: 'Text', seen_revision: seen })
        .single()
    expect((await edit(author.client, 'By the author', 0)).data).toMatchObject({
      status: 'saved',
      revision: 1,
    })
    expect((await edit(admin.client, 'By the admin', 0)).data).toMatchObject({
      status: 'conflict',
      title: 'By the author',
      revision: 1,
    })
    expect((await edit(other.client, 'By another', 1)).error?.code).toBe('42501')
    expect((await edit(admin.client, 'By the admin', 1)).data).toMatchObject({ status: 'saved' })
    const [row] = await sql`select title, slug, edited_at from public.posts where id = ${id}`
    expect(row!.title).toBe('By the admin')
    expect(row!.slug).toMatch(/^first-/)
    expect(row!.edited_at).not.toBeNull()
  })

  test('of a comment is only for its author', async () => {
    const post = await createPost()
    const { data } = await other.client
      .from('comments')
      .insert({ post_id: post.id, body: 'One' })
      .select('id')
      .single()
    const edit = (client: Member['client'], seen: number) =>
      client.rpc('edit_comment', { comment_id: data!.id, new_body: 'Two', seen_revision: seen }).single()
    expect((await edit(author.client, 0)).error?.code).toBe('42501')
    expect((await edit(admin.client, 0)).error?.code).toBe('42501')
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'saved', revision: 1 })
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'conflict', body: 'Two' })
  })
})

describe('something sent again with its key', () => {
  test('is one comment, even at the same time, and the same text with another key is another', async () => {
    const [person, other] = [await createMember(), await createMember()]
    const post = await createPost()
    const key = randomUUID()
    const say = (sent_key: string, by = person) =>
      by.client.rpc('create_comment', { post_id: post.id, body: 'Twice', sent_key }).single()
    const answers = await Promise.all(Array.from({ length: 6 }, () => say(key)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect((await say(randomUUID())).data!.id).not.toBe(answers[0]!.data!.id)
    expect((await say(key, other)).data!.id).not.toBe(answers[0]!.data!.id)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
    await person.client.rpc('delete_comment', { comment_id: answers[0]!.data!.id })
    expect((await say(key)).data).toBeNull()
  })

  test('is one post; a refused one keeps its key free', async () => {
    const person = await createMember()
    const key = randomUUID()
    const post = (title: string) =>
      person.client
        .rpc('create_post', { category: 'new-features', title, details: '', sent_key: key })
        .single()
    expect((await post('x')).error).not.toBeNull()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('The same post')))
    expect(new Set(answers.map(({ data }) => data?.slug)).size).toBe(1)
    expect(await sql`select 1 from public.posts where author_id = ${person.id}`).toHaveLength(1)
    expect(
      (
        await anonClient().rpc('create_post', {
          category: 'new-features',
          title: 'Hello',
          details: '',
          sent_key: key,
        })
      ).error,
    ).not.toBeNull()
  })
})
