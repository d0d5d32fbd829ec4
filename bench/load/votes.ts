import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { median } from './throughput.ts'
import { startBackend } from '../../supabase/local/backend.ts'

// npm run votes: votes per second on one hot post, compared in one run with the same request without a counter and with
// inserts into a bare table (no foreign keys, row level security, limits or counter).
const people = 2_000
const rounds = 5
const connections = 20

const folder = mkdtempSync(join(tmpdir(), 'signpost-votes-'))
const backend = await startBackend({ folder: join(folder, 'backend'), seed: false, durable: false })
const sql = postgres(backend.databaseUrl, { max: connections, onnotice: () => {} })
try {
  const ids = (
    await sql`
      insert into auth.users (id, email)
      select gen_random_uuid(), 'voter-' || n || '@example.com' from generate_series(1, ${people}) n returning id`
  ).map(({ id }) => id as string)
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, null, 'Hot post', '' from public.categories limit 1 returning id`
  await sql`create table public.plain_votes (like public.votes including defaults including generated including indexes)`
  await sql`grant insert on public.plain_votes to authenticated`

  /** Runs one statement per person, as that person, in one request and one transaction. */
  async function perSecond(statement: string): Promise<number> {
    const waiting = [...ids]
    const start = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          const claims = JSON.stringify({ role: 'authenticated', sub: id })
          // The statements of one request are one transaction.
          await sql.unsafe(`select set_config('request.jwt.claims', '${claims}', true),
                   set_config('request.jwt.claim.sub', '${id}', true), set_config('role', 'authenticated', true);
            ${statement}`)
        }
      }),
    )
    return Math.round((people / (performance.now() - start)) * 1_000)
  }

  async function takeAllBack() {
    await sql`truncate public.votes, private.usage cascade`
    await sql`update public.posts set votes_total = 0 where id = ${post!.id}`
    await sql`vacuum public.posts`
  }

  const vote = `select * from public.set_vote(${post!.id}, true)`
  const bare = await perSecond(`insert into public.plain_votes (post_id) values (${post!.id})`)
  const counted: number[] = []
  const uncounted: number[] = []
  for (let round = 0; round < rounds; round++) {
    counted.push(await perSecond(vote))
    const [count] = await sql`select votes_total from public.posts where id = ${post!.id}`
    if (count!.votes_total !== people)
      throw new Error(`${count!.votes_total} of ${people} votes were counted`)
    await takeAllBack()
    await sql`alter table public.votes disable trigger after_insert`
    uncounted.push(await perSecond(vote))
    await takeAllBack()
    await sql`alter table public.votes enable trigger after_insert`
  }
  const ratio = (rates: number[]) => median(counted) / median(rates)
  const isMet = ratio(uncounted) >= 0.8
  console.log(`votes on one post: ${counted.join(', ')}/s, each counted
without the counter: ${uncounted.join(', ')}/s, ratio of the medians ${ratio(uncounted).toFixed(2)} (>= 0.8)${isMet ? '' : ': MISSED'}
bare inserts: ${bare}/s, ratio ${ratio([bare]).toFixed(2)}`)
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
