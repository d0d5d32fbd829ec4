import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { checkAttempts, checkProject, checkCaptcha } from '../../supabase/commands/doctor-checks.ts'
import { checkSignIn } from '../../supabase/commands/doctor-sign-in.ts'
import {
  checkAccountMails,
  checkDatabase,
  checkJobs,
  checkMailServer,
} from '../../supabase/commands/doctor-database.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { startCaptchaGate } from '../support/captcha-gate.ts'
import { createMember, createPost, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY } = process.env as Record<
  string,
  string
>

const toMend = (findings: { what: string; isFine: boolean; advice?: string }[]) =>
  findings.filter(({ isFine }) => !isFine)

test('the doctor finds nothing wrong with a correct project', async () => {
  await createMember({ admin: true })
  expect(
    toMend(await checkProject(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, 'http://localhost:3000')),
  ).toEqual([])
  expect(toMend(await checkDatabase(sql)).filter(({ what }) => !/counts|have no file/.test(what))).toEqual([])
})

test('the doctor finds providers that the project does not have', async () => {
  const offered = ['gitlab', 'custom:nobody']
  const found = await checkProject(
    TEST_SUPABASE_URL!,
    TEST_SUPABASE_PUBLISHABLE_KEY!,
    'http://localhost:3000',
    offered,
  )
  expect(toMend(found).map(({ what }) => what)).toEqual(
    offered.map((name) => `The site offers sign-in with ${name}, but the project doesn't.`),
  )
  expect(found.map(({ what }) => what)).toContain('People can sign in with a code by email.')
})

test('the doctor finds a secret key, a wrong address and plain http', async () => {
  const secret = await checkProject(
    TEST_SUPABASE_URL!,
    TEST_SUPABASE_SECRET_KEY!,
    'http://feedback.example.com',
  )
  const found = toMend(secret).map(({ what }) => what)
  expect(found).toContain('The site uses a secret key, which is sent to every browser!')
  expect(found.join()).toContain('without https')
  const [nobody] = await checkProject('http://127.0.0.1:9', 'key', 'http://localhost:3000')
  expect(nobody).toMatchObject({ isFine: false, advice: expect.stringContaining('NEXT_PUBLIC_SUPABASE_URL') })
})

test('the doctor says nothing about what a wrong key or a silent project can’t show', async () => {
  const found = toMend(
    await checkProject(TEST_SUPABASE_URL!, 'sb_publishable_wrong', 'http://localhost:3000'),
  )
  expect(found[0]!.what).toContain("to the site's key")
  expect(found.map(({ what }) => what).join()).not.toContain('private schema')
  expect((await checkAttempts('http://127.0.0.1:9', TEST_SUPABASE_SECRET_KEY, 1)).what).toContain(
    "Couldn't check whether",
  )
})

test('the doctor doesn’t take silence for success', async () => {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/rest/v1/categories')) response.end('[]')
    else response.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const found = toMend(
    await checkProject(`http://127.0.0.1:${port}`, 'sb_publishable_x', 'http://localhost:3000'),
  )
  server.close()
  expect(found.map(({ what }) => what)).toEqual([
    `The project at http://127.0.0.1:${port} isn't responding.`,
    "The sign-in service isn't responding.",
    "Storage isn't responding.",
  ])
})

test('the doctor finds that email sign-in is off, that other methods are on, and that GraphQL is served', async () => {
  const settings = {
    disable_signup: false,
    mailer_autoconfirm: false,
    passkeys_enabled: true,
    external: { email: false, phone: true, anonymous_users: false },
  }
  const answers: Record<string, object> = {
    '/auth/v1/settings': settings,
    '/graphql/v1': { data: { __typename: 'Query' } },
  }
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answers[request.url!] ?? [])),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const found = toMend(await checkProject(`http://127.0.0.1:${port}`, 'key', 'http://localhost:3000'))
  server.close()
  expect(found.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'GraphQL is turned on, and its queries bypass the limits of the other API.',
      "Email sign-in is turned off, but the site's forms need it.",
      "The project signs people in with passkeys, which the site doesn't offer. A stolen session can add one, and no one sees it.",
      "The project signs people in with phone numbers, which the site doesn't offer. A stolen session can add one, and no one sees it.",
    ]),
  )
})

