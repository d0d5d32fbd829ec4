import { randomUUID } from 'node:crypto'
import type { ReservedSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'

// Twenty thousand posts in a transaction that is undone, so many that the planner does as it would with a million:
// where an index leads to the answer, few of them are touched.
const total = 20_000
let connection: ReservedSql
let category: number

beforeAll(async () => {
  const admin = await createMember({ admin: true })
  connection = await sql.reserve()
  await connection`begin`
  // What triggers do is not what is looked at.
  await connection`set local session_replication_role = replica`
  const [row] = await connection<{ id: number }[]>`
    insert into public.categories (slug, name) values (${`c-${randomUUID().slice(0, 8)}`}, 'Plans') returning id`
  category = row!.id
  await connection`
    with authors as (
      insert into public.profiles (id, name)
      select gen_random_uuid(), 'Planner ' || n from generate_series(1, ${total / 10}) n returning id
    )
    insert into public.posts (category_id, author_id, title, slug, updated_at, activity_at)
    select ${category}, case when n < 10 then id end, 'Plan ' || md5(id || '-' || n), 'plan-' || md5(id || '-' || n),
      now() - random() * interval '1 year', now() - random() * interval '1 year'
    from authors, generate_series(1, 10) n`
  await connection`
    insert into public.post_addresses (category_id, slug, post_id)
    select category_id, slug, id from public.posts where category_id = ${category}`
  await connection`
    insert into private.search_titles (post_id, popularity, tier, key, title)
    select id, 0, 0, lower(title), '' from public.posts where category_id = ${category}`
  await connection`
    insert into private.search_posts (post_id, vector, body)
    select id, case when id % 2 = 0 then 'halfword:1' else 'otherword:1' end::tsvector, ''
    from public.posts where category_id = ${category}`
  await connection.unsafe(
    'analyze public.profiles, public.posts, public.post_addresses, private.search_titles, private.search_posts',
  )
  await connection`
    select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: admin.id })}, true),
      set_config('request.jwt.claim.sub', ${admin.id}, true)`
})

afterAll(async () => {
  await connection`rollback`
  connection.release()
})

/** Runs a statement; how many rows of a table it read, and what it gave. */
async function run(role: 'anon' | 'authenticated', table: string, statement: string) {
  await connection`select pg_stat_force_next_flush()`
  const count = async () =>
    Number(
      (
        await connection.unsafe(
          'select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relid = $1::regclass',
          [table],
        )
      )[0]!.rows,
    )
  const before = await count()
  await connection.unsafe(`set local role ${role}`)
  const rows = await connection.unsafe(statement)
  await connection`reset role`
  return { read: (await count()) - before, rows }
}

test('a slug is looked up in all categories by an index', async () => {
  const [post] = await connection<{ slug: string }[]>`
    select slug from public.posts where category_id = ${category} limit 1`
  const find = `select a.category_id, p.slug from public.post_addresses a join public.posts p on p.id = a.post_id
    where a.slug = '${post!.slug}' and p.slug = '${post!.slug}'`
  const { read, rows } = await run('anon', 'public.post_addresses', find)
  expect(rows).toHaveLength(1)
  expect(read).toBeLessThan(10)
})

test('the index of the sitemap reads a few posts of each part and category', async () => {
  const [size] = await connection<{ parts: number }[]>`
    select (count(distinct id / 10000) + (select count(*) from public.categories))::integer as parts from public.posts`
  const { read } = await run('anon', 'public.posts', 'select public.sitemap_index()')
  expect(read).toBeLessThan(4 * size!.parts + 20)
})

test.each([
  ['when it was changed', { by: 'updated_at', desc: true }],
  ['when it was changed, oldest first', { by: 'updated_at' }],
  ['author', { by: 'author' }],
  ['author, backwards', { by: 'author', desc: true }],
  ['state', { by: 'state' }],
  ['category', { by: 'category' }],
])('a page of the dashboard by %s reads about what it shows', async (_name, rule) => {
  // Not all of them; a page by category passes over what other tests deleted in each.
  const few = total / 4
  const list = `select * from public.admin_posts('{}', '[${JSON.stringify(rule)}]', 10)`
  const { read, rows } = await run('authenticated', 'public.posts', list)
  expect(rows).toHaveLength(10)
  expect(read).toBeLessThan(few)
  const after = `select * from public.admin_posts('{}', '[${JSON.stringify(rule)}]', 10, '${rows[9]!.row_cursor}')`
  const next = await run('authenticated', 'public.posts', after)
  expect(next.rows).toHaveLength(10)
  expect(next.read).toBeLessThan(few)
})

test.each([
  ['that many posts have', () => 'halfword'],
  ['in the middle of a title that few have', (slug: string) => slug.slice(10, 20)],
])('a page of the dashboard with a text %s looks at no more than a sample', async (_name, textOf) => {
  const [post] = await connection<{ slug: string }[]>`
    select slug from public.posts where category_id = ${category} limit 1`
  const filter = JSON.stringify({ text: textOf(post!.slug) })
  const list = `select * from public.admin_posts('${filter}', '[{"by": "created_at", "desc": true}]', 10)`
  for (const table of ['public.posts', 'private.search_titles', 'private.search_posts']) {
    const { read, rows } = await run('authenticated', table, list)
    expect(rows.length).toBeGreaterThan(0)
    expect(read, table).toBeLessThan(5000)
  }
})

test('a text that many posts have finds these posts, and counts and names all of them', async () => {
  const found = await connection<{ id: string }[]>`
    select post_id as id from private.search_posts where vector @@ 'halfword' order by post_id`
  const filter = JSON.stringify({ text: 'halfword' })
  const { rows } = await run(
    'authenticated',
    'public.posts',
    `select id from public.admin_matching('${filter}', 0, 200)`,
  )
  expect(rows.map(({ id }) => id)).toEqual(found.slice(0, 200).map(({ id }) => id))
  const counted = await run(
    'authenticated',
    'public.posts',
    `select public.admin_posts_count('${filter}') as total`,
  )
  expect(counted.rows[0]!.total).toBe(found.length)
})
