import { randomUUID } from 'node:crypto'
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
  'PUT %s gives no account another address',
  async (path) => {
    const { id, accessToken } = await createMember()
    const email = `${randomUUID()}@example.com`
    expect((await ask('PUT', path, { email }, accessToken)).status).not.toBe(200)
    const [account] = await sql`select email, email_change from auth.users where id = ${id}`
    expect(account!.email).not.toBe(email)
    expect(account!.email_change ?? '').toBe('')
  },
)

test.each(['/auth/v1/%75ser', '/auth/v1/user/'])('PUT %s is no way around a fresh sign-in', async (path) => {
  const { id, accessToken } = await createMember()
  await sql`update auth.sessions set created_at = now() - interval '2 days' where user_id = ${id}`
  const [before] = await sql`select encrypted_password from auth.users where id = ${id}`
  await ask('PUT', path, { password: 'another horse battery' }, accessToken)
  expect((await sql`select encrypted_password from auth.users where id = ${id}`)[0]).toEqual(before)
})

test.each(['/auth/v1/otp', '/auth/v1/%6ftp', '/auth/v1/magiclink'])(
  '%s says the same of an account and of none',
  async (path) => {
    const { id } = await createMember()
    const [account] = await sql`select email from auth.users where id = ${id}`
    const known = await ask('POST', path, { email: account!.email, create_user: false })
    const unknown = await ask('POST', path, { email: `${randomUUID()}@example.com`, create_user: false })
    expect(known).toEqual(unknown)
    expect(known.status).toBeGreaterThanOrEqual(400)
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

/** An address that a stranger signed up with, under a name of their choice. */
async function claimed() {
  const email = `${randomUUID()}@example.com`
  const data = { name: 'Silly Stranger' }
  const { data: made } = await anonClient().auth.signUp({
    email,
    password: 'correct horse battery',
    options: { data },
  })
  return made.user!.id
}

const nameOf = async (id: string) => (await sql`select name from public.profiles where id = ${id}`)[0]!.name
/** As the auth service links another site's sign-in: it replaces what the stranger said, then confirms. */
const keep = (id: string, data: Record<string, string>) =>
  sql`update auth.users set raw_user_meta_data = ${sql.json(data)} where id = ${id}`

test('whoever comes with the address from another site has the name of that site, not the stranger’s', async () => {
  const id = await claimed()
  expect(await nameOf(id)).toBe('Silly Stranger')
  await keep(id, { name: 'Octo Cat', full_name: 'Octo Cat', user_name: 'octo' })
  await sql`update auth.users set email_confirmed_at = now(), encrypted_password = null where id = ${id}`
  expect(await nameOf(id)).toBe('Octo Cat')
})

test.each([
  ['its user name where there is no other', { user_name: 'octo' }, 'octo'],
  ['none that looks like the site’s', { name: 'Signpost' }, 'New member'],
  ['none where that site says none', {}, 'New member'],
])('and gets %s', async (_, data: Record<string, string>, name) => {
  const id = await claimed()
  await keep(id, data)
  expect(await nameOf(id)).toBe(name)
})

test.each(['email_confirmed_at', 'last_sign_in_at'])('with %s nobody is renamed any more', async (column) => {
  const id = await claimed()
  await sql`update auth.users set ${sql(column)} = now() where id = ${id}`
  await sql`update public.profiles set name = 'Nora Lin' where id = ${id}`
  await keep(id, { name: 'Octo Cat' })
  expect(await nameOf(id)).toBe('Nora Lin')
})
