import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { call, createMember, createPost, sql } from '../support/database.ts'

const word = `w${randomUUID().slice(0, 8)}`

const [admin, author] = await Promise.all([
  createMember({ admin: true }),
  createMember({ name: `Author ${word}` }),
])
const category = `bounded-${word}`
await sql`insert into public.categories (slug, name) values (${category}, ${category})`
// Five of seven posts have the word in the title, one of them inside another word, and one in the details.
await sql`
    insert into public.posts (category_id, author_id, title, details, state, created_at)
    select c.id, ${author.id}, t.title, t.details, t.state::public.post_state, now() - interval '100 days'
    from public.categories c, (values
      (${`${word} a`}, '', 'proposed'), (${`${word} b`}, ${word}, 'proposed'), (${`${word} c`}, '!', 'planned'),
      (${`${word} d ¦`}, '', 'planned'), (${`pre${word}post`}, '', 'completed'), ('Another', ${`says ${word} ¦`}, 'proposed'),
      ('Nothing of it', '', 'planned')
    ) as t (title, details, state)
    where c.slug = ${category}`

const count = async (filter: object, most?: number) => {
  const { data } = await call<{ total: number; is_exact: boolean }[]>(admin.client, 'admin_posts_total', {
    filter: { categories: [category], ...filter },
    most,
  })
  expect(data).toHaveLength(1)
  return [data![0]!.total, data![0]!.is_exact]
}

const filters: [object, number][] = [
  [{ text: word }, 6],
  [{ text: '¦' }, 2],
  [{ author: word }, 7],
  [{ author: word, text: word, votes_max: 0 }, 6],
  [{ unanswered: true }, 3],
  [{ stale: true }, 6],
  [{ assignee: 'none' }, 7],
  [{ inbox: true }, 3],
  [{ votes_max: 3, created_to: '2100-01-01' }, 7],
  [{ states: ['proposed', 'planned'], text: word, stale: true }, 5],
]
test.each(filters)('%j is counted up to the limit, and says that there are more', async (filter, all) => {
  expect(await count(filter)).toEqual([all, true])
  expect(await count(filter, all)).toEqual([all, true])
  expect(await count(filter, all - 1)).toEqual([all - 1, false])
  expect(await count(filter, 1)).toEqual([1, false])
})

test('stored counts are exact beyond the limit', async () => {
  expect(await count({}, 1)).toEqual([7, true])
  expect(await count({ states: ['planned'] }, 1)).toEqual([3, true])
  expect(await count({ categories: ['no-such'] })).toEqual([0, true])
  expect(await count({ text: `${word} nowhere` })).toEqual([0, true])
})

/** In a transaction that is rolled back, so that other tests don’t see the rows. */
async function undone<T>(run: (as: TransactionSql) => Promise<T>): Promise<T> {
  const result: { answer?: T } = {}
  await sql
    .begin(async (as) => {
      result.answer = await run(as)
      throw new Error('undone')
    })
    .catch((error: Error) => {
      if (error.message !== 'undone') throw error
    })
  return result.answer!
}

const total = async (as: TransactionSql, filter: object, most: number | null = null) => {
  const claims = JSON.stringify({ role: 'authenticated', sub: admin.id })
  await as`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin.id}, true)`
  const [row] = await as`select * from public.admin_posts_total(${as.json(filter as never)}, ${most})`
  return { ...row } as { total: number; is_exact: boolean }
}

test('counting stops at ten thousand, whatever the filter', async () => {
  const crowded = `crowd-${word}`
  const answers = await undone(async (as) => {
    await as`insert into public.categories (slug, name) values (${crowded}, ${crowded})`
    await as`set local session_replication_role = replica`
    await as`
      insert into public.posts (category_id, title, slug)
      select c.id, 'One of many', 'one-of-many-' || n from public.categories c, generate_series(1, 10001) n
      where c.slug = ${crowded}`
    const read = (most: number | null) => total(as, { categories: [crowded], votes_max: 0 }, most)
    const before = [await read(10_000), await read(1_000_000), await read(null)]
    await as`
      delete from public.posts where id in (
        select p.id from public.posts p join public.categories c on c.id = p.category_id where c.slug = ${crowded} limit 1
      )`
    return [...before, await read(null)]
  })
  const more = { total: 10_000, is_exact: false }
  expect(answers).toEqual([more, more, more, { total: 10_000, is_exact: true }])
})

