import { describe, expect, test } from 'vitest'
import { draftEntry, publishAs } from '../support/changelog.ts'
import { call, createMember, type Member, refusal, sql } from '../support/database.ts'

const [admin, member] = await Promise.all([createMember({ admin: true }), createMember()])

const publish = publishAs(admin)

describe('a reaction', () => {
  const totals = async (entry: number) =>
    (await sql`select likes, loves, celebrations from public.changelog_entries where id = ${entry}`)[0]!

  test('is one per person, counted exactly, also when people are blocked or leave', async () => {
    const entry = await draftEntry(admin)
    const react = (who: Member, wanted: 'like' | 'love' | 'celebrate' | null) =>
      call(who.client, 'set_reaction', { entry_id: entry, wanted })
    expect((await react(member, 'like')).error?.code).toBe('P0002')
    await publish(entry)
    const people = await Promise.all(Array.from({ length: 6 }, () => createMember()))
    await Promise.all(people.flatMap((who) => [react(who, 'like'), react(who, 'like')]))
    expect(await totals(entry)).toEqual({ likes: 6, loves: 0, celebrations: 0 })
    await Promise.all(people.slice(0, 3).map((who, at) => react(who, at ? 'love' : null)))
    expect(await totals(entry)).toEqual({ likes: 3, loves: 2, celebrations: 0 })
    await admin.call('block_people', { person_ids: [people[1]!.id], reason: 'spam' })
    expect(await totals(entry)).toEqual({ likes: 3, loves: 1, celebrations: 0 })
    expect((await react(people[1]!, 'celebrate')).error?.code).toBe('PT403')
    await admin.call('unblock_people', { person_ids: [people[1]!.id] })
    expect(await totals(entry)).toEqual({ likes: 3, loves: 2, celebrations: 0 })
    await sql`delete from auth.users where id = ${people[5]!.id}`
    expect(await totals(entry)).toEqual({ likes: 2, loves: 2, celebrations: 0 })
    const miscounts = () =>
      sql`select kind from private.find_miscounts() where kind like 'reactions%' and id = ${entry}`
    expect(await miscounts()).toHaveLength(0)
    await sql`update public.changelog_entries set likes = 1, loves = 3 where id = ${entry}`
    expect(await miscounts()).toHaveLength(1)
    await sql`select private.mend_counts('reactions to a changelog entry', array[${entry}]::bigint[])`
    expect(await totals(entry)).toEqual({ likes: 2, loves: 2, celebrations: 0 })
    expect((await people[3]!.client.from('changelog_reactions').select('user_id')).data).toHaveLength(1)
    expect(await refusal('anon', `select public.set_reaction(${entry}, 'like')`)).toBe('42501')
    await sql`update public.site_settings set shows_reactions = false`
    try {
      expect((await react(people[3]!, 'love')).error?.code).toBe('PT403')
    } finally {
      await sql`update public.site_settings set shows_reactions = true`
    }
  })
})

test('unread entries are counted since the last visit, on every device', async () => {
  const reader = await createMember()
  const unread = async (who: Member, since?: string) => (await who.one('changelog_unread', { since })).unread
  await reader.call('see_changelog')
  expect(await unread(reader)).toBe(0)
  await publish(await draftEntry(admin))
  expect(await unread(reader)).toBe(1)
  expect(await unread(reader, new Date().toISOString())).toBe(0)
  await sql`update private.changelog_visits set seen_at = seen_at - interval '1 hour' where person_id = ${reader.id}`
  await reader.call('see_changelog')
  expect(await unread(reader)).toBe(0)
})
