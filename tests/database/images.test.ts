import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { refuseOthersOwner } from '../../lib/actions/image-owner'
import { anonClient, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

let author: Member
let other: Member
let admin: Member
const anon = anonClient()

beforeAll(async () => {
  ;[author, other, admin] = await Promise.all([
    createMember({ name: 'Author' }),
    createMember({ name: 'Other' }),
    createMember({ name: 'Admin', admin: true }),
  ])
})

describe('a member', () => {
  test('only adds images to their own content, from their own folder', async () => {
    const post = await createPost({ authorId: author.id })
    const insert = (folder: string) => `
      insert into public.images (post_id, path, width, height)
      values (${post.id}, '${folder}/' || gen_random_uuid() || '.png', 10, 10)`
    expect(await refusal(author, insert(author.id))).toBeNull()
    expect(await refusal(author, insert(other.id))).toBe('42501')
    expect(await refusal(other, insert(other.id))).toBe('42501')
    const nine = `
      insert into public.images (post_id, path, width, height)
      select ${post.id}, '${author.id}/' || gen_random_uuid() || '.png', 10, 10 from generate_series(1, 9)`
    expect(await refusal(author, nine)).toBe('23514')
  })

  test('is checked as the owner before an image is read, by the same rule as the policy', async () => {
    const post = await createPost({ authorId: author.id })
    const [comment] = await sql`
      insert into public.comments (post_id, author_id, body) values (${post.id}, ${author.id}, 'Words') returning id`
    const ask = ({ client, id: by }: Member, owner: 'post' | 'comment', id: number) =>
      refuseOthersOwner(client, { owner, id, author: by })
    const forbidden = { ok: false, message: "You aren't allowed to do this.", reason: 'forbidden' }
    for (const [owner, id] of [
      ['post', post.id],
      ['comment', Number(comment!.id)],
    ] as const) {
      expect(await ask(author, owner, id)).toBeNull()
      expect(await ask(other, owner, id)).toMatchObject(forbidden)
    }
    await sql`update public.posts set deleted_at = now() where id = ${post.id}`
    expect(await ask(author, 'post', post.id)).toMatchObject(forbidden)
    expect(await ask(author, 'comment', Number(comment!.id))).toMatchObject(forbidden)
  })

  test('gets images in order of arrival, even if they arrive together, and may reorder them', async () => {
    const post = await createPost({ authorId: author.id })
    const add = (fields: object) =>
      author.client.from('images').insert({
        post_id: post.id,
        path: `${author.id}/${randomUUID()}.png`,
        width: 1,
        height: 1,
        ...fields,
      })
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({})))
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
    const positions = async () =>
      (await sql`select position from public.images where post_id = ${post.id} order by position`).map(
        ({ position }) => position as number,
      )
    expect(await positions()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    await author.client.from('images').delete().eq('post_id', post.id).lt('position', 3)
    expect((await add({ position: 0 })).error?.code).toBe('42501')
    expect((await add({})).error).toBeNull()
    expect(await positions()).toEqual([3, 4, 5, 6, 7, 8])
    await author.client.from('images').update({ position: 9 }).eq('post_id', post.id).eq('position', 3)
    expect(await positions()).toEqual([4, 5, 6, 7, 8, 9])
  })

  test('learns with the write what the image belongs to', async () => {
    const post = await createPost({ authorId: author.id })
    const { data: comment } = await author.client
      .from('comments')
      .insert({ post_id: post.id, body: 'With a picture' })
      .select('id')
      .single()
      .throwOnError()
    const place = 'id, category:categories!inner(slug)'
    const columns = `path, post:posts(${place}), comment:comments(post:posts!inner(${place}))` as const
    const owner = { id: post.id, category: { slug: 'new-features' } }
    for (const [belongs, expected] of [
      [{ post_id: post.id }, { post: owner, comment: null }],
      [{ comment_id: comment!.id }, { post: null, comment: { post: owner } }],
    ] as const) {
      const path = `${author.id}/${randomUUID()}.png`
      const table = () => author.client.from('images')
      const inserted = await table()
        .insert({ ...belongs, path, width: 1, height: 1 })
        .select(columns)
      const updated = await table().update({ alt: 'Alt' }).eq('path', path).select(columns)
      const deleted = await table().delete().eq('path', path).select(columns)
      for (const { data } of [inserted, updated, deleted]) expect(data).toEqual([{ path, ...expected }])
    }
  })

  test('can delete their own images, admins can delete any, and no one else can', async () => {
    const post = await createPost({ authorId: author.id })
    const add = async () => {
      const [row] = await sql`
        insert into public.images (post_id, uploader_id, path, width, height)
        values (${post.id}, ${author.id}, ${author.id} || '/' || gen_random_uuid() || '.png', 10, 10) returning id`
      return row!.id as string
    }
    const isThere = async (id: string) =>
      (await sql`select 1 from public.images where id = ${id}`).length === 1
    const image = await add()
    await other.client.from('images').delete().eq('id', image)
    await other.client.from('images').update({ alt: 'Changed' }).eq('id', image)
    await anon.from('images').delete().eq('id', image)
    expect((await sql`select alt from public.images where id = ${image}`)[0]).toEqual({ alt: '' })
    await author.client.from('images').delete().eq('id', image)
    expect(await isThere(image)).toBe(false)
    const another = await add()
    await admin.client.from('images').delete().eq('id', another)
    expect(await isThere(another)).toBe(false)
  })

  test('only uploads images, up to the limit, into their own folder, and never over another', async () => {
    const bucket = author.client.storage.from('images')
    const picture = new Uint8Array([137, 80, 78, 71])
    const name = randomUUID()
    expect(
      (await bucket.upload(`${author.id}/${name}.png`, picture, { contentType: 'image/png' })).error,
    ).toBeNull()
    expect(
      (await bucket.upload(`${author.id}/${name}.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const options = { contentType: 'image/png', upsert: true }
    expect((await bucket.upload(`${author.id}/${name}.png`, picture, options)).error).not.toBeNull()
    expect(
      (await bucket.upload(`${other.id}/${name}.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const svg = new TextEncoder().encode('<svg/>')
    expect(
      (await bucket.upload(`${author.id}/${name}.svg`, svg, { contentType: 'image/svg+xml' })).error,
    ).not.toBeNull()
    const big = new Uint8Array(5 * 1024 * 1024 + 1)
    expect(
      (await bucket.upload(`${author.id}/${randomUUID()}.png`, big, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    await other.client.storage.from('images').remove([`${author.id}/${name}.png`])
    const [row] =
      await sql`select count(*)::int from storage.objects where name = ${`${author.id}/${name}.png`}`
    expect(row!.count).toBe(1)
  })
})

describe('a row', () => {
  const add = async (fields: object) => {
    const { id } = await createPost({ authorId: author.id })
    const path = `${author.id}/${randomUUID()}.webp`
    const row = { post_id: id, path, width: 2000, height: 10, ...fields }
    return { id, path, error: (await author.client.from('images').insert(row)).error }
  }

  test.each([
    ['four sizes', { widths: [1, 2, 3, 4] }],
    ['a size of nothing', { widths: [0] }],
    ['a size that no name has', { widths: [100_000] }],
    ['a size without a width', { widths: [320, null] }],
    ['the name of a size', { path: `${randomUUID()}/${randomUUID()}-640.webp` }],
    ['the name of no picture', { path: `${randomUUID()}/${'-'.repeat(36)}.webp` }],
  ])('does not name %s', async (_, fields) => {
    expect((await add(fields)).error).not.toBeNull()
  })

  test.each([-1, 1_000_001, 2_147_483_647])('has no position %d', async (position) => {
    const { path } = await add({})
    const { error } = await author.client.from('images').update({ position }).eq('path', path)
    expect(error).not.toBeNull()
  })

  test('leaves every size for the clean-up, once', async () => {
    const { id, path, error } = await add({ widths: [320, 640, 320] })
    expect(error).toBeNull()
    await sql`delete from public.posts where id = ${id}`
    const removed =
      await sql`select path from private.removed_objects where path like ${`${path.slice(0, 73)}%`}`
    expect(removed.map((one) => one.path as string).toSorted()).toEqual(
      ['-320.webp', '-640.webp', '.webp'].map((end) => path.replace('.webp', end)),
    )
  })
})
