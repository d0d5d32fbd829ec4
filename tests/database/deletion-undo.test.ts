import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { undoTime } from '../../lib/schemas/action-result.ts'
import { miscounts } from '../support/counts.ts'
import { actingAs, anonClient, createAccounts, createMember, createPost, sql } from '../support/database.ts'
import { admin, author, deletePost, other, restore } from '../support/deletion.ts'

const anon = anonClient()

describe('an undo', () => {
  test('is only for the person who deleted it', async () => {
    const { id } = await createPost({ authorId: author.id })
    await deletePost(admin, id)
    expect(await restore(author, [id])).toEqual([])
    expect(await restore(other, [id])).toEqual([])
    expect((await anon.rpc('restore_posts', { post_ids: [id] })).error).not.toBeNull()
    expect(await restore(admin, [id])).toMatchObject([{ id }])
    await deletePost(author, id)
    expect(await restore(admin, [id])).toEqual([])
    expect(await restore(author, [id])).toMatchObject([{ id }])
  })

  test('isn’t for someone who is no longer an admin', async () => {
    const former = await createMember({ admin: true })
    const { id } = await createPost({ authorId: author.id })
    await deletePost(former, id)
    await sql`delete from public.roles where user_id = ${former.id}`
    expect(await restore(former, [id])).toEqual([])
  })

  test('works for longer than it is offered', async () => {
    const [row] = await sql<{ restore: number }[]>`
      select extract(epoch from private.restore_time())::int * 1000 as restore`
    const restoreTime = row!.restore
    expect(restoreTime).toBeGreaterThanOrEqual(2 * undoTime)
    // Of a hundred thousand deleted two hundred at a time, the last are restored this late.
    expect(restoreTime).toBeGreaterThanOrEqual(60 * 60_000)
    const { id } = await createPost({ authorId: author.id })
    await deletePost(author, id)
    /** How many posts deleted this long ago are restored, with the clock stopped. */
    const restoredAfter = (milliseconds: number) =>
      actingAs(author, async (as) => {
        await as`reset role`
        await as`
          update public.posts set deleted_at = now() - make_interval(secs => ${milliseconds / 1000}) where id = ${id}`
        await as`set local role authenticated`
        return (await as`select from public.restore_posts(array[${id}]::bigint[])`).length
      })
    expect(await restoredAfter(restoreTime - 1)).toBe(1)
    expect(await restoredAfter(restoreTime)).toBe(0)
  })

  test('by an admin is logged like the deletion; what people do with their own content isn’t', async () => {
    const { id } = await createPost({ authorId: author.id, title: 'Deleted and restored' })
    await deletePost(author, id)
    await restore(author, [id])
    await deletePost(admin, id)
    await restore(admin, [id])
    const entries = await sql`
      select actor_id, action, post_title, before ->> 'author_id' as author_id from public.audit_log
      where post_id = ${id} order by id`
    const entry = { actor_id: admin.id, post_title: 'Deleted and restored' }
    expect([...entries]).toEqual([
      { ...entry, action: 'post.delete', author_id: author.id },
      { ...entry, action: 'post.restore', author_id: null },
    ])
  })
})

describe('a deletion beside other writes', () => {
  test('counts every vote and comment that came before it, and refuses later ones', async () => {
    const { id } = await createPost({ authorId: author.id })
    const people = await createAccounts(40)
    const gone: unknown[] = []
    const writes = people.flatMap((person) =>
      [
        `select * from public.set_vote(${id}, true)`,
        `insert into public.comments (post_id, body) values (${id}, 'Racing')`,
      ].map((statement) =>
        actingAs(person, (as) => as.unsafe(statement), { keep: true }).catch((error) => gone.push(error)),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    await deletePost(author, id)
    await Promise.all(writes)
    expect(new Set(gone.map((error) => (error as { code: string }).code))).toEqual(
      new Set(gone.length > 0 ? ['P0002'] : []),
    )
    const [indexed] = await sql`select count(*)::int from private.search_comments where post_id = ${id}`
    expect(indexed!.count).toBe(0)
    await restore(author, [id])
    expect([...(await miscounts([id]))]).toEqual([])
    const [row] = await sql`
      select votes_total + comments_total as written,
             (select count(*)::int from private.search_comments where post_id = ${id}) = comments_total as found
      from public.posts where id = ${id}`
    expect(row).toEqual({ written: 2 * people.length - gone.length, found: true })
  })

  test('of two hundred posts is only for admins, counts exactly and can be undone completely', async () => {
    const slug = `bulk-${randomUUID().slice(0, 8)}`
    const [category] =
      await sql`insert into public.categories (slug, name) values (${slug}, 'Bulk') returning id`
    const rows = await sql<{ id: string }[]>`
      insert into public.posts (category_id, author_id, title)
      select ${category!.id}, ${author.id}, 'Bulk ' || n from generate_series(1, 200) n returning id`
    const ids = rows.map(({ id }) => Number(id))
    await sql`insert into public.votes (user_id, post_id) select ${other.id}, unnest(${ids}::bigint[])`
    const total = async () =>
      (await sql`select sum(posts)::int as n from public.post_totals where category_id = ${category!.id}`)[0]!
        .n
    expect((await author.client.rpc('delete_posts', { post_ids: ids })).error?.code).toBe('42501')
    expect((await admin.client.rpc('delete_posts', { post_ids: [...ids, 1] })).error?.code).toBe('22023')
    expect((await admin.client.rpc('delete_posts', { post_ids: ids })).data).toHaveLength(200)
    expect(await total()).toBe(0)
    expect(await restore(admin, ids)).toHaveLength(200)
    expect(await total()).toBe(200)
    expect([...(await miscounts(ids))]).toEqual([])
  }, 180_000)
})
