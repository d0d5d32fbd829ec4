import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { createMember, createPost, sql } from '../support/database.ts'
import {
  addImage,
  admin,
  anon,
  author,
  isListed,
  merge,
  other,
  say,
  twoPosts,
  unmerge,
  vote,
} from '../support/merging.ts'

describe('a merged post', () => {
  test('can’t be read, deleted or restored by anyone', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    for (const who of [anon, author.client, admin.client]) {
      expect((await who.from('posts').select('id').eq('id', goes.id)).data).toEqual([])
    }
    expect(await admin.call('restore_posts', { post_ids: [goes.id] })).toEqual([])
    expect(await author.call('delete_post', { post_id: goes.id })).toEqual([])
    await sql`select private.remove_deleted_posts()`
    expect((await unmerge([goes.id]))[0]!.outcome).toBe('done')
  })

  test('is included in its author’s export', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    const data = await author.call('export_account')
    expect((data as { merged_posts: unknown[] }).merged_posts).toContainEqual(
      expect.objectContaining({ id: goes.id, details: 'At night.', merged_into: stays.id }),
    )
    const others = await other.call('export_account')
    expect(JSON.stringify(others)).not.toContain('At night.')
  })

  test('is restored before the other is removed for good', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    await other.call('delete_post', { post_id: stays.id })
    expect((await anon.from('post_merges').select('id').eq('post_id', goes.id)).data).toEqual([])
    await sql`update public.posts set deleted_at = now() - interval '2 hours' where id = ${stays.id}`
    await sql`select private.remove_deleted_posts()`
    expect(await isListed(goes.id)).toBe(true)
    expect(await totals(goes.id)).toMatchObject({ votes_total: 2, comments_total: 2 })
    await merge([goes.id], (await createPost()).id)
    await expect(
      sql`delete from public.posts where id = (select stays_id from public.post_merges where post_id = ${goes.id} and undone_at is null)`,
    ).rejects.toThrow('post_merges')
  })

  test('leaves its comments with their replies when its author’s account is deleted', async () => {
    const writer = await createMember()
    const first = await createPost({ authorId: writer.id })
    const [second, third, fourth] = [await createPost(), await createPost(), await createPost()]
    const asked = await say(other, first.id, 'Asked on the first')
    await merge([first.id], second.id)
    await merge([second.id], third.id)
    const answered = await say(author, third.id, 'Answered on the third', asked.id)
    await unmerge([second.id])
    await merge([second.id], fourth.id)
    await writer.call('delete_account', { remove_content: true })
    expect(await unmerge([second.id])).toMatchObject([{ outcome: 'done' }])
    const places =
      await sql`select distinct post_id from public.comments where id in ${sql([asked.id, answered.id])}`
    expect(places.map(({ post_id }) => Number(post_id))).toEqual([fourth.id])
  })

  test('is removed with its author’s account, and other people’s votes stay', async () => {
    const leaver = await createMember({ name: 'Leaver' })
    const [stays, goes, under] = [
      await createPost(),
      await createPost({ authorId: leaver.id }),
      await createPost(),
    ]
    await Promise.all([vote(leaver, goes.id), vote(author, goes.id), vote(other, under.id)])
    await say(author, goes.id, 'Stays')
    const picture = await addImage(leaver, { post_id: goes.id })
    await merge([under.id], goes.id)
    await merge([goes.id], stays.id)
    await leaver.call('delete_account', { remove_content: true })
    expect(await totals(stays.id)).toMatchObject({ votes_total: 2, comments_total: 1 })
    expect([...(await sql`select 1 from public.images where path = ${picture}`)]).toEqual([])
    const { data } = await anon
      .from('post_addresses')
      .select('post_id')
      .eq('slug', goes.slug)
      .single()
      .throwOnError()
    expect(data.post_id).toBe(stays.id)
    expect((await unmerge([under.id]))[0]!.outcome).toBe('done')
    expect((await totals(stays.id))!.votes_total).toBe(1)
    expect((await totals(under.id))!.votes_total).toBe(1)
  })
})
