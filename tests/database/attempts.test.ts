import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, serverClient, sql } from '../support/database.ts'

const server = serverClient()
const anAccount = () => `${randomUUID()}@example.com`
const anAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`

async function count(account: string, address: string, kind = 'sign-in'): Promise<number> {
  const { data } = await server.rpc('count_attempt', { kind, account, address }).throwOnError()
  return data
}

test('attempts pass up to the limit, even when they arrive together', async () => {
  const [account, address] = [anAccount(), anAddress()]
  const waits = await Promise.all(Array.from({ length: 20 }, () => count(account, address)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(8)
  expect(Math.max(...waits)).toBeGreaterThan(200)
})

test.each(['sign-in', 'sign-up', 'recover', 'confirm-resend'])(
  'attempts from many networks lock no one out: %s',
  async (kind) => {
    const account = anAccount()
    await Promise.all(Array.from({ length: 60 }, () => count(account, anAddress(), kind)))
    expect(await count(account, anAddress(), kind)).toBe(0)
  },
)

test('attempts of one network are limited across all accounts', async () => {
  const address = anAddress()
  const waits = await Promise.all(Array.from({ length: 60 }, () => count(anAccount(), address)))
  expect(new Set(waits)).toEqual(new Set([0]))
  expect(await count(anAccount(), address)).toBeGreaterThan(0)
})

const forgetSite = () => sql`
  delete from private.attempts where key in (
    select private.attempt_key('follow', s, '', '') from unnest(array['site', 'address']) s)`

test('emails to strangers are limited per network and hour', async () => {
  await forgetSite()
  const address = anAddress()
  const waits = await Promise.all(Array.from({ length: 46 }, () => count(anAccount(), address, 'follow')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  expect(Math.max(...waits)).toBeGreaterThan(3_500)
})

test('emails to strangers are limited for the whole site per hour', async () => {
  await forgetSite()
  const waits = await Promise.all(Array.from({ length: 80 }, () => count(anAccount(), anAddress(), 'follow')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(60)
  expect(await count(anAccount(), anAddress(), 'recover')).toBe(0)
  await forgetSite()
})

test('spellings of one mailbox count together', async () => {
  const [name, network] = [randomUUID().replaceAll('-', ''), anAddress()]
  const spellings = [
    `${name}@gmail.com`,
    `${name}+1@gmail.com`,
    `${name.slice(0, 4)}.${name.slice(4)}@Gmail.com`,
    `${name.toUpperCase()}+a+b@googlemail.com`,
    ` ${name}@gmail.com `,
  ]
  for (const spelling of spellings) expect(await count(spelling, network, 'sign-up')).toBe(0)
  expect(await count(`${name}+6@gmail.com`, network, 'sign-up')).toBeGreaterThan(0)
  expect(await count(`x${name}@gmail.com`, network, 'sign-up')).toBe(0)
  const mailbox = async (address: string) =>
    (await sql`select private.mailbox_of(${address}) as mailbox`)[0]!.mailbox
  expect(await mailbox('First.Last+a@Example.com')).toBe('first.last@example.com')
  expect(await mailbox('+a@example.com')).toBe('+a@example.com')
  expect(await mailbox('a+b')).toBe('a+b')
})

test.each(['follow', 'sign-up', 'recover', 'confirm-resend', 'captcha'])(
  'an unknown network counts as one for what sends emails: %s',
  async (kind) => {
    await sql`delete from private.attempts where key = private.attempt_key(${kind}, 'address', '', '')`
    await forgetSite()
    const waits = await Promise.all(Array.from({ length: 46 }, () => count(anAccount(), '', kind)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(kind === 'follow' ? 10 : 30)
    expect(await count(anAccount(), anAddress(), kind)).toBe(0)
    await sql`delete from private.attempts where key = private.attempt_key(${kind}, 'address', '', '')`
  },
)

test('sign-ins from an unknown network aren’t counted, because anyone could lock everyone out', async () => {
  const account = anAccount()
  const [before] = await sql`select count(*)::int as number from private.attempts`
  const waits = await Promise.all(Array.from({ length: 20 }, () => count(account, '')))
  expect(new Set(waits)).toEqual(new Set([0]))
  const [after] = await sql`select count(*)::int as number from private.attempts`
  expect(after!.number).toBeLessThanOrEqual(before!.number)
})

test('attempts of one address don’t lock out another, and spelling doesn’t help', async () => {
  const account = anAccount()
  for (let tries = 0; tries < 9; tries++) await count(account, '192.0.2.2')
  expect(await count(account, '192.0.2.2')).toBeGreaterThan(0)
  expect(await count(` ${account.toUpperCase()} `, '192.0.2.2')).toBeGreaterThan(0)
  expect(await count(account, '192.0.2.3')).toBe(0)
})

test('attempts of one IPv6 network count together, those of IPv4 addresses separately', async () => {
  const account = anAccount()
  for (let tries = 0; tries < 9; tries++) await count(account, `2001:db8:1:2::${tries}`)
  expect(await count(account, '2001:db8:1:2:ffff::1')).toBeGreaterThan(0)
  expect(await count(account, '2001:db8:1:3::1')).toBe(0)
  for (let tries = 0; tries < 9; tries++) await count(account, '::ffff:192.0.2.9')
  expect(await count(account, '192.0.2.9')).toBeGreaterThan(0)
  expect(await count(account, '::ffff:192.0.2.10')).toBe(0)
  expect(await count(account, 'not an address')).toBe(0)
})

test('attempts store neither email nor network address', async () => {
  const account = anAccount()
  await count(account, '198.51.100.77')
  const [row] = await sql`select string_agg(a::text, ' ') as text from private.attempts a`
  expect(row!.text).not.toContain(account.slice(0, 8))
  expect(row!.text).not.toContain('198.51.100.77')
})

test('a sign-in resets the attempts of its account at its address', async () => {
  const [account, other, address] = [anAccount(), anAccount(), anAddress()]
  for (let tries = 0; tries < 9; tries++) {
    await count(account, address)
    await count(other, address)
  }
  await server.rpc('forget_attempts', { account, address })
  expect(await count(account, address)).toBe(0)
  expect(await count(other, address)).toBeGreaterThan(0)
})

test('passwords can’t be guessed endlessly by bypassing the site', async () => {
  const [person, other] = [await createMember(), await createMember()]
  const guess = async (email: string, password: string) =>
    (await anonClient().auth.signInWithPassword({ email, password })).error?.code
  const answers = await Promise.all(Array.from({ length: 60 }, () => guess(person.email, 'a wrong guess')))
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(20)
  expect(answers.filter((code) => code === 'over_request_rate_limit')).toHaveLength(40)
  expect(await guess(other.email, 'correct horse battery')).toBeUndefined()
})
