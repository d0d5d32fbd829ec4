import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actingAs, anonClient, createMember, type Member, refusal, sql } from '../support/database.ts'

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

describe('a canned answer', () => {
  test('is the team’s to read and an admin’s to write, each change in the log', async () => {
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

  test('is written by nobody else', async () => {
    const { id } = await add()
    const insert = `insert into public.canned_answers (name, body) values ('Forged', 'Forged')`
    for (const who of [member, blocked, moderator]) {
      expect(await refusal(who, insert)).toBe('42501')
      expect(await touched(who, `update public.canned_answers set body = 'x' where id = ${id}`)).toBe(0)
      expect(await touched(who, `delete from public.canned_answers where id = ${id}`)).toBe(0)
    }
  })

  test('has a name of its own and a text that shows something, and is one of a hundred', async () => {
    const { name } = await add(`  Two   words ${randomUUID()} `, 'One\r\ntwo  ')
    expect(name).toMatch(/^Two words /)
    const refused = async (row: { name: string; body: string }) =>
      (await admin.client.from('canned_answers').insert(row)).error !== null
    expect(await refused({ name: name.toUpperCase(), body: 'Again' })).toBe(true)
    expect(await refused({ name: ' ', body: 'Text' })).toBe(true)
    expect(await refused({ name: 'x'.repeat(61), body: 'Text' })).toBe(true)
    expect(await refused({ name: 'Empty', body: ' \n' })).toBe(true)
    expect(await refused({ name: 'Long', body: 'x'.repeat(2501) })).toBe(true)
    // In a transaction that is taken back.
    expect(
      await refusal(
        admin,
        `insert into public.canned_answers (name, body) select gen_random_uuid()::text, 'x' from generate_series(1, 101)`,
      ),
    ).toBe('23514')
  })
})
