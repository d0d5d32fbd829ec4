import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import type { Database } from '../../lib/supabase/database.types.ts'
import { type Backend, projectRoot } from '../../supabase/local/backend.ts'
import { createDemoAccounts, demoPassword } from '../../supabase/local/demo-accounts.ts'
import { listTables } from './table-rows.ts'

/** The first bytes of a picture, which is all that is checked. */
const picture = new Uint8Array(Buffer.from('RIFF____WEBP'))

type Client = SupabaseClient<Database>
type Person = { id: string; client: Client }

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

async function findPost({ client }: Person, title: string): Promise<number> {
  return (await client.from('posts').select('id').eq('title', title).single().throwOnError()).data.id
}

async function post({ client }: Person, title: string): Promise<number> {
  const sent = { category: 'new-features', title, details: `${title}, *please*.`, sent_key: randomUUID() }
  return (await client.rpc('create_post', sent).single().throwOnError()).data.id
}

async function say({ client }: Person, post_id: number, body: string, parent_id?: number): Promise<number> {
  const sent = { post_id, parent_id, body, sent_key: randomUUID() }
  return (await client.rpc('create_comment', sent).single().throwOnError()).data.id
}

async function store({ id, client }: Person, bucket: 'images' | 'avatars'): Promise<string> {
  const path = `${id}/${randomUUID()}.webp`
  const { error } = await client.storage.from(bucket).upload(path, picture, { contentType: 'image/webp' })
  if (error) throw error
  return path
}

/** An entry with a linked post, a label, a reaction and readers. */
async function writeChangelog(admin: Person, member: Person, server: Client): Promise<void> {
  const post = await findPost(admin, 'Saved searches')
  const draft = { entry_id: null as never, new_title: 'Searches can be saved', new_body: 'At *last*.' }
  const { data } = await admin.client
    .rpc('admin_save_entry', { ...draft, labels: [1], posts: [post] })
    .single()
    .throwOnError()
  const entry_id = data.id
  await admin.client.rpc('admin_publish_entry', { entry_id }).throwOnError()
  await member.client.rpc('set_reaction', { entry_id, wanted: 'love' }).throwOnError()
  await member.client.rpc('see_changelog').throwOnError()
  await server.rpc('subscribe_to_changelog', { address: 'news@example.org' }).throwOnError()
}

/** What a member does: writes, edits and deletes posts, votes, writes all kinds of comments, adds pictures. */
async function takePart(member: Person): Promise<void> {
  const { id, client } = member
  const own = await post(member, 'Keep the board of the last version')
  const changed = { new_title: 'Keep the board of every version', new_details: 'Also *this one*.' }
  await client.rpc('edit_post', { post_id: own, ...changed, seen_revision: 0 }).throwOnError()
  await client.rpc('delete_post', { post_id: await post(member, 'Posted twice') }).throwOnError()
  const other = await findPost(member, 'Saved searches')
  await client.rpc('say_same', { post_id: own, other_id: other }).throwOnError()
  await client.rpc('set_vote', { post_id: other, wanted: true }).throwOnError()
  const answered = await say(member, other, 'First thought')
  await say(member, other, 'Second thought', answered)
  const edited = await say(member, own, 'Third thuoght')
  const words = { comment_id: edited, new_body: 'Third thought', seen_revision: 0 }
  await client.rpc('edit_comment', words).throwOnError()
  await client.rpc('delete_comment', { comment_id: answered }).throwOnError()
  const size = { width: 10, height: 10, alt: 'A dot' }
  const [shown, removed, said] = [
    await store(member, 'images'),
    await store(member, 'images'),
    await store(member, 'images'),
  ]
  await client
    .from('images')
    .insert({ post_id: own, path: shown, ...size })
    .throwOnError()
  await client
    .from('images')
    .insert({ post_id: own, path: removed, ...size })
    .throwOnError()
  await client
    .from('images')
    .insert({ comment_id: edited, path: said, ...size })
    .throwOnError()
  await client.from('images').delete().eq('path', removed).throwOnError()
  const avatar_url = await store(member, 'avatars')
  await client.from('profiles').update({ avatar_url }).eq('id', id).throwOnError()
}

