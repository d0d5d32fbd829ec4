import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'
import { asPerson, makeAdmin, makePeople } from '../../tests/support/merge-model.ts'
import { runSequence, runStorm } from '../../tests/support/merge-sequence.ts'

// npm run merges [-- <sequences>]: runs random sequences of votes, comments, merges, undoes, renames, moves and
// deletions on parallel connections, and compares each with a model after every step. Then runs them concurrently on
// one board, and measures merging a post with 10,000 votes and 1,000 comments.
const sequences = Number(process.argv[2] ?? 1_000)
const steps = 25
const lanes = 8

const folder = mkdtempSync(join(tmpdir(), 'signpost-merges-'))
const backend = await startBackend({ folder: join(folder, 'backend'), seed: false, durable: false })
const sql = postgres(backend.databaseUrl, { max: 24, onnotice: () => {} })
let isSound = true
try {
  await sql`update private.limits set max_count = 1000000`
  await sql`insert into public.categories (slug, name) values ('elsewhere', 'Elsewhere')`
  const admin = await makeAdmin(sql)
  console.log(await timeMerge(sql, admin))
  const start = performance.now()
  const waiting = Array.from({ length: sequences }, (_, seed) => seed)
  let taken = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
        const { done, found } = await runSequence(sql, admin, seed, steps)
        taken += done.length
        if (found.length > 0) fail(`sequence ${seed}, after ${done.join(', ')}: ${found.join('; ')}`)
      }
    }),
  )
  const seconds = Math.round((performance.now() - start) / 1_000)
  console.log(`${sequences} sequences of ${taken} steps on ${lanes} connections in ${seconds} s`)
  const storms = Math.ceil(sequences / 20)
  for (let seed = 0; seed < storms; seed++) {
    const problems = await runStorm(sql, admin, seed, steps)
    if (problems.length > 0) fail(`storm ${seed}: ${problems.join('; ')}`)
  }
  console.log(`${storms} storms from 4 connections each`)
  const miscounts = await sql`select * from private.find_miscounts()`
  if (miscounts.length > 0) fail(`miscounted: ${JSON.stringify(miscounts)}`)
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isSound ? 0 : 1)

function fail(problem: string): void {
  isSound = false
  console.error(problem)
}

/** Merges 10,000 votes, a third of them from people who voted for both posts, and 1,000 comments, then undoes it. */
async function timeMerge(sql: Sql, admin: string): Promise<string> {
  const people = await makePeople(sql, 15_000)
  const rows = await sql<{ id: string }[]>`
    insert into public.posts (category_id, author_id, title)
    select 1, null, title from unnest(array['Dark mode', 'Night theme']) title returning id`
  const [stays, goes] = rows.map(({ id }) => Number(id))
  const voted = async (post: number, by: string[]) =>
    sql`insert into public.votes (user_id, post_id) select i, ${post}::bigint from unnest(${by}::uuid[]) i`
  await voted(stays!, people.slice(0, 8_000))
  await voted(goes!, people.slice(5_000))
  await sql`
    insert into public.comments (post_id, author_id, body)
    select ${goes!}::bigint, i, 'A comment, as long as comments are, by ' || i
    from unnest(${people.slice(0, 1_000)}::uuid[]) i`
  await sql`analyze`
  const took = async (statement: string) => {
    const start = performance.now()
    await asPerson(sql, admin, (as) => as.unsafe(statement))
    return Math.round(performance.now() - start)
  }
  const merged = await took(`select * from public.merge_posts(array[${goes}::bigint], ${stays})`)
  const undone = await took(`select * from public.unmerge_posts(array[${goes}::bigint])`)
  return `10,000 votes and 1,000 comments: merged in ${merged} ms, undone in ${undone} ms`
}
