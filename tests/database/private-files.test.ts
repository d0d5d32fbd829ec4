import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startBackend } from '../../supabase/local/backend.ts'
import {
  closeDemoAccounts,
  createDemoAccounts,
  demoPassword,
  listUsableDemoAccounts,
} from '../../supabase/local/demo-accounts.ts'
import { sessionCookies } from '../support/session-cookies.ts'

const temporary = mkdtempSync(join(tmpdir(), 'signpost-private-'))
const folder = join(temporary, 'backend')

// As an earlier start may have left it, with a wider mode.
mkdirSync(folder)
writeFileSync(join(folder, 'api.log'), '', { mode: 0o644 })
const backend = await startBackend({ folder, seed: false, durable: false })
await createDemoAccounts(backend)
await uploadPicture()

afterAll(async () => {
  await backend.stop()
  rmSync(temporary, { recursive: true, force: true })
})

/** Something in the storage, which the API stores as a file. */
async function uploadPicture(): Promise<void> {
  const answer = await fetch(`${backend.url}/storage/v1/object/images/picture.png`, {
    method: 'POST',
    headers: {
      apikey: backend.secretKey,
      authorization: `Bearer ${backend.secretKey}`,
      'content-type': 'image/png',
    },
    body: new Uint8Array([137, 80, 78, 71]),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

test('only its owner can read a file of the local backend', () => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'keys.json',
      'config.toml',
      'running.json',
      'api.log',
      'postgres.log',
      'PG_VERSION',
    ]),
  )
  const open = entries
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    // A running PostgreSQL removes some files between listing and checking.
    .filter(({ path }) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
  expect(open).toEqual([])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('its logs contain none of its secrets', () => {
  const { password, jwtSecret, secretKey } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
  for (const name of ['api.log', 'postgres.log']) {
    const log = readFileSync(join(folder, name), 'utf8')
    expect(log).not.toBe('')
    for (const secret of [password, jwtSecret, secretKey]) expect(log, name).not.toContain(secret)
  }
})

test('it only listens on this machine', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  const ports = [backend.url, backend.databaseUrl].map((url) => new URL(url).port)
  for (const { address } of outside) {
    for (const port of ports) await expect(fetch(`http://${address}:${port}`)).rejects.toThrow()
  }
})

async function countSessions(): Promise<number> {
  const sql = postgres(backend.databaseUrl, { max: 1 })
  const rows = await sql`select from auth.sessions`
  await sql.end()
  return rows.length
}

test('if others can reach the site, the demo accounts get passwords that no one knows', async () => {
  const emails = ['admin@example.com', 'member@example.com']
  const known = await listUsableDemoAccounts(backend)
  expect(known).toEqual(emails.map((email) => ({ email, password: demoPassword })))
  expect(await countSessions()).toBe(0)
  const closed = await closeDemoAccounts(backend)
  expect(closed.map(({ email }) => email)).toEqual(emails)
  expect(new Set(closed.map(({ password }) => password)).size).toBe(2)
  expect(await listUsableDemoAccounts(backend)).toEqual([])
  expect(await closeDemoAccounts(backend)).toEqual([])
  for (const account of closed)
    expect(await sessionCookies(backend, account, 'http://localhost')).toHaveLength(1)
}, 180_000)
