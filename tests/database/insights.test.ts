import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { beginBeside, createMember, createPost, refusal, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'

type Insights = {
  counted_at: string | null
  weeks: { week: string; posts: number; votes: number; answered: number; answer_hours: number | null }[]
  categories: {
    slug: string
    posts: number
    votes: number
    comments: number
    states: Record<string, number>
  }[]
  rising: { id: number; votes: number; votes_before: number }[]
}

const slug = `ins-${randomUUID().slice(0, 8)}`

const [admin, member] = await Promise.all([createMember({ admin: true }), createMember()])
// Counts content of all tests, so this runs in a transaction that is rolled back.
const connection = await sql.reserve()
await connection`begin`
const [made] = await connection<{ id: number }[]>`
    insert into public.categories (slug, name) values (${slug}, 'Counted') returning id`
const category = made!.id

afterAll(async () => {
  await connection`rollback`
  connection.release()
})

async function read(weeks = 26): Promise<Insights> {
  const [row] = await asAdmin(
    () => connection<{ answer: Insights }[]>`select public.admin_insights(${weeks}) as answer`,
  )
  return row!.answer
}
const refresh = () => asAdmin(() => connection`select public.admin_refresh_insights()`)
async function asAdmin<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
  await connection`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: admin.id })}, true),
    set_config('request.jwt.claim.sub', ${admin.id}, true)`
  const answer = await call()
  await connection`select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true)`
  return answer
}
const ours = async (weeks?: number) => (await read(weeks)).categories.find((one) => one.slug === slug)!

async function post(age: string): Promise<number> {
  const [row] = await connection<{ id: number }[]>`
    insert into public.posts (category_id, title, created_at) values (${category}, 'Counted', now() - ${age}::interval)
    returning id::int`
  return row!.id
}

// Runs first, because a transaction that counts keeps all others from counting.
test('trending posts are counted while others lock several posts, in order of their ids', async () => {
  const [low, high] = [await createPost(), await createPost()]
  // More than other tests create, and the later post the most.
  await sql`
    with voters as (
      insert into public.profiles (id, name) select gen_random_uuid(), 'Voter' from generate_series(1, 500) returning id
    )
    insert into public.votes (post_id, user_id)
    select ${high.id}::bigint, id from voters
    union all (select ${low.id}::bigint, id from voters limit 499)`
  const counting = await sql.begin(async (as) => {
    await as`select from public.posts where id = ${low.id} for update`
    const started = await beginBeside((job) => job`select private.count_insights()`)
    await as`select from public.posts where id = ${high.id} for update nowait`
    return started
  })
  await counting.done
  const rows = await sql<{ id: number }[]>`
    select post_id::int as id from private.insight_rising where post_id in (${low.id}, ${high.id})
    order by votes desc`
  expect(rows.map(({ id }) => id)).toEqual([high.id, low.id])
})

