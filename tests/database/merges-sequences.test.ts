import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { totals } from '../support/counts.ts'
import { createAccounts, createMember, createPost, sql } from '../support/database.ts'
import { asPerson, makeAdmin } from '../support/merge-model.ts'
import { runSequence, runStorm } from '../support/merge-sequence.ts'
import { admin, anon, author, merge, other, unmerge, vote } from '../support/merging.ts'

describe('chains', () => {
  test('redirect in one hop, and can be undone in any order', async () => {
    const [first, second, third] = [await createPost(), await createPost(), await createPost()]
    await vote(author, first.id)
    await vote(other, second.id)
    await author.call('create_comment', { post_id: first.id, body: 'Said first', sent_key: randomUUID() })
    await merge([first.id], second.id)
    await merge([second.id], third.id)
    const leads = async (id: number) =>
      (await anon.from('post_merges').select('stays_id').eq('post_id', id).is('undone_at', null)).data
    expect(await leads(first.id)).toEqual([{ stays_id: third.id }])
    expect(await leads(second.id)).toEqual([{ stays_id: third.id }])
    expect((await totals(third.id))!.votes_total).toBe(2)
    // What had been merged into it before moves with it.
    await unmerge([second.id])
    expect(await leads(first.id)).toEqual([{ stays_id: second.id }])
    expect((await totals(second.id))!.votes_total).toBe(2)
    await merge([second.id], third.id)
    await unmerge([first.id])
    expect(await totals(first.id)).toMatchObject({ votes_total: 1, comments_total: 1 })
    expect(await totals(third.id)).toMatchObject({ votes_total: 1, comments_total: 0 })
  })

  test('two admins who merge crosswise at once get one merge and one clear answer', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createPost(), await createPost()]
      const second = await createMember({ admin: true })
      const outcomes = (
        await Promise.all([merge([one.id], two.id), merge([two.id], one.id, second)])
      ).flatMap((rows) => rows.map(({ outcome }) => outcome))
      expect(outcomes.toSorted()).toEqual(['conflict', 'done'])
    }
  })

  test('redirect in one hop even if a post is merged on while another is being merged into it', async () => {
    const [one, two, three] = [await createPost(), await createPost(), await createPost()]
    let onward: Promise<unknown> | undefined
    await asPerson(sql, admin.id, async (as) => {
      await as`select * from public.merge_posts(array[${one.id}::bigint], ${two.id})`
      onward = merge([two.id], three.id)
      // The second merge has started and checks its post’s merges before the first is done.
      await vi.waitUntil(
        async () =>
          (
            await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%merge_posts%' and pid <> pg_backend_pid()`
          ).length > 0,
        { timeout: 20_000 },
      )
    })
    await onward
    const rows =
      await sql`select stays_id::integer as stays from public.post_merges where post_id = ${one.id}`
    expect([...rows]).toEqual([{ stays: three.id }])
  })

  test('report what prevents them', async () => {
    const [one, two, three, gone] = await Promise.all([
      createPost(),
      createPost(),
      createPost(),
      createPost(),
    ])
    await admin.call('delete_posts', { post_ids: [gone.id] })
    await merge([one.id], two.id)
    const outcomes = async (posts: number[], into: number) =>
      (await merge(posts, into)).map(({ outcome }) => outcome)
    expect(await outcomes([one.id], two.id)).toEqual(['unchanged'])
    expect(await outcomes([one.id], three.id)).toEqual(['conflict'])
    expect(await outcomes([three.id], one.id)).toEqual(['conflict'])
    expect(await outcomes([three.id], gone.id)).toEqual(['missing'])
    expect(await outcomes([gone.id, 1e15], three.id)).toEqual(['missing', 'missing'])
    const { error } = await admin.client.rpc('merge_posts', { post_ids: [three.id], into_id: three.id })
    expect(error?.code).toBe('22023')
    expect((await unmerge([gone.id]))[0]!.outcome).toBe('missing')
    const { data } = await admin.client.rpc('merge_preview', { post_ids: [two.id], into_id: gone.id })
    expect(data).toBeNull()
  })
})

test('votes elsewhere don’t wait for a merge, and those on its posts count once it is done', async () => {
  const [stays, goes, elsewhere] = [await createPost(), await createPost(), await createPost()]
  const person = await createMember()
  let answered = false
  const late: Promise<unknown>[] = []
  await asPerson(sql, admin.id, async (as) => {
    await as`select * from public.merge_posts(array[${goes.id}::bigint], ${stays.id})`
    expect(await vote(person, elsewhere.id)).toMatchObject({ voted: true })
    late.push(vote(person, goes.id).finally(() => (answered = true)))
    await Promise.race([late[0], new Promise((resolve) => setTimeout(resolve, 200))])
    expect(answered).toBe(false)
  })
  await Promise.all(late)
  expect(await totals(stays.id)).toMatchObject({ votes_total: 1, votes: 1 })
})

test('hundreds of votes and comments move and return', async () => {
  const [stays, goes] = [await createPost(), await createPost()]
  const people = (await createAccounts(600)).map(({ id }) => id)
  await sql`insert into public.votes (user_id, post_id)
    select i, ${stays.id}::bigint from unnest(${people.slice(0, 400)}::uuid[]) i`
  await sql`insert into public.votes (user_id, post_id)
    select i, ${goes.id}::bigint from unnest(${people.slice(200)}::uuid[]) i`
  await sql`insert into public.comments (post_id, author_id, body)
    select ${goes.id}::bigint, i, 'Said' from unnest(${people.slice(0, 100)}::uuid[]) i`
  await merge([goes.id], stays.id)
  expect(await totals(stays.id)).toEqual({
    votes_total: 600,
    votes: 600,
    comments_total: 100,
    comments: 100,
  })
  await unmerge([goes.id])
  expect(await totals(stays.id)).toEqual({ votes_total: 400, votes: 400, comments_total: 0, comments: 0 })
  expect(await totals(goes.id)).toEqual({
    votes_total: 400,
    votes: 400,
    comments_total: 100,
    comments: 100,
  })
})

describe('random sequences', () => {
  beforeAll(async () => {
    await sql`
      insert into public.categories (slug, name) values (${`c-${randomUUID().slice(0, 8)}`}, 'Elsewhere')`
  })

  test('end as a model predicts', async () => {
    const steward = await makeAdmin(sql)
    const results = await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        const found = []
        for (let seed = 0; seed < 6; seed++)
          found.push(await runSequence(sql, steward, lane * 100 + seed, 20))
        return found
      }),
    )
    expect(results.flat().filter(({ found }) => found.length > 0)).toEqual([])
  }, 180_000)

  test('from several connections at once keep every rule', async () => {
    const steward = await makeAdmin(sql)
    for (let seed = 0; seed < 3; seed++) expect(await runStorm(sql, steward, seed, 10)).toEqual([])
  }, 180_000)
})
