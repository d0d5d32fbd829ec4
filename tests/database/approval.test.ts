import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { refuseOthersOwner } from '../../lib/actions/image-owner'
import {
  actingAs,
  anonClient,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'
import { type Mode, inMode } from '../support/approval.ts'

const forbidden = { ok: false, reason: 'forbidden' }

async function waits(mode: Mode, who: Member, details: string): Promise<boolean> {
  return inMode(mode, who, async (as) => {
    const rows = await as`
      select * from public.create_post('new-features', ${`Post ${randomUUID()}`}, ${details}, ${randomUUID()})`
    return rows.length === 0
  })
}

async function createKnown(): Promise<Member> {
  const member = await createMember({ name: 'Known' })
  await createPost({ authorId: member.id })
  await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${member.id}`
  return member
}

test('each mode holds back what it should, and never the team’s content', async () => {
  const [fresh, known, moderator] = [
    await createMember({ name: 'Fresh' }),
    await createKnown(),
    await createMember({ moderator: true }),
  ]
  const held = async (who: Member) =>
    Promise.all(
      (['off', 'first', 'links', 'all'] as const).flatMap((mode) =>
        ['plain', 'see https://example.com'].map((details) => waits(mode, who, details)),
      ),
    )
  expect(await held(fresh)).toEqual([false, false, true, true, false, true, true, true])
  expect(await held(known)).toEqual([false, false, false, false, false, false, true, true])
  expect(await held(moderator)).toEqual(Array.from({ length: 8 }, () => false))
})

test('pending content is visible to its author and the team, counts nowhere, and appears once approved', async () => {
  const [author, moderator, other] = [
    await createMember({ name: 'Fresh' }),
    await createMember({ name: 'Mo', moderator: true }),
    await createMember(),
  ]
  const target = await createPost()
  const key = randomUUID()
  const made = await actingAs(
    author,
    async (as) => {
      await as`reset role`
      const [was] = await as`select approval from private.moderation for update`
      await as`update private.moderation set approval = 'all'`
      await as`set local role authenticated`
      const post = await as`
        select * from public.create_post('new-features', ${`Waiting ${key}`}, 'Text', ${key})`
      const comment =
        await as`select * from public.create_comment(${target.id}, 'Waiting words', ${randomUUID()})`
      const [id] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
      await as`reset role`
      await as`update private.moderation set approval = ${was!.approval}`
      return { seen: post.length + comment.length, id: Number(id!.id) }
    },
    { keep: true },
  )
  expect(made.seen).toBe(0)
  const anon = anonClient()
  for (const client of [anon, author.client, other.client]) {
    expect((await client.from('posts').select('id').eq('id', made.id)).data).toEqual([])
    expect((await client.from('comments').select('id').eq('post_id', target.id)).data).toEqual([])
  }
  const own = await author.call('my_waiting')
  expect(own.map(({ body }) => body).toSorted()).toEqual(['Text', 'Waiting words'])
  expect(own.map(({ on_post }) => on_post)).toEqual(expect.arrayContaining([null, target.id]))
  expect((await other.client.rpc('my_waiting')).data).toEqual([])
  expect((await other.client.rpc('waiting_of', { sent_key: key, is_comment: false })).data).toBeNull()
  expect(await refusal('anon', 'select public.my_waiting()')).toBe('42501')
  // Its images come with it.
  const waiting = { owner: 'post', id: made.id } as const
  expect(await refuseOthersOwner(author.client, { ...waiting, author: author.id })).toBeNull()
  expect(await refuseOthersOwner(moderator.client, { ...waiting, author: moderator.id })).toMatchObject(
    forbidden,
  )
  await author.client
    .from('images')
    .insert({ post_id: made.id, path: `${author.id}/${randomUUID()}.webp`, width: 1, height: 1 })
    .select('id')
    .throwOnError()
  expect((await anon.from('images').select('id').eq('post_id', made.id)).data).toEqual([])
  const queue = await moderator.call('admin_reports', { max_rows: 200 })
  const mine = queue.filter(({ author_id }) => author_id === author.id)
  expect(mine).toMatchObject([{ cause: 'approval' }, { cause: 'approval' }])
  // Nobody has hidden it.
  expect(await moderator.call('admin_people', { query: author.id })).toMatchObject([{ hidden: 0 }])
  const [counted] = await sql`select comments_total from public.posts where id = ${target.id}`
  expect(counted!.comments_total).toBe(0)

  await moderator.call('show_posts', { post_ids: [made.id] })
  const comments = mine.flatMap(({ comment_id }) => (comment_id as number | null) ?? [])
  await moderator.call('show_comments', { comment_ids: comments })
  const { data: shown } = await anon.from('posts').select('votes_total').eq('id', made.id).single()
  expect(shown).toEqual({ votes_total: 1 })
  expect((await anon.rpc('list_comments', { of_post: target.id })).data).toMatchObject([
    { body: 'Waiting words' },
  ])
  expect((await anon.from('images').select('id').eq('post_id', made.id)).data).toHaveLength(1)
  // It is approved, and new; nothing was restored.
  const told = await sql`
    select action as what from public.audit_log where post_id in ${sql([made.id, target.id])}
    union all
    select kind from private.events where post_id = ${made.id} and kind <> 'vote.created' order by what`
  expect(told.map(({ what }) => what)).toEqual(['comment.approve', 'post.approve', 'post.created'])
  expect(
    await sql`select * from private.find_miscounts() where kind like '%of a post' and id = any (${[made.id, target.id]})`,
  ).toHaveLength(0)
})

test('only its author can delete a post that awaits approval', async () => {
  const [author, other] = [await createMember(), await createMember()]
  await inMode('all', author, async (as) => {
    const key = randomUUID()
    await as`select * from public.create_post('new-features', ${`Waiting ${key}`}, 'Text', ${key})`
    const [{ id } = { id: '' }] = await as<{ id: string }[]>`select public.waiting_of(${key}, false) as id`
    const deleteAs = async (who: Member) => {
      await as`select set_config('request.jwt.claim.sub', ${who.id}, true)`
      return (await as`select id from public.delete_post(${id})`).length
    }
    expect(await deleteAs(other)).toBe(0)
    expect(await deleteAs(author)).toBe(1)
    await as`reset role`
    expect(await as`select from public.posts where id = ${id}`).toHaveLength(0)
    expect(await as`select from private.hidings where post_id = ${id}`).toHaveLength(0)
  })
})

test('a new member can’t add a link with an edit, or replace one', async () => {
  const author = await createMember()
  const post = await createPost({ authorId: author.id, details: 'Plain' })
  const linked = await createPost({
    authorId: author.id,
    title: 'Linked post',
    details: 'See [this](https://example.com) and [that](\n//example.org), a tpyo.',
  })
  const edit = (id: number, set: Record<string, string>) => async (as: postgres.TransactionSql) =>
    (await as`update public.posts set ${as(set)} where id = ${id}`).count
  const refused = [
    edit(post.id, { details: 'See https://example.com' }),
    edit(post.id, { title: 'See www.example.com' }),
    edit(linked.id, { details: 'See [this](https://example.net) and [that](\n//example.org), a tpyo.' }),
    edit(linked.id, { details: 'See [this](https://example.com) and [that](\n//example.net), a tpyo.' }),
  ]
  for (const one of refused) {
    await expect(inMode('links', author, one)).rejects.toMatchObject({ code: 'PT403' })
    expect(await inMode('off', author, one)).toBe(1)
  }
  const words = 'See [this](https://example.com) and [that](\n//example.org), a typo.'
  expect(await inMode('links', author, edit(linked.id, { details: words }))).toBe(1)
  expect(await inMode('links', author, edit(linked.id, { details: 'None at all' }))).toBe(1)
})

test('a link needs approval in every spelling that becomes one', async () => {
  const fresh = await createMember()
  const spellings = [
    'h&#116;tps://example.com',
    'https:&#47;/example.com',
    'https\\://example.com',
    'www\\.example.com',
    'WW&#87;.example.com',
    '[this]\n\n[this]: //example.com',
    '[this]\n\n[this]:\n//example.com',
    '<mailto:somebody@example.com>',
    'somebody@example.com',
    '<somebody@example>',
    'see <http:example.com/l>',
    'see <HTTPS:example.com>',
    '[this]\n\n[this]: <http:example.com>',
    '<this href=//example.com>',
  ]
  for (const spelling of spellings) expect(await waits('links', fresh, spelling), spelling).toBe(true)
  for (const plain of ['@Ada said so', 'a [x] b', 'C:\\folder', 'this & that; (so)', 'and/or: yes'])
    expect(await waits('links', fresh, plain), plain).toBe(false)
})

test('everything in one request awaits approval together', async () => {
  const fresh = await createMember()
  const post = await createPost()
  const standing = (mode: Mode, details: string) =>
    inMode(mode, fresh, async (as) => {
      await as`
        insert into public.posts (category_id, title, details)
        select id, t.title, ${details} from public.categories, unnest(array['One of two', 'Two of two']) t (title)
        where slug = 'new-features'`
      await as`
        insert into public.comments (post_id, body)
        select ${post.id}, t.body || ${details} from unnest(array['One ', 'Two ']) t (body)`
      return as`
        select id from public.posts where author_id = ${fresh.id}
        union all
        select id from public.comments where author_id = ${fresh.id}`
    })
  expect(await standing('first', 'words')).toHaveLength(0)
  expect(await standing('links', 'https://example.com')).toHaveLength(0)
  expect(await standing('off', 'words')).toHaveLength(4)
})
