import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { createDemoAccounts } from '../../supabase/local/demo-accounts.ts'
import { useLocalBackend } from '../../supabase/commands/environment.ts'
import { mailsTo } from '../e2e/mailbox.ts'
import { startTestBackend } from '../support/start-backend.ts'
import { testTable } from '../support/test-table.ts'

// Operators’ commands, run like `npm run` next to a local backend, which they find themselves.
const folder = mkdtempSync(join(tmpdir(), 'signpost-commands-'))

const backend = await startTestBackend(folder)
await createDemoAccounts(backend)
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })

afterAll(async () => {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => vi.unstubAllEnvs())

/** What a command prints. */
async function run(command: string, ...args: string[]): Promise<string> {
  const file = join(projectRoot, `supabase/commands/${command}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    env: { ...process.env, SIGNPOST_DATA: folder },
  })
  return stdout
}

const rename = async (email: string, name: string) => {
  const [account] = await sql`select id from auth.users where email = ${email}`
  return sql
    .begin(async (as) => {
      const claims = JSON.stringify({ role: 'authenticated', sub: account!.id })
      await as`select set_config('request.jwt.claims', ${claims}, true),
                      set_config('request.jwt.claim.sub', ${account!.id}, true)`
      await as`set local role authenticated`
      await as`update public.profiles set name = ${name} where id = ${account!.id}`
    })
    .then(() => null)
    .catch((error: { code: string }) => error.code)
}

test('an operator reserves a name of several words for admins', async () => {
  expect(await run('admin', 'reserve', 'Acme', 'Corp')).toBe(
    'Only admins can use the name Acme Corp from now on.\n',
  )
  expect(await rename('member@example.com', 'Асmе-Cоrp')).toBe('23514')
  expect(await rename('member@example.com', 'Acme')).toBeNull()
  expect(await rename('admin@example.com', 'Acme Corp')).toBeNull()
  expect(await run('admin', 'reserve', 'ACME corp')).toBe(
    'The name ACME corp is already reserved for admins.\n',
  )
})

test('an operator learns who already has the name', async () => {
  expect(await rename('member@example.com', 'Widget Works')).toBeNull()
  expect(await run('admin', 'reserve', 'Widgetworks')).toContain('One person already uses it')
})

test.each([[[]], [['reserve']], [['reserve', ' ']], [['grant', 'a@example.com', 'b']], [['list', 'all']]])(
  'admin %j prints its usage',
  async (args) => {
    await expect(run('admin', ...args)).rejects.toThrow(/reserve <name>/)
  },
)

test.each([
  ['admin', 'run admin'],
  ['templates', 'run templates'],
  ['clean-up', 'run clean-up'],
  ['db-adopt', 'run db:adopt'],
  ['db-dump', 'run db:dump'],
  ['db-reset', 'run db:reset'],
  ['doctor', 'run doctor'],
  ['recount', 'run recount'],
  ['start', 'start'],
  ['worker', 'run worker'],
])('%s --help prints its usage and does nothing', async (command, name) => {
  expect((await run(command, '--help')).startsWith(`Usage: npm ${name}`)).toBe(true)
})

test.each(['clean-up', 'db-adopt', 'db-reset', 'recount', 'start'])(
  '%s refuses an option it does not know',
  async (command) => {
    await expect(run(command, '--empyt')).rejects.toThrow(/Unknown option '--empyt'[^]*Usage: npm/)
  },
)

test('an invisible name isn’t reserved', async () => {
  await expect(run('admin', 'reserve', '---')).rejects.toThrow('The name --- has no letters or digits.')
})

test('leftovers of interrupted uploads are removed, however many, and nothing that is shown', async () => {
  const [member] = await sql`select id from auth.users where email = 'member@example.com'`
  const [post] = await sql`
    insert into public.posts (category_id, title)
    select id, 'With a picture' from public.categories where slug = 'new-features' returning id`
  const storage = createClient(backend.url, backend.secretKey, { auth: { persistSession: false } }).storage
  const store = async (bucket: string) => {
    const path = `${member!.id}/${randomUUID()}.webp`
    const { error } = await storage
      .from(bucket)
      .upload(path, new Uint8Array([1]), { contentType: 'image/webp' })
    expect(error).toBeNull()
    return path
  }
  const [shown, strayed, fresh, face, oldFace] = [
    await store('images'),
    await store('images'),
    await store('images'),
    await store('avatars'),
    await store('avatars'),
  ]
  await sql`update public.profiles set avatar_url = ${face} where id = ${member!.id}`
  await sql`insert into public.images (post_id, path, width, height) values (${post!.id}, ${shown}, 1, 1)`
  await sql`update storage.objects set created_at = now() - interval '2 days' where name <> ${fresh}`
  await sql`
    insert into storage.objects (bucket_id, name, metadata, created_at)
    select 'images', ${member!.id} || '/' || gen_random_uuid() || '.webp', '{"size": 1}', now() - interval '2 days'
    from generate_series(1, 600)`
  await sql`
    insert into public.images (post_id, path, width, height, created_at)
    values (${post!.id}, ${`${member!.id}/${randomUUID()}.webp`}, 1, 1, now() - interval '2 days')`

  expect((await run('clean-up')).split('\n')).toEqual([
    '0 deleted posts removed in the local database.',
    '0 deleted comments removed in the local database.',
    '601 objects of images removed in the local database.',
    '1 objects of avatars removed in the local database.',
    '1 pictures without an object removed in the local database.',
    '',
  ])
  const kept = (await sql`select name from storage.objects`).map(({ name }) => name)
  expect(kept.toSorted()).toEqual([shown, fresh, face].toSorted())
  const look = async (address: string) =>
    (await fetch(`${backend.url}/storage/v1/object/public/${address}`)).ok
  for (const path of [shown, fresh]) expect(await look(`images/${path}`)).toBe(true)
  expect(await look(`avatars/${face}`)).toBe(true)
  expect(await look(`images/${strayed}`)).toBe(false)
  expect(await look(`avatars/${oldFace}`)).toBe(false)
})

test('clean-up for a project asks for its address and its key', async () => {
  vi.stubEnv('DATABASE_URL', backend.databaseUrl)
  await expect(run('clean-up')).rejects.toThrow('Set NEXT_PUBLIC_SUPABASE_URL and SUPABASE_SECRET_KEY')
})

test('wrong counts are reported, and corrected if asked', async () => {
  const [post] = await sql<{ id: string; category_id: number }[]>`
    with made as (insert into public.categories (slug, name) values ('counted', 'Counted') returning id)
    insert into public.posts (category_id, title) select id, 'Counted' from made returning id, category_id`
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, body) values (${post!.id}, 'Counted') returning id`
  await sql`update public.posts set votes_total = 3, comments_total = 2 where id = ${post!.id}`
  await sql`update public.comments set replies_total = 4 where id = ${comment!.id}`
  await sql`update public.post_totals set posts = 5 where category_id = ${post!.category_id}`
  const wrong = [
    `comments of a post ${post!.id}: 2 stored, 1 counted`,
    `posts of a category in a state ${post!.category_id}: 5 stored, 1 counted`,
    `replies to a comment ${comment!.id}: 4 stored, 0 counted`,
    `votes of a post ${post!.id}: 3 stored, 0 counted`,
  ].join('\n')
  await expect(run('recount')).rejects.toMatchObject({
    stdout: `${wrong}\n4 wrong. Run npm run recount -- --fix to correct them.\n`,
  })
  expect(await run('recount', '--fix')).toBe(`${wrong}\nCorrected 4 counts.\n`)
  expect(await run('recount')).toBe('All counts in the local database are correct.\n')
})

test('an operator resets the lost second factor of the last admin, and the audit log says so', async () => {
  const email = 'admin@example.com'
  expect(await run('admin', 'reset-factors', email)).toContain("doesn't use two-factor authentication")
  await sql`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users where email = ${email}`
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    select gen_random_uuid(), id, 'totp', 'verified' from auth.users where email = ${email}`
  expect(await run('admin', 'reset-factors', email)).toContain('Turned off two-factor authentication')
  expect(await sql`select from auth.mfa_factors where status = 'verified'`).toHaveLength(0)
  const log = await sql`select actor_name from public.audit_log where action = 'factor.reset'`
  expect([...log]).toEqual([{ actor_name: 'Operator' }])
})

testTable([
  { given: '', used: backend.smtpUrl, saves: '1' },
  { given: 'smtp://127.0.0.1:2525', used: 'smtp://127.0.0.1:2525', saves: '' },
])('a local start sends emails to the given server, and to the mailbox without one', async (mails) => {
  const { given, used, saves } = mails
  const set = { SIGNPOST_DATA: folder, SMTP_URL: given, MAIL_FROM: 'feedback@example.com' }
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value)
  for (const name of [
    'NEXT_PUBLIC_SUPABASE_URL',
    'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'DATABASE_URL',
    'SIGNPOST_SAVES_MAILS',
  ])
    vi.stubEnv(name, '')
  await useLocalBackend()
  expect([process.env.SMTP_URL, process.env.SIGNPOST_SAVES_MAILS]).toEqual([used, saves])
})

test('account emails have the name, color and language that the site has when they are sent', async () => {
  const { auth } = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  const mailFor = async (email: string) => {
    expect((await auth.signUp({ email, password: 'correct horse battery' })).error).toBeNull()
    await expect.poll(() => mailsTo(email, backend.mailbox)).toHaveLength(1)
    return mailsTo(email, backend.mailbox)[0]!
  }
  const before = await mailFor('before@example.com')
  expect(before).toMatchObject({ from: 'Signpost', subject: 'Confirm your email address' })
  expect(before.html).toContain('<bdi>Signpost</bdi>')
  await sql`update public.site_settings set name = 'Fieldnotes', accent = '#0f766e', language = 'de'`
  const after = await mailFor('after@example.com')
  expect(after).toMatchObject({ from: 'Fieldnotes', subject: 'Bestätige deine E-Mail-Adresse' })
  expect(after.html).toContain('<bdi>Fieldnotes</bdi>')
  expect(after.html).toContain('background:#0f766e')
})
