import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, afterEach, expect, test } from 'vitest'
import { runCommand } from '../support/import-file.ts'
import { makeZip } from '../support/make-zip.ts'
import { startTestBackend } from '../support/start-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-hostile-board-'))
const then = '2026-01-01T00:00:00Z'
const mailKey = `\\x${'00'.repeat(32)}`
const [planted, honest] = [randomUUID(), randomUUID()]

const backend = await startTestBackend(join(folder, 'target'), { seed: false })
const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {} })
const operator = await signUp('operator@example.com', 'Olivia Operator')
const attacker = await signUp('attacker@example.com', 'Mallory')
await sql`insert into public.roles (user_id, role) values (${operator}, 'admin')`

afterEach(() => sql`truncate private.board_imports`)
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
const account = (id: string, email: string, name = 'Somebody') => ({
  id,
  email,
  name,
  created_at: then,
  confirmed_at: then,
})
/** What would act as the operator and make the attacker an admin. */
const takeover = () => ({
  'public.profiles': [profile(operator, 'Nobody'), profile(attacker, 'Mallory', false)],
  'private.notice_settings': [{ person_id: operator, mail: 'never' }],
  'public.roles': [{ user_id: attacker, role: 'admin', created_at: then }],
  'private.blocks': [{ person_id: operator, reason: 'Gone', created_at: then }],
})

/** A row, or the raw content of its line. */
type Line = object | string

/**
 * A board that makes its author an admin in every possible way.
 * @param more rows besides its own, by table
 */
function hostileBoard(name: string, more: Record<string, Line[]> = {}): Promise<string> {
  const own: Record<string, Line[]> = {
    accounts: [
      account(planted, 'planted@example.com'),
      account(honest, 'hanna@example.com'),
      // The address of a future admin, with the id of the attacker’s own account.
      account(attacker, 'boss@example.com'),
    ],
    'public.profiles': [profile(planted, 'Planted\nadmin'), profile(honest, 'Hanna')],
    'public.roles': [planted, honest].map((user_id) => ({ user_id, role: 'admin', created_at: then })),
    'private.mail_addresses': [
      { id: randomUUID(), address: 'stranger@example.com', mail: 'at-once', created_at: then },
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
    madeAt: then,
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

test('a board makes no one an admin by itself, replaces no one, and brings no addresses or keys', async () => {
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
  expect(await sql`select from private.notice_settings where feed_key is not null`).toHaveLength(0)
  expect((await sql`select name from public.profiles where id = ${planted}`)[0]!.name).toBe('Planted admin')
  for (const { output } of [dry, result]) {
    expect(output).toContain('planted@example.com (Somebody): admin')
    expect(output).toContain("The site's marketing_url becomes: https://evil.example")
    expect(output).toContain("The site's widget_origins becomes: https://frames.example")
    expect(output).toContain('--with-emails')
    expect(output).toContain('--admins')
  }
  await expectOperatorUntouched()
}, 120_000)

test('a board can’t write in the name of people who have signed in here', async () => {
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
        errors: expect.stringContaining('has content by operator@example.com'),
      })
  }
  expect(await bring([await hostileBoard('takes.zip', takeover())])).toMatchObject({ code: 1 })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  await expectOperatorUntouched()
}, 120_000)

test('two rows in one line are refused before the first row is written', async () => {
  const said = (author_id: string) => ({ id: 1, post_id: 1, author_id, body: 'No', created_at: then })
  const line = [said(planted), said(operator)].map((row) => JSON.stringify(row)).join()
  const file = await hostileBoard('line.zip', { 'public.comments': [said(planted), line] })
  for (const args of [[file, '--dry-run'], [file], [file, '--with-emails']])
    expect(await bring(args)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Row 2 of tables/public.comments.jsonl isn't a single JSON object"),
    })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  await expectOperatorUntouched()
}, 120_000)

test('a repeated name in a row is written as it was checked', async () => {
  const twice = `{"user_id": "${operator}", "role": "admin", "user_id": "${planted}", "created_at": "${then}"}`
  const escaped = `{"user\\u005fid": "${operator}", "role": "admin", "created_at": "${then}"}`
  const refusal = expect.stringContaining('has content by operator@example.com')
  expect(await bring([await hostileBoard('escaped.zip', { 'public.roles': [escaped] })])).toMatchObject({
    errors: refusal,
  })
  expect(await bring([await hostileBoard('twice.zip', { 'public.roles': [twice] })])).toMatchObject({
    code: 0,
  })
  expect(await admins()).toEqual([operator])
  await expectOperatorUntouched()
}, 120_000)

