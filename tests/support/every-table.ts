import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import type { Database } from '../../lib/supabase/database.types.ts'
import { type Backend, projectRoot } from '../../supabase/local/backend.ts'
import { createDemoAccounts, demoPassword } from '../../supabase/local/demo-accounts.ts'
import { listTables } from './table-rows.ts'
import {
  answer,
  type Client,
  doubtVotes,
  findPost,
  giveLogo,
  keepOrder,
  type Person,
  say,
  takePart,
  writeChangelog,
} from './every-table-content.ts'

/** Adds what the example board lacks, as people and operators would, until none of our tables is empty. */
export async function fillEveryTable(backend: Backend, sql: Sql): Promise<void> {
  // A few people's votes show as much as many.
  await sql`delete from public.profiles where name like 'Example voter %' and name !~ ' [1-4]$'`
  await createDemoAccounts(backend)
  const visitor = connect(backend, backend.publishableKey)
  await askForMails(visitor, sql)
  await visitor.rpc('count_search_miss', { query: 'teleportation' }).throwOnError()
  const member = await signIn(backend, 'member@example.com')
  const admin = await signIn(backend, 'admin@example.com')
  await takePart(member)
  await answer(admin)
  await giveLogo(admin)
  await countAndReserve(connect(backend, backend.secretKey))
  await hear(member, admin, connect(backend, backend.secretKey), sql)
  await writeChangelog(admin, member, connect(backend, backend.secretKey))
  await listenOutside(admin)
  await transferFiles(admin, sql)
  await keepOrder(admin, member, sql)
  await doubtVotes(admin, member, connect(backend, backend.secretKey))
  await importOne(backend)
  // As if the example board had been imported, because a board can only be imported where there is none.
  await sql`insert into private.board_imports (board, part, finished_at) values (${randomUUID()}, 'board', now())`
  await sql`select private.count_insights()`
  await sql`insert into private.recovery_codes (user_id, digest) values (${member.id}, sha256('a code'))`
  await useKeys(admin, visitor)
  await signInFromProduct(admin, member, connect(backend, backend.secretKey))
  await expectRows(sql)
}

/** Sign-ins from the company's product: someone known, and someone who must first confirm the address. */
async function signInFromProduct(admin: Person, member: Person, server: Client): Promise<void> {
  await admin.client.rpc('admin_add_own_key', { algorithm: 'HS256' }).throwOnError()
  await admin.client.rpc('admin_set_widget', { trusts_addresses: true }).throwOnError()
  const { data: keys } = await server.rpc('own_keys').throwOnError()
  const token = () => ({
    name: 'Kim',
    segments: { plan: 'Team', company: 'Acme', monthly_value: 12 },
    token_id: randomUUID(),
    issued_at: new Date().toISOString(),
    key_id: keys[0]!.id,
  })
  for (const [subject, address] of [
    ['1', 'member@example.com'],
    ['2', 'nobody@example.com'],
  ] as const)
    await server.rpc('begin_own_sign_in', { ...token(), subject, address }).throwOnError()
  const { data } = await member.client.auth.getClaims()
  await server
    .rpc('note_own_session', { session_id: data!.claims.session_id, person: member.id })
    .throwOnError()
}

