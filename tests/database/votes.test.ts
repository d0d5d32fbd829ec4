import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
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

async function trendOf(ids: number[]): Promise<number[]> {
  const rows = await sql`select trend from public.posts where id = any (${ids}) order by id`
  return rows.map(({ trend }) => trend as number)
}

const voter = await createMember({ name: 'Other' })

describe('a vote', () => {
  test('is what was asked for, however often it is asked', async () => {
    const { id } = await createPost()
    for (const wanted of [true, true, false, false, true]) {
      const { data, error } = await voter.client.rpc('set_vote', { post_id: id, wanted }).single()
      expect(error).toBeNull()
      expect(data).toEqual({
        voted: wanted,
        votes_total: wanted ? 1 : 0,
        category_slug: 'new-features',
        on_post: id,
      })
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

  test('raises its post in the trend, and removing it lowers the post again', async () => {
    const slug = `trend-${randomUUID().slice(0, 8)}`
    await sql`insert into public.categories (slug, name) values (${slug}, 'Trend')`
    const older = await createPost({ category: slug })
    const newer = await createPost({ category: slug })
    const trending = async () => {
      const list = anonClient().rpc('list_posts', { category: slug, order_by: 'trending' })
      return (await list.throwOnError()).data.map(({ id }) => id)
    }
    const vote = (wanted: boolean) =>
      voter.client.rpc('set_vote', { post_id: older.id, wanted }).throwOnError()
    expect(await trending()).toEqual([newer.id, older.id])
    await vote(true)
    expect(await trending()).toEqual([older.id, newer.id])
    await vote(false)
    expect(await trending()).toEqual([newer.id, older.id])
  })

  test('weighs half as much as one cast ten days later', async () => {
    const [old, fresh] = [await createPost(), await createPost()]
    const before = await trendOf([old.id, fresh.id])
    await sql`
      insert into public.votes (user_id, post_id, created_at)
      values (${voter.id}, ${old.id}, now() - interval '10 days'), (${voter.id}, ${fresh.id}, now())`
    const after = await trendOf([old.id, fresh.id])
    expect((after[0]! - before[0]!) / (after[1]! - before[1]!)).toBeCloseTo(0.5, 6)
  })

  test('is refused for a visitor, and on a deleted post', async () => {
    const { id } = await createPost()
    expect((await anonClient().rpc('set_vote', { post_id: id, wanted: true })).error?.code).toBe('42501')
    await sql`delete from public.posts where id = ${id}`
    const gone = 'This post no longer exists.'
    expect((await voter.client.rpc('set_vote', { post_id: id, wanted: true })).error?.message).toContain(gone)
    expect((await voter.client.rpc('set_vote', { post_id: id, wanted: false })).error?.message).toContain(
      gone,
    )
  })

  test('of a hundred people at once counts exactly, and of thirty toggling people too', async () => {
    const { id } = await createPost()
    const lastWishes: boolean[] = []
    const people = await createAccounts(100)
    await Promise.all(
      people.map((person) =>
        actingAs(person, (as) => as`select * from public.set_vote(${id}, true)`, { keep: true }),
      ),
    )
    expect(await totals(id)).toMatchObject({ votes_total: 100, votes: 100 })
    await Promise.all(
      people.slice(0, 30).map(async (person, index) => {
        for (let round = 0; round < 10; round++) {
          const wanted = Math.random() < 0.5
          lastWishes[index] = wanted
          await actingAs(person, (as) => as`select * from public.set_vote(${id}, ${wanted})`, { keep: true })
        }
      }),
    )
    const votes = 70 + lastWishes.filter(Boolean).length
    expect(await totals(id)).toMatchObject({ votes_total: votes, votes })
    expect([...(await miscounts([id]))]).toEqual([])
  }, 180_000)
})

describe('author votes', () => {
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
    test('has its author’s vote, from the form and through the tables, once each', async () => {
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

    test('doesn’t count its author’s vote against the limit', async () => {
      const person = await createMember()
      await publish(person)
      const used = await sql`select action from private.usage where user_id = ${person.id}`
      expect(used.map(({ action }) => action)).toEqual(['post'])
    })

    test('by an operator or an import has none', async () => {
      const { id } = await createPost({ authorId: author.id })
      expect(await votersOf(id)).toEqual([])
      expect(await totals(id)).toMatchObject({ votes_total: 0, votes: 0 })
    })
  })

  describe("the author's vote", () => {
    test('counts once, and can be removed and cast again like any other', async () => {
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

    test('is hidden with the deleted post and returns with it', async () => {
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

  test('own votes come with the current number, each with what the caller did', async () => {
    const ids = [await publish(author), (await createPost()).id]
    const asked = (as: Member) => as.client.rpc('votes_on', { post_ids: ids }).throwOnError()
    const sorted = async (as: Member) => (await asked(as)).data.toSorted((a, b) => a.post_id - b.post_id)
    expect(await sorted(author)).toEqual([
      { post_id: ids[0], voted: true, votes_total: 1 },
      { post_id: ids[1], voted: false, votes_total: 0 },
    ])
    // An admin can read other people’s votes, but didn’t cast them.
    for (const person of [other, await createMember({ admin: true })]) {
      expect(await sorted(person)).toEqual([
        { post_id: ids[0], voted: false, votes_total: 1 },
        { post_id: ids[1], voted: false, votes_total: 0 },
      ])
    }
  })
})
