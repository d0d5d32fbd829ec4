import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, sql } from '../support/database.ts'

const strangers = 'a password of a stranger'
const own = 'correct horse battery'

/** An address that a stranger signed up with. */
async function claimed() {
  const email = `${randomUUID()}@example.com`
  const { data } = await anonClient().auth.signUp({ email, password: strangers })
  return { email, id: data.user!.id }
}

/** Follows the link of a mail, as whoever reads the mails of the address does. */
async function follow(email: string, type: 'recovery' | 'signup') {
  if (type === 'recovery') await anonClient().auth.resetPasswordForEmail(email)
  const [row] = await sql`select recovery_token, confirmation_token from auth.users where email = ${email}`
  const client = anonClient()
  const token_hash = type === 'recovery' ? row!.recovery_token : row!.confirmation_token
  expect((await client.auth.verifyOtp({ token_hash, type })).error).toBeNull()
  return client
}

const signIn = async (email: string, password: string) =>
  (await anonClient().auth.signInWithPassword({ email, password })).error?.code

describe.each(['recovery', 'signup'] as const)('the link of a %s mail', (type) => {
  test('lets nobody in with the password of whoever signed up first', async () => {
    const { email } = await claimed()
    const client = await follow(email, type)
    expect(await signIn(email, strangers)).toBe('invalid_credentials')
    expect((await client.rpc('get_viewer').single()).data).toMatchObject({ has_password: false })
    expect((await client.rpc('is_recovering')).data).toBe(type === 'recovery')
    expect((await client.auth.updateUser({ password: own })).error).toBeNull()
    expect(await signIn(email, strangers)).toBe('invalid_credentials')
    expect(await signIn(email, own)).toBeUndefined()
  })
})

test('a recovery leaves the password of a confirmed account until there is a new one', async () => {
  const { email } = await claimed()
  await (await follow(email, 'signup')).auth.updateUser({ password: own })
  await follow(email, 'recovery')
  expect(await signIn(email, own)).toBeUndefined()
})

test('a mail that was only asked for changes nothing', async () => {
  const { email, id } = await claimed()
  const password = async () => (await sql`select encrypted_password from auth.users where id = ${id}`)[0]
  const before = await password()
  for (let count = 0; count < 2; count++) await anonClient().auth.resetPasswordForEmail(email)
  expect(await password()).toEqual(before)
})

// The auth service of a hosted project blanks the tokens: of a recovery before it confirms, of a sign-up with it, and
// with a password that an operator gives.
test.each([
  ['a recovery', `recovery_token = ''`, true],
  ['a sign-up', `confirmation_token = '', email_confirmed_at = now()`, true],
  ['an operator who confirms', `email_confirmed_at = now()`, false],
  ['an operator who sets a password', `encrypted_password = 'x', confirmation_token = ''`, false],
])('by %s on a hosted project the first password goes: %s', async (_, change, goes) => {
  const { id } = await claimed()
  await sql`update auth.users set recovery_token = ${randomUUID()} where id = ${id}`
  const [row] = await sql.unsafe(
    `update auth.users set ${change} where id = '${id}' returning encrypted_password`,
  )
  expect(row!.encrypted_password === '').toBe(goes)
})
