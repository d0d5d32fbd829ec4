import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { serveSite } from '../../tests/run/site.ts'
import { cleanUp } from '../../tests/support/clean-up.ts'

// npm run api: compares reading twenty posts through the API with the same query through the database's own API. Both
// alternate in one run, so that other load on the machine affects both equally.
const goal = 2
/** The database's API never compresses its answers, and a site's proxy does it for the site. */
const uncompressed = { 'Accept-Encoding': 'identity' }
const rounds = 200

type Way = { name: string; ask: (cursor: string | null) => Promise<Response>; isStored?: true }

/** Milliseconds until the answer is complete. */
async function time(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  const response = await ask()
  await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`)
  return performance.now() - start
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)]!

/** Allows creating a key, and any number of requests. */
async function prepare(databaseUrl: string, url: string, publishableKey: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const client = createClient(url, publishableKey, { auth: { persistSession: false } })
  const account = { email: 'bench@example.com', password: 'correct horse battery' }
  await client.auth.signUp(account)
  const [row] =
    await sql`update auth.users set email_confirmed_at = now() where email = ${account.email} returning id`
  await sql`insert into public.roles (user_id, role) values (${row!.id}, 'admin')`
  await sql`update private.api_limits set max_count = 1000000`
  await client.auth.signInWithPassword(account)
  const { data } = await client.rpc('make_api_key', { name: 'Bench', scopes: [] }).throwOnError()
  await sql.end()
  return data as string
}

const settings = await serveSite()
const { TEST_SITE_URL: site, TEST_SUPABASE_URL: supabase } = settings
const publishableKey = settings.TEST_SUPABASE_PUBLISHABLE_KEY!
const key = await prepare(settings.TEST_DATABASE_URL!, supabase!, publishableKey)

const fromDatabase = (cursor: string | null, max: number) =>
  fetch(`${supabase}/rest/v1/rpc/list_posts`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json', ...uncompressed },
    body: JSON.stringify({ order_by: 'top', max_rows: max, ...(cursor && { after_cursor: cursor }) }),
  })
const fromSite = (cursor: string | null, headers = {}, limit = 20) =>
  fetch(`${site}/api/v1/posts?limit=${limit}${cursor ? `&after=${encodeURIComponent(cursor)}` : ''}`, {
    headers: { ...headers, ...uncompressed },
  })
const ways: Way[] = [
  { name: 'without a key, stored', ask: () => fromSite(null), isStored: true },
  {
    name: 'with a key, stored',
    ask: () => fromSite(null, { Authorization: `Bearer ${key}` }),
    isStored: true,
  },
  { name: 'without a key, for the first time', ask: (cursor) => fromSite(cursor) },
]
try {
  const rows = (await (await fromDatabase(null, 200)).json()) as { row_cursor: string }[]
  const cursors = rows.map(({ row_cursor }) => row_cursor)
  // Warm up, because code is slow the first time on both sides.
  for (let round = 0; round < 50; round++) {
    for (const { ask } of ways) await time(() => ask(null))
    await time(() => fromDatabase(null, 20))
    await time(() => fromSite(cursors[round % cursors.length]!, {}, 19))
  }
  const table = []
  for (const { name, ask, isStored } of ways) {
    const [own, other]: [number[], number[]] = [[], []]
    for (const cursor of isStored ? Array.from({ length: rounds }, () => null) : cursors) {
      own.push(await time(() => ask(cursor)))
      other.push(await time(() => fromDatabase(cursor, 20)))
    }
    const ratio = percentile(own, 0.5) / percentile(other, 0.5)
    table.push({
      'twenty posts': name,
      rounds: own.length,
      'API p50 ms': percentile(own, 0.5).toFixed(1),
      'API p95 ms': percentile(own, 0.95).toFixed(1),
      'database p50 ms': percentile(other, 0.5).toFixed(1),
      'database p95 ms': percentile(other, 0.95).toFixed(1),
      ratio: ratio.toFixed(2),
      problem: ratio > goal ? `over ${goal}` : '',
    })
  }
  console.table(table)
  process.exitCode = table.some(({ problem }) => problem) ? 1 : 0
} finally {
  await cleanUp()
}
process.exit()
