import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
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

let admin: Member
let moderator: Member
let member: Member
let author: Member
const anon = anonClient()

beforeAll(async () => {
  ;[admin, moderator, member, author] = await Promise.all([
    createMember({ name: 'Ada', admin: true }),
    createMember({ name: 'Mo', moderator: true }),
    createMember({ name: 'Kim' }),
    createMember({ name: 'Author' }),
  ])
})

const refusedTo = async (statement: string) => {
  for (const who of ['anon', member, author] as const) {
    expect(await refusal(who, statement), statement).toBe('42501')
  }
}

async function comment(post: { id: number }, who: Member, parent: number | null = null, body = 'A comment') {
  const { data } = await who.client
    .rpc('create_comment', { post_id: post.id, body, sent_key: randomUUID(), parent_id: parent ?? undefined })
    .single()
    .throwOnError()
  return data.id
}

const totals = async ({ id }: { id: number }) =>
  (await sql`select votes_total, comments_total from public.posts where id = ${id}`)[0]

/** Counts that are not what they should be, of these posts alone. */
const miscounts = async (ids: number[], as: postgres.ISql = sql) => [
  ...(await as`
    select kind, id from private.find_miscounts()
    where (kind like '%of a post' and id = any (${ids}))
      or (kind like 'replies%' and id in (select id from public.comments where post_id = any (${ids})))`),
]

/** What the second does while the first is not yet done: it waits, and goes on when that is. */
async function meanwhile(
  first: Member,
  run: (as: postgres.TransactionSql) => Promise<unknown>,
  second: Member,
  then: (as: postgres.TransactionSql) => Promise<unknown>,
) {
  let waiting: Promise<unknown> = Promise.resolve()
  await actingAs(
    first,
    async (as) => {
      await run(as)
      const begun = Promise.withResolvers<number>()
      waiting = actingAs(
        second,
        async (other) => {
          begun.resolve((await other`select pg_backend_pid() as id`)[0]!.id as number)
          await then(other)
        },
        { keep: true },
      )
      // A refusal is for whoever awaits the whole.
      waiting.catch(() => {})
      const id = await begun.promise
      await expect
        .poll(async () => (await sql`select cardinality(pg_blocking_pids(${id})) as n`)[0]!.n)
        .toBeGreaterThan(0)
    },
    { keep: true },
  )
  await waiting
}

describe('the acts of moderation', () => {
  test.each([
    `select public.hide_posts(array[1::bigint], 'spam')`,
    `select public.show_posts(array[1::bigint])`,
    `select public.hide_comments(array[1::bigint], 'spam')`,
    `select public.show_comments(array[1::bigint])`,
    `select public.lock_posts(array[1::bigint], true)`,
    `select public.admin_hidden()`,
    `select public.admin_people()`,
    `select public.block_people('{}', 'spam')`,
    `select public.unblock_people('{}')`,
  ])('%s is refused to all but the team', async (statement) => {
    await refusedTo(statement)
    for (const who of [moderator, admin]) expect(await refusal(who, statement)).toBeNull()
  })

  test.each(['private.hidings', 'private.blocks'])('nobody reads or writes %s past them', async (table) => {
    for (const who of ['anon', member, moderator, admin] as const) {
      for (const statement of [`select * from ${table}`, `delete from ${table}`]) {
        expect(await refusal(who, statement)).toBe('42501')
      }
    }
  })

  test('columns that say what is hidden, locked or counted are nobody’s to write', async () => {
    const post = await createPost({ authorId: author.id })
    for (const who of [author, moderator, admin]) {
      for (const change of [
        `update public.posts set hidden_at = now() where id = ${post.id}`,
        `update public.posts set locked_at = now() where id = ${post.id}`,
        `update public.comments set hidden_at = now() where post_id = ${post.id}`,
        `update public.comments set hidden_reason = 'x' where post_id = ${post.id}`,
        `update public.votes set is_blocked = true`,
        `update public.votes set is_set_aside = true`,
      ]) {
        expect(await refusal(who, change), change).toBe('42501')
      }
    }
  })
})