test('a common text is checked in as many posts as are counted', async () => {
  const [half, none] = [`half-${word}`, `none-${word}`]
  const common = `c${word}`
  const answers = await undone(async (as) => {
    await as`insert into public.categories (slug, name) values (${half}, ${half}), (${none}, ${none})`
    await as`
      insert into public.posts (category_id, title)
      select c.id, case when n % 2 = 0 and c.slug = ${half} then ${`${common} ¬`} else 'Something else' end || ' ' || n
      from public.categories c, generate_series(1, 240) n where c.slug in (${half}, ${none})`
    const read = (filter: object, most?: number) => total(as, { votes_max: 0, ...filter }, most)
    return {
      whole: [
        await read({ categories: [half], text: common }),
        await read({ categories: [half], text: '¬' }),
      ],
      few: [
        await read({ categories: [half], text: common }, 150),
        await read({ categories: [half], text: '¬' }, 150),
      ],
      all: await read({ categories: [half, none], text: common }, 480),
      elsewhere: await read({ categories: [none], text: common }, 100),
      alone: await read({ votes_max: null, text: common }, 100),
    }
  })
  const exact = { total: 120, is_exact: true }
  expect(answers).toMatchObject({
    whole: [exact, exact],
    all: exact,
    elsewhere: { total: 0, is_exact: true },
  })
  expect(answers.alone).toEqual({ total: 100, is_exact: false })
  for (const few of answers.few) {
    expect(few.is_exact).toBe(false)
    // Of the 151 posts checked, at most 120 don’t have it.
    expect(few.total).toBeGreaterThanOrEqual(31)
    expect(few.total).toBeLessThanOrEqual(120)
  }
})

test.each([[{ unknown: 1 }], [{ votes_min: 'x' }], [[]]])('refuses the filter %j', async (filter) => {
  expect((await call(admin.client, 'admin_posts_total', { filter })).error?.code).toBe('22023')
})

// What applies to almost every post is counted by its opposite, and the count must agree with the list.

const wide = `wide-${randomUUID().slice(0, 8)}`
await sql`insert into public.categories (slug, name) values (${wide}, ${wide})`
const make = async (days: number, state: 'proposed' | 'planned' | 'completed' = 'proposed') => {
  const post = await createPost({ category: wide })
  await sql`update public.posts set created_at = now() - make_interval(days => ${days}) where id = ${post.id}`
  if (state === 'proposed') return post.id
  await admin.call('admin_set_state', { post_ids: [post.id], new_state: state })
  return post.id
}
const assign = (ids: number[]) =>
  admin.client.rpc('admin_set_plan', { post_ids: ids, plan: { assignee: admin.id } }).throwOnError()
const [waits, isNew, moved, movedLongAgo, completed, answered, deleted] = [
  await make(200),
  await make(10),
  await make(201, 'planned'),
  await make(202, 'planned'),
  await make(203, 'completed'),
  await make(204),
  await make(205),
]
for (const id of [movedLongAgo, completed]) {
  await sql`update public.post_events set created_at = now() - interval '91 days' where post_id = ${id}`
}
await admin.client.from('comments').insert({ post_id: answered, body: 'We are on it' }).throwOnError()
// New and recently moved: left out once.
await admin.call('admin_set_state', { post_ids: [isNew], new_state: 'in-progress' })
await assign([waits, moved, deleted])
await admin.client.from('comments').insert({ post_id: deleted, body: 'A word' }).throwOnError()
await sql`update public.posts set deleted_at = now() where id = ${deleted}`

test.each([
  [{ stale: true }, 2],
  [{ assignee: 'none' }, 4],
  [{ stale: true, assignee: 'none' }, 1],
  [{ stale: true, states: ['planned'] }, 1],
  [{ stale: true, states: ['completed'] }, 0],
  [{ assignee: 'none', states: ['completed', 'in-progress'] }, 2],
  [{ stale: true, votes_min: 1 }, 0],
  [{ assignee: 'me' }, 2],
])('%o is counted as it is listed', async (asked, expected) => {
  const filter = { ...asked, categories: [wide] }
  const list = await admin.call('admin_posts', { filter })
  const counted = await admin.one('admin_posts_total', { filter })
  expect({ listed: list.length, total: counted.total }).toEqual({ listed: expected, total: expected })
})