describe('insights', () => {
  test('say that nothing was counted yet', async () => {
    await connection`delete from private.insight_run`
    expect((await read()).counted_at).toBeNull()
  })

  test('leave out imported votes that are only a number', async () => {
    const id = await post('3 days')
    const unknown = '00000000-0000-4000-8002-0000000f0001'
    await connection`insert into public.profiles (id, name, placeholder) values (${unknown}, 'Voter 983041', true)`
    await connection`insert into public.votes (post_id, user_id) values (${id}, ${unknown})`
    await connection`select private.count_insights()`
    expect((await ours()).votes).toBe(0)
    expect(await connection`select from private.insight_rising where post_id = ${id}`).toHaveLength(0)
    await connection`delete from public.posts where id = ${id}`
    await connection`delete from public.profiles where id = ${unknown}`
  })

  test('count per category, and leave out deleted and too old content', async () => {
    const [kept] = [await post('1 day'), await post('400 days')]
    await connection`insert into public.votes (post_id, user_id) values (${kept}, ${member.id})`
    await connection`insert into public.comments (post_id, author_id, body) values (${kept}, ${member.id}, 'Hm')`
    const gone = await post('2 days')
    await connection`update public.posts set deleted_at = now() where id = ${gone}`
    await connection`select private.count_insights()`
    expect(await ours()).toMatchObject({ posts: 1, votes: 1, comments: 1 })
    // Deleted content is uncounted at the end of a transaction, and counting holds up others, so it is released.
    await connection`savepoint ending`
    await connection`set constraints all immediate`
    expect(await ours()).toMatchObject({ states: { proposed: 2 } })
    await connection`rollback to savepoint ending`
    expect(await ours(520)).toMatchObject({ posts: 2 })
    expect((await read()).counted_at).not.toBeNull()
  })

  test('name trending posts, with the week before', async () => {
    const id = await post('30 days')
    // More than any other test creates, because only the top fifty are kept.
    await connection`
      with voters as (
        insert into public.profiles (id, name) select gen_random_uuid(), 'Voter' from generate_series(1, 1500) returning id
      )
      insert into public.votes (post_id, user_id, created_at)
      select ${id}::bigint, id, now() from voters
      union all select ${id}::bigint, ${member.id}::uuid, now() - interval '9 days'`
    await connection`select private.count_insights()`
    const [row] = await connection`
      select votes, votes_before from private.insight_rising where post_id = ${id}`
    expect(row).toEqual({ votes: 1500, votes_before: 1 })
  })

  test('measure the time from a post to the team’s first response, in the week of the response', async () => {
    // So long ago that no other test has responded to anything then.
    const id = await post('3000 days')
    for (const age of ['2999 days', '2900 days']) {
      await connection`
        insert into public.post_events (post_id, actor_id, from_state, to_state, created_at)
        values (${id}, ${admin.id}, 'proposed', 'planned', now() - ${age}::interval)`
    }
    await connection`select private.count_insights()`
    const rows = await connection<{ posts: number; hours: number }[]>`
      select posts, extract(epoch from median)::float8 / 3600 as hours from private.insight_answers
      where week < (now() - interval '2990 days')::date and week > (now() - interval '3010 days')::date`
    expect([...rows]).toEqual([{ posts: 1, hours: 24 }])
  })

  test('are weeks without gaps, the last one being the current week', async () => {
    const { weeks } = await read(12)
    expect(weeks).toHaveLength(12)
    const [row] = await connection`select date_trunc('week', now() at time zone 'UTC')::date::text as monday`
    expect(weeks.at(-1)!.week).toBe(row!.monday)
    expect(new Set(weeks.map(({ week }) => new Date(week).getUTCDay()))).toEqual(new Set([1]))
  })

  test('are counted again when the team looks, but not within 30 seconds', async () => {
    const age = (age: string) =>
      connection`update private.insight_run set counted_at = now() - ${age}::interval where true`
    await connection`delete from private.insight_run`
    await refresh()
    const { posts } = await ours()
    await post('1 day')
    await age('29 seconds')
    await refresh()
    expect(await ours()).toMatchObject({ posts })
    await age('31 seconds')
    await refresh()
    expect(await ours()).toMatchObject({ posts: posts + 1 })
  })

  testTable([
    ['post_totals', 'posts = 20001'],
    ['posts', 'votes_total = 20001'],
    ['posts', 'comments_total = 20001'],
  ])('wait for the job on a board with many posts, votes or comments', async (table, many) => {
    await connection`savepoint small`
    await connection`set local session_replication_role = replica`
    await connection.unsafe(`
      update public.${table} set ${many} where ctid = (select ctid from public.${table} limit 1)`)
    await connection`delete from private.insight_run`
    await refresh()
    const { counted_at } = await read()
    await connection`rollback to savepoint small`
    expect(counted_at).toBeNull()
  })

  test('are counted for the team only', async () => {
    expect(await refusal(member, 'select public.admin_refresh_insights()')).toBe('42501')
  })

  test('are opened without reading posts, votes and comments, except trending ones', async () => {
    await connection`
      insert into public.posts (category_id, title, slug)
      select ${category}, 'Many ' || n, 'many-' || n from generate_series(1, 2000) n`
    await connection`select private.count_insights()`
    const touched = async () => {
      await connection`select pg_stat_force_next_flush()`
      const rows = await connection<{ name: string; rows: number }[]>`
        select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables
        where relid in ('public.posts'::regclass, 'public.votes'::regclass, 'public.comments'::regclass, 'public.profiles'::regclass)`
      return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
    }
    const before = await touched()
    await read(520)
    const after = await touched()
    expect(after.posts! - before.posts!).toBeLessThan(60)
    expect(after.votes).toBe(before.votes)
    expect(after.comments).toBe(before.comments)
  })
})
