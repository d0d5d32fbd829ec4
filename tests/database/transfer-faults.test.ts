import { type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot, type StartedBackend } from '../../supabase/local/backend.ts'
import { endChild, signalGroup, spawnNode } from '../../supabase/local/processes.ts'
import { runCommand } from '../support/import-file.ts'
import { asPerson, makeAdmin, makePeople } from '../support/merge-model.ts'
import { startTestBackend } from '../support/start-backend.ts'

// Imports from the dashboard by a real worker that is killed in their middle.
const folder = mkdtempSync(join(tmpdir(), 'signpost-transfers-'))
const boardFile = join(folder, 'board.zip')
const environment = ({ databaseUrl, url, publishableKey, secretKey }: StartedBackend) => ({
  DATABASE_URL: databaseUrl,
  NEXT_PUBLIC_SUPABASE_URL: url,
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey,
  SUPABASE_SECRET_KEY: secretKey,
})

type Place = { backend: StartedBackend; sql: Sql; admin: string; workers: ChildProcess[] }
const places: Place[] = []

async function open(name: string): Promise<Place> {
  const backend = await startTestBackend(join(folder, name))
  const sql = postgres(backend.databaseUrl, { max: 4, onnotice: () => {} })
  const place = { backend, sql, admin: await makeAdmin(sql), workers: [] }
  places.push(place)
  return place
}

beforeAll(async () => {
  const source = await startTestBackend(join(folder, 'source'), { seed: true })
  expect(await runCommand('export', ['--out', boardFile], environment(source))).toMatchObject({ code: 0 })
  await source.stop()
}, 120_000)
afterAll(async () => {
  for (const { backend, sql, workers } of places) {
    await Promise.all(workers.map((worker) => endChild(worker)))
    await sql.end()
    await backend.stop()
  }
  rmSync(folder, { recursive: true, force: true })
})

