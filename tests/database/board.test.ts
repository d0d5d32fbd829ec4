import { randomUUID } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { transfer } from '../../lib/jobs/transfer.ts'
import { openStorage } from '../../lib/transfer/board/objects.ts'
import { parts, tablesOfInstance } from '../../lib/transfer/board/parts.ts'
import { openZip } from '../../lib/transfer/import/zip.ts'
import type { Backend } from '../../supabase/local/backend.ts'
import { sql as today } from '../support/database.ts'
import { runCommand } from '../support/import-file.ts'
import { context } from '../support/jobs.ts'
import { asPerson, makeAdmin } from '../support/merge-model.ts'
import { listTables } from '../support/table-rows.ts'
import {
  disabledTriggers,
  environment,
  folder,
  nameOf,
  open,
  readBoardRows,
  source,
  useExportedBoard,
  withEmails,
  withoutEmails,
} from '../support/board-export.ts'

useExportedBoard()

test('every table belongs to the board or to the instance', async () => {
  const ours = (await listTables(today))
    .map(({ name }) => name)
    .filter((name) => /^(public|private)\./.test(name))
  expect([...parts.map(({ table }) => table), ...tablesOfInstance].toSorted()).toEqual(ours)
})

test('an interrupted import continues, and is the same row by row, with its people and images', async () => {
  const { backend, sql } = await open('target', false)
  const env = environment(backend)
  const team = await source.sql<{ email: string }[]>`
    select u.email from public.roles r join auth.users u on u.id = r.user_id`
  const trusted = ['--with-emails', '--admins', team.map(({ email }) => email).join(',')]
  const killed = await runCommand('import', [withEmails, ...trusted], env, (output, _, kill) => {
    if (output.includes('public.posts:')) kill()
  })
  expect(killed.signal).toBe('SIGKILL')
  await expect
    .poll(() => sql`select from pg_stat_activity where application_name = 'signpost'`, { timeout: 60_000 })
    .toHaveLength(0)
  expect([...(await disabledTriggers(sql))]).toEqual([])

  expect(await runCommand('import', [withEmails, ...trusted], env)).toMatchObject({
    code: 0,
    errors: expect.not.stringContaining('differ'),
  })
  expect(await readBoardRows(sql, true)).toEqual(await readBoardRows(source.sql, true))
  expect([...(await disabledTriggers(sql))]).toEqual([])
  expect([...(await sql`select * from private.find_miscounts()`)]).toEqual([])
  expect(await sql`select from public.posts where deleted_at = 'infinity'`).not.toHaveLength(0)

  const [image] = await sql<{ path: string }[]>`select path from public.images order by path limit 1`
  const address = (at: Backend) => `${at.url}/storage/v1/object/public/images/${image!.path}`
  const [here, there] = await Promise.all([backend, source.backend].map((at) => fetch(address(at))))
  expect([here!.status, here!.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await here!.bytes()).toEqual(await there!.bytes())
  const strays = await sql`
    select s.path from private.shown_objects s
    where not exists (select from storage.objects o where o.bucket_id = s.bucket and o.name = s.path)`
  expect([...strays]).toEqual([])

  const again = await runCommand('import', [withEmails], env)
  expect(again).toMatchObject({ code: 0, output: 'This whole board has already been imported.\n' })

  expect(await nameOf(sql, 'admin@example.com')).toBe('Demo admin')

  // Everyone signs in with an emailed link, and the board goes on.
  const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  expect((await client.auth.resetPasswordForEmail('member@example.com')).error).toBeNull()
  const [account] = await sql`
    select u.recovery_token <> '' as is_asked, p.name, p.placeholder
    from auth.users u join public.profiles p on p.id = u.id where u.email = 'member@example.com'`
  expect(account).toEqual({ is_asked: true, name: 'Demo member', placeholder: false })
  const [made] = await sql`
    insert into public.posts (category_id, title) select id, 'Saved searches' from public.categories
    where slug = 'new-features' returning id > (select max(post_id) from public.post_addresses where created_at < now()) as is_last, slug`
  expect(made).toMatchObject({ is_last: true, slug: expect.stringMatching(/^saved-searches-\d+$/) })
}, 240_000)

test('without email addresses no one can be found by them, a dry run writes nothing, and the rest is the same', async () => {
  const { zip, entries } = await openZip(withoutEmails)
  zip.close()
  expect([...entries.keys()].filter((name) => !name.startsWith('objects/'))).toEqual([
    ...parts
      .filter(({ isSecret, isInternal }) => !isSecret && !isInternal)
      .map(({ table }) => `tables/${table}.jsonl`),
    'board.json',
  ])
  const { backend, sql } = await open('other', false)
  const env = environment(backend)
  const checked = await runCommand('import', [withoutEmails, '--dry-run'], env)
  expect(checked).toMatchObject({ code: 0, output: expect.stringMatching(/^public\.posts: \d+$/m) })
  expect([...(await sql`select from private.board_imports`)]).toEqual([])
  expect(await runCommand('import', [withoutEmails], { ...env, SUPABASE_SECRET_KEY: '' })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/This board has \d+ pictures\. Set/),
  })
  // Someone is already admin there.
  const [operator] = await sql<
    { id: string }[]
  >`insert into public.profiles (name) values ('Operator') returning id`
  await sql`insert into public.roles (user_id, role) values (${operator!.id}, 'admin')`
  expect(await runCommand('import', [withoutEmails, '--without-pictures'], env)).toMatchObject({ code: 0 })
  expect(
    await sql`select action from public.audit_log where after ->> 'user_id' = ${operator!.id}`,
  ).toHaveLength(1)
  // No one can sign in to them, so no one is on the team.
  const placeholders = (rows: Record<string, string[]>) => ({
    ...rows,
    'public.roles': [],
    'public.profiles': rows['public.profiles']!.map((row) =>
      row
        .replace('"placeholder": false', '"placeholder": true')
        .replace('"is_team": true', '"is_team": false'),
    ).toSorted(),
  })
  const there = Object.entries(await readBoardRows(sql, false)).map(([name, rows]) => [
    name,
    rows.filter((row) => !row.includes(operator!.id)),
  ])
  expect(Object.fromEntries(there)).toEqual(placeholders(await readBoardRows(source.sql, false)))
  expect([...(await sql`select email from auth.users`)]).toEqual([])
  expect([...(await sql`select from private.notice_settings where feed_key is not null`)]).toEqual([])
}, 240_000)

