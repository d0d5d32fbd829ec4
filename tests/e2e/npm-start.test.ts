import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { isBuildFresh } from '../../supabase/commands/build-site'
import { projectRoot } from '../../supabase/local/backend'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { endChild } from '../../supabase/local/processes'
import { expect, test } from './fixtures'

test.describe.configure({ mode: 'default', timeout: 400_000 })

/**
 * How long a killed part may be down, in milliseconds. PostgreSQL syncs every file to the disk before it recovers: a
 * second on a quiet machine, much longer on a busy one.
 */
const patience = 30_000

let folder: string
let start: ChildProcess
let output = ''
let site: string
let sql: postgres.Sql
let token: string
let api: { url: string; key: string }

const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

test.beforeAll(async () => {
  // It would rebuild, which breaks every other test.
  if (!isBuildFresh()) throw new Error('The sources changed since the site was built.')
  folder = mkdtempSync(join(tmpdir(), 'signpost-running-'))
  const { NEXT_PUBLIC_SUPABASE_URL: _, HOST: __, ...env } = process.env
  start = spawn(process.execPath, ['--conditions=react-server', 'supabase/commands/start.ts'], {
    cwd: projectRoot,
    env: { ...env, SIGNPOST_DATA: folder, PORT: String(31_000 + (process.pid % 1_000)) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [start.stdout!, start.stderr!]) stream.on('data', (part) => (output += part))
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Press Ctrl-C to stop.')
  site = /ready on (\S+)/.exec(output)![1]!
  const { url, databaseUrl } = readJson('running.json')
  api = { url, key: readJson('keys.json').publishableKey }
  sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`update private.limits set max_count = 1000000`
  const answer = await fetch(`${api.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: api.key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password: demoPassword }),
  })
  token = (await answer.json()).access_token
})

test.afterAll(async () => {
  await sql?.end({ timeout: 1 })
  if (start) await endChild(start)
  await attachLogs()
  rmSync(folder, { recursive: true, force: true })
})

/** The output of every part, to explain a failed test. */
async function attachLogs(): Promise<void> {
  await test.info().attach('start', { body: output, contentType: 'text/plain' })
  for (const name of ['postgres.log', 'api.log']) {
    const path = join(folder, name)
    if (existsSync(path)) await test.info().attach(name, { path, contentType: 'text/plain' })
  }
}

/** Votes as the site does; true once the vote is acknowledged. */
async function vote(post: number): Promise<boolean> {
  const answer = await fetch(`${api.url}/rest/v1/rpc/set_vote`, {
    method: 'POST',
    headers: { apikey: api.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ post_id: post, wanted: true }),
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null)
  return answer?.ok === true
}

/** The status of a page, or the reason why it was not answered. */
function statusOf(path: string): Promise<number | string> {
  return fetch(site + path, { signal: AbortSignal.timeout(2_000) }).then(({ status }) => status, String)
}

/**
 * The processes of this start: the database’s from its pid file, the others by their command. None for a part that
 * ended and will be restarted.
 */
function findProcess(part: string): number | undefined {
  if (part === 'PostgreSQL') {
    return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  }
  const command = { 'The site': /next/, 'The worker': /worker\.ts/ }[part] ?? /api-process/
  const line = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([, parent, ...words]) => Number(parent) === start.pid && command.test(words.join(' ')))
  return line && Number(line[0])
}

test('npm start listens on this machine alone and is durable', async () => {
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  expect((await fetch(`${site}/api/health`)).status).toBe(200)
  for (const { address } of others) {
    await expect(fetch(`http://${address}:${new URL(site).port}/api/health`)).rejects.toThrow()
  }
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect((await sql`select current_setting(${setting}) as value`)[0]).toEqual({ value: 'on' })
  }
})

test('every killed part restarts soon, and no acknowledged vote is lost', async () => {
  const posts = await sql<{ id: number }[]>`
    insert into public.posts (category_id, title, details)
    select c.id, 'Kill test ' || n, '' from public.categories c, generate_series(1, 2000) n
    where c.slug = 'bugs' returning id`
  const acknowledged: number[] = []
  const over = new AbortController()
  const voting = (async () => {
    for (const { id } of posts) {
      while (!over.signal.aborted && !(await vote(id))) await wait(20)
      if (over.signal.aborted) return
      acknowledged.push(id)
      await wait(20)
    }
  })()
  const away: Record<string, number[]> = {}
  for (let round = 0; round < 2; round++) {
    for (const part of ['PostgreSQL', 'The local Supabase API', 'The site', 'The worker']) {
      const before = acknowledged.length
      const options = { timeout: patience, intervals: [50], message: `${part}, round ${round}` }
      // The API may have ended earlier, with the PostgreSQL that was killed.
      const notices = () => output.split(`${part} stopped unexpectedly. Restarting it.`).length - 1
      // The worker may have ended as well, and waits a while before it is restarted.
      let pid: number | undefined
      await expect.poll(() => (pid = findProcess(part)), options).toBeDefined()
      const noticed = notices()
      const killed = Date.now()
      process.kill(pid!, 'SIGKILL')
      await expect.poll(notices, options).toBeGreaterThan(noticed)
      await expect.poll(() => statusOf('/bugs?sort=newest'), options).toBe(200)
      await expect.poll(() => vote(posts[0]!.id), options).toBe(true)
      ;(away[part] ??= []).push(Date.now() - killed)
      await expect.poll(() => acknowledged.length, { timeout: patience }).toBeGreaterThan(before)
    }
  }
  over.abort()
  await voting
  test.info().annotations.push({ type: 'away', description: JSON.stringify(away) })
  console.log(`away, in milliseconds: ${JSON.stringify(away)}; ${acknowledged.length} votes acknowledged`)
  const kept = await sql<
    { post_id: number }[]
  >`select post_id from public.votes where post_id = any(${acknowledged})`
  expect(new Set(kept.map((row) => row.post_id))).toEqual(new Set(acknowledged))
  const [wrong] = await sql`
    select count(*)::integer as posts from public.posts p
    where votes_total <> (select count(*) from public.votes v where v.post_id = p.id)
      and p.id = any(${acknowledged})`
  expect(wrong).toEqual({ posts: 0 })
})