describe('a hidden post', () => {
  test('is out of reach for everybody, its author and the team included, and comes back as it was', async () => {
    const word = `quince${randomUUID().replaceAll('-', '')}`
    const post = await createPost({ authorId: author.id, title: `Hide ${word}`, details: 'Dear text' })
    await comment(post, member, null, `More ${word}`)
    await member.client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
    const before = await totals(post)
    const [place] = await sql<{ n: number }[]>`
      select posts as n from public.post_totals where category_id = 1 and state = 'proposed'`
    expect(place!.n).toBeGreaterThan(0)

    const hidden = await moderator.client.rpc('hide_posts', { post_ids: [post.id], reason: ' off  topic ' })
    expect(hidden.data).toMatchObject([{ id: post.id, slug: post.slug }])
    for (const client of [anon, author.client, moderator.client, admin.client]) {
      for (const table of ['posts', 'comments', 'post_addresses', 'votes'] as const) {
        const column = table === 'posts' ? 'id' : 'post_id'
        const { data } = await client.from(table).select('*').filter(column, 'eq', post.id)
        expect(data ?? [], table).toEqual([])
      }
      expect((await client.rpc('search_posts', { query: word })).data).toEqual([])
      const { data: listed } = await client.rpc('list_posts', { order_by: 'newest', max_rows: 100 })
      expect(listed!.map(({ id }) => id)).not.toContain(post.id)
    }
    expect(await miscounts([post.id])).toEqual([])
    // Neither its author nor an admin deletes, restores, votes on or merges it meanwhile.
    const gone = { post_id: post.id, wanted: true }
    expect((await member.client.rpc('set_vote', gone)).error).not.toBeNull()
    expect((await author.client.rpc('delete_post', { post_id: post.id })).data).toEqual([])
    expect((await author.client.rpc('restore_posts', { post_ids: [post.id] })).data).toEqual([])
    const other = await createPost()
    const merge = { post_ids: [post.id], into_id: other.id }
    expect((await admin.client.rpc('merge_posts', merge)).data).toMatchObject([{ outcome: 'conflict' }])
    expect((await admin.client.rpc('unmerge_posts', { post_ids: [post.id] })).data).toMatchObject([
      { outcome: 'missing' },
    ])
    const { data: list } = await moderator.client.rpc('admin_hidden', {}).throwOnError()
    expect(list.find(({ post_id }) => post_id === post.id)).toMatchObject({
      cause: 'team',
      reason: 'off topic',
      hidden_by: 'Mo',
      body: 'Dear text',
    })
    const { data: own } = await author.client.rpc('export_account').throwOnError()
    expect(own).toMatchObject({ hidden_posts: [{ id: post.id, reason: 'off topic' }] })

    expect((await moderator.client.rpc('show_posts', { post_ids: [post.id] })).data).toHaveLength(1)
    expect(await totals(post)).toEqual(before)
    expect((await anon.rpc('search_posts', { query: word })).data).toMatchObject([{ id: post.id }])
    expect(await miscounts([post.id])).toEqual([])
    const entries = await sql`
      select actor_name, action from public.audit_log where post_id = ${post.id} order by id`
    expect([...entries]).toEqual([
      { actor_name: 'Mo', action: 'post.hide' },
      { actor_name: 'Mo', action: 'post.show' },
    ])
  })

  test('needs a reason', async () => {
    const post = await createPost()
    for (const reason of ['', ' ​ ', 'x'.repeat(201)]) {
      const statement = `select public.hide_posts(array[${post.id}], '${reason}')`
      expect(await refusal(moderator, statement)).toBe('23514')
    }
  })

  test('that somebody deleted a moment ago stays deleted', async () => {
    const post = await createPost({ authorId: author.id })
    await author.client.rpc('delete_post', { post_id: post.id }).throwOnError()
    const { data } = await moderator.client.rpc('hide_posts', { post_ids: [post.id], reason: 'spam' })
    expect(data).toEqual([])
    expect((await moderator.client.rpc('show_posts', { post_ids: [post.id] })).data).toEqual([])
    expect((await author.client.rpc('restore_posts', { post_ids: [post.id] })).data).toHaveLength(1)
  })
})

