import type { ReservedSql, Sql } from 'postgres'
import type { Kind } from './query-kind.ts'
import { listKinds } from './query-kinds.ts'
import { seedLarge } from './seed-large.ts'

export type Measured = {
  name: string
  goal: number
  medianGoal: number
  times: number[]
  p50: number
  p95: number
  scanned: string[]
}

// Not profiles: the planner rightly reads all of a few thousand short rows rather than look up twenty.
const bigTables = [
  'posts',
  'comments',
  'votes',
  'post_addresses',
  'search_titles',
  'search_posts',
  'search_comments',
  'search_words',
]

/**
 * Runs every query of the public pages as a visitor and measures it inside the database, including planning.
 * @param names which queries to measure
 * @returns milliseconds per kind, and which big tables were read completely (there should be none)
 */
export async function measure(sql: Sql, names = /./, rounds = 4): Promise<Measured[]> {
  const kinds = await listKinds(sql, names)
  const connection = await sql.reserve()
  try {
    await connection`set role anon`
    const measured: Measured[] = []
    for (const kind of kinds) measured.push(await measureKind(connection, kind, rounds))
    const searches = measured.filter(({ name }) => name.startsWith('search_posts'))
    if (searches.length === 0) return measured
    return [
      ...measured,
      {
        ...summary(
          'all of search_posts',
          45,
          searches.flatMap(({ times }) => times),
          [],
        ),
        medianGoal: 20,
      },
    ]
  } finally {
    await connection`reset role`
    connection.release()
  }
}

async function measureKind(sql: ReservedSql, kind: Kind, rounds: number): Promise<Measured> {
  const times: number[] = []
  const scanned = new Set<string>()
  // The first round warms caches and plans, as on a pooled connection.
  for (let round = 0; round <= rounds; round++) {
    for (const parameters of kind.parameters) {
      // Flush the counters of earlier statements, so that the reads below belong to this one.
      await sql`select pg_stat_force_next_flush()`
      await sql.unsafe('begin')
      const [row] = await sql.unsafe(
        `explain (analyze, timing off, format json) ${kind.statement}`,
        parameters,
        { prepare: true },
      )
      const [plan] = row!['QUERY PLAN'] as [{ 'Planning Time': number; 'Execution Time': number }]
      if (round > 0) times.push(plan['Planning Time'] + plan['Execution Time'])
      const scans = await sql.unsafe<{ relname: string }[]>(
        `select relname from pg_stat_xact_user_tables where seq_scan > 0 and relname = any($1)`,
        [bigTables],
      )
      for (const { relname } of scans) scanned.add(relname)
      await sql.unsafe('commit')
    }
  }
  return summary(kind.name, kind.goal, times, [...scanned])
}

function summary(name: string, goal: number, times: number[], scanned: string[]): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)]
  return { name, goal, medianGoal: goal, times: sorted, p50, p95, scanned }
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Prints both sizes side by side. Returns whether every goal is met. */
export function report(small: Measured[], large: Measured[]): boolean {
  const ratioGoal = 1.5
  let isGood = true
  const rows = large.map((big) => {
    const little = small.find(({ name }) => name === big.name)
    const ratio = little ? big.p95 / little.p95 : Number.NaN
    const problems = [
      ...(big.p95 > big.goal ? [`p95 over ${big.goal} ms`] : []),
      ...(big.p50 > big.medianGoal ? [`p50 over ${big.medianGoal} ms`] : []),
      // Below two milliseconds, a ratio mostly measures the clock and the scheduler. One kind of search has ten times
      // the matches in ten times the posts, so searches are judged together.
      ...(ratio > ratioGoal && big.p95 > 2 && !/^(search|similar)_posts/.test(big.name)
        ? [`ratio over ${ratioGoal}`]
        : []),
      ...(big.scanned.length ? [`reads all of ${big.scanned.join(', ')}`] : []),
    ]
    if (problems.length) isGood = false
    return {
      query: big.name,
      'p50 small': fixed(little?.p50),
      'p95 small': fixed(little?.p95),
      'p50 large': fixed(big.p50),
      'p95 large': fixed(big.p95),
      ratio: fixed(ratio),
      problem: problems.join('; '),
    }
  })
  console.table(rows)
  const missed = rows.filter(({ problem }) => problem).map(({ query, problem }) => `${query}: ${problem}`)
  console.log(isGood ? 'All goals met.' : `MISSED\n${missed.join('\n')}`)
  return isGood
}

function fixed(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(2)
}

if (import.meta.main) {
  const { default: postgres } = await import('postgres')
  const [small, large, names = '.'] = process.argv.slice(2)
  if (!small || !large)
    throw new Error(
      'Give the addresses of two databases with migrations, for 10,000 and 100,000 posts, and a pattern of names for some of the queries.',
    )
  const results: Measured[][] = []
  for (const [i, url] of [small, large].entries()) {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    try {
      const [{ total } = { total: 0 }] = await sql<
        { total: number }[]
      >`select count(*)::integer as total from public.posts`
      if (total < 5000) console.log(await seedLarge(sql, { posts: [10_000, 100_000][i]! }))
      results.push(await measure(sql, new RegExp(names)))
    } finally {
      await sql.end()
    }
  }
  process.exitCode = report(results[0]!, results[1]!) ? 0 : 1
}