/** What an admin does to other people's content. */
async function answer(admin: Person): Promise<void> {
  const { client } = admin
  const post_ids = [await findPost(admin, 'Keep the board of every version')]
  const planned = { post_ids, new_state: 'planned' as const, public_note: 'Soon' }
  await client.rpc('admin_set_state', planned).throwOnError()
  const { data: category } = await client
    .from('categories')
    .insert({ slug: 'releases', name: 'Releases', position: 4 })
    .select('id')
    .single()
    .throwOnError()
  await client.rpc('admin_set_category', { post_ids, new_category: category.id }).throwOnError()
  const twice = { post_ids: [await post(admin, 'Keep boards of all versions')], into_id: post_ids[0]! }
  await client.rpc('merge_posts', twice).throwOnError()
  await client.rpc('suggest_merges').throwOnError()
  const other_id = await findPost(admin, 'Saved searches')
  await client.rpc('set_different', { post_id: post_ids[0]!, other_id, wanted: true }).throwOnError()
  await client
    .from('post_notes')
    .insert({ post_id: other_id, body: 'Two customers ask for it.' })
    .throwOnError()
  const [voter] = (await client.from('profiles').select('id').eq('name', 'Demo member').throwOnError()).data
  const given = {
    post_id: await findPost(admin, 'Templates for new posts'),
    person_id: voter!.id,
    why: 'Asked on the phone',
  }
  await client.rpc('admin_give_vote', given).throwOnError()
  const known = { post_id: given.post_id, address: 'caller@example.org', why: given.why }
  await client.rpc('admin_give_vote_by_address', known).throwOnError()
  const view = { name: 'Popular', query: 'min=10', is_shared: true }
  await client.from('dashboard_views').insert(view).throwOnError()
  const answered = { name: 'Thanks', body: 'Thank you, {name}.' }
  await client.from('canned_answers').insert(answered).throwOnError()
  const { data: tag } = await client
    .from('tags')
    .insert({ name: 'Customers' })
    .select('id')
    .single()
    .throwOnError()
  await client.rpc('admin_change_tags', { post_ids: [other_id], added: [tag.id], removed: [] }).throwOnError()
}

/** A logo in the site's folder. */
async function giveLogo({ client }: Person): Promise<void> {
  const path = `site/${randomUUID()}.webp`
  const { error } = await client.storage.from('images').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw error
  await client.rpc('admin_set_logo', { path, width: 10, height: 10 }).throwOnError()
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

/** A hidden post, a hidden comment, a blocked person, and a report. */
async function keepOrder(admin: Person, member: Person, sql: Sql): Promise<void> {
  const hidden = await post(admin, 'Cheap watches')
  const line = await say(admin, await findPost(admin, 'Saved searches'), 'Cheaper watches')
  const why = { reason: 'spam' }
  await admin.client.rpc('hide_posts', { post_ids: [hidden], ...why }).throwOnError()
  await admin.client.rpc('hide_comments', { comment_ids: [line], ...why }).throwOnError()
  const [reader] = await sql<{ id: string }[]>`select id from auth.users where email = 'reader@example.com'`
  await admin.client.rpc('block_people', { person_ids: [reader!.id], ...why }).throwOnError()
  const reported = await findPost(admin, 'Saved searches')
  await member.client.rpc('report', { of_post: reported, reason: 'a duplicate' }).throwOnError()
}

/** An excluded vote that was removed, and one with a known network. */
async function doubtVotes(admin: Person, member: Person, server: Client): Promise<void> {
  const of_post = await findPost(admin, 'Saved searches')
  const doubted = { of_post, wanted: true, person_ids: [member.id] }
  await admin.client.rpc('set_votes_aside', doubted).throwOnError()
  await member.client.rpc('set_vote', { post_id: of_post, wanted: false }).throwOnError()
  const own = await findPost(admin, 'Keep the board of every version')
  const known = { voter: member.id, of_post: own, address: '192.0.2.1' }
  await server.rpc('note_vote_network', known).throwOnError()
}

/** A webhook with a pending test. */
async function listenOutside({ client }: Person): Promise<void> {
  const wanted = { address: 'https://127.0.0.1/hook', shape: 'json', kinds: ['post.created'] }
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
