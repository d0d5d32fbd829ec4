import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  actingAs,
  anonClient,
  createMember,
  createPost,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'

const [admin, moderator, member, blocked] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
  createMember(),
])
await admin.call('block_people', { person_ids: [blocked.id], reason: 'spam' })

const add = async (name = `Answer ${randomUUID()}`, body = 'Thank you, {name}.') =>
  (
    await admin.client
      .from('canned_answers')
      .insert({ name, body })
      .select('id, name, body')
      .single()
      .throwOnError()
  ).data
const touched = (who: 'anon' | Member, statement: string) =>
  actingAs(who, async (as) => (await as.unsafe(statement)).count)

describe('a saved reply', () => {
  test('can be read by the team and written by admins, each change logged', async () => {
    const { id, name } = await add()
    const read = async ({ client }: Member) =>
      (await client.from('canned_answers').select('id').eq('id', id)).data!.length
    expect(await Promise.all([admin, moderator, member, blocked].map(read))).toEqual([1, 1, 0, 0])
    expect((await anonClient().from('canned_answers').select('id')).error?.code).toBe('42501')
    await admin.client.from('canned_answers').update({ body: 'Thanks.' }).eq('id', id).throwOnError()
    await admin.client.from('canned_answers').delete().eq('id', id).throwOnError()
    const log = await sql`
      select action, before ->> 'body' as before, after ->> 'body' as after from public.audit_log
      where actor_id = ${admin.id} and ${name} in (before ->> 'name', after ->> 'name') order by id`
    expect([...log]).toEqual([
      { action: 'answer.insert', before: null, after: 'Thank you, {name}.' },
      { action: 'answer.update', before: 'Thank you, {name}.', after: 'Thanks.' },
      { action: 'answer.delete', before: 'Thanks.', after: null },
    ])
  })

  test('can’t be written by anyone else', async () => {
    const { id } = await add()
    const insert = `insert into public.canned_answers (name, body) values ('Forged', 'Forged')`
    for (const who of [member, blocked, moderator]) {
      expect(await refusal(who, insert)).toBe('42501')
      expect(await touched(who, `update public.canned_answers set body = 'x' where id = ${id}`)).toBe(0)
      expect(await touched(who, `delete from public.canned_answers where id = ${id}`)).toBe(0)
    }
  })

  test('has a unique name and a visible text, and there are at most a hundred', async () => {
    const { name } = await add(`  Two   words ${randomUUID()} `, 'One\r\ntwo  ')
    expect(name).toMatch(/^Two words /)
    const refused = async (row: { name: string; body: string }) =>
      (await admin.client.from('canned_answers').insert(row)).error !== null
    expect(await refused({ name: name.toUpperCase(), body: 'Again' })).toBe(true)
    expect(await refused({ name: ' ', body: 'Text' })).toBe(true)
    expect(await refused({ name: 'x'.repeat(61), body: 'Text' })).toBe(true)
    expect(await refused({ name: 'Empty', body: ' \n' })).toBe(true)
    expect(await refused({ name: 'Long', body: 'x'.repeat(2501) })).toBe(true)
    // In a transaction that is rolled back.
    expect(
      await refusal(
        admin,
        `insert into public.canned_answers (name, body) select gen_random_uuid()::text, 'x' from generate_series(1, 101)`,
      ),
    ).toBe('23514')
  })
})

/** A category of its own with posts that have 0, 1, 2 … votes; the first has the fewest. */
async function createCategory(count: number) {
  const slug = `pins-${randomUUID().slice(0, 8)}`
  await sql`insert into public.categories (slug, name) values (${slug}, ${slug})`
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await createPost({ category: slug })).id)
  const voters = await sql<{ id: string }[]>`
    insert into public.profiles (name, placeholder) select 'Voter', true from generate_series(1, ${count}) returning id`
  for (const [n, post] of ids.entries())
    for (const { id } of voters.slice(0, n))
      await sql`insert into public.votes (user_id, post_id) values (${id}, ${post})`
  return { slug, ids }
}

const pin = async (who: Member, post_ids: number[], wanted = true) =>
  (await who.call('pin_posts', { post_ids, wanted })).map(({ id }) => id)
type Listed = { in_state?: 'planned'; order_by?: string; max_rows?: number }
const list = async (category: string | undefined, more: Listed = {}, after_cursor?: string) =>
  (
    await anonClient()
      .rpc('list_posts', { category, ...more, after_cursor })
      .throwOnError()
  ).data
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** Every page of a list, one after the other. */
async function pages(category: string, max_rows: number) {
  const found: number[] = []
  for (let after: string | undefined; ;) {
    const rows = await list(category, { max_rows }, after)
    found.push(...idsOf(rows))
    if (rows.length < max_rows) return found
    after = rows.at(-1)!.row_cursor
  }
}

