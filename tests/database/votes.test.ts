import { beforeAll, describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  createPost,
  type Member,
  sql,
} from '../support/database.ts'

let other: Member

beforeAll(async () => {
  other = await createMember({ name: 'Other' })
})

describe('a vote', () => {
  test('is what was asked for, however often it is asked', async () => {
    const { id } = await createPost()
    for (const wanted of [true, true, false, false, true]) {
      const { data, error } = await other.client.rpc('set_vote', { post_id: id, wanted }).single()
      expect(error).toBeNull()
      expect(data).toEqual({ voted: wanted, votes_total: wanted ? 1 : 0 })
    }
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('counts once when twenty requests of one person arrive together', async () => {
    const { id } = await createPost()
    const person = await createMember()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.client.rpc('set_vote', { post_id: id, wanted: true }).single()),
    )
    expect(answers.filter(({ error }) => error).map(({ error }) => error)).toEqual([])
    expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
  })

  test('is refused to a visitor, and on a post that is gone', async () => {
    const { id } = await createPost()
    expect((await anonClient().rpc('set_vote', { post_id: id, wanted: true })).error?.code).toBe('42501')
    await sql`delete from public.posts where id = ${id}`
    const gone = 'This post no longer exists.'
    expect((await other.client.rpc('set_vote', { post_id: id, wanted: true })).error?.message).toContain(gone)
    expect((await other.client.rpc('set_vote', { post_id: id, wanted: false })).error?.message).toContain(
      gone,
    )
  })

  test('of a thousand people at once counts a thousand, and of a hundred toggling people what is there', async () => {
    const { id } = await createPost()
    const people = await createAccounts(1000)
    await Promise.all(
      people.map((person) =>
        actingAs(person, (as) => as`select * from public.set_vote(${id}, true)`, { keep: true }),
      ),
    )
    expect(await totals(id)).toMatchObject({ votes_total: 1000, votes: 1000 })
    await Promise.all(
      people.slice(0, 100).map(async (person) => {
        for (let round = 0; round < 50; round++) {
          await actingAs(person, (as) => as`select * from public.set_vote(${id}, ${Math.random() < 0.5})`, {
            keep: true,
          })
        }
      }),
    )
    const after = await totals(id)
    expect(after!.votes_total).toBe(after!.votes)
    expect(after!.votes).toBeGreaterThanOrEqual(900)
    expect([...(await miscounts([id]))]).toEqual([])
  }, 60_000)
})
