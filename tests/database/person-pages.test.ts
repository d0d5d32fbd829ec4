import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, sql } from '../support/database.ts'
import { comment } from '../support/moderation.ts'

const visitor = anonClient()
const [admin, moderator, stranger] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Sam' }),
])

const personOf = async ({ id }: { id: string }, client: unknown = visitor) =>
  (await (client as Member['client']).rpc('get_person', { person: id }).throwOnError()).data[0]
const activityOf = async ({ id }: { id: string }, kind: string, client: unknown = visitor) =>
  (await (client as Member['client']).rpc('person_activity', { person: id, kind }).throwOnError()).data
const readers = { visitor, stranger: stranger.client, moderator: moderator.client, admin: admin.client }

/** A member with a post, a comment and a vote. */
async function createWriter() {
  const writer = await createMember({ name: `Kim ${randomUUID()}` })
  const post = await createPost({ authorId: writer.id, details: 'Own details' })
  const other = await createPost()
  const said = await comment(other, writer, null, 'Own words')
  await writer.call('set_vote', { post_id: other.id, wanted: true })
  return { writer, post, other, said }
}

test('everyone reads a person’s posts and comments, newest first, and nothing that leads to the account', async () => {
  const { writer, post, said } = await createWriter()
  const later = await createPost({ authorId: writer.id })
  for (const [who, client] of Object.entries(readers)) {
    const person = await personOf(writer, client)
    expect(person, who).toMatchObject({ posts_total: 2, comments_total: 1, is_team: false })
    const [posts, comments] = await Promise.all(
      ['posts', 'comments'].map((kind) => activityOf(writer, kind, client)),
    )
    expect(
      posts!.map(({ id }) => id),
      who,
    ).toEqual([later.id, post.id])
    expect(comments, who).toMatchObject([{ comment_id: said, excerpt: 'Own words' }])
    expect(JSON.stringify([person, posts, comments])).not.toContain(writer.email)
  }
  expect(await activityOf(writer, 'secrets')).toEqual([])
})

test('a list continues after its cursor, and refuses any other', async () => {
  const { writer } = await createWriter()
  for (const _ of [1, 2, 3]) await createPost({ authorId: writer.id })
  const page = async (after_cursor?: string) =>
    await visitor.rpc('person_activity', { person: writer.id, kind: 'posts', after_cursor, max_rows: 3 })
  const first = await page()
  const second = await page(first.data![2]!.row_cursor)
  const ids = [...first.data!, ...second.data!].map(({ id }) => id)
  expect(ids).toHaveLength(4)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
  for (const cursor of ['x', '[1]', '[null,null]', '{}', '["2026-01-01",{}]'])
    expect((await page(cursor)).error?.code, cursor).toBe('22023')
})

test('only the person and the team see votes', async () => {
  const { writer, other } = await createWriter()
  for (const client of [writer.client, moderator.client, admin.client])
    expect((await activityOf(writer, 'votes', client)).map(({ id }) => id)).toEqual([other.id])
  for (const client of [visitor, stranger.client]) {
    const { error, data } = await client.rpc('person_activity', { person: writer.id, kind: 'votes' })
    expect([error?.code, data]).toEqual(['42501', null])
  }
  // A session that has ended reads nothing of its person.
  await sql`delete from auth.sessions where user_id = ${writer.id}`
  const { data } = await writer.client.rpc('person_activity', { person: writer.id, kind: 'votes' })
  expect(data).toBeNull()
})

