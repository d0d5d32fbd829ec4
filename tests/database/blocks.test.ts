import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'
import { comment, meanwhile, miscounts, totals } from '../support/moderation.ts'

const anon = anonClient()

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
])

describe('a blocked person', () => {
  const block = (who: Member, more: { ends_at?: string; hides?: boolean } = {}) =>
    moderator.client.rpc('block_people', { person_ids: [who.id], reason: 'spam', ...more })

  test('can’t restore what they deleted before', async () => {
    const person = await createMember({ name: 'Spammer' })
    const { id } = await createPost({ authorId: person.id })
    await person.client.rpc('delete_post', { post_id: id }).throwOnError()
    expect((await block(person, { hides: true })).data).toBe(1)
    expect(await refusal(person, `select public.restore_posts(array[${id}::bigint])`)).toBe('PT403')
  })

  test('can’t write or vote, may delete their own content, and is told why', async () => {
    const person = await createMember({ name: 'Spammer' })
    const [post, own] = [await createPost(), await createPost({ authorId: person.id })]
    const said = await comment(post, person)
    const edit = await comment(post, person)
    expect((await block(person)).data).toBe(1)
    for (const statement of [
      `insert into public.posts (category_id, title) values (1, 'Again')`,
      `update public.posts set title = 'Changed' where id = ${own.id}`,
      `insert into public.comments (post_id, body) values (${post.id}, 'Again')`,
      `update public.comments set body = 'Changed' where id = ${edit}`,
      `select public.set_vote(${post.id}, true)`,
      `insert into public.votes (post_id) values (${post.id})`,
      `update public.profiles set name = 'Other' where id = '${person.id}'`,
      `insert into public.images (post_id, path, width, height) values (${own.id}, '${person.id}/${randomUUID()}.webp', 1, 1)`,
      `select public.say_same(${post.id}, ${own.id})`,
    ]) {
      expect(await refusal(person, statement), statement).toBe('PT403')
    }
    const unblock = `select public.unblock_people(array['${person.id}'::uuid])`
    expect(await refusal(person, unblock)).toBe('42501')
    const sent = { category: 'new-features', title: 'Again', details: '', sent_key: randomUUID() }
    const { error } = await person.client.rpc('create_post', sent)
    expect(error!.message).toMatch(/You are blocked: spam$/)
    const upload = await person.client.storage
      .from('images')
      .upload(`${person.id}/${randomUUID()}.webp`, new Uint8Array([1]), { contentType: 'image/webp' })
    expect(upload.error).not.toBeNull()
    await person.call('delete_comment', { comment_id: said })
    expect((await person.client.rpc('export_account')).data).toMatchObject({ block: { reason: 'spam' } })
    expect((await moderator.client.rpc('unblock_people', { person_ids: [person.id] })).data).toBe(1)
    await comment(post, person)
    const entries = await sql`
      select action from public.audit_log where ${person.id} in (before ->> 'user_id', after ->> 'user_id') order by id`
    expect(entries.map(({ action }) => action)).toEqual(['person.block', 'person.unblock'])
  })

  test('mentions no one by saving an unchanged text', async () => {
    const person = await createMember({ name: 'Spammer' })
    const { id } = await createPost({ authorId: person.id, title: 'Called', details: 'Look, @Kim' })
    const [{ id: said } = { id: 0 }] = await sql`
      insert into public.comments (post_id, author_id, body) values (${id}, ${person.id}, 'Look, @Kim') returning id`
    const [{ revision } = { revision: 0 }] = await sql`select revision from public.posts where id = ${id}`
    expect((await block(person)).data).toBe(1)
    const mentions = `mentions => array['${member.id}'::uuid]`
    for (const statement of [
      `select public.edit_post(${id}, 'Called', 'Look, @Kim', ${revision}, ${mentions})`,
      `select public.edit_comment(${said}, 'Look, @Kim', (select revision from public.comments where id = ${said}), ${mentions})`,
    ]) {
      expect(await refusal(person, statement), statement).toBe('PT403')
    }
  })

  test('has votes that stop and start counting, exactly, at every step', async () => {
    const person = await createMember()
    const post = await createPost()
    for (const who of [person, member]) {
      await who.call('set_vote', { post_id: post.id, wanted: true })
    }
    const [before] = await sql`select votes_total, trend from public.posts where id = ${post.id}`
    await block(person)
    await block(person)
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
    // A merge counts the same way.
    const other = await createPost()
    await admin.call('merge_posts', { post_ids: [post.id], into_id: other.id })
    expect(await totals(other)).toMatchObject({ votes_total: 1 })
    await moderator.call('unblock_people', { person_ids: [person.id] })
    expect(await totals(other)).toMatchObject({ votes_total: 2 })
    await admin.call('unmerge_posts', { post_ids: [post.id] })
    const [after] = await sql`select votes_total, trend from public.posts where id = ${post.id}`
    expect(after!.votes_total).toBe(2)
    // PostgreSQL writes fifteen digits, however large the number is: the fourth digit behind the point is rounded.
    expect(after!.trend / before!.trend).toBeCloseTo(1, 12)
    expect(await miscounts([post.id, other.id])).toEqual([])
  })

  test('deletes the account with uncounted votes, and no count decreases', async () => {
    const person = await createMember()
    const post = await createPost()
    for (const who of [person, member]) {
      await who.call('set_vote', { post_id: post.id, wanted: true })
    }
    await block(person, { hides: true })
    await person.call('delete_account', { remove_content: true })
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('is unblocked when the time is over, with votes and posts restored by the worker', async () => {
    const person = await createMember()
    const post = await createPost()
    const own = await createPost({ authorId: person.id })
    await person.call('set_vote', { post_id: post.id, wanted: true })
    const past = new Date(Date.now() - 1000).toISOString()
    expect((await block(person, { ends_at: past })).error).not.toBeNull()
    await block(person, { ends_at: new Date(Date.now() + 3_600_000).toISOString(), hides: true })
    expect((await person.client.rpc('set_vote', { post_id: post.id, wanted: false })).error!.message).toMatch(
      /You are blocked until [A-Z][a-z]+ \d+, \d{4}: spam$/,
    )
    await sql`update private.blocks set ends_at = now() where person_id = ${person.id}`
    await comment(post, person)
    await sql`select private.end_blocks()`
    expect(await totals(post)).toMatchObject({ votes_total: 1, comments_total: 1 })
    expect((await anon.from('posts').select('id').eq('id', own.id)).data).toHaveLength(1)
    expect(await miscounts([post.id, own.id])).toEqual([])
  })

  test('has no counted vote that was being cast when the block came', async () => {
    const [early, late] = [await createMember(), await createMember()]
    const post = await createPost()
    const voteOf = (as: postgres.ISql) => as`select * from public.set_vote(${post.id}, true)`
    const blockOf = (who: Member) => (as: postgres.ISql) =>
      as`select public.block_people(array[${who.id}::uuid], 'spam')`
    // The vote exists but isn’t visible yet; then the other way round.
    await meanwhile(early, voteOf, moderator, blockOf(early))
    expect(await totals(post)).toMatchObject({ votes_total: 0 })
    await expect(meanwhile(moderator, blockOf(late), late, voteOf)).rejects.toMatchObject({ code: 'PT403' })
    const votes = await sql`select user_id, counts from public.votes where post_id = ${post.id}`
    expect([...votes]).toEqual([{ user_id: early.id, counts: false }])
    expect(await miscounts([post.id])).toEqual([])
    await moderator.call('unblock_people', { person_ids: [early.id, late.id] })
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
  })

  test('has no counted vote that the team added while the block came', async () => {
    const person = await createMember()
    const post = await createPost()
    await meanwhile(
      moderator,
      (as) => as`select public.block_people(array[${person.id}::uuid], 'spam')`,
      admin,
      (as) => as`select * from public.admin_give_vote(${post.id}, ${person.id}, 'Asked by phone')`,
    )
    expect(await totals(post)).toMatchObject({ votes_total: 0 })
    expect(await miscounts([post.id])).toEqual([])
    await moderator.call('unblock_people', { person_ids: [person.id] })
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('leaves no visible post that was being written while their content was hidden', async () => {
    const person = await createMember()
    const title = `On its way ${randomUUID()}`
    await meanwhile(
      person,
      (as) => as`select * from public.create_post('new-features', ${title}, '', ${randomUUID()})`,
      moderator,
      (as) => as`select public.block_people(array[${person.id}::uuid], 'spam', null, true)`,
    )
    const [post] = await sql`select id, hidden_at from public.posts where title = ${title}`
    expect(post!.hidden_at).not.toBeNull()
    expect((await anon.from('posts').select('id').eq('title', title)).data).toEqual([])
  })

  test('can’t be on the team or get a role', async () => {
    for (const who of [admin, moderator]) {
      const statement = `select public.block_people(array['${who.id}'::uuid], 'spam')`
      expect(await refusal(moderator, statement)).toBe('23514')
    }
    const person = await createMember()
    await block(person)
    expect(await refusal(admin, `select public.set_role('${person.id}', 'admin')`)).toBe('23514')
  })
})

test('a spam wave of 500 posts and comments from 50 accounts is hidden and restored with one action', async () => {
  const spammers = (await createAccounts(50)).map(({ id }) => id)
  const target = await createPost()
  const [made] = await sql<{ ids: number[] }[]>`
    with posts as (
      insert into public.posts (category_id, author_id, title, details)
      select 1, s, 'Cheap watches ' || n, 'https://spam.example' from unnest(${spammers}::uuid[]) s, generate_series(1, 5) n
      returning id
    )
    select array_agg(id::int) as ids from posts`
  await sql`
    insert into public.comments (post_id, author_id, body)
    select ${target.id}, s, 'Buy ' || n from unnest(${spammers}::uuid[]) s, generate_series(1, 5) n`
  await sql`insert into public.votes (user_id, post_id) select s, ${target.id} from unnest(${spammers}::uuid[]) s`
  const answered = (
    await sql`select min(id)::int as id from public.comments where post_id = ${target.id}`
  )[0]!.id as number
  await comment(target, member, answered, 'Please do not')
  const ids = [...made!.ids, target.id]
  const shown = async () =>
    (
      await sql`select count(*)::int as n from public.posts where id = any (${ids}) and deleted_at is null`
    )[0]!.n
  const before = await totals(target)
  expect(before).toEqual({ votes_total: 50, comments_total: 251 })

  const wave = { person_ids: spammers, reason: 'spam', hides: true }
  expect((await moderator.client.rpc('block_people', wave)).data).toBe(50)
  expect(await shown()).toBe(1)
  expect(await totals(target)).toEqual({ votes_total: 0, comments_total: 1 })
  const { data: thread } = await anon.rpc('list_comments', { of_post: target.id }).throwOnError()
  expect(thread).toMatchObject([
    { id: answered, body: '', hidden_reason: 'spam', replies: [{ body: 'Please do not' }] },
  ])
  expect(thread).toHaveLength(1)
  expect(await miscounts(ids)).toEqual([])

  expect((await moderator.client.rpc('unblock_people', { person_ids: spammers })).data).toBe(50)
  expect(await shown()).toBe(251)
  expect(await totals(target)).toEqual(before)
  expect(await miscounts(ids)).toEqual([])
  await actingAs('anon', async (as) => {
    expect((await as`select from public.comments where post_id = ${target.id}`).length).toBe(251)
  })
})
