import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backend } from '../../supabase/local/backend.ts'
import { runCommand } from '../support/import-file.ts'
import { makeZip } from '../support/make-zip.ts'
import { startTestBackend } from '../support/start-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-hostile-board-'))
const then = '2026-01-01T00:00:00Z'
const mailKey = `\\x${'00'.repeat(32)}`
let backend: Backend
let sql: Sql
let operator: string
let attacker: string
const [planted, honest] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  backend = await startTestBackend(join(folder, 'target'), { seed: false })
  sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {} })
  operator = await signUp('operator@example.com', 'Olivia Operator')
  attacker = await signUp('attacker@example.com', 'Mallory')
  await sql`insert into public.roles (user_id, role) values (${operator}, 'admin')`
}, 120_000)
afterAll(async () => {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true })
})

async function signUp(email: string, name: string): Promise<string> {
  const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  const password = 'correct horse battery'
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name } } })
  if (error) throw error
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  await sql`update public.profiles set name = ${name} where id = ${data.user!.id}`
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return data.user!.id
}

const profile = (id: string, name: string, placeholder = true) => ({
  id,
  name,
  placeholder,
  avatar_url: null,
  is_team: true,
  created_at: then,
})
/** What would take the operator's place, and make the attacker an admin. */
const takeover = () => ({
  'public.profiles': [profile(operator, 'Nobody'), profile(attacker, 'Mallory', false)],
  'private.notice_settings': [{ person_id: operator, mail: 'never' }],
  'public.roles': [{ user_id: attacker, role: 'admin', created_at: then }],
  'private.blocks': [{ person_id: operator, reason: 'Gone', created_at: then }],
})

/**
 * A board that makes its author an admin in every way there is.
 * @param more rows beside its own, by table
 */
function hostileBoard(name: string, more: Record<string, object[]> = {}): Promise<string> {
  const account = (id: string, email: string) => ({
    id,
    email,
    name: 'Somebody',
    created_at: then,
    confirmed_at: then,
  })
  const own: Record<string, object[]> = {
    'public.profiles': [profile(planted, 'Planted\nadmin'), profile(honest, 'Hanna')],
    'public.roles': [planted, honest].map((user_id) => ({ user_id, role: 'admin', created_at: then })),
    'private.mail_addresses': [
      { id: randomUUID(), address: 'stranger@example.com', mail: 'at-once', created_at: then },
    ],
    'public.site_settings': [{ only_row: true, name: 'Acme', marketing_url: 'https://evil.example/' }],
    'private.mail_key': [{ value: mailKey }],
  }
  const names = [...new Set([...Object.keys(own), ...Object.keys(more)])]
  const tables = Object.fromEntries(names.map((one) => [one, [...(own[one] ?? []), ...(more[one] ?? [])]]))
  const manifest = {
    format: 'signpost-board',
    version: 1,
    id: randomUUID(),
    madeAt: then,
    accounts: 3,
    tables: Object.entries(tables).map(([table, rows]) => ({
      name: table,
      columns: Object.keys(rows[0]!),
      rows: rows.length,
      numbers: {},
    })),
    objects: 0,
  }
  const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  return makeZip(join(folder, name), {
    'board.json': JSON.stringify(manifest),
    'accounts.jsonl': lines([
      account(planted, 'planted@example.com'),
      account(honest, 'hanna@example.com'),
      // The address of a future admin, with the id of the attacker's own account.
      account(attacker, 'boss@example.com'),
    ]),
    ...Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [`tables/${table}.jsonl`, lines(rows)]),
    ),
  })
}

const bring = (args: string[]) => runCommand('import', args, { DATABASE_URL: backend.databaseUrl })
const admins = async () =>
  (await sql`select user_id from public.roles order by user_id`).map(({ user_id }) => user_id as string)

async function expectOperatorUntouched(): Promise<void> {
  const [row] = await sql`
    select p.name, p.placeholder, p.is_team, s.mail::text, exists (select from private.blocks) as is_blocked
    from public.profiles p join private.notice_settings s on s.person_id = p.id where p.id = ${operator}`
  expect(row).toEqual({
    name: 'Olivia Operator',
    placeholder: false,
    is_team: true,
    mail: 'at-once',
    is_blocked: false,
  })
}

test('a board makes nobody an admin by itself, takes nobody’s place, and brings no address and no key', async () => {
  const file = await hostileBoard('plain.zip')
  const before = await sql`select value from private.mail_key`
  const dry = await bring([file, '--dry-run'])
  expect(dry).toMatchObject({ code: 0 })
  const result = await bring([file])
  expect(result).toMatchObject({ code: 0 })
  expect(await admins()).toEqual([operator])
  expect([...(await sql`select id from public.profiles where is_team`)]).toEqual([{ id: operator }])
  expect((await sql`select email from auth.users order by email`).map(({ email }) => email)).toEqual([
    'attacker@example.com',
    'operator@example.com',
  ])
  expect(await sql`select from private.mail_addresses`).toHaveLength(0)
  expect([...(await sql`select value from private.mail_key`)]).toEqual([...before])
  expect((await sql`select name from public.profiles where id = ${planted}`)[0]!.name).toBe('Planted admin')
  for (const { output } of [dry, result]) {
    expect(output).toContain('planted@example.com (Somebody): admin')
    expect(output).toContain("The site's marketing_url becomes: https://evil.example")
    expect(output).toContain('--with-emails')
    expect(output).toContain('--admins')
  }
  await expectOperatorUntouched()
  await sql`delete from private.board_imports`
}, 120_000)

test('a board does not speak for anybody who has signed in here', async () => {
  const spellings = [operator, operator.toUpperCase(), `{${operator}}`, operator.replaceAll('-', '')]
  const said = (author_id: string) => ({
    id: 1,
    post_id: 1,
    author_id,
    body: 'We give it away.',
    created_at: then,
  })
  for (const [at, spelling] of spellings.entries()) {
    const file = await hostileBoard(`speaks-${at}.zip`, { 'public.comments': [said(spelling)] })
    for (const args of [[file, '--dry-run'], [file]])
      expect(await bring(args)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('speaks for operator@example.com'),
      })
  }
  expect(await bring([await hostileBoard('takes.zip', takeover())])).toMatchObject({ code: 1 })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  await expectOperatorUntouched()
}, 120_000)

test('only those who are named become admins, under the address that they have here', async () => {
  const file = await hostileBoard('named.zip', takeover())
  expect(await bring([file, '--admins', 'hanna@example.com'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--admins needs --with-emails'),
  })
  expect(
    await bring([file, '--with-emails', '--admins', 'hanna@example.com,typo@example.com']),
  ).toMatchObject({
    code: 1,
    errors: expect.stringContaining('typo@example.com'),
  })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  const result = await bring([file, '--with-emails', '--admins', ' Hanna@example.com, boss@example.com'])
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).toContain('planted@example.com (Somebody): admin, left out')
  expect(result.output).toContain('hanna@example.com (Somebody): admin\n')
  expect(result.output).toContain('boss@example.com got no role')
  expect(await admins()).toEqual([operator, honest].toSorted())
  expect(
    (await sql`select id from public.profiles where is_team`).map(({ id }) => id as string).toSorted(),
  ).toEqual([operator, honest].toSorted())
  expect((await sql`select email from auth.users where id = ${attacker}`)[0]!.email).toBe(
    'attacker@example.com',
  )
  await expectOperatorUntouched()
}, 120_000)
