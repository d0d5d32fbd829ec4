import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect } from 'vitest'
import { parts } from '../../lib/transfer/board/parts.ts'
import type { Backend } from '../../supabase/local/backend.ts'
import { sql as today } from './database.ts'
import { fillEveryTable } from './every-table.ts'
import { runCommand } from './import-file.ts'
import { asPerson, makeAdmin } from './merge-model.ts'
import { startTestBackend } from './start-backend.ts'
import { listTables, readRows } from './table-rows.ts'

export const folder = mkdtempSync(join(tmpdir(), 'signpost-board-'))
const opened: { backend: Backend; sql: Sql }[] = []

export async function open(name: string, seed: boolean) {
  const backend = await startTestBackend(join(folder, name), { seed })
  const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {} })
  opened.push({ backend, sql })
  return { backend, sql }
}

export const environment = ({ databaseUrl, url, secretKey }: Backend) => ({
  DATABASE_URL: databaseUrl,
  NEXT_PUBLIC_SUPABASE_URL: url,
  SUPABASE_SECRET_KEY: secretKey,
})

export let source: (typeof opened)[number]
export const withEmails = join(folder, 'with-emails.zip')
export const withoutEmails = join(folder, 'without-emails.zip')

/** Exports a board with rows in every table before the tests of a file, with and without emails. */
export function useExportedBoard(): void {
  beforeAll(async () => {
    source = await open('source', true)
    await fillEveryTable(source.backend, source.sql)
    await source.sql`update private.notice_settings set feed_key = gen_random_uuid()`
    // Known only by an address, for a vote on something deleted.
    await source.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      const [person] = await tx<{ id: string }[]>`
        insert into public.profiles (name, placeholder) values ('Somebody by e-mail', true) returning id`
      await tx`insert into private.voter_addresses (person_id, address) values (${person!.id}, 'gone@example.org')`
      const voted = await tx`
        insert into public.votes (user_id, post_id)
        select ${person!.id}, id from public.posts where deleted_at < 'infinity' limit 1 returning post_id`
      expect(voted).toHaveLength(1)
    })
    await hideMerged(source.sql)
    const env = environment(source.backend)
    for (const args of [
      ['--out', withEmails, '--with-emails', '--with-notes'],
      ['--out', withoutEmails],
    ])
      expect(await runCommand('export', args, env)).toMatchObject({ code: 0 })
    // Deleted content stays behind; otherwise both boards must be the same.
    await source.sql`delete from public.posts where deleted_at < 'infinity'`
    // So does the role of someone without a confirmed address to name them by.
    await source.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        delete from public.roles r where not exists (
          select from auth.users u where u.id = r.user_id and u.email_confirmed_at is not null)`
      await tx`
        update public.profiles p set is_team = exists (select from public.roles r where r.user_id = p.id)`
    })
  }, 240_000)
  afterAll(async () => {
    for (const { backend, sql } of opened) {
      await sql.end()
      await backend.stop()
    }
    rmSync(folder, { recursive: true })
    await today.end()
  })
}

/** A post merged into one that was hidden later stays with it. */
async function hideMerged(sql: Sql): Promise<void> {
  const admin = await makeAdmin(sql)
  const [stays, goes] = await sql<{ id: string }[]>`
    insert into public.posts (category_id, title)
    select id, 'Hidden with what it stands for' from public.categories, generate_series(1, 2) where slug = 'bugs'
    returning id`
  await sql`insert into public.votes (user_id, post_id) values (${admin}, ${goes!.id})`
  await asPerson(sql, admin, async (as) => {
    await as`select public.merge_posts(${[goes!.id]}::bigint[], ${stays!.id}::bigint)`
    await as`select public.hide_posts(${[stays!.id]}::bigint[], 'spam')`
  })
}

/** The rows of every table of a board, and of the search index. */
export async function readBoardRows(sql: Sql, withSecrets: boolean) {
  const derived = [
    'private.search_titles',
    'private.search_posts',
    'private.search_comments',
    'private.search_signs',
  ]
  const names = new Set([
    ...parts.filter((part) => withSecrets || !(part.isSecret || part.isInternal)).map(({ table }) => table),
    ...derived,
  ])
  const tables = (await listTables(sql)).filter(({ name }) => names.has(name))
  expect(tables).toHaveLength(names.size)
  const left = (name: string) => parts.find(({ table }) => table === name)?.without ?? []
  return Object.fromEntries(
    await Promise.all(
      tables.map(async ({ name, columns }) => {
        const kept = columns.filter((column) => !left(name).includes(column))
        return [name, await readRows(sql, { name, columns: kept })] as const
      }),
    ),
  )
}

export const nameOf = async (sql: Sql, email: string) =>
  (
    await sql`select p.name from public.profiles p join auth.users u on u.id = p.id where u.email = ${email}`
  )[0]!.name as string

export const disabledTriggers = (sql: Sql) => sql`
  select tgrelid::regclass::text, tgname from pg_trigger where tgenabled = 'D'`
