import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { answers } from '../../supabase/local/api.ts'
import { type BackendOptions, findBackend, projectRoot, useBackend } from '../../supabase/local/backend.ts'
import { claimFolder } from '../../supabase/local/claim.ts'
import { findFreePort } from '../../supabase/local/processes.ts'
import { startTestBackend } from '../support/start-backend.ts'

const temporary = mkdtempSync(join(tmpdir(), 'signpost-killed-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

test('a killed backend starts again with its data, answers many requests at once, and leaves no API running', async () => {
  const folder = join(temporary, 'backend')
  const child = spawn(process.execPath, [join(projectRoot, 'tests/support/keep-backend.ts'), folder], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const first = await new Promise<{ url: string; databaseUrl: string }>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(JSON.parse(data.toString())))
    child.once('exit', (code) => reject(new Error(`The backend did not start (${code}).`)))
  })
  const sql = postgres(first.databaseUrl, { max: 1, onnotice: () => {} })
  await sql`insert into public.profiles (name) values ('Still there')`
  await sql.end()
  child.kill('SIGKILL')
  await expect.poll(() => answers(first.url), { timeout: 15_000 }).toBe(false)

  const second = await startTestBackend(folder)
  try {
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${second.url}/rest/v1/posts?select=id`, { headers: { apikey: second.publishableKey } }),
      ),
    )
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]))
    const again = postgres(second.databaseUrl, { max: 1, onnotice: () => {} })
    expect((await again`select name from public.profiles`).map(({ name }) => name)).toEqual(['Still there'])
    await again.end()
  } finally {
    await second.stop()
  }
  expect(await answers(second.url)).toBe(false)
}, 300_000)

test('a stale note of a backend doesn’t keep it from starting, even if its process id is reused', async () => {
  const folder = join(temporary, 'noted')
  mkdirSync(folder)
  const url = `http://127.0.0.1:${await findFreePort(54900)}`
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, url, databaseUrl: '' }))
  expect(await findBackend(folder)).toBeNull()
})

test('starting waits until another process has stopped', async () => {
  const folder = join(temporary, 'ending')
  const first = await startTestBackend(folder)
  first.retire()
  const looking = findBackend(folder)
  const early = await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))])
  expect(early).toBe('waits')
  await first.stop()
  expect(await looking).toBeNull()
  const siteUrl = 'http://localhost:3001'
  const second = await startTestBackend(folder, { siteUrl })
  expect(await findBackend(folder)).toMatchObject({ url: second.url, siteUrl })
  await second.stop()
}, 300_000)

async function untilClaimed(folder: string): Promise<void> {
  for (let release = claimFolder(folder); release; release = claimFolder(folder)) {
    release()
    await sleep(1)
  }
}

test('starting waits for a new database while the data is being deleted', async () => {
  const folder = join(temporary, 'anew')
  const first = await startTestBackend(folder)
  const before = postgres(first.databaseUrl, { max: 1, onnotice: () => {} })
  await before`insert into public.profiles (name) values ('Thrown away')`
  await before.end()
  await expect(useBackend({ folder, anew: true })).rejects.toThrow('The local Supabase is running.')
  await first.stop()
  const resetting = useBackend({ folder, anew: true, seed: false, durable: false })
  // The other way round, the reset would find a start in progress and refuse.
  await untilClaimed(folder)
  const [reset, start] = await Promise.all([resetting, useBackend({ folder, seed: false, durable: false })])
  const after = postgres(start.databaseUrl, { max: 1, onnotice: () => {} })
  expect(await after`select name from public.profiles`).toEqual([])
  await after.end()
  expect(start.url).toBe(reset.url)
  await reset.stop()
}, 300_000)

test('a board that should stay empty is empty after every start, until its data is deleted', async () => {
  const folder = join(temporary, 'empty')
  const start = async (options: BackendOptions = {}) => {
    const backend = await useBackend({ folder, durable: false, ...options })
    const own = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
    const [row] = await own`select count(*)::int as posts from public.posts`
    await own.end()
    await backend.stop()
    return { isNew: backend.isNew, posts: row!.posts as number }
  }
  expect(await start({ empty: true })).toEqual({ isNew: true, posts: 0 })
  expect(await start()).toEqual({ isNew: true, posts: 0 })
  expect(await start({ anew: true })).toEqual({ isNew: true, posts: 27 })
  expect(await start({ empty: true })).toEqual({ isNew: false, posts: 27 })
}, 300_000)

test('several starts at once share one backend', async () => {
  const folder = join(temporary, 'at-once')
  const starting = ['first', 'second', 'third'].map(() =>
    spawn(process.execPath, [join(projectRoot, 'tests/support/keep-backend.ts'), folder, 'shared'], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  try {
    const urls = await Promise.all(
      starting.map(
        (child) =>
          new Promise<string>((resolve, reject) => {
            child.stdout.once('data', (data: Buffer) => resolve(JSON.parse(data.toString()).url))
            child.once('exit', (code) => reject(new Error(`A start failed (${code}).`)))
          }),
      ),
    )
    expect(new Set(urls).size).toBe(1)
    expect(await answers(urls[0]!)).toBe(true)
  } finally {
    for (const child of starting) child.kill('SIGTERM')
  }
}, 300_000)

test('a busy backend is waited for and not stopped', async () => {
  const folder = join(temporary, 'busy')
  const first = await startTestBackend(folder)
  const sql = postgres(first.databaseUrl, { max: 1, onnotice: () => {} })
  const begin = async () => (await sql`select pg_postmaster_start_time()::text as begin`)[0]!.begin
  const before = await begin()
  first.api.pause()
  const second = useBackend({ folder })
  await expect(startTestBackend(folder)).rejects.toThrow('Another process is running a local Supabase')
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  first.api.goOn()
  expect((await second).url).toBe(first.url)
  expect(await begin()).toBe(before)
  await sql.end()
  await first.stop()
}, 300_000)

test('a database of other migrations is refused with instructions', async () => {
  const folder = join(temporary, 'older')
  const first = await startTestBackend(folder)
  const older = postgres(first.databaseUrl, { max: 1, onnotice: () => {} })
  await older`insert into supabase_migrations.schema_migrations (version) values ('20261120000100')`
  await older.end()
  await first.stop()
  await expect(startTestBackend(folder)).rejects.toThrow(
    "The local database was made by another version of Signpost (its migration 20261120000100 doesn't exist here). If that was 1.0.2, keep its data: npm run db:adopt. To start over without it: npm run db:reset",
  )
}, 180_000)
