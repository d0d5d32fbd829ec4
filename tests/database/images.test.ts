import { beforeAll, describe, expect, test } from 'vitest'
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
  test('adds images only to what is theirs and only from their own folder', async () => {
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

  test('has an image deleted by its uploader and by an admin, and by nobody else', async () => {
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

  test('uploads only pictures, only up to the limit, only into their own folder, never over another', async () => {
    const bucket = author.client.storage.from('images')
    const picture = new Uint8Array([137, 80, 78, 71])
    expect(
      (await bucket.upload(`${author.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).toBeNull()
    expect(
      (await bucket.upload(`${author.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const options = { contentType: 'image/png', upsert: true }
    expect((await bucket.upload(`${author.id}/a.png`, picture, options)).error).not.toBeNull()
    expect(
      (await bucket.upload(`${other.id}/a.png`, picture, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    const svg = new TextEncoder().encode('<svg/>')
    expect(
      (await bucket.upload(`${author.id}/a.svg`, svg, { contentType: 'image/svg+xml' })).error,
    ).not.toBeNull()
    const big = new Uint8Array(5 * 1024 * 1024 + 1)
    expect(
      (await bucket.upload(`${author.id}/b.png`, big, { contentType: 'image/png' })).error,
    ).not.toBeNull()
    await other.client.storage.from('images').remove([`${author.id}/a.png`])
    const [row] = await sql`select count(*)::int from storage.objects where name = ${`${author.id}/a.png`}`
    expect(row!.count).toBe(1)
  })
})