function connect(backend: Backend, key: string): Client {
  return createClient<Database>(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function signIn(backend: Backend, email: string): Promise<Person> {
  const client = connect(backend, backend.publishableKey)
  const { data, error } = await client.auth.signInWithPassword({ email, password: demoPassword })
  if (error) throw error
  return { id: data.user.id, client }
}

/** Links that no one has clicked yet, one of someone who has already chosen a password. */
async function askForMails(client: Client, sql: Sql): Promise<void> {
  const { auth } = client
  const signedUp = await auth.signUp({ email: 'reader@example.com', password: demoPassword })
  const recovering = await auth.resetPasswordForEmail('member@example.com')
  const error = signedUp.error ?? recovering.error
  if (error) throw error
  const [row] =
    await sql`select confirmation_token as token from auth.users where email = 'reader@example.com'`
  await sql`select public.choose_first_password(${row!.token}, 'Reader', ${demoPassword})`
}

/** An API key that was used. */
async function useKeys(admin: Person, visitor: Client): Promise<void> {
  const { data: token } = await admin.client
    .rpc('make_api_key', { name: 'Support desk', scopes: ['write'] })
    .throwOnError()
  await visitor.rpc('begin_api_request', { token, idempotency_key: 'first' }).throwOnError()
}

async function countAndReserve(server: Client): Promise<void> {
  const attempt = { kind: 'sign-in', account: 'member@example.com', address: '192.0.2.1' }
  await server.rpc('count_attempt', attempt).throwOnError()
  await server.rpc('reserve_names', { names: ['Feedback team'] }).throwOnError()
}

/** Follows, mentions and notifications, on the site and by email. The last comment hasn't been announced yet. */
async function hear(member: Person, admin: Person, server: Client, sql: Sql): Promise<void> {
  const post_id = await findPost(admin, 'Keep the board of every version')
  await member.client.rpc('follow_post', { post_id, wanted: 'all' }).throwOnError()
  const { data } = await admin.client
    .from('profiles')
    .select('name')
    .eq('id', member.id)
    .single()
    .throwOnError()
  const sent = { post_id, body: `What do you say, @${data.name}?`, sent_key: randomUUID() }
  await admin.client.rpc('create_comment', { ...sent, mentions: [member.id] }).throwOnError()
  const named = {
    category: 'new-features',
    title: 'Named in its details',
    details: sent.body,
    sent_key: randomUUID(),
  }
  await admin.client.rpc('create_post', { ...named, mentions: [member.id] }).throwOnError()
  await admin.client.rpc('send_test_mail').throwOnError()
  await admin.client
    .rpc('admin_invite', { addresses: ['invited@example.com'], wanted: 'admin' })
    .throwOnError()
  await server.rpc('follow_by_mail', { post_id, address: 'reader@example.org' }).throwOnError()
  await server.rpc('silence_address', { address: 'gone@example.org', reason: 'bounce' }).throwOnError()
  while ((await sql<{ told: number | null }[]>`select private.tell() as told`)[0]!.told !== null);
  await say(admin, post_id, 'Anybody?')
}

/** A webhook with a pending test. */
async function listenOutside({ client }: Person): Promise<void> {
  const wanted = { address: 'https://127.0.0.1/hook', shape: 'json', kinds: ['post.created'] }
  const mailServer = { host: 'smtp.example.com', port: 25, sender: 'a@example.com' }
  await client.rpc('admin_save_mail_server', mailServer).throwOnError()
  const { data } = await client.rpc('admin_add_webhook', wanted).single().throwOnError()
  await client.rpc('admin_test_webhook', { webhook_id: data.id }).throwOnError()
}

/** An uploaded file, and the file of an export. */
async function transferFiles({ client }: Person, sql: Sql): Promise<void> {
  const run = { run_id: randomUUID() }
  await client.rpc('admin_begin_upload', { ...run, file_name: 'more.csv', file_size: 5 }).throwOnError()
  await client.rpc('admin_add_upload_part', { ...run, part: 0, content: 'dGl0bGU=' }).throwOnError()
  await client.rpc('admin_make_export', { with_notes: true, with_pictures: true }).throwOnError()
  await sql`insert into private.export_parts (export_id, part, content) select id, 0, 'zip' from private.exports`
}

async function importOne({ databaseUrl }: Backend): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))
  const file = join(folder, 'other-tracker.jsonl')
  const line = { id: '1', title: 'From another tracker', details: 'Because.', state: 'open' }
  writeFileSync(file, JSON.stringify({ ...line, created_at: '2025-02-03', votes: 2 }))
  const command = join(projectRoot, 'supabase/commands/import.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  await promisify(execFile)(process.execPath, [command, file], { env })
  rmSync(folder, { recursive: true })
}

async function expectRows(sql: Sql): Promise<void> {
  const empty: string[] = []
  for (const { name } of await listTables(sql)) {
    const isOurs = /^(public|private)\./.test(name)
    if (isOurs && (await sql`select from ${sql(name)} limit 1`).length === 0) empty.push(name)
  }
  if (empty.length > 0) throw new Error(`Nothing above writes to ${empty.join(', ')}.`)
}
