import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endChild } from '../../supabase/local/processes.ts'
import { copyProject } from '../support/project-copy.ts'

const temporary = mkdtempSync(join(tmpdir(), 'signpost-machine-'))
const closed = join(temporary, 'closed')
const project = join(closed, 'project')
const isRoot = process.getuid?.() === 0

beforeAll(() => copyProject(project))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/**
 * Starts the local backend of the copied project twice, as a user, on a machine in Tokyo. The second start finds what
 * the first wrote.
 */
async function startTwice(data: string, user: { uid?: number; gid?: number } = {}): Promise<string[]> {
  const names: string[] = []
  for (const name of ['First', 'Second']) {
    const child = spawn(process.execPath, ['tests/support/keep-backend.ts', data, 'from-scratch'], {
      cwd: project,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', TZ: 'Asia/Tokyo' },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...user,
    })
    const { databaseUrl } = await new Promise<{ databaseUrl: string }>((resolve, reject) => {
      child.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString())))
      child.once('exit', (code) => reject(new Error(`The backend did not start (${code}).`)))
    })
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
    await sql`insert into public.profiles (name) values (${name})`
    names.splice(0, names.length, ...(await sql`select name from public.profiles`).map((row) => row.name))
    expect([...(await sql`select current_setting('timezone') as zone`)]).toEqual([{ zone: 'UTC' }])
    await sql.end()
    expect(statSync(data).mode & 0o777).toBe(0o700)
    await endChild(child, 60_000)
    await expect
      .poll(() => existsSync(join(data, 'postgres/postmaster.pid')), { timeout: 60_000 })
      .toBe(false)
  }
  return names
}

test('the local backend runs in a folder that only its owner may enter', async () => {
  chmodSync(temporary, 0o700)
  chmodSync(closed, 0o700)
  const data = join(project, '.signpost')
  expect(await startTwice(data)).toEqual(['First', 'Second'])
  const { SIGNPOST_DATA: _, ...env } = process.env
  const recount = execFileSync(process.execPath, ['supabase/commands/recount.ts'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  expect(recount).toBe('All counts in the local database are correct.\n')
  expect(await startTwice(data)).toEqual(['First', 'Second', 'First', 'Second'])
}, 240_000)

test('the local backend runs as another user than the one who installed it', async () => {
  chmodSync(temporary, 0o711)
  chmodSync(closed, 0o711)
  const data = join(temporary, 'data')
  mkdirSync(data)
  if (!isRoot) return expect(await startTwice(data)).toEqual(['First', 'Second'])
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  const user = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(data, user.uid, user.gid)
  expect(await startTwice(data, user)).toEqual(['First', 'Second'])
}, 120_000)
