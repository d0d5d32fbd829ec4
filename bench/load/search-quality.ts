import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { startTestBackend } from '../../tests/support/start-backend.ts'

// npm run search -- [--unseen] [--misses] [files]: how often the intended post is among the first five. Posts and
// queries come from ./search-sets and the given files, with one JSON object per line: id, title, details, votes and
// duplicate_of (the id of the post that says the same, or null). A duplicate isn't on the board; its text is what
// someone types. Half of each kind is for development. --unseen measures the other half, and --misses lists what wasn't
// found.

type Post = { id: string; title: string; details: string; votes: number | null; duplicate_of?: string | null }
type Query = { kind: string; query: string; details?: string; wanted: string[] }
type Ask = (query: Query) => Promise<string[]>

const { values: options, positionals: files } = parseArgs({
  options: { unseen: { type: 'boolean' }, misses: { type: 'boolean' } },
  allowPositionals: true,
})
const sets = new URL('search-sets/', import.meta.url)
const readLines = <T>(file: string | URL): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

const given = [
  ...readLines<Post>(new URL('posts.jsonl', sets)),
  ...files.flatMap((file) => readLines<Post>(file)),
]
const board = given.filter((post) => !post.duplicate_of)
const queries = [
  ...readLines<Query>(new URL('queries.jsonl', sets)),
  ...given
    .filter((post) => post.duplicate_of)
    .map(({ title, details, duplicate_of }) => ({
      kind: 'duplicates',
      query: title,
      details,
      wanted: [duplicate_of!],
    })),
  ...board.flatMap(madeFromTitle),
]

/** A title with two letters swapped, and its two or three longest words. */
function madeFromTitle({ id, title }: Post): Query[] {
  const words = title.match(/[a-z]{4,}/gi) ?? []
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length)
  if (!longest) return []
  const middle = longest.length >> 1
  const swapped =
    longest.slice(0, middle - 1) + longest[middle]! + longest[middle - 1]! + longest.slice(middle + 1)
  return [
    { kind: 'misspelt titles', query: title.replace(longest, swapped), wanted: [id] },
    ...(others.length
      ? [{ kind: 'two or three words', query: [longest, ...others.slice(0, 2)].join(' '), wanted: [id] }]
      : []),
  ]
}

async function fill(sql: Sql): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { id, title, details, votes } of board) {
    const [row] = await sql`
      insert into public.posts (category_id, author_id, title, details)
      select id, null, ${title.slice(0, 140).trim()}, ${details.slice(0, 10_000)}
      from public.categories where slug = 'new-features' returning id`
    ids.set(String(row!.id), id)
    await sql`update public.posts set votes_total = ${votes ?? 0} where id = ${row!.id}`
  }
  await sql`vacuum analyze`
  return ids
}

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

async function measure(ask: Ask, asked: Query[]) {
  let first = 0
  let firstFive = 0
  const times: number[] = []
  const missed: string[] = []
  for (const query of asked) {
    const start = performance.now()
    const found = await ask(query)
    times.push(performance.now() - start)
    const place = found.findIndex((id) => query.wanted.includes(id))
    if (place === 0) first++
    if (place >= 0) firstFive++
    else
      missed.push(
        `${query.query} → ${found.map((id) => board.find((post) => post.id === id)?.title).join(' | ')}`,
      )
  }
  const { length } = asked
  times.sort((a, b) => a - b)
  const shown = {
    queries: length,
    first: percent(first, length),
    'first five': percent(firstFive, length),
    'p95 (ms)': times[Math.floor(length * 0.95)]!.toFixed(1),
  }
  return { shown, missed }
}

const folder = mkdtempSync(join(tmpdir(), 'signpost-search-'))
const backend = await startTestBackend(folder)
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
try {
  const ids = await fill(sql)
  const known = (rows: Iterable<{ id: string }>) => [...rows].map(({ id }) => ids.get(id)!)
  const asks: Record<string, Ask> = {
    search: async ({ query }) =>
      known(await sql<{ id: string }[]>`select id from public.search_posts(${query}, null, 5)`),
    suggestions: async ({ query }) =>
      known(await sql<{ id: string }[]>`select id from public.similar_posts(${query}, 5)`),
    'suggestions with details': async ({ query, details = '' }) =>
      known(await sql<{ id: string }[]>`select id from public.similar_posts(${query}, 5, ${details})`),
  }
  const rows = []
  for (const kind of new Set(queries.map((query) => query.kind))) {
    const asked = queries
      .filter((query) => query.kind === kind)
      .filter((_, i) => (i % 2 === 1) === !!options.unseen)
    for (const [way, ask] of Object.entries(asks)) {
      if (way !== 'search' && kind !== 'duplicates') continue
      const { shown, missed } = await measure(ask, asked)
      rows.push({ kind, way, ...shown })
      if (options.misses && missed.length) console.log(`${kind}, ${way}:\n  ${missed.join('\n  ')}`)
    }
  }
  console.table(rows)
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
