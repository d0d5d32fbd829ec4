import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'

// npm run votes: votes per second on one hot post, compared in one run with the same request without a counter and with
// inserts into a bare table (no foreign keys, row level security, limits or counter).
const people = 4_000
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

  const vote = `select * from public.set_vote(${post!.id}, true)`
  const bare = await perSecond(`insert into public.plain_votes (post_id) values (${post!.id})`)
  const counted = await perSecond(vote)
  const [count] = await sql`select votes_total from public.posts where id = ${post!.id}`
  await sql`truncate public.votes, private.usage cascade`
  await sql`drop trigger count_inserted_votes on public.votes`
  const uncounted = await perSecond(vote)
  console.log(`votes on one post: ${counted}/s, counted ${count!.votes_total} of ${people}
without the counter: ${uncounted}/s, ratio ${(counted / uncounted).toFixed(2)}
bare inserts: ${bare}/s, ratio ${(counted / bare).toFixed(2)}`)
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
