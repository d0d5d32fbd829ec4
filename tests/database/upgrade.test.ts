import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supabaseCommand } from '../../supabase/commands/database-types.ts'
import { adopt } from '../../supabase/commands/adopt.ts'
import { checkDatabase } from '../../supabase/commands/doctor-database.ts'
import { describeSchema } from '../../supabase/commands/schema-dump.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { demoPassword } from '../../supabase/local/demo-accounts.ts'
import { readSecrets } from '../../supabase/local/config.ts'
import { listMigrations } from '../../supabase/local/migrations.ts'
import { startPostgres } from '../../supabase/local/postgres.ts'
import { sql as today } from '../support/database.ts'
import { listNeeds, listPromises } from '../support/promises.ts'
import { makeProject, makeReleasedDatabase } from '../support/released-database.ts'
import { listReleases } from '../support/releases.ts'
import { startTestBackend } from '../support/start-backend.ts'
import { listTables, readRows, type Table } from '../support/table-rows.ts'

type Contents = { table: Table; rows: string[] }[]

const data = mkdtempSync(join(tmpdir(), 'signpost-upgrade-'))
const version = listReleases().at(-1)!
let released: { contents: Contents; promises: string[]; needs: string[] }

beforeAll(async () => {
  released = await makeReleasedDatabase(version, data, async (sql) => ({
    contents: await readContents(sql, (await listTables(sql)).map(withoutChanged)),
    promises: await listPromises(sql),
    needs: await listNeeds(sql),
  }))
}, 120_000)
afterAll(() => rmSync(data, { recursive: true, force: true }))

const run = promisify(execFile)

