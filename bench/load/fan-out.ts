import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'

// npm run fan-out [-- 100000]: one post with this many followers, and a changelog with this many subscribers. Measures
// how long a state change or an entry takes, how long until everyone is notified, and the memory needed. Checks that
// everyone is notified once.
const people = Number(process.argv[2] ?? 100_000)

const folder = mkdtempSync(join(tmpdir(), 'signpost-fan-out-'))
const backend = await startBackend({ folder: join(folder, 'backend'), seed: false })
const sql = postgres(backend.databaseUrl, { max: 6, onnotice: () => {} })
const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576)
/** Like the worker (lib/jobs/tasks.ts), which needs a site's configuration. */
async function tell(): Promise<void> {
  while ((await sql`select private.tell(5000) as told`)[0]!.told !== null);
}
const since = (start: number) => Math.round(performance.now() - start)

try {
  const [post] = await sql`
    insert into public.posts (category_id, title) select id, 'Followed by many' from public.categories limit 1
    returning id`
  // A thousand at a time, because each account and each vote holds a lock until its transaction ends.
  for (let made = 0; made < people; made += 1000) {
    const some = await sql<{ id: string }[]>`
      insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'voter-' || n || '@example.com', now()
      from generate_series(${made + 1}::integer, ${Math.min(made + 1000, people)}) n returning id`
    await sql`
      insert into public.votes (post_id, user_id, created_at)
      select ${post!.id}, id, now() - interval '1 day' from unnest(${some.map(({ id }) => id)}::uuid[]) id`
  }
  const [admin] = await sql`
    insert into public.roles (user_id, role) select id, 'admin' from auth.users limit 1 returning user_id`
  await sql`vacuum analyze`

  async function setState(state: string): Promise<number> {
    const claims = JSON.stringify({ role: 'authenticated', sub: admin!.user_id })
    const start = performance.now()
    await sql.unsafe(`select set_config('request.jwt.claims', '${claims}', true),
        set_config('request.jwt.claim.sub', '${admin!.user_id}', true), set_config('role', 'authenticated', true);
      select * from public.admin_set_state(array[${post!.id}]::bigint[], '${state}', 'For everybody.')`)
    return since(start)
  }

  const first = await setState('planned')
  const before = megabytes()
  let most = before
  let slowest = 0
  const start = performance.now()
  const watch = setInterval(() => (most = Math.max(most, megabytes())), 20)
  const done = tell().then(() => true)
  while (!(await Promise.race([done, wait(200, false)]))) {
    slowest = Math.max(slowest, await setState('in-progress'), await setState('planned'))
  }
  const took = since(start)
  clearInterval(watch)
  const [told] = await sql`
    select count(*)::int as notices, count(distinct person_id)::int as people from private.notices
    where event_id = (select min(id) from private.events where kind = 'post.state')`
  const [mails] =
    await sql`select count(*)::int as number, count(distinct (event_id, person_id))::int as once from private.mail_parts`
  console.log(`${people} followers
change of state: ${first} ms, at most ${slowest} ms while people are told
all told after ${(took / 1_000).toFixed(1)} s: ${told!.notices} notices for ${told!.people} people, the admin left out
parts of mails: ${mails!.number}, of them once: ${mails!.once}
memory of the process: ${before} MB before, at most ${most} MB`)

  await sql`update private.notice_settings set changelog = true`
  await sql`vacuum analyze private.notice_settings`
  const [entry] = await sql`
    insert into public.changelog_entries (title, slug, body) values ('New for everybody', 'new-for-everybody', 'Text')
    returning *`
  await sql`select private.publish_entry(e) from public.changelog_entries e where e.id = ${entry!.id}`
  const began = performance.now()
  await tell()
  const [heard] = await sql`
    select count(*)::int as notices, count(distinct person_id)::int as people from private.notices
    where event_id = (select told_event from public.changelog_entries where id = ${entry!.id})`
  console.log(
    `all subscribers told after ${(since(began) / 1_000).toFixed(1)} s: ${heard!.notices} notices for ${heard!.people} people`,
  )
} finally {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
