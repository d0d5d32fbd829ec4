import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'
import { forgetComment } from '../support/moderation.ts'

const [author, other] = await Promise.all([createMember({ name: 'Author' }), createMember({ name: 'Other' })])

describe('a comment', () => {
  test('is a reply to a comment of its own post, one level deep', async () => {
    const [post, elsewhere] = [await createPost(), await createPost()]
    const add = (postId: number, parent: number | null) =>
      other.client
        .from('comments')
        .insert({ post_id: postId, parent_id: parent, body: 'Hi' })
        .select('id')
        .single()
    const top = (await add(post.id, null)).data!.id
    const reply = (await add(post.id, top)).data!.id
    expect((await add(elsewhere.id, top)).error).not.toBeNull()
    expect((await add(post.id, reply)).error).not.toBeNull()
    await sql`
      insert into public.images (comment_id, uploader_id, path, width, height)
      values (${top}, ${other.id}, ${other.id} || '/' || gen_random_uuid() || '.png', 10, 10)`
    await other.client.rpc('delete_comment', { comment_id: top })
    await forgetComment(top)
    expect((await sql`select 1 from public.images where comment_id = ${top}`).length).toBe(0)
    expect((await add(post.id, top)).error).not.toBeNull()
    expect(await totals(post.id)).toMatchObject({ comments_total: 1, comments: 1 })
  })

  test('moves its post ahead of others with as many votes, and leaves it there when it is deleted', async () => {
    const slug = `talk-${randomUUID().slice(0, 8)}`
    await sql`insert into public.categories (slug, name) values (${slug}, 'Talk')`
    const older = await createPost({ category: slug })
    const newer = await createPost({ category: slug })
    const top = async () => {
      const list = anonClient().rpc('list_posts', { category: slug, order_by: 'top' })
      return (await list.throwOnError()).data.map(({ id }) => id)
    }
    expect(await top()).toEqual([newer.id, older.id])
    const said = await other.client
      .from('comments')
      .insert({ post_id: older.id, body: 'Hi' })
      .select('id')
      .single()
    expect(await top()).toEqual([older.id, newer.id])
    await other.call('delete_comment', { comment_id: said.data!.id })
    expect(await top()).toEqual([older.id, newer.id])
  })

  test('that was emptied is removed with its last reply, and not before', async () => {
    const post = await createPost()
    const add = async (client: Member['client'], parent: number | null) =>
      (
        await client
          .from('comments')
          .insert({ post_id: post.id, parent_id: parent, body: 'Hi' })
          .select('id')
          .single()
          .throwOnError()
      ).data.id
    const remove = async (client: Member['client'], id: number) => {
      await client.rpc('delete_comment', { comment_id: id }).throwOnError()
      await forgetComment(id)
    }
    const left = async () =>
      (await sql`select id::int from public.comments where post_id = ${post.id} order by id`).map(
        ({ id }) => id,
      )
    const parent = await add(author.client, null)
    const [first, last] = [await add(other.client, parent), await add(other.client, parent)]
    await remove(author.client, parent)
    expect(await left()).toEqual([parent, first, last])
    await remove(other.client, first)
    expect(await left()).toEqual([parent, last])
    await remove(other.client, last)
    expect(await left()).toEqual([])
  })
})

test('however many comments a statement adds or removes, their post is counted once', async () => {
  const { id } = await createPost()
  const undo = new Error('undo')
  const updates = async (as: typeof sql) =>
    Number((await as`select pg_stat_get_xact_tuples_updated('public.posts'::regclass) as n`)[0]!.n)
  await sql
    .begin(async (as) => {
      await as`
        insert into public.comments (post_id, body, created_at)
        select ${id}, 'Number ' || n, now() + interval '1 day' from generate_series(1, 300) n`
      expect(await updates(as as unknown as typeof sql)).toBe(1)
      const [first] = await as`select min(id) as id from public.comments where post_id = ${id}`
      await as`
        insert into public.comments (post_id, parent_id, body)
        select ${id}, ${first!.id}, 'Reply ' || n from generate_series(1, 300) n`
      expect(await updates(as as unknown as typeof sql)).toBe(2)
      const [post] = await as`
        select p.comments_total, p.activity_at > now() as is_moved, c.replies_total
        from public.posts p, public.comments c where p.id = ${id} and c.id = ${first!.id}`
      expect(post).toEqual({ comments_total: 600, is_moved: true, replies_total: 300 })
      await as`delete from public.comments where post_id = ${id} and parent_id is not null`
      expect(await updates(as as unknown as typeof sql)).toBe(3)
      const [left] = await as`
        select p.comments_total, c.replies_total
        from public.posts p, public.comments c where p.id = ${id} and c.id = ${first!.id}`
      expect(left).toEqual({ comments_total: 300, replies_total: 0 })
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
})
