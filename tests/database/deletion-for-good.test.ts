import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { miscounts } from '../support/counts.ts'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'
import { admin, author, createFullPost, deletePost, other, restore, rowsOf } from '../support/deletion.ts'

const anon = anonClient()

test('posts that can’t be restored any more are removed for good with their objects, and nothing else', async () => {
  const store = async (path = `${author.id}/${randomUUID()}.webp`) => {
    const stored = await author.client.storage
      .from('images')
      .upload(path, new Uint8Array([1]), { contentType: 'image/webp' })
    expect(stored.error).toBeNull()
    return path
  }
  const sized = (path: string) => path.replace('.', '-640.')
  const addImage = async (post_id: number, path: string) => {
    await store(sized(path))
    await author.client
      .from('images')
      .insert({ post_id, path, width: 10, height: 10, widths: [640] })
      .throwOnError()
  }
  const [late, waiting, kept] = [await createFullPost(), await createFullPost(), await createFullPost()]
  const [latePath, waitingPath, keptPath, single, uploading] = [
    await store(),
    await store(),
    await store(),
    await store(),
    await store(),
  ]
  await addImage(late.id, latePath)
  await addImage(waiting.id, waitingPath)
  await addImage(kept.id, keptPath)
  await addImage(kept.id, single)
  await author.client.from('images').delete().eq('path', single).throwOnError()
  await deletePost(author, late.id)
  await deletePost(author, waiting.id)
  await sql`update public.posts set deleted_at = now() - interval '2 hours' where id = ${late.id}`

  await promisify(execFile)(process.execPath, [join(projectRoot, 'supabase/commands/clean-up.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NEXT_PUBLIC_SUPABASE_URL: process.env.TEST_SUPABASE_URL,
      SUPABASE_SECRET_KEY: process.env.TEST_SUPABASE_SECRET_KEY,
    },
  })
  const left = await rowsOf(late.id)
  expect(Object.values(left).flat().filter(Boolean)).toEqual([])
  const paths = [latePath, waitingPath, keptPath, single, uploading].flatMap((path) => [path, sized(path)])
  const objects = await sql`select name from storage.objects where name = any (${paths})`
  expect(objects.map(({ name }) => name).toSorted()).toEqual(
    [waitingPath, sized(waitingPath), keptPath, sized(keptPath), uploading].toSorted(),
  )
  expect([...(await sql`select 1 from private.removed_objects where path = any (${paths})`)]).toEqual([])
  expect([...(await miscounts([late.id, late.categoryId, waiting.categoryId, kept.categoryId]))]).toEqual([])
  expect(await restore(author, [late.id, waiting.id])).toMatchObject([{ id: waiting.id }])
})

describe('someone who deletes the account', () => {
  /** A post by the leaver and one by the author with the leaver’s vote, comment, reply and image; both deleted. */
  async function leaveTraces() {
    const leaver = await createMember({ name: 'Leaving Person' })
    const own = await createPost({ authorId: leaver.id })
    const others = await createPost({ authorId: author.id })
    const say = async (by: Member, parent_id: number | null) =>
      (
        await by.client
          .from('comments')
          .insert({ post_id: others.id, parent_id, body: 'Words' })
          .select('id')
          .single()
          .throwOnError()
      ).data.id
    const answered = await say(leaver, null)
    await say(author, answered)
    const alone = await say(leaver, null)
    await say(leaver, await say(author, null))
    await leaver.client
      .from('images')
      .insert({ comment_id: alone, path: `${leaver.id}/${randomUUID()}.webp`, width: 1, height: 1 })
      .throwOnError()
    for (const post_id of [own.id, others.id]) {
      await leaver.call('set_vote', { post_id, wanted: true })
      await other.call('set_vote', { post_id, wanted: true })
    }
    await admin.call('delete_posts', { post_ids: [own.id, others.id] })
    return { leaver, own: own.id, others: others.id }
  }
  const tracesOf = async (id: string, ids: number[]) => [
    ...(await sql`select id from public.profiles where id = ${id}`),
    ...(await sql`select id from public.posts where author_id = ${id}`),
    ...(await sql`select id from public.comments where author_id = ${id}`),
    ...(await sql`select post_id from public.votes where user_id = ${id}`),
    ...(await sql`select id from public.images where uploader_id = ${id}`),
    ...(await sql`select name from public.profiles p join public.posts t on t.author_id = p.id
                  where t.id = any (${ids}) and p.name = 'Leaving Person'`),
  ]

  test('with all content leaves nothing that an undo could restore', async () => {
    const { leaver, own, others } = await leaveTraces()
    await leaver.call('delete_account', { remove_content: true })
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    expect([...(await sql`select 1 from public.posts where id = ${own}`)]).toEqual([])
    expect((await restore(admin, [own, others])).map(({ id }) => id)).toEqual([others])
    const { data: comments } = await anon.rpc('list_comments', { of_post: others })
    expect(
      comments!.map(({ body, author_name, replies_total }) => [body, author_name, replies_total]),
    ).toEqual([
      ['', null, 1],
      ['Words', 'Author', 0],
    ])
    expect((await sql`select votes_total, comments_total from public.posts where id = ${others}`)[0]).toEqual(
      {
        votes_total: 1,
        comments_total: 2,
      },
    )
    expect([...(await miscounts([others]))]).toEqual([])
  })

  test('and leaves the content has no name there, before and after an undo', async () => {
    const { leaver, own, others } = await leaveTraces()
    await leaver.call('delete_account', { remove_content: false })
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    expect((await restore(admin, [own, others])).map(({ id }) => id).toSorted()).toEqual(
      [own, others].toSorted(),
    )
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    const { data: comments } = await anon.rpc('list_comments', { of_post: others })
    expect(JSON.stringify(comments)).not.toContain('Leaving Person')
    expect(comments!.map(({ body, author_name }) => [body, author_name])).toEqual([
      ['Words', null],
      ['Words', null],
      ['Words', 'Author'],
    ])
    expect([...(await miscounts([own, others]))]).toEqual([])
  })
})
