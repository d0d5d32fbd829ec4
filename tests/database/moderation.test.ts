import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, refusal, sql } from '../support/database.ts'
import { comment, miscounts, totals } from '../support/moderation.ts'

const anon = anonClient()

const [admin, moderator, member, author] = await Promise.all([
  createMember({ name: 'Ada', admin: true }),
  createMember({ name: 'Mo', moderator: true }),
  createMember({ name: 'Kim' }),
  createMember({ name: 'Author' }),
])

describe('a hidden post', () => {
  test('can’t be reached by anyone, including its author and the team, and returns unchanged', async () => {
    const word = `quince${randomUUID().replaceAll('-', '')}`
    const post = await createPost({ authorId: author.id, title: `Hide ${word}`, details: 'Dear text' })
    await comment(post, member, null, `More ${word}`)
    await member.call('set_vote', { post_id: post.id, wanted: true })
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
    // In the meantime, neither its author nor an admin can delete, restore, vote on or merge it.
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
    const list = await moderator.call('admin_hidden', {})
    expect(list.find(({ post_id }) => post_id === post.id)).toMatchObject({
      cause: 'team',
      reason: 'off topic',
      hidden_by: 'Mo',
      body: 'Dear text',
    })
    const own = await author.call('export_account')
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

  test('that someone deleted a moment ago stays deleted', async () => {
    const post = await createPost({ authorId: author.id })
    await author.call('delete_post', { post_id: post.id })
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
    await moderator.call('hide_comments', { comment_ids: [first], reason: 'off topic' })

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
    // It can’t be edited or replied to in the meantime.
    expect(await refusal(author, `update public.comments set body = 'Again' where id = ${first}`)).toBeNull()
    const [row] = await sql`select body from public.comments where id = ${first}`
    expect(row!.body).toBe('')
    expect(
      await refusal(
        member,
        `insert into public.comments (post_id, parent_id, body) values (${post.id}, ${first}, 'Why?')`,
      ),
    ).toBe('23503')

    await moderator.call('show_comments', { comment_ids: [first] })
    const { data: again } = await anon.rpc('list_comments', { of_post: post.id }).throwOnError()
    expect(again).toMatchObject([{ id: first, body: secret, hidden_reason: null, edited_at: null }])
    expect(await totals(post)).toMatchObject({ comments_total: 2 })
    expect(await miscounts([post.id])).toEqual([])
    expect((await anon.rpc('search_posts', { query: secret })).data).toMatchObject([{ id: post.id }])
  })

  test('can be deleted for good by its author, with hidden replies', async () => {
    const post = await createPost()
    const [first, lonely] = [await comment(post, author), await comment(post, author)]
    const reply = await comment(post, member, first)
    await moderator.call('hide_comments', { comment_ids: [first, lonely, reply], reason: 'spam' })
    for (const id of [first, lonely]) await author.call('delete_comment', { comment_id: id })
    const left = await sql`
      select c.id::int, h.body from public.comments c left join private.hidings h on h.comment_id = c.id
      where c.post_id = ${post.id} order by c.id`
    expect([...left]).toEqual([
      { id: first, body: null },
      { id: reply, body: 'A comment' },
    ])
    expect(await miscounts([post.id])).toEqual([])
    await moderator.call('show_comments', { comment_ids: [first, reply] })
    expect(await totals(post)).toMatchObject({ comments_total: 1 })
    expect(await miscounts([post.id])).toEqual([])
  })

  test('hides its images', async () => {
    const post = await createPost()
    const id = await comment(post, author)
    await author.client
      .from('images')
      .insert({ comment_id: id, path: `${author.id}/${randomUUID()}.webp`, width: 1, height: 1 })
      .throwOnError()
    await moderator.call('hide_comments', { comment_ids: [id], reason: 'spam' })
    expect((await anon.from('images').select('id').eq('comment_id', id)).data).toEqual([])
    await moderator.call('show_comments', { comment_ids: [id] })
    expect((await anon.from('images').select('id').eq('comment_id', id)).data).toHaveLength(1)
  })
})

test('only the team can comment in a locked thread', async () => {
  const post = await createPost({ authorId: author.id })
  const lock = (wanted: boolean) => moderator.client.rpc('lock_posts', { post_ids: [post.id], wanted })
  expect((await lock(true)).data).toMatchObject([{ id: post.id }])
  expect((await lock(true)).data).toEqual([])
  for (const who of [member, author]) {
    const insert = `insert into public.comments (post_id, body) values (${post.id}, 'But')`
    expect(await refusal(who, insert)).toBe('PT403')
  }
  await comment(post, moderator)
  await member.call('set_vote', { post_id: post.id, wanted: true })
  expect(
    (await anon.from('posts').select('locked_at').eq('id', post.id).single()).data!.locked_at,
  ).not.toBeNull()
  await lock(false)
  await comment(post, member)
  const entries = await sql`select action from public.audit_log where post_id = ${post.id} order by id`
  expect(entries.map(({ action }) => action)).toEqual(['post.lock', 'post.unlock'])
})
