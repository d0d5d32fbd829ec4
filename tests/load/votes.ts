import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'

// node tests/load/votes.ts: votes a second on one hot post beside plain inserts without a counter, in one run.
const people = 4_000
const connections = 20

const folder = mkdtempSync(join(tmpdir(), 'signpost-votes-'))
chmodSync(folder, 0o711)
const backend = await startBackend({ folder: join(folder, 'backend'), seed: false, durable: false })
const sql = postgres(backend.databaseUrl, { max: connections, onnotice: () => {} })
try {
  const ids = (
    await sql`insert into public.profiles (name) select 'Voter ' || n from generate_series(1, ${people}) n returning id`
  ).map(({ id }) => id as string)
  const [post] = await sql`
    insert into public.posts (category_id, author_id, title, details)
    select id, null, 'Hot post', '' from public.categories limit 1 returning id`
  await sql`create table public.plain_votes (like public.votes including defaults including indexes)`
  await sql`grant insert on public.plain_votes to authenticated`

  /** Runs one statement per person, each as that person, in one request and one transaction. */
  async function perSecond(statement: string): Promise<number> {
    const waiting = [...ids]
    const start = performance.now()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          const claims = JSON.stringify({ role: 'authenticated', sub: id })
          // Statements of one request are one transaction.
          await sql.unsafe(`select set_config('request.jwt.claims', '${claims}', true),
                   set_config('request.jwt.claim.sub', '${id}', true), set_config('role', 'authenticated', true);
            ${statement}`)
        }
      }),
    )
    return Math.round((people / (performance.now() - start)) * 1_000)
  }

  const plain = await perSecond(`insert into public.plain_votes (post_id) values (${post!.id})`)
  const votes = await perSecond(`select * from public.set_vote(${post!.id}, true)`)
  const [count] = await sql`select votes_total from public.posts where id = ${post!.id}`
  console.log(
    `plain inserts: ${plain}/s, votes on one post: ${votes}/s, ratio ${(votes / plain).toFixed(2)} (>= 0.5)`,
  )
  console.log(`counted: ${count!.votes_total} of ${people}`)
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
