import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { checkAttempts } from '../../supabase/commands/doctor-checks.ts'
import {
  checkAccountMails,
  checkDatabase,
  checkJobs,
  checkMailServer,
} from '../../supabase/commands/doctor-database.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { createMember, createPost, sql } from '../support/database.ts'
import { toMend } from '../support/doctor.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY } = process.env as Record<
  string,
  string
>

test('an unreachable database is one of the doctor’s findings', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--conditions=react-server', join(projectRoot, 'supabase/commands/doctor.ts')],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_PUBLIC_SUPABASE_URL: TEST_SUPABASE_URL,
        NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: TEST_SUPABASE_PUBLISHABLE_KEY,
        SITE_URL: 'http://localhost:9',
        DATABASE_URL: 'postgresql://postgres:x@127.0.0.1:9/postgres',
      },
    },
  )
  expect(status).toBe(1)
  expect(stdout).toContain('ok    The database connection is local or encrypted.')
  expect(stdout).toContain(
    "WARN  SUPABASE_ACCESS_TOKEN is not set, so email settings and limits weren't checked.\n      Set",
  )
  expect(stdout).toMatch(/FIX {3}Can't use the database 127\.0\.0\.1:9\/postgres: .*\n +Check DATABASE_URL/)
  expect(stdout).toMatch(/\n\d+ to fix, \d+ warnings?\.\n$/)
})

test('the doctor says whether attempts are counted, and finds a wrong secret key', async () => {
  const look = (key?: string, proxies?: number) => checkAttempts(TEST_SUPABASE_URL!, key, proxies)
  expect(await look(TEST_SUPABASE_SECRET_KEY, 1)).toMatchObject({
    level: 'ok',
    what: expect.stringContaining('are counted per'),
  })
  expect(await look(TEST_SUPABASE_SECRET_KEY)).toMatchObject({
    level: 'warn',
    advice: 'Set TRUSTED_PROXIES.',
  })
  expect(await look()).toMatchObject({ level: 'warn', advice: 'Set SUPABASE_SECRET_KEY.' })
  expect(await look('sb_secret_wrong', 1)).toMatchObject({ level: 'fix' })
})

test('the doctor finds a site whose name isn’t reserved', async () => {
  const find = async (name?: string) => toMend(await checkDatabase(sql, name)).map(({ advice }) => advice)
  expect(await find()).not.toContain('npm run admin -- reserve Signpost')
  expect(await find('Nobody reserved')).toContain('npm run admin -- reserve Nobody reserved')
})

/** The doctor’s findings in a database after this change, rolled back. */
function findAfter(breakIt: (transaction: TransactionSql) => Promise<unknown>, check = checkDatabase) {
  return sql
    .begin(async (transaction) => {
      await breakIt(transaction)
      const found = await check(transaction as unknown as typeof sql)
      throw Object.assign(new Error('undo'), { found })
    })
    .catch((error: Error & { found: Awaited<ReturnType<typeof checkDatabase>> }) => toMend(error.found))
}

test('the doctor finds a table that anyone could read', async () => {
  const found = await findAfter((transaction) => transaction`create table private.forgotten (id int)`)
  expect(found.map(({ what }) => what)).toContain('Row level security is off for private.forgotten.')
})

/** The newest account, confirmed with this user agent. */
const confirmBy = (userAgent: string, id: string) => async (transaction: TransactionSql) => {
  // The local backend stores this as text inside JSON.
  const data = transaction.json({ provider: 'email' })
  await transaction`
    update auth.users set email_confirmed_at = now() + interval '1 hour', raw_app_meta_data = ${data}
    where id = ${id}`
  await transaction`
    update auth.sessions set created_at = now() + interval '1 hour', user_agent = ${userAgent} where user_id = ${id}`
}

test('the doctor recognizes default emails from an account', async () => {
  const { id } = await createMember()
  const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
  const found = await findAfter(confirmBy(browser, id), checkAccountMails)
  expect(found).toMatchObject([{ advice: expect.stringContaining('supabase config push') }])
  const scanner = 'python-requests/2.32'
  expect(await findAfter(confirmBy(scanner, id), checkAccountMails)).toMatchObject([{ level: 'fix' }])
  for (const ours of ['node', 'Firefox on Windows']) {
    expect(await findAfter(confirmBy(ours, id), checkAccountMails)).toEqual([])
  }
  const choose = async (transaction: TransactionSql) => {
    await confirmBy(browser, id)(transaction)
    await transaction`update auth.users set confirmation_sent_at = null where id = ${id}`
  }
  expect(await findAfter(choose, checkAccountMails)).toMatchObject([{ level: 'fix' }])
  const invite = async (transaction: TransactionSql) => {
    await confirmBy(browser, id)(transaction)
    await transaction`update auth.users set invited_at = now() where id = ${id}`
  }
  expect(await findAfter(invite, checkAccountMails)).toEqual([])
})

