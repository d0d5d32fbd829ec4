import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { anonClient, createMember, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Asks the auth service as a visitor or with a person's token. */
async function ask(method: string, path: string, body: object, accessToken?: string) {
  const response = await fetch(`${TEST_SUPABASE_URL}${path}`, {
    method,
    headers: {
      apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
      'Content-Type': 'application/json',
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

test.each(['/auth/v1/user', '/auth/v1/%75ser', '/auth/v1/user/'])(
  'PUT %s can’t change an account’s address',
  async (path) => {
    const { id, accessToken } = await createMember()
    const email = `${randomUUID()}@example.com`
    expect((await ask('PUT', path, { email }, accessToken)).status).not.toBe(200)
    const [account] = await sql`select email, email_change from auth.users where id = ${id}`
    expect(account!.email).not.toBe(email)
    expect(account!.email_change ?? '').toBe('')
  },
)

test.each(['/auth/v1/%75ser', '/auth/v1/user/'])('PUT %s doesn’t bypass the fresh sign-in', async (path) => {
  const { id, accessToken } = await createMember()
  await sql`update auth.sessions set created_at = now() - interval '2 days' where user_id = ${id}`
  const [before] = await sql`select encrypted_password from auth.users where id = ${id}`
  await ask('PUT', path, { password: 'another horse battery' }, accessToken)
  expect((await sql`select encrypted_password from auth.users where id = ${id}`)[0]).toEqual(before)
})

test.each(['/auth/v1/otp', '/auth/v1/%6ftp', '/auth/v1/magiclink'])(
  '%s answers the same for an address with and without an account',
  async (path) => {
    const { id } = await createMember()
    const [account] = await sql`select email from auth.users where id = ${id}`
    const known = await ask('POST', path, { email: account!.email, create_user: false })
    const unknown = await ask('POST', path, { email: `${randomUUID()}@example.com`, create_user: false })
    expect(known).toEqual(unknown)
    expect(known.status).toBeGreaterThanOrEqual(400)
  },
)

// A page that stays open renews its session from the browser, which asks for permission first.
test.each(['token?grant_type=refresh_token', 'user', 'verify', 'signup', 'factors'])(
  'browsers on other origins may ask /auth/v1/%s',
  async (path) => {
    const { status, headers } = await fetch(`${TEST_SUPABASE_URL}/auth/v1/${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'apikey,authorization,content-type,x-client-info',
      },
    })
    expect(status).toBeLessThan(300)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-headers')).toMatch(/\*|authorization/i)
    const answer = await fetch(`${TEST_SUPABASE_URL}/auth/v1/${path}`, { method: 'POST', body: '{}' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  },
)

const { accessToken } = await createMember()

const none = ['null', 'false', '0', '"x"', '{', '']
const noTexts = [5, {}, [], null, false].map((text) => JSON.stringify({ email: text, password: text }))
const noPasswords = [5, {}, [], null, false, 0].map((password) => JSON.stringify({ password }))

test.each([
  ['PUT', '/auth/v1/user', [...none, ...noPasswords]],
  ['PUT', '/auth/v1/%75ser/', [...none, ...noPasswords]],
  ['POST', '/auth/v1/token?grant_type=password', [...none, ...noTexts]],
  ['POST', '/auth/v1/token?grant_type=refresh_token', [...none, '{"refresh_token":5}']],
  ['POST', '/auth/v1/signup', [...none, ...noTexts]],
  ['POST', '/auth/v1/recover', [...none, ...noTexts]],
  ['POST', '/auth/v1/resend', [...none, ...noTexts]],
  ['POST', '/auth/v1/verify', [...none, '{"type":"signup","token_hash":5}']],
  ['POST', '/storage/v1/object/list/avatars', none],
  ['DELETE', '/storage/v1/object/avatars', none],
  ['POST', '/storage/v1/object/move', none],
  ['POST', '/storage/v1/object/sign/avatars/x', none],
])('%s %s with a body that says nothing is refused, and is no error', async (method, path, bodies) => {
  for (const body of bodies) {
    const { status } = await fetch(`${TEST_SUPABASE_URL}${path}`, {
      method,
      body,
      headers: {
        apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
      },
    })
    expect([body, status < 500]).toEqual([body, true])
  }
})

/** Sends a request with its target exactly as written, which fetch doesn't. */
async function askTarget(path: string, body: object): Promise<string> {
  const { hostname, port } = new URL(TEST_SUPABASE_URL!)
  const headers = { apikey: TEST_SUPABASE_PUBLISHABLE_KEY!, 'Content-Type': 'application/json' }
  const sent = request({ hostname, port, path, headers, method: 'POST' }).end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return `${response.statusCode} ${Buffer.concat(await response.toArray()).toString()}`
}

test.each([
  '/auth/v1/token#?grant_type=password',
  '/auth/v1/token?a#&grant_type=password',
  '/auth/v1/otp#/',
  '/rest/v1/categories#?limit=1',
])('a request for %s is refused before it is read', async (target) => {
  const guess = { email: `${randomUUID()}@example.com`, password: 'a guess' }
  expect(await askTarget(target, guess)).toBe('400 {"msg":"Send no fragment (#)."}')
})

/** An address that a stranger signed up with, under a name they chose. */
async function claimed(name = 'Silly Stranger') {
  const email = `${randomUUID()}@example.com`
  const data = { name, junk: 'of a stranger', came_from: '/roadmap' }
  const { data: made } = await anonClient().auth.signUp({
    email,
    password: 'correct horse battery',
    options: { data },
  })
  return { email, id: made.user!.id }
}

const nameOf = async (id: string) => (await sql`select name from public.profiles where id = ${id}`)[0]!.name
const dataOf = async (id: string) =>
  (await sql`select raw_user_meta_data as data from auth.users where id = ${id}`)[0]!.data
const confirm = (id: string) => sql`update auth.users set email_confirmed_at = now() where id = ${id}`

/** As the auth service links another site’s sign-in: that site’s data replaces the stranger’s. */
async function comeFrom(id: string, data: object) {
  const said = { sub: id, email_verified: true, ...data }
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${randomUUID()}, 'github', ${randomUUID()}, ${id}, ${sql.json(said)})`
  await sql`update auth.users set raw_user_meta_data = ${sql.json(said)} where id = ${id}`
}

test('an identity keeps what identifies it, and nothing else that someone put there', async () => {
  const { id } = await claimed()
  const filled = {
    name: 'Silly Stranger',
    user_name: 'silly',
    junk: 'y'.repeat(20_000),
    avatar_url: 'z'.repeat(9_900),
  }
  for (const provider of ['email', 'github']) {
    const said = { sub: id, email: `${'a'.repeat(240)}@example.com`, email_verified: false, ...filled }
    const [kept] = await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, ${provider}, ${randomUUID()}, ${id}, ${sql.json(said)}) returning identity_data as data`
    const { sub, email, email_verified, name, user_name } = said
    const known = { sub, email, email_verified }
    expect(kept!.data).toEqual(provider === 'email' ? known : { ...known, name, user_name })
  }
})

async function follow(email: string, type: 'recovery' | 'signup') {
  if (type === 'recovery') await anonClient().auth.resetPasswordForEmail(email)
  const [row] = await sql`select recovery_token, confirmation_token from auth.users where email = ${email}`
  const token_hash = type === 'recovery' ? row!.recovery_token : row!.confirmation_token
  expect((await anonClient().auth.verifyOtp({ token_hash, type })).error).toBeNull()
}

test.each<[string, (account: { email: string; id: string }) => Promise<unknown>]>([
  ['a recovery mail', ({ email }) => follow(email, 'recovery')],
  ['a confirmation mail, past the form for a name', ({ email }) => follow(email, 'signup')],
  // As the auth service writes it.
  [
    'a link to sign in',
    ({ id }) =>
      sql.begin((as) => [
        as`update auth.users set recovery_token = '' where id = ${id}`,
        as`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = ${id}`,
      ]),
  ],
  [
    'an invitation',
    async ({ id }) => {
      await sql`update auth.users set invited_at = now(), confirmation_token = 'invited' where id = ${id}`
      await sql`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = ${id}`
    },
  ],
  [
    'the link for a new address',
    ({ id }) =>
      sql.begin((as) => [
        as`update auth.users set email = ${`${randomUUID()}@example.com`} where id = ${id}`,
        as`update auth.users set email_confirmed_at = now() where id = ${id}`,
      ]),
  ],
  [
    'a confirmation mail, after a sign-in at a site that had not checked the address',
    async ({ id }) => {
      await comeFrom(id, { name: 'Silly Stranger', email_verified: false })
      await sql`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = ${id}`
    },
  ],
  ['an operator', ({ id }) => confirm(id)],
])('nothing that a stranger chose stands after %s', async (_, prove) => {
  const account = await claimed()
  expect(await nameOf(account.id)).toBe('New member')
  await prove(account)
  expect(await nameOf(account.id)).toBe('New member')
  expect(JSON.stringify(await dataOf(account.id))).not.toContain('tranger')
})

test.each([
  ['the name of that site', { name: 'Octo Cat', full_name: 'Octo Cat', user_name: 'octo' }, 'Octo Cat'],
  ['its user name where there is no other', { user_name: 'octo' }, 'octo'],
  ['none that looks like the site’s', { name: 'Signpost' }, 'New member'],
  ['none where that site says none', {}, 'New member'],
])('whoever comes with the address from another site has %s', async (_, said: object, name) => {
  for (const strangers of ['Silly Stranger', name]) {
    const { id } = await claimed(strangers)
    await comeFrom(id, said)
    await confirm(id)
    expect(await nameOf(id)).toBe(name)
    expect(await dataOf(id)).toMatchObject(said)
  }
})

test('the return page is kept for someone who follows an email without choosing a name', async () => {
  const { email, id } = await claimed()
  await follow(email, 'signup')
  expect(await dataOf(id)).toMatchObject({ came_from: '/roadmap' })
})

test('no one is renamed after their address is confirmed', async () => {
  const { id } = await claimed()
  await confirm(id)
  await sql`update public.profiles set name = 'Nora Lin' where id = ${id}`
  await comeFrom(id, { name: 'Octo Cat' })
  await sql`update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = ${id}`
  expect(await nameOf(id)).toBe('Nora Lin')
})

test.each([
  ['with the account', true],
  ['in the transaction that makes it, as without confirmations', false],
])('an account that the service confirms %s keeps its name', async (_, isAtOnce) => {
  const [id, data] = [randomUUID(), { name: 'Kim Tester', theme: 'dark' }]
  await sql.begin(async (as) => {
    await as`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${id}@example.com`}, ${isAtOnce ? new Date() : null}, ${sql.json(data)})`
    if (!isAtOnce) await as`update auth.users set email_confirmed_at = now() where id = ${id}`
  })
  expect(await nameOf(id)).toBe('Kim Tester')
  expect(await dataOf(id)).toMatchObject(data)
})
