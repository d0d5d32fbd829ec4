import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkAttempts, checkProject, checkCaptcha } from '../../supabase/commands/doctor-checks.ts'
import { checkSignIn } from '../../supabase/commands/doctor-sign-in.ts'
import { checkDatabase } from '../../supabase/commands/doctor-database.ts'
import { startCaptchaGate } from '../support/captcha-gate.ts'
import { createMember, sql } from '../support/database.ts'
import { toMend } from '../support/doctor.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY } = process.env as Record<
  string,
  string
>

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
  expect(nobody).toMatchObject({ level: 'fix', advice: expect.stringContaining('NEXT_PUBLIC_SUPABASE_URL') })
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

test('the doctor says whether project and site agree on a captcha', async () => {
  const backend = { url: TEST_SUPABASE_URL!, secretKey: TEST_SUPABASE_SECRET_KEY! }
  const gate = await startCaptchaGate(backend)
  const look = (url: string, provider?: string) => checkCaptcha(url, TEST_SUPABASE_PUBLISHABLE_KEY!, provider)
  expect(await look(backend.url)).toMatchObject({ level: 'ok' })
  expect(await look(backend.url, 'turnstile')).toMatchObject({
    level: 'fix',
    what: expect.stringContaining("that the project doesn't require"),
  })
  expect(await look(gate.url)).toMatchObject({
    level: 'fix',
    what: expect.stringContaining("that the site doesn't show"),
  })
  expect(await look(gate.url, 'turnstile')).toMatchObject({ level: 'ok' })
  gate.stop()
  expect(await look(gate.url, 'turnstile')).toMatchObject({ level: 'fix' })
})