describe('a hidden comment', () => {
  test('leaves a line with the reason and its replies, and its text is nowhere', async () => {
    const post = await createPost()
    const secret = `secret${randomUUID().replaceAll('-', '')}`
    const first = await comment(post, author, null, secret)
    const reply = await comment(post, member, first, 'A reply')
    await moderator.client.rpc('hide_comments', { comment_ids: [first], reason: 'off topic' }).throwOnError()

    const { data: thread } = await anon.rpc('list_comments', { of_post: post.id }).throwOnError()
    expect(thread).toMatchObject([
      { id: first, body: '', hidden_reason: 'off topic', replies_total: 1, replies: [{ id: reply }] },
    ])
    expect(await totals(post)).toMatchObject({ comments_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
    for (const client of [anon, author.client, admin.client]) {
      expect(
        JSON.stringify((await client.from('comments').select('*').eq('post_id', post.id)).data),
      ).not.toContain(secret)
      expect((await client.rpc('search_posts', { query: secret })).data).toEqual([])
    }
    const [told] = await sql`
      select count(*)::int as n from private.visible_events where comment_id = ${first}`
    expect(told!.n).toBe(0)
    // Neither edited nor answered meanwhile.
    expect(await refusal(author, `update public.comments set body = 'Again' where id = ${first}`)).toBeNull()
    const [row] = await sql`select body from public.comments where id = ${first}`
    expect(row!.body).toBe('')
    expect(
      await refusal(
        member,
        `insert into public.comments (post_id, parent_id, body) values (${post.id}, ${first}, 'Why?')`,
      ),
    ).toBe('23503')

    await moderator.client.rpc('show_comments', { comment_ids: [first] }).throwOnError()
    const { data: again } = await anon.rpc('list_comments', { of_post: post.id }).throwOnError()
    expect(again).toMatchObject([{ id: first, body: secret, hidden_reason: null, edited_at: null }])
    expect(await totals(post)).toMatchObject({ comments_total: 2 })
    expect(await miscounts([post.id])).toEqual([])
    expect((await anon.rpc('search_posts', { query: secret })).data).toMatchObject([{ id: post.id }])
  })

  test('is deleted for good by its author, hidden replies included', async () => {
    const post = await createPost()
    const [first, lonely] = [await comment(post, author), await comment(post, author)]
    const reply = await comment(post, member, first)
    await moderator.client
      .rpc('hide_comments', { comment_ids: [first, lonely, reply], reason: 'spam' })
      .throwOnError()
    for (const id of [first, lonely])
      await author.client.rpc('delete_comment', { comment_id: id }).throwOnError()
    const left = await sql`
      select c.id::int, h.body from public.comments c left join private.hidings h on h.comment_id = c.id
      where c.post_id = ${post.id} order by c.id`
    expect([...left]).toEqual([
      { id: first, body: null },
      { id: reply, body: 'A comment' },
    ])
    expect(await miscounts([post.id])).toEqual([])
    await moderator.client.rpc('show_comments', { comment_ids: [first, reply] }).throwOnError()
    expect(await totals(post)).toMatchObject({ comments_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('has hidden pictures', async () => {
    const post = await createPost()
    const id = await comment(post, author)
    await author.client
      .from('images')
      .insert({ comment_id: id, path: `${author.id}/${randomUUID()}.webp`, width: 1, height: 1 })
      .throwOnError()
    await moderator.client.rpc('hide_comments', { comment_ids: [id], reason: 'spam' }).throwOnError()
    expect((await anon.from('images').select('id').eq('comment_id', id)).data).toEqual([])
    await moderator.client.rpc('show_comments', { comment_ids: [id] }).throwOnError()
    expect((await anon.from('images').select('id').eq('comment_id', id)).data).toHaveLength(1)
  })
})

test('a locked thread takes comments of the team alone, until it is opened', async () => {
  const post = await createPost({ authorId: author.id })
  const lock = (wanted: boolean) => moderator.client.rpc('lock_posts', { post_ids: [post.id], wanted })
  expect((await lock(true)).data).toMatchObject([{ id: post.id }])
  expect((await lock(true)).data).toEqual([])
  for (const who of [member, author]) {
    const insert = `insert into public.comments (post_id, body) values (${post.id}, 'But')`
    expect(await refusal(who, insert)).toBe('42501')
  }
  await comment(post, moderator)
  await member.client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
  expect(
    (await anon.from('posts').select('locked_at').eq('id', post.id).single()).data!.locked_at,
  ).not.toBeNull()
  await lock(false)
  await comment(post, member)
  const entries = await sql`select action from public.audit_log where post_id = ${post.id} order by id`
  expect(entries.map(({ action }) => action)).toEqual(['post.lock', 'post.unlock'])
})

describe('a blocked person', () => {
  const block = (who: Member, more: { ends_at?: string; hides?: boolean } = {}) =>
    moderator.client.rpc('block_people', { person_ids: [who.id], reason: 'spam', ...more })

  test('neither writes nor votes, may delete what is theirs, and is told why', async () => {
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
      `select public.unblock_people(array['${person.id}'::uuid])`,
    ]) {
      expect(await refusal(person, statement), statement).toBe('42501')
    }
    const sent = { category: 'new-features', title: 'Again', details: '', sent_key: randomUUID() }
    const { error } = await person.client.rpc('create_post', sent)
    expect(error!.message).toMatch(/You are blocked: spam$/)
    const upload = await person.client.storage
      .from('images')
      .upload(`${person.id}/${randomUUID()}.webp`, new Uint8Array([1]), { contentType: 'image/webp' })
    expect(upload.error).not.toBeNull()
    await person.client.rpc('delete_comment', { comment_id: said }).throwOnError()
    expect((await person.client.rpc('export_account')).data).toMatchObject({ block: { reason: 'spam' } })
    expect((await moderator.client.rpc('unblock_people', { person_ids: [person.id] })).data).toBe(1)
    await comment(post, person)
    const entries = await sql`
      select action from public.audit_log where ${person.id} in (before ->> 'user_id', after ->> 'user_id') order by id`
    expect(entries.map(({ action }) => action)).toEqual(['person.block', 'person.unblock'])
  })

  test('has votes that do not count and come back, exact at every step', async () => {
    const person = await createMember()
    const post = await createPost()
    for (const who of [person, member]) {
      await who.client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
    }
    const [before] = await sql`select votes_total, trend from public.posts where id = ${post.id}`
    await block(person)
    await block(person)
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
    // A merge counts as the rest does.
    const other = await createPost()
    await admin.client.rpc('merge_posts', { post_ids: [post.id], into_id: other.id }).throwOnError()
    expect(await totals(other)).toMatchObject({ votes_total: 1 })
    await moderator.client.rpc('unblock_people', { person_ids: [person.id] }).throwOnError()
    expect(await totals(other)).toMatchObject({ votes_total: 2 })
    await admin.client.rpc('unmerge_posts', { post_ids: [post.id] }).throwOnError()
    const [after] = await sql`select votes_total, trend from public.posts where id = ${post.id}`
    expect(after!.votes_total).toBe(2)
    expect(after!.trend).toBeCloseTo(before!.trend, 6)
    expect(await miscounts([post.id, other.id])).toEqual([])
  })

  test('leaves with votes that did not count, and no count falls for that', async () => {
    const person = await createMember()
    const post = await createPost()
    for (const who of [person, member]) {
      await who.client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
    }
    await block(person, { hides: true })
    await person.client.rpc('delete_account', { remove_content: true }).throwOnError()
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('is let in again when the time is over, with votes and posts as soon as the worker comes by', async () => {
    const person = await createMember()
    const post = await createPost()
    const own = await createPost({ authorId: person.id })
    await person.client.rpc('set_vote', { post_id: post.id, wanted: true }).throwOnError()
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

  test('has no vote that counts because it was on its way when the block came', async () => {
    const [early, late] = [await createMember(), await createMember()]
    const post = await createPost()
    const voteOf = (as: postgres.ISql) => as`select * from public.set_vote(${post.id}, true)`
    const blockOf = (who: Member) => (as: postgres.ISql) =>
      as`select public.block_people(array[${who.id}::uuid], 'spam')`
    // The vote is there but not yet to be seen; then the other way round.
    await meanwhile(early, voteOf, moderator, blockOf(early))
    expect(await totals(post)).toMatchObject({ votes_total: 0 })
    await expect(meanwhile(moderator, blockOf(late), late, voteOf)).rejects.toMatchObject({ code: '42501' })
    const votes = await sql`select user_id, counts from public.votes where post_id = ${post.id}`
    expect([...votes]).toEqual([{ user_id: early.id, counts: false }])
    expect(await miscounts([post.id])).toEqual([])
    await moderator.client.rpc('unblock_people', { person_ids: [early.id, late.id] }).throwOnError()
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
  })

  test('has no vote that counts because the team gave it while the block came', async () => {
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
    await moderator.client.rpc('unblock_people', { person_ids: [person.id] }).throwOnError()
    expect(await totals(post)).toMatchObject({ votes_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('leaves no post behind that was on its way when everything of theirs was hidden', async () => {
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

  test('is never one of the team, and gets no role meanwhile', async () => {
    for (const who of [admin, moderator]) {
      const statement = `select public.block_people(array['${who.id}'::uuid], 'spam')`
      expect(await refusal(moderator, statement)).toBe('23514')
    }
    const person = await createMember()
    await block(person)
    expect(await refusal(admin, `select public.set_role('${person.id}', 'admin')`)).toBe('23514')
  })
})

test('people are found by name and whole address, and by admins, who alone read addresses, by a part of it', async () => {
  const person = await createMember({ name: `Zoë ${randomUUID()}` })
  const [row] = await sql<{ name: string }[]>`select name from public.profiles where id = ${person.id}`
  const find = async (who: Member, query: string) =>
    (await who.client.rpc('admin_people', { query }).throwOnError()).data
  expect(await find(admin, row!.name.slice(5))).toMatchObject([{ id: person.id, email: person.email }])
  expect(await find(moderator, row!.name.slice(5))).toMatchObject([{ id: person.id, email: null }])
  expect(await find(admin, person.email)).toMatchObject([{ id: person.id }])
  expect(await find(admin, person.email.slice(3))).toMatchObject([{ id: person.id }])
  expect(await find(moderator, person.email.toUpperCase())).toMatchObject([{ id: person.id, email: null }])
  for (const part of [person.email.slice(3), person.email.slice(0, -1), person.email.slice(0, 36)])
    expect(await find(moderator, part)).toEqual([])
})

test('a spam wave of 500 posts and comments of 50 accounts goes with one act and comes back with one', async () => {
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