test('a board that an admin uploads is imported by the worker, without accounts, roles and an undo', async () => {
  const { backend, sql } = await open('uploaded', false)
  const admin = await makeAdmin(sql)
  const run = randomUUID()
  const bytes = readFileSync(withoutEmails)
  const work = () =>
    transfer({
      ...context,
      sql,
      storage: openStorage(backend.url, backend.secretKey),
      supabaseUrl: backend.url,
    })
  const read = async () =>
    (await asPerson(sql, admin, (as) => as`select public.admin_import(${run}) as said`))[0]!.said
  await asPerson(sql, admin, async (as) => {
    await as`select public.admin_begin_upload(${run}, 'board.zip', ${bytes.length})`
    for (let part = 0; part * 1_000_000 < bytes.length; part++) {
      const content = bytes.subarray(part * 1_000_000, (part + 1) * 1_000_000).toString('base64')
      await as`select public.admin_add_upload_part(${run}, ${part}, ${content})`
    }
    await as`select public.admin_end_upload(${run})`
  })
  await work()
  expect(await read()).toMatchObject({
    state: 'checked',
    found: { kind: 'board', lines: expect.arrayContaining([expect.stringMatching(/^public\.posts: \d+$/)]) },
  })
  expect([...(await sql`select from public.posts`)]).toEqual([])
  await asPerson(
    sql,
    admin,
    (as) => as`select public.admin_start_import(${run}, '{"category": "new-features"}')`,
  )
  await work()
  expect(await read()).toMatchObject({ state: 'done', isBoard: true })
  const posts = (rows: Record<string, string[]>) => [
    rows['public.posts'],
    rows['public.votes'],
    rows['public.comments'],
  ]
  expect(posts(await readBoardRows(sql, false))).toEqual(posts(await readBoardRows(source.sql, false)))
  expect(await sql`select user_id from public.roles`).toMatchObject([{ user_id: admin }])
  expect(
    await asPerson(sql, admin, (as) => as`select public.admin_undo_import(${run})`).catch(
      ({ hint }: { hint: string }) => hint,
    ),
  ).toBe('import_not_undoable')
}, 240_000)

test('what can’t be imported is refused with a sentence', async () => {
  const env = environment(source.backend)
  const refused = async (file: string) => (await runCommand('import', [file], env)).errors
  expect(await refused(withEmails)).toMatch(/A board can only be imported into an empty instance/)
  const half = join(folder, 'half.zip')
  writeFileSync(half, readFileSync(withEmails))
  truncateSync(half, 2000)
  expect(await refused(half)).toMatch(/half\.zip isn't a complete zip file/)
  const nowhere = await runCommand('export', ['--out', join(folder, 'no/where.zip')], env)
  expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('ENOENT') })
}, 120_000)
