import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'
import { comment, forgetComment, miscounts } from '../support/moderation.ts'

const [author, other, admin, moderator] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Moderator' }),
])
await sql`insert into public.roles (user_id, role) values (${moderator.id}, 'moderator')`
const anon = anonClient()

const remove = (by: Member, id: number) => by.call('delete_comment', { comment_id: id })
const restore = (by: Member, id: number) => by.call('restore_comment', { comment_id: id })

/** A comment with a word of its own, an image, a report, a reply by someone else and a mention in the bell. */
async function createThread() {
  const post = await createPost({ authorId: admin.id, title: `Thread ${randomUUID()}` })
  const word = `w${randomUUID().replaceAll('-', '')}`
  const id = await comment(post, author, null, `Hello ${word}`)
  const reply = await comment(post, other, id, 'A reply')
  await author.client
    .from('images')
    .insert({ comment_id: id, path: `${author.id}/${randomUUID()}.webp`, width: 10, height: 10 })
    .throwOnError()
  await other.call('report', { reason: 'Rude', of_comment: id })
  await other.call('set_vote', { post_id: post.id, wanted: true })
  for (let told: number | null = 0; told !== null;)
    told = (await sql<{ n: number | null }[]>`select private.tell() as n`)[0]!.n
  return { post, id, reply, word }
}

/** Everything about a thread that a deletion and its undo may change. */
async function stateOf({ post, id }: { post: { id: number }; id: number }) {
  const events = sql`select e.id from private.events e where e.comment_id = ${id}`
  return {
    post: (
      await sql`select votes_total, comments_total, activity_at from public.posts where id = ${post.id}`
    )[0],
    comments: [...(await sql`select * from public.comments where post_id = ${post.id} order by id`)],
    images: [...(await sql`select * from public.images where comment_id = ${id}`)],
    indexed: [...(await sql`select vector, body from private.search_comments where comment_id = ${id}`)],
    reports: [...(await sql`select outcome, settled_at from private.reports where comment_id = ${id}`)],
    notices: [
      ...(await sql`select person_id, event_id from private.notices where event_id in (${events}) order by 1`),
    ],
    follows: [...(await sql`select * from private.follows_of(${[author.id, other.id]}::uuid[], ${post.id})`)],
  }
}

/** What the public reads of a comment, whichever way it asks. */
async function readBy(
  client: Member['client'],
  { post, id, word }: Awaited<ReturnType<typeof createThread>>,
) {
  const answers = await Promise.all([
    client.rpc('list_comments', { of_post: post.id }).throwOnError(),
    client.rpc('feed_comments', { of_post: post.id }).throwOnError(),
    client.rpc('search_posts', { query: word }).throwOnError(),
    client.rpc('person_activity', { person: author.id, kind: 'comments' }).throwOnError(),
    client.from('comments').select('id, author_id').eq('id', id).throwOnError(),
    client.from('images').select('path').eq('comment_id', id).throwOnError(),
  ])
  return JSON.stringify(answers.map(({ data }) => data))
}

test('a deleted comment is out of everyone’s reach, and its undo brings back all of it', async () => {
  const thread = await createThread()
  const before = await stateOf(thread)
  expect(before.notices).not.toEqual([])
  expect(await readBy(anon, thread)).toContain(thread.word)
  expect(JSON.stringify(await admin.call('my_notices'))).toContain(thread.word)
  await remove(author, thread.id)
  for (const client of [anon, other.client, author.client, moderator.client]) {
    const read = await readBy(client, thread)
    expect(read).not.toContain(thread.word)
    expect(read).not.toContain(author.id)
    expect(read).toContain('A reply')
  }
  expect(JSON.stringify(await admin.call('my_notices'))).not.toContain(thread.word)
  expect(await stateOf(thread)).toMatchObject({ post: { comments_total: 1 }, indexed: [] })
  expect(await miscounts([thread.post.id])).toEqual([])
  expect(await restore(author, thread.id)).toMatchObject([{ post_id: thread.post.id }])
  expect(await stateOf(thread)).toEqual(before)
  expect(await miscounts([thread.post.id])).toEqual([])
  expect(await readBy(anon, thread)).toContain(thread.word)
  // A request that is sent again because its answer was lost.
  expect(await restore(author, thread.id)).toMatchObject([{ post_id: thread.post.id }])
  expect(await stateOf(thread)).toEqual(before)
})

test('only the person who deleted a comment restores it, while they may delete it', async () => {
  const { id, post } = await createThread()
  await remove(author, id)
  for (const who of [other, moderator, admin]) expect(await restore(who, id)).toEqual([])
  expect((await anon.rpc('restore_comment', { comment_id: id })).error).not.toBeNull()
  for (const column of ['deleted_at', 'deleted_by']) {
    for (const who of ['anon', author, other, moderator, admin] as const)
      expect(await refusal(who, `update public.comments set ${column} = null where id = ${id}`)).toBe('42501')
  }
  expect(
    await author.client.rpc('edit_comment', { comment_id: id, new_body: 'x', seen_revision: 0 }),
  ).toMatchObject({
    data: [{ status: 'missing' }],
  })
  expect(
    await refusal(
      other,
      `insert into public.comments (post_id, parent_id, body) values (${post.id}, ${id}, 'Hi')`,
    ),
  ).toBe('23503')
  expect(await restore(author, id)).toHaveLength(1)

  await remove(admin, id)
  expect(await restore(author, id)).toEqual([])
  expect(await restore(admin, id)).toHaveLength(1)
  const actions =
    await sql`select action, actor_id from public.audit_log where post_id = ${post.id} order by id`
  expect([...actions]).toEqual(
    ['comment.delete', 'comment.restore'].map((action) => ({ action, actor_id: admin.id })),
  )

  const former = await createMember({ admin: true })
  await remove(former, id)
  await sql`delete from public.roles where user_id = ${former.id}`
  expect(await restore(former, id)).toEqual([])
})

