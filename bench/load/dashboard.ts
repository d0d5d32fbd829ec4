import postgres, { type ReservedSql, type Sql } from 'postgres'
import { count, listDeskQueries } from './desk-queries.ts'
import { seedLarge } from './seed-large.ts'

type Rule = { by: string; desc?: boolean }
type Query = { name: string; before?: string; statement: string; parameters: (string | number)[] }

const goal = 300
const columns = ['created_at', 'state', 'votes', 'title', 'comments', 'updated_at', 'author', 'category']
const pairs: Rule[][] = [
  [{ by: 'state' }, { by: 'votes', desc: true }],
  [{ by: 'state' }, { by: 'created_at', desc: true }],
  [{ by: 'state', desc: true }, { by: 'title' }],
  [{ by: 'category' }, { by: 'state' }],
  [{ by: 'category' }, { by: 'votes', desc: true }],
  [
    { by: 'votes', desc: true },
    { by: 'created_at', desc: true },
  ],
  [{ by: 'author' }, { by: 'created_at', desc: true }],
]
const filters: Record<string, object> = {
  'a state': { states: ['planned'] },
  'three states': { states: ['planned', 'candidate', 'completed'] },
  'a category': { categories: ['load-billing'] },
  'a rare author': { author: 'Load member 4242' },
  'every author': { author: 'load' },
  'no author': { author: 'no one at all' },
  'a month': { created_from: '2026-03-01', created_to: '2026-03-31' },
  'many votes': { votes_min: 500 },
  'few votes': { votes_max: 4 },
  'votes between': { votes_min: 40, votes_max: 42 },
  'a common word': { text: 'support' },
  'a stop word': { text: 'the' },
  'a beginning': { text: 's' },
  'a rare word': { text: 'pi-hole' },
  'the middle of words': { text: 'alenda' },
  'no such word': { text: 'xyzzyplugh' },
  'another script': { text: '暗色' },
  'a sign': { text: '%' },
  'a missing sign': { text: '€' },
  'very long': { text: 'dark mode '.repeat(1000) },
  unanswered: { unanswered: true },
  'several at once': {
    states: ['proposed'],
    categories: ['load-billing'],
    text: 'export',
    unanswered: true,
    votes_min: 3,
  },
}
const page = (filter: object, sort: Rule[]): Omit<Query, 'name'> => ({
  statement: 'select * from public.admin_posts($1::text::jsonb, $2::text::jsonb)',
  parameters: [JSON.stringify(filter), JSON.stringify(sort)],
})
const label = (sort: Rule[]) => sort.map(({ by, desc }) => by + (desc ? ' desc' : '')).join(', ')

/** Measures each dashboard query inside the database as an admin, including planning, in milliseconds. */
async function measure(sql: Sql, explainNames: string | undefined): Promise<boolean> {
  const connection = await sql.reserve()
  const rows: Record<string, string | number>[] = []
  try {
    // Only for this session; everything is rolled back at the end.
    await connection`begin`
    // Two hundred admins, so that they have commented on thousands of posts.
    const [admin] = await connection<{ user_id: string }[]>`
      insert into public.roles (user_id, role) select id, 'admin' from public.profiles order by id limit 200
      on conflict (user_id) do update set role = excluded.role returning user_id`
    await connection`insert into auth.users (id, email) values (${admin!.user_id}, 'load@example.com')`
    const claims = JSON.stringify({ role: 'authenticated', sub: admin!.user_id })
    await connection`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin!.user_id}, true)`
    for (const query of await listQueries(connection)) {
      if (query.before) await connection.unsafe(query.before)
      const times: number[] = []
      for (let round = 0; round <= 12; round++) {
        const started = performance.now()
        await connection.unsafe(query.statement, query.parameters, { prepare: true })
        if (round > 0) times.push(performance.now() - started)
      }
      const sorted = times.toSorted((a, b) => a - b)
      const [p50, p95] = [sorted[5]!, sorted[11]!]
      const problem = p95 > goal ? `over ${goal} ms` : ''
      rows.push({ query: query.name, p50: p50.toFixed(1), p95: p95.toFixed(1), problem })
      if (explainNames && query.name.includes(explainNames)) await explain(connection, query)
    }
    console.table(rows)
    return rows.every(({ problem }) => problem === '')
  } finally {
    await connection`rollback`
    connection.release()
  }
}

async function listQueries(sql: ReservedSql): Promise<Query[]> {
  const singles = columns.flatMap((by): Rule[][] => [[{ by }], [{ by, desc: true }]])
  const queries: Query[] = [...singles, ...pairs].map((sort) => ({
    name: `sort by ${label(sort)}`,
    ...page({}, sort),
  }))
  for (const sort of [...singles, ...pairs]) {
    const [middle] = await sql.unsafe<{ row_cursor: string }[]>(
      'select row_cursor from public.admin_posts($1::text::jsonb, $2::text::jsonb, 200) offset 199',
      [JSON.stringify({ categories: ['load-billing'], states: ['planned'] }), JSON.stringify(sort)],
    )
    queries.push({
      name: `deep page by ${label(sort)}`,
      statement: `select * from public.admin_posts('{}', $1::text::jsonb, 50, $2)`,
      parameters: [JSON.stringify(sort), middle!.row_cursor],
    })
  }
  const orders: Rule[][] = [
    [{ by: 'created_at', desc: true }],
    [{ by: 'votes', desc: true }],
    [{ by: 'updated_at', desc: true }],
    [{ by: 'state' }, { by: 'votes', desc: true }],
  ]
  for (const [name, filter] of Object.entries(filters)) {
    for (const sort of orders) queries.push({ name: `${name}, by ${label(sort)}`, ...page(filter, sort) })
    const parameters = [JSON.stringify(filter)]
    queries.push(
      { name: `${name}, count`, statement: count, parameters },
      { name: `${name}, ids`, statement: 'select * from public.admin_matching($1::text::jsonb)', parameters },
    )
  }
  const [busiest] = await sql<
    { id: string }[]
  >`select id from public.posts order by votes_total desc, id limit 1`
  queries.push(
    { name: 'count of all', statement: count, parameters: ['{}'] },
    {
      name: 'expanded row',
      statement: 'select public.admin_post($1::text::bigint)',
      parameters: [busiest!.id],
    },
    ...(await listDeskQueries(sql)),
  )
  return queries
}

/** Prints the plans of the statements inside functions. */
async function explain(sql: ReservedSql, query: Query): Promise<void> {
  console.log(`\n${query.name}: ${JSON.stringify(query.parameters).slice(0, 200)}`)
  await sql.unsafe(`load 'auto_explain'; set local auto_explain.log_min_duration = 0; set local auto_explain.log_analyze = on;
    set local auto_explain.log_nested_statements = on; set local auto_explain.log_level = 'notice'`)
  await sql.unsafe(query.statement, query.parameters)
  await sql.unsafe('set local auto_explain.log_min_duration = -1')
}

if (import.meta.main) {
  const [url, explainNames] = process.argv.slice(2)
  if (!url)
    throw new Error(
      'Give the address of a database with migrations, and to see plans a part of the names of queries.',
    )
  const sql = postgres(url, { max: 1, onnotice: ({ message }) => console.log(message) })
  try {
    const [counted] = await sql<{ total: number }[]>`select count(*)::integer as total from public.posts`
    if (counted!.total < 5000) console.log(await seedLarge(sql))
    process.exitCode = (await measure(sql, explainNames)) ? 0 : 1
  } finally {
    await sql.end()
  }
}