describe('pinned posts', () => {
  test('come first in their category’s own order, and in no other', async () => {
    const { slug, ids } = await createCategory(5)
    const [a, b, c, d, e] = ids as [number, number, number, number, number]
    expect(idsOf(await list(slug))).toEqual([e, d, c, b, a])
    expect((await pin(moderator, [a, c])).toSorted()).toEqual([a, c].toSorted())
    expect(await pin(admin, [a])).toEqual([])
    const rows = await list(slug)
    expect(idsOf(rows)).toEqual([c, a, e, d, b])
    expect(rows.map((row) => row.is_pinned)).toEqual([true, true, false, false, false])
    expect(idsOf(await list(slug, { order_by: 'newest' }))).toEqual([e, d, c, b, a])
    expect((await list(slug, { order_by: 'newest' })).some((row) => row.is_pinned)).toBe(false)
    await sql`update public.posts set state = 'planned' where id in (${a}, ${e})`
    expect(idsOf(await list(slug, { in_state: 'planned' }))).toEqual([a, e])
    const everywhere = await list(undefined, { max_rows: 100 })
    expect(everywhere.some((row) => row.is_pinned)).toBe(false)
    expect(await pin(admin, [c], false)).toEqual([c])
    expect(idsOf(await list(slug))).toEqual([a, e, d, c, b])
    const log = await sql`select actor_id, action from public.audit_log where post_id = ${c} order by id`
    expect([...log]).toEqual([
      { actor_id: moderator.id, action: 'post.pin' },
      { actor_id: admin.id, action: 'post.unpin' },
    ])
    const [looked] = await sql`select looked_by from public.post_triage where post_id = ${c}`
    expect(looked).toEqual({ looked_by: moderator.id })
  })

  test.each([1, 2, 3, 4, 7])('appear once each in pages of %i', async (size) => {
    const { slug, ids } = await createCategory(7)
    const pinned = [ids[5]!, ids[2]!, ids[0]!]
    await pin(admin, pinned)
    const others = ids.filter((id) => !pinned.includes(id)).toReversed()
    expect(await pages(slug, size)).toEqual([...pinned, ...others])
  })

  test('are at most three per category, however many are pinned at once', async () => {
    const { slug, ids } = await createCategory(5)
    expect(
      await refusal(admin, `select * from public.pin_posts(array[${ids.slice(0, 4).join()}], true)`),
    ).toBe('23514')
    expect(await refusal(admin, `select * from public.pin_posts(array[${ids[0]}], null)`)).toBe('22023')
    const tried = await Promise.allSettled(ids.map((id) => pin(admin, [id])))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const rows = await list(slug)
    expect(rows.filter((row) => row.is_pinned)).toHaveLength(3)
    // There is room again once one of them is unpinned.
    await pin(admin, [rows[0]!.id], false)
    expect(await pin(admin, [rows[4]!.id])).toEqual([rows[4]!.id])
  })

  test('are unpinned once they leave the list', async () => {
    const { ids } = await createCategory(3)
    const { slug: elsewhere } = await createCategory(0)
    const [moved, hidden, deleted] = ids as [number, number, number]
    await pin(admin, ids)
    const [category] = await sql<{ id: number }[]>`select id from public.categories where slug = ${elsewhere}`
    await admin.call('admin_set_category', { post_ids: [moved], new_category: category!.id })
    await admin.call('hide_posts', { post_ids: [hidden], reason: 'spam' })
    await admin.call('show_posts', { post_ids: [hidden] })
    await admin.call('delete_posts', { post_ids: [deleted] })
    await admin.call('restore_posts', { post_ids: [deleted] })
    expect(
      await sql`select from public.posts where id = any (${ids}) and pinned_at is not null`,
    ).toHaveLength(0)
  })

  test('have cursors that differ from all others', async () => {
    const { slug, ids } = await createCategory(2)
    await pin(admin, [ids[0]!])
    const cursor = (await list(slug, { max_rows: 1 }))[0]!.row_cursor
    expect(JSON.parse(cursor)).toHaveLength(4)
    for (const [category, order_by, after_cursor] of [
      [slug, 'newest', cursor],
      [undefined, 'top', cursor],
      [slug, 'top', cursor.replace('true', 'false')],
      [slug, 'top', cursor.replace('true', '1')],
      [slug, 'top', '{}'],
      [slug, 'top', '[true]'],
    ] as const) {
      const { error } = await anonClient().rpc('list_posts', { category, order_by, after_cursor })
      expect(error?.code, after_cursor).toBe('22023')
    }
  })
})