test('a comment isn’t restored too late, by someone blocked, or on a deleted or locked post', async () => {
  const { id, post } = await createThread()
  await remove(author, id)
  await admin.call('delete_posts', { post_ids: [post.id] })
  expect(await restore(author, id)).toEqual([])
  await admin.call('restore_posts', { post_ids: [post.id] })
  await admin.call('block_people', { person_ids: [author.id], reason: 'Spam', hides: true })
  expect((await author.client.rpc('restore_comment', { comment_id: id })).error).toMatchObject({
    hint: 'blocked',
  })
  await admin.call('unblock_people', { person_ids: [author.id] })
  await admin.call('lock_posts', { post_ids: [post.id], wanted: true })
  expect((await author.client.rpc('restore_comment', { comment_id: id })).error).toMatchObject({
    hint: 'locked',
  })
  await admin.call('lock_posts', { post_ids: [post.id], wanted: false })
  await sql`update public.comments set deleted_at = private.undo_end() where id = ${id}`
  expect(await restore(author, id)).toEqual([])
})

test('what can no longer be restored is removed, and only its empty place stays above replies', async () => {
  const { id, reply, post, word } = await createThread()
  const kept = await comment(post, author, null, 'Deleted a moment ago')
  await remove(author, id)
  await remove(author, kept)
  await forgetComment(id)
  const rows =
    await sql`select id::int, body, author_id, deleted_by from public.comments where post_id = ${post.id} order by id`
  expect([...rows]).toEqual([
    { id, body: '', author_id: null, deleted_by: null },
    { id: reply, body: 'A reply', author_id: other.id, deleted_by: null },
    { id: kept, body: 'Deleted a moment ago', author_id: author.id, deleted_by: author.id },
  ])
  expect([...(await sql`select 1 from public.images where comment_id = ${id}`)]).toEqual([])
  expect(
    JSON.stringify(await sql`select * from private.search_comments where post_id = ${post.id}`),
  ).not.toContain(word)
  expect([
    ...(await sql`select 1 from private.notices n join private.events e on e.id = n.event_id where e.comment_id = ${id}`),
  ]).toEqual([])
  expect(await restore(author, id)).toEqual([])

  await remove(other, reply)
  await forgetComment(reply)
  expect(
    (await sql`select id::int from public.comments where post_id = ${post.id}`).map((row) => row.id),
  ).toEqual([kept])
  expect((await anon.rpc('list_comments', { of_post: post.id }).throwOnError()).data).toEqual([])
  expect(await miscounts([post.id])).toEqual([])
})

test('a comment that is restored just as its time ends stays', async () => {
  const { id } = await createThread()
  await remove(author, id)
  await sql`update public.comments set deleted_at = private.undo_end() where id = ${id}`
  let removal: Promise<unknown> | undefined
  await sql.begin(async (as) => {
    await as`update public.comments set deleted_at = null, deleted_by = null where id = ${id}`
    removal = sql`select private.remove_deleted_comments()`.execute()
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  await removal
  expect([...(await sql`select body <> '' as stays from public.comments where id = ${id}`)]).toEqual([
    { stays: true },
  ])
})

test('a comment that nobody has seen yet is gone at once', async () => {
  const { id, post } = await createThread()
  await admin.call('hide_comments', { comment_ids: [id], reason: 'Rude' })
  await remove(author, id)
  expect(await restore(author, id)).toEqual([])
  expect([...(await sql`select body, author_id, deleted_by from public.comments where id = ${id}`)]).toEqual([
    { body: '', author_id: null, deleted_by: null },
  ])
  expect(await miscounts([post.id])).toEqual([])
})

test('hiding a comment that its author just deleted removes it for good', async () => {
  const { id, post } = await createThread()
  await remove(author, id)
  await admin.call('hide_comments', { comment_ids: [id], reason: 'Rude' })
  expect(await restore(author, id)).toEqual([])
  expect([...(await sql`select body, deleted_by from public.comments where id = ${id}`)]).toEqual([
    { body: '', deleted_by: null },
  ])
  expect(await miscounts([post.id])).toEqual([])
})

test('someone who deletes the account with everything leaves no comment to restore', async () => {
  const leaver = await createMember()
  const post = await createPost()
  const ids = [await comment(post, leaver), await comment(post, leaver)]
  await comment(post, other, ids[1])
  await remove(leaver, ids[0]!)
  await remove(leaver, ids[1]!)
  await leaver.call('delete_account', { remove_content: true })
  expect([
    ...(await sql`select id::int, body, author_id from public.comments where id = any (${ids})`),
  ]).toEqual([{ id: ids[1], body: '', author_id: null }])
})
