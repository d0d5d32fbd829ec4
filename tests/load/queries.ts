import type { ReservedSql, Sql } from 'postgres'
import { seedLarge } from './seed-large.ts'

/** One kind of query of the public pages: the same statement with many parameters. */
type Kind = { name: string; goal: number; statement: string; parameters: (string | number | null)[][] }

export type Measured = {
  name: string
  goal: number
  times: number[]
  p50: number
  p95: number
  scanned: string[]
}

const cardColumns =
  'id, category_slug, slug, title, excerpt, state, votes_total, comments_total, created_at, author_name, row_cursor'
// Not profiles: of a few thousand short rows the planner rightly reads all rather than look up twenty.
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
 * Runs every query of the public pages as a visitor and measures it inside the database, planning included.
 * @returns milliseconds per kind, and which big tables were read from end to end (none should be)
 */
export async function measure(sql: Sql, rounds = 4): Promise<Measured[]> {
  const kinds = await listKinds(sql)
  const connection = await sql.reserve()
  try {
    await connection`set role anon`
    const measured: Measured[] = []
    for (const kind of kinds) measured.push(await measureKind(connection, kind, rounds))
    const searches = measured.filter(({ name }) => name.startsWith('search_posts'))
    return [
      ...measured,
      summary(
        'all of search_posts',
        50,
        searches.flatMap(({ times }) => times),
        [],
      ),
    ]
  } finally {
    await connection`reset role`
    connection.release()
  }
}

