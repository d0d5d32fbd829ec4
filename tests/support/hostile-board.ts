import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, afterEach, expect } from 'vitest'
import { runCommand } from './import-file.ts'
import { makeZip } from './make-zip.ts'
import { startTestBackend } from './start-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-hostile-board-'))
export const past = '2026-01-01T00:00:00Z'
const mailKey = `\\x${'00'.repeat(32)}`
export const [planted, honest] = [randomUUID(), randomUUID()]

const backend = await startTestBackend(join(folder, 'target'), { seed: false })
export const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {} })
export const operator = await signUp('operator@example.com', 'Olivia Operator')
export const attacker = await signUp('attacker@example.com', 'Mallory')
await sql`insert into public.roles (user_id, role) values (${operator}, 'admin')`

/** Empties the imports after each test of a file, and stops the backend after the last one. */
export function useBoards(): void {
  afterEach(() => sql`truncate private.board_imports`)
  afterAll(async () => {
    await sql.end()
    await backend.stop()
    rmSync(folder, { recursive: true })
  })
}

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

export const profile = (id: string, name: string, placeholder = true) => ({
  id,
  name,
  placeholder,
  avatar_url: null,
  is_team: true,
  created_at: past,
})
export const account = (id: string, email: string, name = 'Somebody') => ({
  id,
  email,
  name,
  created_at: past,
  confirmed_at: past,
})
/** What would act as the operator and make the attacker an admin. */
export const takeover = () => ({
  'public.profiles': [profile(operator, 'Nobody'), profile(attacker, 'Mallory', false)],
  'private.notice_settings': [{ person_id: operator, mail: 'never' }],
  'public.roles': [{ user_id: attacker, role: 'admin', created_at: past }],
  'private.blocks': [{ person_id: operator, reason: 'Gone', created_at: past }],
})

/** A row, or the raw content of its line. */
type Line = object | string

/**
 * A board that makes its author an admin in every possible way.
 * @param more rows besides its own, by table
 */
export function hostileBoard(name: string, more: Record<string, Line[]> = {}): Promise<string> {
  const own: Record<string, Line[]> = {
    accounts: [
      account(planted, 'planted@example.com'),
      account(honest, 'hanna@example.com'),
      // The address of a future admin, with the id of the attacker’s own account.
      account(attacker, 'boss@example.com'),
    ],
    'public.profiles': [profile(planted, 'Planted\nadmin'), profile(honest, 'Hanna')],
    'public.roles': [planted, honest].map((user_id) => ({ user_id, role: 'admin', created_at: past })),
    'private.mail_addresses': [
      { id: randomUUID(), address: 'stranger@example.com', mail: 'at-once', created_at: past },
    ],
    'public.site_settings': [
      {
        only_row: true,
        name: 'Acme',
        marketing_url: 'https://evil.example/',
        widget_origins: ['https://frames.example'],
      },
    ],
    'private.mail_key': [{ value: mailKey }],
    // Anyone who knows the key can read the person’s feed.
    'private.notice_settings': [{ person_id: planted, mail: 'at-once', feed_key: randomUUID() }],
  }
  const names = [...new Set([...Object.keys(own), ...Object.keys(more)])]
  const { accounts = [], ...tables } = Object.fromEntries(
    names.map((one) => [one, [...(own[one] ?? []), ...(more[one] ?? [])]]),
  )
  const manifest = {
    format: 'signpost-board',
    version: 1,
    id: randomUUID(),
    madeAt: past,
    accounts: accounts.length,
    tables: Object.entries(tables).map(([table, rows]) => ({
      name: table,
      columns: Object.keys(rows.find((row) => typeof row !== 'string')!),
      rows: rows.length,
      numbers: {},
    })),
    objects: 0,
  }
  const lines = (rows: Line[]) =>
    rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')
  return makeZip(join(folder, name), {
    'board.json': JSON.stringify(manifest),
    'accounts.jsonl': lines(accounts),
    ...Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [`tables/${table}.jsonl`, lines(rows)]),
    ),
  })
}

export const bring = (args: string[]) => runCommand('import', args, { DATABASE_URL: backend.databaseUrl })
export const admins = async () =>
  (await sql`select user_id from public.roles order by user_id`).map(({ user_id }) => user_id as string)

export async function expectOperatorUntouched(): Promise<void> {
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