test('the named person gets the displayed role, and no second account gets one through spelling', async () => {
  const [kim, other] = [randomUUID(), randomUUID()]
  const file = await hostileBoard('roles.zip', {
    accounts: [account(kim, 'kim@example.com', 'Kim'), account(other, 'KIM@example.com', 'Kim')],
    'public.profiles': [profile(kim, 'Kim'), profile(other, 'Kim')],
    'public.roles': [
      { user_id: kim, role: 'moderator', created_at: then },
      { user_id: kim, role: 'admin', created_at: then },
      { user_id: other, role: 'admin', created_at: then },
    ],
  })
  const result = await bring([file, '--with-emails', '--admins', 'kim@example.com'])
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).toContain('kim@example.com (Kim): moderator\n')
  expect([...(await sql`select user_id, role from public.roles where user_id <> ${operator}`)]).toEqual([
    { user_id: kim, role: 'moderator' },
  ])
  await sql`delete from public.roles where user_id = ${kim}`
  await sql`truncate private.mail_addresses cascade`
  await sql`delete from auth.users where id not in (${operator}, ${attacker})`
}, 120_000)

test('ids in a file can’t collide with later rows or be too large for it', async () => {
  const post = (id: number | string) => ({
    id,
    category_id: 1,
    author_id: planted,
    title: `Post ${id}`,
    slug: `post-${id}`,
  })
  const category = { id: 1, slug: 'ideas', name: 'Ideas', position: 1 }
  const board = (id: number | string) => ({ 'public.categories': [category], 'public.posts': [post(id)] })
  for (const [at, id] of [1e15, '9223372036854775807', 2 ** 53].entries()) {
    expect(await bring([await hostileBoard(`large-${at}.zip`, board(id))])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('public.posts has numbers with more than 15 digits'),
    })
    await sql`truncate private.board_imports`
  }
  const [next] = await sql<
    { id: string }[]
  >`select nextval(pg_get_serial_sequence('public.posts', 'id')) as id`
  await sql`truncate private.board_imports`
  const file = await hostileBoard('next.zip', board(Number(next!.id) + 1))
  expect(await bring([file])).toMatchObject({ code: 0 })
  await sql`insert into public.posts (category_id, title) values (1, 'The next one')`
  await sql`truncate public.posts cascade`
}, 120_000)

test('no one is notified about what a file claims, and circular rows don’t block anything', async () => {
  await sql`
    insert into private.webhooks (address, shape, kinds, secret)
    values ('https://example.org/', 'json', array['post.created', 'comment.created'], private.new_secret())`
  const post = (id: number) => ({
    id,
    category_id: 1,
    author_id: planted,
    title: `A post in a circle`,
    slug: `circle-${id}`,
    deleted_at: id === 1 ? null : 'infinity',
  })
  const said = (id: number, parent_id: number | null, body: string) => ({
    id,
    post_id: 1,
    parent_id,
    author_id: planted,
    body,
    created_at: then,
  })
  const merge = (id: number, post_id: number, into_id: number) => ({
    id,
    post_id,
    into_id,
    stays_id: into_id,
    title: 'A post in a circle',
    merged_at: then,
  })
  const event = (id: number, kind: string) => ({
    id,
    kind,
    post_id: 1,
    actor_id: planted,
    created_at: new Date(),
  })
  const file = await hostileBoard('told.zip', {
    'public.categories': [{ id: 1, slug: 'ideas', name: 'Ideas', position: 1 }],
    'public.posts': [post(1), post(2), post(3)],
    'public.post_merges': [merge(1, 2, 3), merge(2, 3, 2), merge(3, 1, 2)],
    'public.comments': [said(1, 1, 'I answer myself, @Hanna'), said(2, 3, 'And I'), said(3, 2, 'Me too')],
    'private.follows': [{ post_id: 1, person_id: honest, level: 'all' }],
    'private.events': [event(1, 'post.created'), event(2, 'comment.created'), event(3, 'post.merged')],
    'private.notices': [{ person_id: honest, event_id: 1, reason: 'follow' }],
  })
  expect(await bring([file, '--with-emails'])).toMatchObject({ code: 0 })
  await sql`select private.tell(), private.make_summaries(), private.gather_mails()`
  const [told] = await sql`
    select (select count(*)::integer from private.webhook_deliveries) as deliveries,
      (select count(*)::integer from private.untold) as untold,
      (select count(*)::integer from private.mails where kind <> 'summary') as mails,
      (select count(*)::integer from private.mail_parts) as mail_parts`
  expect(told).toEqual({ deliveries: 0, untold: 0, mails: 0, mail_parts: 0 })
  await sql.begin(async (as) => {
    await as`set local statement_timeout = '5s'`
    for (const name of ['list_comments', 'list_replies', 'feed_comments'])
      await as.unsafe(`select from public.${name}(1)`)
    await as`select private.find_miscounts()`
  })
  await sql`truncate private.mail_addresses, private.webhooks, public.posts cascade`
  await sql`delete from auth.users where id not in (${operator}, ${attacker})`
}, 120_000)

test('only named people become admins, under the address that they have here', async () => {
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
