import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeOrphans } from '../../lib/actions/remove-orphans.ts'
import { miscounts } from '../support/counts.ts'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'

let author: Member
let other: Member
let admin: Member

beforeAll(async () => {
  ;[author, other, admin] = await Promise.all([
    createMember({ name: 'Author' }),
    createMember({ name: 'Other' }),
    createMember({ name: 'Admin', admin: true }),
  ])
})

const asWebp = { contentType: 'image/webp' }

describe('a deleted post', () => {
  test('comes back within a minute with all that hung on it', async () => {
    const title = `Comes back ${randomUUID()}`
    const { id, slug } = await createPost({ authorId: author.id, title })
    await other.client.rpc('set_vote', { post_id: id, wanted: true })
    const { data: comment } = await other.client
      .from('comments')
      .insert({ post_id: id, body: 'Comment' })
      .select('id')
      .single()
    await author.client.from('comments').insert({ post_id: id, parent_id: comment!.id, body: 'Reply' })
    await admin.client.rpc('admin_set_state', { post_ids: [id], new_state: 'planned', public_note: 'Soon' })
    const path = `${author.id}/${randomUUID()}.webp`
    await author.client.from('images').insert({ post_id: id, path, width: 10, height: 10, alt: 'Alt' })
    const picture = async () => ({
      post: (await sql`select * from public.posts where id = ${id}`)[0],
      comments: [...(await sql`select * from public.comments where post_id = ${id} order by id`)],
      votes: [...(await sql`select * from public.votes where post_id = ${id}`)],
      events: [...(await sql`select * from public.post_events where post_id = ${id}`)],
      images: [...(await sql`select * from public.images where post_id = ${id}`)],
      addresses: [...(await sql`select * from public.post_addresses where post_id = ${id}`)],
    })
    const before = await picture()

    expect((await other.client.rpc('delete_post', { post_id: id })).error?.code).toBe('42501')
    expect((await author.client.rpc('delete_post', { post_id: id })).data).toBe(true)
    expect((await author.client.rpc('delete_post', { post_id: id })).data).toBe(false)
    expect((await anonClient().from('posts').select('id').eq('slug', slug)).data).toEqual([])
    expect((await anonClient().from('comments').select('id').eq('post_id', id)).data).toEqual([])
    expect((await sql`select 1 from private.removed_objects where path = ${path}`).length).toBe(1)

    expect((await other.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(1)
    expect(await picture()).toEqual(before)
    expect((await sql`select 1 from private.removed_objects where path = ${path}`).length).toBe(0)
    expect([...(await miscounts([id, comment!.id]))]).toEqual([])
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
  })

  test('does not come back after a minute', async () => {
    const { id } = await createPost({ authorId: author.id })
    await author.client.rpc('delete_post', { post_id: id })
    await sql`update private.deleted_posts set deleted_at = now() - interval '61 seconds' where post_id = ${id}`
    expect((await author.client.rpc('restore_posts', { post_ids: [id] })).data).toBe(0)
  })

  test('with a thousand others leaves nothing behind, and only an admin may', async () => {
    const word = randomUUID()
    const rows = await sql<{ id: string }[]>`
      insert into public.posts (category_id, author_id, title, details)
      select c.id, ${author.id}, ${word} || n, '' from public.categories c, generate_series(1, 1000) n
      where c.slug = 'new-features' returning id`
    const ids = rows.map(({ id }) => Number(id))
    await sql`insert into public.votes (user_id, post_id) select ${other.id}, unnest(${ids}::bigint[])`
    await sql`insert into public.comments (post_id, author_id, body) select unnest(${ids}::bigint[]), ${other.id}, 'Hi'`
    const paths = ids.slice(0, 20).map(() => `${author.id}/${randomUUID()}.webp`)
    for (const [index, path] of paths.entries()) {
      const stored = await author.client.storage.from('images').upload(path, new Uint8Array([1]), asWebp)
      expect(stored.error).toBeNull()
      await sql`
        insert into public.images (post_id, uploader_id, path, width, height)
        values (${ids[index]!}, ${author.id}, ${path}, 10, 10)`
    }
    expect((await author.client.rpc('delete_posts', { post_ids: ids })).error?.code).toBe('42501')
    expect((await admin.client.rpc('delete_posts', { post_ids: ids })).data).toBe(1000)
    const [left] = await sql`
      select (select count(*) from public.votes where post_id = any (${ids}))
           + (select count(*) from public.comments where post_id = any (${ids}))
           + (select count(*) from public.post_addresses where post_id = any (${ids}))
           + (select count(*) from public.images where path = any (${paths}))
           + (select count(*) from private.search_posts where post_id = any (${ids})) as rows`
    expect(Number(left!.rows)).toBe(0)
    expect([...(await sql`select * from private.find_miscounts() where kind like 'posts of%'`)]).toEqual([])
    await sql`update private.removed_objects set removed_at = now() - interval '61 seconds' where path = any (${paths})`
    await removeOrphans(admin.client)
    expect((await sql`select 1 from storage.objects where name = any (${paths})`).length).toBe(0)
    expect((await sql`select 1 from private.removed_objects where path = any (${paths})`).length).toBe(0)
  }, 60_000)
})
