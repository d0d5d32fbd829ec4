import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anonClient, serverClient, sql } from '../support/database.ts'

const strangers = 'a password of a stranger'
const own = 'correct horse battery'

/** An address that a stranger signed up with. */
async function claimed() {
  const email = `${randomUUID()}@example.com`
  const options = { data: { name: 'Silly Stranger', junk: 'x'.repeat(100) } }
  const { data } = await anonClient().auth.signUp({ email, password: strangers, options })
  return { email, id: data.user!.id }
}

/** Follows the link of an email, as the person who reads the address’s emails does. */
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
  test('lets no one in with the password of the person who signed up first', async () => {
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

test('a recovery keeps the password of a confirmed account until there is a new one', async () => {
  const { email } = await claimed()
  await (await follow(email, 'signup')).auth.updateUser({ password: own })
  await follow(email, 'recovery')
  expect(await signIn(email, own)).toBeUndefined()
})

test('merely requesting an email changes nothing', async () => {
  const { email, id } = await claimed()
  const password = async () => (await sql`select encrypted_password from auth.users where id = ${id}`)[0]
  const before = await password()
  for (let count = 0; count < 2; count++) await anonClient().auth.resetPasswordForEmail(email)
  expect(await password()).toEqual(before)
})

// A hosted project’s auth service clears the tokens: for a recovery before it confirms, for a sign-up with it, and with
// a password that an operator sets.
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

describe('the holder of an email’s link', () => {
  const tokenOf = async (id: string) =>
    String((await sql`select confirmation_token from auth.users where id = ${id}`)[0]!.confirmation_token)
  const choose = (token: string, name = 'Nora', password = own) =>
    serverClient().rpc('choose_first_password', { token, name, password })
  const nameOf = async (id: string) => (await sql`select name from public.profiles where id = ${id}`)[0]!.name

  test('chooses name and password, which take effect once the address is confirmed, and not before', async () => {
    const { email, id } = await claimed()
    expect((await choose(await tokenOf(id))).data).toBe(true)
    expect(await signIn(email, own)).toBe('email_not_confirmed')
    await follow(email, 'signup')
    expect(await signIn(email, own)).toBeUndefined()
    expect(await signIn(email, strangers)).toBe('invalid_credentials')
    expect([...(await sql`select from private.first_passwords where user_id = ${id}`)]).toEqual([])
    const [row] = await sql`
      select raw_user_meta_data as data from auth.users where id = ${id}`
    expect(row!.data).toMatchObject({ name: 'Nora' })
    expect(row!.data).not.toHaveProperty('junk')
    expect(await nameOf(id)).toBe('Nora')
  })

  test('changes nothing with the link of another address', async () => {
    const { email, id } = await claimed()
    const chosen = { token: await tokenOf(id), name: 'Nora', password: own }
    const before = await nameOf(id)
    const asked = (of_email: string) => serverClient().rpc('choose_first_password', { ...chosen, of_email })
    expect((await asked('somebody@example.com')).data).toBe(false)
    expect(await nameOf(id)).toBe(before)
    expect([...(await sql`select from private.first_passwords where user_id = ${id}`)]).toEqual([])
    expect((await asked(email.toUpperCase())).data).toBe(true)
  })

  test('may choose no password: then no one gets in with one', async () => {
    const { email, id } = await claimed()
    expect((await choose(await tokenOf(id), 'Nora', '')).data).toBe(true)
    await follow(email, 'signup')
    expect(await nameOf(id)).toBe('Nora')
    expect(await signIn(email, strangers)).toBe('invalid_credentials')
    const [account] = await sql`select encrypted_password as password from auth.users where id = ${id}`
    expect(account!.password).toBe('')
  })

  test('can only ask through the site, which counts, because tokens are derived from the address and the code', async () => {
    const { id } = await claimed()
    const chosen = { token: await tokenOf(id), name: 'Nora', password: own }
    expect((await anonClient().rpc('choose_first_password', chosen)).error?.code).toBe('42501')
  })

  test('may choose again', async () => {
    const { email, id } = await claimed()
    const token = await tokenOf(id)
    await choose(token, 'Nora', 'another password')
    expect((await choose(token, 'Kim', own)).data).toBe(true)
    await follow(email, 'signup')
    expect(await signIn(email, 'another password')).toBe('invalid_credentials')
    expect(await signIn(email, own)).toBeUndefined()
    expect(await nameOf(id)).toBe('Kim')
  })

  test('and no one else: invented, used and short tokens, and those of other emails, change nothing', async () => {
    const { email, id } = await claimed()
    const before = await nameOf(id)
    await anonClient().auth.resetPasswordForEmail(email)
    const [{ recovery_token: recovery }] = (await sql`
      select recovery_token from auth.users where id = ${id}`) as unknown as [{ recovery_token: string }]
    for (const token of ['', 'x', randomUUID(), recovery, '%'.repeat(40), 'x'.repeat(100_000)]) {
      expect((await choose(token)).data ?? false).toBe(false)
    }
    const used = await tokenOf(id)
    await follow(email, 'signup')
    expect((await choose(used)).data).toBe(false)
    expect(await nameOf(id)).toBe(before)
    expect([...(await sql`select from private.first_passwords where user_id = ${id}`)]).toEqual([])
  })

  test('chooses no name of the team, no password that the service would refuse, and twenty times at most', async () => {
    const { id } = await claimed()
    const token = await tokenOf(id)
    expect((await choose(token, 'Support')).error).not.toBeNull()
    expect((await choose(token, 'Nora', 'short')).data).toBe(false)
    expect((await choose(token, 'Nora', 'x'.repeat(73))).data).toBe(false)
    for (let count = 0; count < 20; count++) expect((await choose(token)).data).toBe(true)
    expect((await choose(token)).data).toBe(false)
  })

  test('a recovery email followed instead leaves neither password', async () => {
    const { email, id } = await claimed()
    await choose(await tokenOf(id))
    await follow(email, 'recovery')
    for (const password of [own, strangers]) expect(await signIn(email, password)).toBe('invalid_credentials')
  })
})

describe('another site where the address was entered', () => {
  const signInThere = (id: string, isVerified: boolean) => sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${randomUUID()}, 'github', ${randomUUID()}, ${id}, ${sql.json({ sub: id, email_verified: isVerified })})`
  const sites = async (id: string) =>
    (await sql`select provider from auth.identities where user_id = ${id} order by 1`).map(
      (row) => row.provider,
    )

  test('no longer leads to the account once its address is confirmed, unless that site had verified it', async () => {
    for (const isVerified of [true, false]) {
      const { id } = await claimed()
      await signInThere(id, isVerified)
      await sql`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = ${id}`
      expect(await sites(id)).toEqual(isVerified ? ['email', 'github'] : ['email'])
    }
  })

  test('leads to an account that was confirmed before', async () => {
    const { email, id } = await claimed()
    await follow(email, 'signup')
    await signInThere(id, false)
    await follow(email, 'recovery')
    expect(await sites(id)).toEqual(['email', 'github'])
  })
})

describe('someone who confirmed with a link that signs in first', () => {
  const letPass = async (id: string, minutes: number) => {
    const time = `${minutes} minutes`
    await sql`update auth.sessions set created_at = created_at - ${time}::interval where user_id = ${id}`
    await sql`
      update auth.users set email_confirmed_at = email_confirmed_at - ${time}::interval where id = ${id}`
  }
  const setPassword = (id: string) => sql`update auth.users set encrypted_password = 'x' where id = ${id}`

  test('has an hour for the first password', async () => {
    const { email, id } = await claimed()
    await follow(email, 'signup')
    await letPass(id, 59)
    await setPassword(id)
    await expect(sql`update auth.users set encrypted_password = 'y' where id = ${id}`).rejects.toThrow(
      'Sign in again',
    )
  })

  test('has no more than that', async () => {
    const { email, id } = await claimed()
    await follow(email, 'signup')
    await letPass(id, 61)
    await expect(setPassword(id)).rejects.toThrow('Sign in again')
  })

  test('also has it after an invitation, with the service’s random password', async () => {
    const { email, id } = await claimed()
    await follow(email, 'signup')
    await sql`update auth.users set invited_at = now(), encrypted_password = 'random' where id = ${id}`
    await letPass(id, 59)
    await setPassword(id)
  })

  test('isn’t someone who came from another site', async () => {
    const { email, id } = await claimed()
    await follow(email, 'signup')
    await sql`update auth.users set confirmation_sent_at = null where id = ${id}`
    await letPass(id, 11)
    await expect(setPassword(id)).rejects.toThrow('Sign in again')
  })
})
