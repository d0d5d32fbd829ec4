import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import { createMember, createPost, type Member, sql } from '../support/database.ts'

let author: Member
let other: Member

beforeEach(async () => {
  author = await createMember({ name: 'Author' })
  other = await createMember({ name: 'Other' })
})

async function publish(as: Member): Promise<number> {
  const form = { category: 'new-features', title: `Wanted ${randomUUID()}`, details: '' }
  const data = await as.one('create_post', { ...form, sent_key: randomUUID() })
  return data.id
}

const votersOf = async (id: number) =>
  (await sql`select user_id from public.votes where post_id = ${id}`).map(({ user_id }) => user_id)

describe('a new post', () => {
  test('has the vote of its author from the form and over the tables, one for each', async () => {
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const rows = ['One', 'Two'].map((title) => ({
      category_id: category!.id as number,
      title: `${title} ${randomUUID()}`,
    }))
    const { data } = await author.client.from('posts').insert(rows).select('id').throwOnError()
    for (const id of [await publish(author), ...data.map((row) => row.id)]) {
      expect(await votersOf(id)).toEqual([author.id])
      expect(await totals(id)).toMatchObject({ votes_total: 1, votes: 1 })
      expect([...(await miscounts([id]))]).toEqual([])
    }
  })

  test('costs its author no vote of those a minute allows', async () => {
    const person = await createMember()
    await publish(person)
    const used = await sql`select action from private.usage where user_id = ${person.id}`
    expect(used.map(({ action }) => action)).toEqual(['post'])
  })

  test('that an operator or an import brings has none', async () => {
    const { id } = await createPost({ authorId: author.id })
    expect(await votersOf(id)).toEqual([])
    expect(await totals(id)).toMatchObject({ votes_total: 0, votes: 0 })
  })
})

describe("the author's vote", () => {
  test('is counted once, is taken back for good and given again like any other', async () => {
    const id = await publish(author)
    const twice = await author.client.from('votes').insert({ post_id: id })
    expect(twice.error?.code).toBe('23505')
    for (const [wanted, votes] of [
      [true, 1],
      [false, 0],
      [false, 0],
      [true, 1],
    ] as const) {
      const data = await author.one('set_vote', { post_id: id, wanted })
      expect(data).toMatchObject({ voted: wanted, votes_total: votes })
    }
    await author.call('set_vote', { post_id: id, wanted: false })
    await author.client
      .from('posts')
      .update({ title: `Edited ${randomUUID()}` })
      .eq('id', id)
      .throwOnError()
    expect(await totals(id)).toMatchObject({ votes_total: 0, votes: 0 })
  })

  test('goes with the deleted post and comes back with it', async () => {
    const id = await publish(author)
    await author.call('delete_post', { post_id: id })
    expect((await author.client.rpc('set_vote', { post_id: id, wanted: false })).error?.message).toContain(
      'This post no longer exists.',
    )
    expect(await author.call('votes_on', { post_ids: [id] })).toEqual([])
    await author.call('restore_posts', { post_ids: [id] })
    expect(await author.call('votes_on', { post_ids: [id] })).toEqual([
      { post_id: id, voted: true, votes_total: 1 },
    ])
    expect([...(await miscounts([id]))]).toEqual([])
  })
})

test('own votes come with the number of that moment, each with what the caller did', async () => {
  const ids = [await publish(author), (await createPost()).id]
  const asked = (as: Member) => as.client.rpc('votes_on', { post_ids: ids }).throwOnError()
  const sorted = async (as: Member) => (await asked(as)).data.toSorted((a, b) => a.post_id - b.post_id)
  expect(await sorted(author)).toEqual([
    { post_id: ids[0], voted: true, votes_total: 1 },
    { post_id: ids[1], voted: false, votes_total: 0 },
  ])
  // An admin reads the votes of others, and yet has not given them.
  for (const person of [other, await createMember({ admin: true })]) {
    expect(await sorted(person)).toEqual([
      { post_id: ids[0], voted: false, votes_total: 1 },
      { post_id: ids[1], voted: false, votes_total: 0 },
    ])
  }
})
