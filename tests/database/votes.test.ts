import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import { actingAs, anonClient, createAccounts, createMember, createPost, sql } from '../support/database.ts'

async function trendOf(ids: number[]): Promise<number[]> {
  const rows = await sql`select trend from public.posts where id = any (${ids}) order by id`
  return rows.map(({ trend }) => trend as number)
}

const other = await createMember({ name: 'Other' })

describe('a vote', () => {
  test('is what was asked for, however often it is asked', async () => {
    const { id } = await createPost()
    for (const wanted of [true, true, false, false, true]) {
      const { data, error } = await other.client.rpc('set_vote', { post_id: id, wanted }).single()
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

  test('lifts its post in the trend, and taking it back lowers it again', async () => {
    const slug = `trend-${randomUUID().slice(0, 8)}`
    await sql`insert into public.categories (slug, name) values (${slug}, 'Trend')`
    const older = await createPost({ category: slug })
    const newer = await createPost({ category: slug })
    const trending = async () => {
      const list = anonClient().rpc('list_posts', { category: slug, order_by: 'trending' })
      return (await list.throwOnError()).data.map(({ id }) => id)
    }
    const vote = (wanted: boolean) =>
      other.client.rpc('set_vote', { post_id: older.id, wanted }).throwOnError()
    expect(await trending()).toEqual([newer.id, older.id])
    await vote(true)
    expect(await trending()).toEqual([older.id, newer.id])
    await vote(false)
    expect(await trending()).toEqual([newer.id, older.id])
  })

  test('weighs half of one that is ten days younger', async () => {
    const [old, fresh] = [await createPost(), await createPost()]
    const before = await trendOf([old.id, fresh.id])
    await sql`
      insert into public.votes (user_id, post_id, created_at)
      values (${other.id}, ${old.id}, now() - interval '10 days'), (${other.id}, ${fresh.id}, now())`
    const after = await trendOf([old.id, fresh.id])
    expect((after[0]! - before[0]!) / (after[1]! - before[1]!)).toBeCloseTo(0.5, 6)
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

  test('of three hundred people at once counts as many, and of sixty toggling people what is there', async () => {
    const { id } = await createPost()
    const lastWishes: boolean[] = []
    const people = await createAccounts(300)
    await Promise.all(
      people.map((person) =>
        actingAs(person, (as) => as`select * from public.set_vote(${id}, true)`, { keep: true }),
      ),
    )
    expect(await totals(id)).toMatchObject({ votes_total: 300, votes: 300 })
    await Promise.all(
      people.slice(0, 60).map(async (person, index) => {
        for (let round = 0; round < 10; round++) {
          const wanted = Math.random() < 0.5
          lastWishes[index] = wanted
          await actingAs(person, (as) => as`select * from public.set_vote(${id}, ${wanted})`, { keep: true })
        }
      }),
    )
    const votes = 240 + lastWishes.filter(Boolean).length
    expect(await totals(id)).toMatchObject({ votes_total: votes, votes })
    expect([...(await miscounts([id]))]).toEqual([])
  }, 180_000)
})
