import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'

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