test('behind a captcha, the doctor asks with the secret key whether the project sends codes', async () => {
  const server = createServer((request, response) => {
    const isServer = request.headers.authorization === 'Bearer sb_secret_x'
    const code = isServer ? 'email_provider_disabled' : 'captcha_failed'
    response.end(JSON.stringify(request.url === '/auth/v1/otp' ? { error_code: code } : {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const look = async (secretKey?: string) =>
    (await checkSignIn(`http://127.0.0.1:${port}`, 'key', [], secretKey)).map(({ what }) => what)
  expect(await look('sb_secret_x')).toContain(
    "The project doesn't send sign-in codes, so the site doesn't offer them.",
  )
  expect(await look()).toContain(
    "Couldn't check whether the project sends sign-in codes: it requires a captcha.",
  )
  server.close()
})

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
  expect(stdout).toMatch(/FIX {3}Can't use the database 127\.0\.0\.1:9\/postgres: .*\n +Check DATABASE_URL/)
})

test('the doctor says whether attempts are counted, and finds a wrong secret key', async () => {
  const look = (key?: string, proxies?: number) => checkAttempts(TEST_SUPABASE_URL!, key, proxies)
  expect(await look(TEST_SUPABASE_SECRET_KEY, 1)).toMatchObject({
    isFine: true,
    what: expect.stringContaining('are counted per'),
  })
  expect(await look(TEST_SUPABASE_SECRET_KEY)).toMatchObject({ isFine: true, advice: 'Set TRUSTED_PROXIES.' })
  expect(await look()).toMatchObject({ isFine: true, advice: 'Set SUPABASE_SECRET_KEY.' })
  expect(await look('sb_secret_wrong', 1)).toMatchObject({ isFine: false })
})

test('the doctor says whether project and site agree on a captcha', async () => {
  const backend = { url: TEST_SUPABASE_URL!, secretKey: TEST_SUPABASE_SECRET_KEY! }
  const gate = await startCaptchaGate(backend)
  const look = (url: string, provider?: string) => checkCaptcha(url, TEST_SUPABASE_PUBLISHABLE_KEY!, provider)
  expect(await look(backend.url)).toMatchObject({ isFine: true })
  expect(await look(backend.url, 'turnstile')).toMatchObject({
    isFine: false,
    what: expect.stringContaining("that the project doesn't require"),
  })
  expect(await look(gate.url)).toMatchObject({
    isFine: false,
    what: expect.stringContaining("that the site doesn't show"),
  })
  expect(await look(gate.url, 'turnstile')).toMatchObject({ isFine: true })
  gate.stop()
  expect(await look(gate.url, 'turnstile')).toMatchObject({ isFine: false })
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
  expect(await findAfter(confirmBy(scanner, id), checkAccountMails)).toMatchObject([{ isFine: false }])
  for (const ours of ['node', 'Firefox on Windows']) {
    expect(await findAfter(confirmBy(ours, id), checkAccountMails)).toEqual([])
  }
  const choose = async (transaction: TransactionSql) => {
    await confirmBy(browser, id)(transaction)
    await transaction`update auth.users set confirmation_sent_at = null where id = ${id}`
  }
  expect(await findAfter(choose, checkAccountMails)).toMatchObject([{ isFine: false }])
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
  expect(checkMailServer(false, undefined, undefined)).toMatchObject({ isFine: true })
  expect(checkMailServer(true, undefined, undefined)).toMatchObject({
    isFine: false,
    what: expect.stringContaining('No emails are sent'),
  })
  expect(checkMailServer(true, 'postgresql://x', undefined).advice).toBe('Set SMTP_URL and MAIL_FROM.')
  expect(checkMailServer(true, 'postgresql://x', 'smtps://a:b@mail.example.com').what).toContain(
    'through mail.example.com',
  )
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