async function measureKind(sql: ReservedSql, kind: Kind, rounds: number): Promise<Measured> {
  const times: number[] = []
  const scanned = new Set<string>()
  // The first round warms caches and plans, as a pooled connection has them.
  for (let round = 0; round <= rounds; round++) {
    for (const parameters of kind.parameters) {
      // Counters of earlier statements are flushed, so that what is read below belongs to this one.
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
  return { name, goal, times: sorted, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), scanned }
}

async function listKinds(sql: Sql): Promise<Kind[]> {
  const categories = (
    await sql<{ slug: string }[]>`select slug from public.categories order by id limit 4`
  ).map((c) => c.slug)
  const posts = await sql<
    { id: string; slug: string; title: string; category_id: number; category: string }[]
  >`
    select p.id, p.slug, p.title, p.category_id, c.slug as category
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id % greatest((select count(*) from public.posts) / 40, 1) = 0 order by p.id limit 40`
  const busy = await sql<
    { id: string }[]
  >`select id from public.posts order by comments_total desc, id desc limit 30`
  const parents = await sql<
    { id: string }[]
  >`select id from public.comments where replies_total > 0 order by replies_total desc, id limit 30`
  const kinds: Kind[] = []

  for (const order of [
    'top',
    'trending',
    'newest',
    'oldest',
    'fewest-votes',
    'most-comments',
    'fewest-comments',
    'title',
    'title-desc',
  ]) {
    const filters: [string, string | null, string | null][] = [
      ['all', null, null],
      ['a state', null, 'planned'],
      ['a state', null, 'completed'],
      ...categories.map((slug): [string, string, null] => ['a category', slug, null]),
      ...categories.flatMap((slug): [string, string, string][] => [
        ['category and state', slug, 'proposed'],
        ['category and state', slug, 'in-progress'],
      ]),
    ]
    for (const name of new Set(filters.map(([label]) => label))) {
      const first: Kind['parameters'] = []
      const deep: Kind['parameters'] = []
      for (const [, category, state] of filters.filter(([label]) => label === name)) {
        first.push([category, state, order, null])
        const cursor = await deepCursor(sql, category, state, order)
        if (cursor) deep.push([category, state, order, cursor])
      }
      const statement = `select ${cardColumns} from public.list_posts($1, $2::public.post_state, $3, $4, 20)`
      kinds.push({
        name: `list_posts ${order}, ${name}, first page`,
        goal: 10,
        statement,
        parameters: repeat(first, 8),
      })
      kinds.push({
        name: `list_posts ${order}, ${name}, deep page`,
        goal: 10,
        statement,
        parameters: repeat(deep, 8),
      })
    }
  }
  kinds.push(
    {
      name: 'list_comments, first page',
      goal: 10,
      statement: 'select * from public.list_comments($1::bigint, null, 20, 3)',
      parameters: busy.map(({ id }) => [id]),
    },
    {
      name: 'list_replies',
      goal: 10,
      statement: 'select * from public.list_replies($1::bigint, null, 20)',
      parameters: parents.map(({ id }) => [id]),
    },
    {
      name: 'post by address',
      goal: 10,
      statement: `select p.*, c.name, a.name from public.posts p join public.categories c on c.id = p.category_id
        left join public.profiles a on a.id = p.author_id where c.slug = $1 and p.slug = $2`,
      parameters: posts.map((post) => [post.category, post.slug]),
    },
    {
      name: 'address that may have moved',
      goal: 10,
      statement: `select p.slug, c.slug from public.post_addresses a join public.posts p on p.id = a.post_id
        join public.categories c on c.id = p.category_id where a.category_id = $1::integer and a.slug = $2`,
      parameters: posts.map((post) => [post.category_id, post.slug]),
    },
    {
      name: 'post_totals',
      goal: 10,
      statement:
        'select c.slug, t.state, t.posts from public.post_totals t join public.categories c on c.id = t.category_id',
      parameters: [[], [], [], [], []],
    },
    {
      name: 'post_events',
      goal: 10,
      statement: 'select * from public.post_events where post_id = $1::bigint order by created_at',
      parameters: posts.map(({ id }) => [id]),
    },
    {
      name: 'images',
      goal: 10,
      statement: 'select * from public.images where post_id = $1::bigint order by position, id',
      parameters: posts.map(({ id }) => [id]),
    },
  )

  const titles = posts.map((post) => post.title.split(' '))
  const searches: Record<string, string[]> = {
    'a common word': [
      'dark',
      'mode',
      'search',
      'export',
      'calendar',
      'keyboard',
      'comment',
      'support',
      'add',
      'theme',
    ],
    'a beginning of a word': ['s', 'da', 'cal', 'not', 'key', 'e', 'c', 'im', 'pi-h', 'notif'],
    'two or three common words': [
      'dark mode',
      'search export',
      'calendar keyboard shortcut',
      'add support',
      'mobile sync',
      'import image',
      'filter team',
      'api token role',
    ],
    'stop words': ['the', 'to', 'how to', 'for the', 'with that', 'is it in the'],
    'words of a title': titles.slice(0, 20).map((words) => words.slice(0, 4).join(' ')),
    'a whole title': titles.slice(0, 20).map((words) => words.join(' ')),
    'a misspelt title': titles.slice(20, 40).map((words) => damageLongest(words)),
    'a misspelt word': [
      'drak mode',
      'keybord',
      'exprot',
      'calender',
      'notifcation',
      'seach',
      'shorcut keyboard',
      'timezon',
      'langauge',
      'webook',
    ],
    'nothing to find': [
      'xyzzyplugh',
      'qqqqwwww eeeerrrr',
      'zzyzx road',
      'lorem ipsum dolor sit amet',
      'jabberwocky slithy toves',
    ],
    'other scripts and signs': [
      '暗色',
      '暗色模式',
      '导出数据',
      'الوضع',
      'الوضع الداكن',
      'c++',
      'c#',
      'node.js',
      'oauth2',
      '🎉',
      '%',
      '"dark mode"',
    ],
    'very long': [
      titles.flat().join(' ').slice(0, 10_000),
      'dark mode '.repeat(1000),
      'a'.repeat(10_000),
      'a b c d e f g h '.repeat(600),
    ],
  }
  const statement = 'select * from public.search_posts($1, null, 20)'
  for (const [name, queries] of Object.entries(searches)) {
    kinds.push({
      name: `search_posts ${name}`,
      goal: 50,
      statement,
      parameters: repeat(
        queries.map((query) => [query]),
        20,
      ),
    })
  }
  const later: Kind['parameters'] = []
  for (const query of searches['a common word']!) {
    const [row] = await sql<{ row_cursor: string }[]>`
      select row_cursor from public.search_posts(${query}, null, 100) offset 99`
    if (row) later.push([query, row.row_cursor])
  }
  kinds.push(
    {
      name: 'search_posts a later page',
      goal: 50,
      statement: 'select * from public.search_posts($1, $2, 20)',
      parameters: repeat(later, 20),
    },
    {
      name: 'similar_posts',
      goal: 30,
      statement: 'select * from public.similar_posts($1)',
      parameters: [
        ...[
          'dark mode',
          'add calendar export',
          'the search for a theme',
          'keybord shortcut',
          's',
          'support for image upload in comment',
        ].map((q) => [q]),
        ...titles.slice(0, 24).map((words) => [words.join(' ')]),
      ],
    },
  )
  return kinds.filter((kind) => kind.parameters.length > 0)
}

/** The cursor of the row in the middle of a list, found without walking there page by page. */
async function deepCursor(
  sql: Sql,
  category: string | null,
  state: string | null,
  order: string,
): Promise<string | null> {
  const keys: Record<string, string> = {
    top: 'votes_total desc, activity_at desc, id desc',
    'fewest-votes': 'votes_total, activity_at, id',
    trending: 'trend desc, id desc',
    newest: 'created_at desc, id desc',
    oldest: 'created_at, id',
    'most-comments': 'comments_total desc, id desc',
    'fewest-comments': 'comments_total, id',
    title: 'lower(title), id',
    'title-desc': 'lower(title) desc, id desc',
  }
  const columns = keys[order]!.replaceAll(' desc', '')
  const [row] = await sql.unsafe<{ cursor: string }[]>(
    `with matching as (
       select p.* from public.posts p join public.categories c on c.id = p.category_id
       where ($1::text is null or c.slug = $1) and ($2::text is null or p.state::text = $2)
     )
     select jsonb_build_array(${columns})::text as cursor from matching order by ${keys[order]}
     limit 1 offset (select count(*) / 2 from matching)`,
    [category, state],
  )
  return row?.cursor ?? null
}

function repeat<T>(list: T[], atLeast: number): T[] {
  return list.length === 0
    ? []
    : Array.from({ length: Math.max(list.length, atLeast) }, (_, i) => list[i % list.length]!)
}

function damageLongest(words: string[]): string {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
  const middle = Math.max(1, longest.length >> 1)
  const damaged =
    longest.slice(0, middle - 1) + longest[middle] + longest[middle - 1] + longest.slice(middle + 1)
  return words.map((word) => (word === longest ? damaged : word)).join(' ')
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Prints both sizes side by side; true when every goal is met. */
export function report(small: Measured[], large: Measured[]): boolean {
  const ratioGoal = 1.5
  let isGood = true
  const rows = large.map((big) => {
    const little = small.find(({ name }) => name === big.name)
    const ratio = little ? big.p95 / little.p95 : Number.NaN
    const problems = [
      ...(big.p95 > big.goal ? [`over ${big.goal} ms`] : []),
      // Below two milliseconds a ratio measures the clock and the scheduler; one kind of search has ten times
      // the matches among ten times the posts, so searches are judged together.
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
  return isGood
}

function fixed(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '-' : value.toFixed(2)
}

if (import.meta.main) {
  const { default: postgres } = await import('postgres')
  const urls = process.argv.slice(2)
  if (urls.length !== 2)
    throw new Error('Give the addresses of two databases with migrations, for 10,000 and 100,000 posts.')
  const results: Measured[][] = []
  for (const [i, url] of urls.entries()) {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    try {
      const [{ total } = { total: 0 }] = await sql<
        { total: number }[]
      >`select count(*)::integer as total from public.posts`
      if (total < 5000) console.log(await seedLarge(sql, { posts: [10_000, 100_000][i]! }))
      results.push(await measure(sql))
    } finally {
      await sql.end()
    }
  }
  process.exitCode = report(results[0]!, results[1]!) ? 0 : 1
}