function startWorker({ backend, workers }: Place): ChildProcess {
  const worker = spawnNode(join(projectRoot, 'supabase/commands/worker.ts'), [], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...environment(backend),
      NODE_ENV: 'test',
      NODE_OPTIONS: '--conditions=react-server',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  workers.push(worker)
  return worker
}

/** As kill -9 does; waits until the database has noticed. */
async function kill({ sql }: Place, worker: ChildProcess): Promise<void> {
  signalGroup(worker.pid!, 'SIGKILL')
  const left = () => sql`select from pg_stat_activity where application_name like 'signpost%'`
  await expect.poll(left, { timeout: 60_000 }).toHaveLength(0)
}

const ask = ({ sql, admin }: Place, run: (as: postgres.TransactionSql) => Promise<unknown>) =>
  asPerson(sql, admin, run)
const stateOf = async ({ sql }: Place, id: string) =>
  (await sql<{ state: string }[]>`select state from private.import_runs where id = ${id}`)[0]?.state
/** The next worker takes a run over once the killed one has been silent for a minute. */
const becomes = (place: Place, id: string, state: string) =>
  expect.poll(() => stateOf(place, id), { timeout: 200_000, interval: 250 }).toBe(state)

async function upload(place: Place, name: string, content: Buffer): Promise<string> {
  const id = randomUUID()
  await ask(place, async (as) => {
    await as`select public.admin_begin_upload(${id}, ${name}, ${content.length})`
    for (let part = 0; part * 1_000_000 < content.length; part++) {
      const bytes = content.subarray(part * 1_000_000, (part + 1) * 1_000_000).toString('base64')
      await as`select public.admin_add_upload_part(${id}, ${part}, ${bytes})`
    }
    await as`select public.admin_end_upload(${id})`
  })
  return id
}

const begin = (place: Place, id: string) =>
  ask(place, (as) => as`select public.admin_start_import(${id}, '{"category": "new-features"}')`)
const miscounts = ({ sql }: Place) => sql`select from private.find_miscounts()`

test('an import and its undo continue after kill -9 of the worker, without partial or duplicate posts', async () => {
  const place = await open('posts')
  const { sql } = place
  const total = 4_000
  const lines = Array.from({ length: total }, (_, i) =>
    JSON.stringify({
      id: `a/${i}`,
      title: `Wish ${i}`,
      state: 'open',
      created_at: '2025-02-03',
      author: `Person ${i % 50}`,
      votes: 2,
      comments: [{ author: 'Kim', body: `Number ${i}`, created_at: '2025-03-01' }],
    }),
  )
  const counts = async () => {
    const [row] = await sql`
      select (select count(*)::integer from private.imports) as imports,
        (select count(*)::integer from public.posts) as posts,
        (select count(distinct title)::integer from public.posts) as titles,
        (select count(*)::integer from public.votes) as votes,
        (select count(*)::integer from public.comments) as comments,
        (select coalesce(sum(votes_total), 0)::integer from public.posts) as votes_total,
        (select coalesce(sum(comments_total), 0)::integer from public.posts) as comments_total`
    return row as Record<string, number>
  }
  const whole = (posts: number) => ({
    imports: posts,
    posts,
    titles: posts,
    votes: 2 * posts,
    comments: posts,
    votes_total: 2 * posts,
    comments_total: posts,
  })

  const worker = startWorker(place)
  const id = await upload(place, 'wishes.jsonl', Buffer.from(lines.join('\n')))
  await becomes(place, id, 'checked')
  await begin(place, id)
  await expect
    .poll(async () => (await counts()).posts, { interval: 20, timeout: 60_000 })
    .toBeGreaterThan(200)
  await kill(place, worker)
  const half = await counts()
  expect(half.posts).toBeLessThan(total)
  expect(half).toEqual(whole(half.posts!))
  expect(await stateOf(place, id)).toBe('running')

  const next = startWorker(place)
  await becomes(place, id, 'done')
  expect(await counts()).toEqual(whole(total))
  expect(await miscounts(place)).toHaveLength(0)
  const outcomeOf = async () =>
    (await sql`select outcome from private.import_runs where id = ${id}`)[0]!.outcome
  expect(await outcomeOf()).toMatchObject({ counts: { added: total, present: 0, bad: 0 } })

  // A vote of somebody's keeps its post through the undo.
  const [voter] = await makePeople(sql, 1)
  await sql`insert into public.votes (user_id, post_id) select ${voter!}, max(id) from public.posts`
  await ask(place, (as) => as`select public.admin_undo_import(${id})`)
  await expect.poll(async () => (await counts()).posts, { interval: 20, timeout: 60_000 }).toBeLessThan(total)
  await kill(place, next)
  const left = (await counts()).posts!
  expect(left).toBeGreaterThan(1)

  startWorker(place)
  await becomes(place, id, 'undone')
  expect(await counts()).toEqual({ ...whole(1), votes: 3, votes_total: 3 })
  expect(await outcomeOf()).toMatchObject({ removed: total - 1, kept: 1 })
  expect(await miscounts(place)).toHaveLength(0)
  // Of the people who came with it, the author and the voters of that post remain.
  expect(await sql`select name from public.profiles where placeholder and name like 'Person %'`).toHaveLength(
    1,
  )
}, 600_000)

test('a board’s import stops when an admin asks, and continues after kill -9 when the file is imported again', async () => {
  const place = await open('board')
  const { sql } = place
  const content = readFileSync(boardFile)
  const finished = (part: string) => sql`
    select from private.board_imports where part = ${part} and finished_at is not null`
  /** Has the worker wait in the middle of a board, before this table. */
  async function whileLocked(table: string, act: () => Promise<void>): Promise<void> {
    await sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in exclusive mode`)
      const waiting = () => sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query = ${`alter table ${table} disable trigger user`}`
      await expect.poll(waiting, { timeout: 60_000 }).not.toHaveLength(0)
      await act()
    })
  }

  const worker = startWorker(place)
  const first = await upload(place, 'board.zip', content)
  await becomes(place, first, 'checked')
  await begin(place, first)
  let stopping: Promise<unknown> = Promise.resolve()
  await whileLocked('public.votes', async () => {
    stopping = ask(place, (as) => as`select public.admin_stop_import(${first})`)
  })
  await stopping
  expect(await stateOf(place, first)).toBe('failed')
  const second = await upload(place, 'board.zip', content)
  await becomes(place, second, 'checked')
  expect(await finished('public.posts')).toHaveLength(1)
  expect(await finished('public.comments')).toHaveLength(0)
  expect(await finished('board')).toHaveLength(0)

  await begin(place, second)
  await whileLocked('public.comments', async () => {
    signalGroup(worker.pid!, 'SIGKILL')
  })
  await kill(place, worker)
  expect(await stateOf(place, second)).toBe('running')
  startWorker(place)
  await becomes(place, second, 'done')
  expect(await finished('board')).toHaveLength(1)
  expect(await sql`select from public.posts where title = 'Dark mode'`).toHaveLength(1)
  expect(await sql`select from pg_trigger where tgenabled = 'D'`).toHaveLength(0)
  expect(await miscounts(place)).toHaveLength(0)
}, 600_000)