/** Compares it with a new database of the baseline, and adopts it. */
async function adoptBy(target: Sql): Promise<string[]> {
  const [file] = listMigrations(projectRoot)
  const folder = mkdtempSync(join(tmpdir(), 'signpost-baseline-'))
  const backend = await startTestBackend(folder, { project: makeProject([file!]) })
  const baseline = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await adopt(target, baseline, file!.split('_')[0]!, 'baseline')
  } finally {
    await baseline.end()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What someone may have changed by hand, how to change it back, and what adopting reports. */
const changes = [
  [
    'grant select on public.synonyms to anon',
    'revoke select on public.synonyms from anon',
    'table public.synonyms',
  ],
  [
    'alter table public.votes disable row level security',
    'alter table public.votes enable row level security',
    'table public.votes',
  ],
  [
    'create policy "all" on public.votes using (true)',
    'drop policy "all" on public.votes',
    'only here: policy "all"',
  ],
  [
    'alter table public.tags add extra text',
    'alter table public.tags drop extra',
    'only here: column public.tags.extra',
  ],
  [
    `update private.limits set standing = 'member' where action = 'report'`,
    `update private.limits set standing = 'any' where action = 'report'`,
    'missing or different: limit of report for any',
  ],
] as const

async function expectDifferencesSaid(target: Sql): Promise<void> {
  const history = () => target`select version from supabase_migrations.schema_migrations order by 1`
  const before = await history()
  for (const [change] of changes) await target.unsafe(change)
  const differences = (await adoptBy(target)).join('\n')
  for (const [, , said] of changes) expect(differences).toContain(said)
  expect(await history()).toEqual(before)
  for (const [, back] of changes) await target.unsafe(back)
}

/** A mail's job says now which process has it, and the sentences of limits were reworded. */
const changedColumns = ['private.mails.claimed_at', 'private.limits.sentence']
const withoutChanged = ({ name, columns }: Table): Table => ({
  name,
  columns: columns.filter((column) => !changedColumns.includes(`${name}.${column}`)),
})

const readContents = (sql: Sql, tables: Table[]): Promise<Contents> =>
  Promise.all(tables.map(async (table) => ({ table, rows: await readRows(sql, table) })))

/** The row with JSON that the local API of 1.0.2 wrapped into a string, unwrapped, its keys in order. */
function meant(row: string): string {
  const values = Object.entries(JSON.parse(row) as Record<string, unknown>).map(([name, value]) => {
    const unwrapped: unknown = typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value
    const isObject = typeof unwrapped === 'object' && unwrapped !== null && !Array.isArray(unwrapped)
    return [name, isObject ? Object.entries(unwrapped).toSorted(([a], [b]) => (a < b ? -1 : 1)) : unwrapped]
  })
  return JSON.stringify(values)
}

/** Checks that the database is today’s, and has everything that the release’s had. */
async function expectUpgraded(sql: Sql): Promise<void> {
  const tables = released.contents.map(({ table }) => table)
  for (const [index, { table, rows }] of (await readContents(sql, tables)).entries()) {
    const kept = new Set(rows.map(meant))
    const lost = released.contents[index]!.rows.filter((row) => !kept.has(meant(row)))
    expect(lost, `rows of ${table.name}`).toEqual([])
  }
  expect(await describeSchema(sql)).toBe(await describeSchema(today))
  // Deleted rows then wait for their clean-up.
  const found = (await checkDatabase(sql)).filter(({ advice }) => advice !== 'npm run clean-up')
  expect(found.filter(({ level }) => level === 'fix')).toEqual([])
}

test('`supabase db push` upgrades a hosted database of the last release to this version', async () => {
  const { password } = readSecrets(data)
  const server = await startPostgres({
    folder: data,
    password,
    logFile: join(data, 'postgres.log'),
    durable: false,
  })
  const address = (name: string) => `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}`
  const connect = (name: string) => postgres(address(name), { max: 1, onnotice: () => {} })
  try {
    const other = connect('template1')
    await other`create database hosted template postgres`
    await other.end()
    const hosted = connect('hosted')
    try {
      // The local API of that version created it.
      await hosted`drop schema if exists local_backend cascade`
      // A hosted project starts with it.
      await hosted`create extension if not exists pgcrypto with schema extensions`
      await expectDifferencesSaid(hosted)
      expect(await adoptBy(hosted)).toEqual([])
      await run(process.execPath, [supabaseCommand, 'db', 'push', '--yes', `--remote=${address('hosted')}`], {
        cwd: projectRoot,
        env: {
          ...process.env,
          PGSSLMODE: 'disable',
          SUPABASE_TELEMETRY_DISABLED: '1',
          SUPABASE_NO_UPDATE_NOTIFIER: '1',
        },
      })
      await expectUpgraded(hosted)
    } finally {
      await hosted.end()
    }
  } finally {
    await server.stop()
  }
}, 120_000)

test('the next start upgrades the local database of the last release, and everyone can go on', async () => {
  await expect(startTestBackend(data)).rejects.toThrow('npm run db:adopt')
  const adopting = await run(process.execPath, [join(projectRoot, 'supabase/commands/db-adopt.ts')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', SIGNPOST_DATA: data },
  })
  expect(adopting.stdout).toContain('the local database now continues from the baseline')
  const backend = await startTestBackend(data)
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await expectUpgraded(sql)
    const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
    const { data: session } = await client.auth.signInWithPassword({
      email: 'member@example.com',
      password: demoPassword,
    })
    expect(session.user?.email).toBe('member@example.com')
    const sent = {
      category: 'new-features',
      title: 'The first since',
      details: '',
      sent_key: crypto.randomUUID(),
    }
    expect((await client.rpc('create_post', sent)).data).toMatchObject([{ slug: 'the-first-since' }])
    const { data: found } = await client.rpc('search_posts', { query: 'every verison' })
    expect(found![0]).toMatchObject({ title: 'Keep the board of every version' })
  } finally {
    await sql.end()
    await backend.stop()
  }
}, 120_000)

test('the last release keeps working next to this version: everything it calls is there', async () => {
  const promises = new Set(await listPromises(today))
  expect(released.promises.length).toBeGreaterThan(100)
  const lost = released.promises.filter((promise) => !promises.has(promise))
  // 1.0.2 kept them for earlier releases and no longer calls them.
  expect(lost.filter((promise) => !/^(own_votes|admin_posts_count):/.test(promise))).toEqual([])
  const names = new Set(released.promises.map((promise) => promise.split(' ')[0]))
  const needs = (await listNeeds(today)).filter((need) => names.has(need.split(' ')[0]))
  expect(needs.filter((need) => !released.needs.includes(need))).toEqual([])
})