test('hidden, waiting, deleted and merged content is on no page', async () => {
  const { writer, post, said, other } = await createWriter()
  const kept = await createPost({ authorId: writer.id })
  const [gone, waiting, merged] = await Promise.all([1, 2, 3].map(() => createPost({ authorId: writer.id })))
  const [withReason, deleted] = [
    await comment(other, writer, null, 'Hidden words'),
    await comment(other, writer, null, 'Deleted words'),
  ]
  await admin.call('hide_posts', { post_ids: [post.id], reason: 'spam' })
  await admin.call('hide_comments', { comment_ids: [withReason, said], reason: 'spam' })
  await writer.call('delete_post', { post_id: gone!.id })
  await writer.call('delete_comment', { comment_id: deleted })
  await admin.call('merge_posts', { post_ids: [merged!.id], into_id: kept.id })
  await sql`update public.posts set deleted_at = 'infinity', hidden_at = now() where id = ${waiting!.id}`
  for (const [who, client] of Object.entries(readers)) {
    expect(
      (await activityOf(writer, 'posts', client)).map(({ id }) => id),
      who,
    ).toEqual([kept.id])
    expect(await activityOf(writer, 'comments', client), who).toEqual([])
    expect(await personOf(writer, client), who).toMatchObject({ posts_total: 1, comments_total: 0 })
  }
  // Only the author sees which post theirs was merged into.
  const own = await activityOf(writer, 'posts', writer.client)
  expect(own.map(({ id, merged_into }) => [id, (merged_into as { slug: string } | null)?.slug])).toEqual([
    [merged!.id, kept.slug],
    [kept.id, undefined],
  ])
  expect(await activityOf(writer, 'comments', writer.client)).toEqual([])
  await admin.call('hide_posts', { post_ids: [other.id], reason: 'spam' })
  expect(await activityOf(writer, 'votes', admin.client)).toEqual([])
})

test('a blocked person’s page doesn’t mention the block', async () => {
  const { writer, post } = await createWriter()
  const before = await personOf(writer)
  await admin.call('block_people', { person_ids: [writer.id], reason: 'spam' })
  expect(await personOf(writer)).toEqual(before)
  expect((await activityOf(writer, 'posts')).map(({ id }) => id)).toEqual([post.id])
})

test('a new name is the only one, and a deleted account has no page', async () => {
  const { writer, post } = await createWriter()
  await writer.client.from('profiles').update({ name: 'New name' }).eq('id', writer.id).throwOnError()
  expect((await personOf(writer))?.name).toBe('New name')
  await writer.call('delete_account', { remove_content: false })
  for (const client of Object.values(readers)) {
    expect(await personOf(writer, client)).toBeUndefined()
    for (const kind of ['posts', 'comments']) expect(await activityOf(writer, kind, client)).toEqual([])
  }
  const [left] = await sql`select author_id from public.posts where id = ${post.id}`
  expect(left).toEqual({ author_id: null })
})

test('no one has a page before their address is confirmed, nor someone known only by an address', async () => {
  const { writer, other } = await createWriter()
  await sql`update public.profiles set is_public = false where id = ${writer.id}`
  const address = `${randomUUID()}@example.com`
  await admin.call('admin_give_vote_by_address', { post_id: other.id, address, why: 'Asked by email' })
  const [known] = await sql<{ id: string }[]>`
    select person_id as id from private.voter_addresses where address = ${address}`
  for (const person of [writer, known!]) {
    for (const client of Object.values(readers)) {
      expect(await personOf(person, client)).toBeUndefined()
      for (const kind of ['posts', 'comments']) expect(await activityOf(person, kind, client)).toEqual([])
    }
  }
})

test('people are found by name and full address, and by admins, who can read addresses, by a part of it', async () => {
  const person = await createMember({ name: `Zoë ${randomUUID()}` })
  const [row] = await sql<{ name: string }[]>`select name from public.profiles where id = ${person.id}`
  const find = async (who: Member, query: string) => await who.call('admin_people', { query })
  expect(await find(admin, row!.name.slice(5))).toMatchObject([{ id: person.id, email: person.email }])
  expect(await find(moderator, row!.name.slice(5))).toMatchObject([{ id: person.id, email: null }])
  expect(await find(admin, person.email)).toMatchObject([{ id: person.id }])
  expect(await find(admin, person.email.slice(3))).toMatchObject([{ id: person.id }])
  expect(await find(moderator, person.email.toUpperCase())).toMatchObject([{ id: person.id, email: null }])
  for (const part of [person.email.slice(3), person.email.slice(0, -1), person.email.slice(0, 36)])
    expect(await find(moderator, part)).toEqual([])
})