test('the doctor finds a database of other migrations', async () => {
  const found = await findAfter(
    (transaction) => transaction`
      update supabase_migrations.schema_migrations set version = '20261120000100'
      where version = (select min(version) from supabase_migrations.schema_migrations)`,
  )
  const said = found.map(({ what, advice }) => `${what} ${advice}`).join('\n')
  expect(said).toContain("1 migrations aren't applied")
  expect(said).toContain(
    "made by another version of Signpost: 1 of its migrations don't exist here (20261120000100)",
  )
  expect(said).toContain('npx supabase db reset --remote --no-seed')
})

test('the doctor finds images without objects and objects without images, and clean-up removes them', async () => {
  const person = await createMember()
  const { id } = await createPost({ authorId: person.id })
  const path = () => `${person.id}/${crypto.randomUUID()}.webp`
  const [object, row, portrait, whole] = [path(), path(), path(), path()]
  const sized = (width: number) => whole.replace('.', `-${width}.`)
  const found = await findAfter(async (transaction) => {
    await transaction`
      insert into storage.objects (bucket_id, name, created_at)
      select 'images', unnest(${[object, whole, sized(320), sized(1280)]}::text[]), now() - interval '2 days'`
    await transaction`
      insert into public.images (post_id, uploader_id, path, width, height, widths, created_at)
      values (${id}, ${person.id}, ${row}, 10, 10, '{}', now() - interval '2 days'),
        (${id}, ${person.id}, ${whole}, 10, 10, '{320, 640}', now() - interval '2 days')`
    await transaction`update public.profiles set avatar_url = ${portrait} where id = ${person.id}`
    const strays =
      await transaction`select path from private.find_strays() where path like ${`${person.id}/%`}`
    expect(strays.map((stray) => stray.path).toSorted()).toEqual(
      [object, row, portrait, sized(640), sized(1280)].toSorted(),
    )
    await transaction`savepoint before`
    await transaction`select private.remove_stray_rows()`
    const left = await transaction`select path from private.find_strays() where path like ${`${person.id}/%`}`
    expect(left.map((stray) => stray.path).toSorted()).toEqual([object, sized(1280)].toSorted())
    expect([...(await transaction`select widths from public.images where path = ${whole}`)]).toEqual([
      { widths: [320] },
    ])
    await transaction`rollback to savepoint before`
  })
  expect(found.find(({ advice }) => advice === 'npm run clean-up')?.what).toMatch(
    /^\d+ stored files belong to nothing, \d+ pictures have no file\.$/,
  )
})

test('the doctor says whether people are notified, and finds emails that wait or didn’t arrive', async () => {
  expect(checkMailServer(false, undefined, undefined)).toMatchObject({ level: 'ok' })
  for (const isOwnProject of [false, true]) {
    const mailServer = 'mail.example.com'
    expect(checkMailServer(isOwnProject, 'postgresql://x', mailServer).what).toContain(
      'through mail.example.com',
    )
  }
  expect(checkMailServer(true, undefined, undefined)).toMatchObject({
    level: 'fix',
    what: expect.stringContaining('No emails are sent'),
  })
  expect(checkMailServer(true, 'postgresql://x', undefined)).toMatchObject({
    level: 'warn',
    advice: expect.stringContaining('Set up a mail server'),
  })
  const person = await createMember()
  const { id } = await createPost()
  const found = await sql
    .begin(async (transaction) => {
      await transaction`
        with event as (
          insert into private.events (kind, post_id, created_at)
          values ('post.state', ${id}, now() - interval '1 hour') returning id
        ) insert into private.untold (event_id) select id from event`
      await transaction`
        insert into private.mails (kind, person_id, state, due_at)
        values ('test', ${person.id}, 'unknown', now()), ('test', ${person.id}, 'ready', now() - interval '2 hours')`
      await transaction`
        insert into private.webhooks (address, shape, kinds, secret, failing_since, off_at, off_reason)
        values
          ('https://late.example.org/key', 'json', '{post.created}', 'x', now() - interval '2 hours', null, null),
          ('https://new.example.org/key', 'json', '{post.created}', 'x', now(), null, null),
          ('https://gone.example.org/key', 'json', '{post.created}', 'x', now(), now(), 'Gone.')`
      throw Object.assign(new Error('undo'), { found: await checkJobs(transaction as unknown as typeof sql) })
    })
    .catch((error: Error & { found: Awaited<ReturnType<typeof checkJobs>> }) => toMend(error.found))
  expect(found.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^\d+ events are waiting/),
    expect.stringMatching(/^\d+ emails have been waiting for more than an hour/),
    expect.stringMatching(/^\d+ emails in the last day failed/),
    expect.stringMatching(
      /^Deliveries are failing for the webhooks to .*\bgone\.example\.org \(turned off\), .*\blate\.example\.org/,
    ),
  ])
  expect(found.at(-1)!.what).not.toContain('new.example.org')
})
