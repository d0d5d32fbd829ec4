import { expect, test } from 'vitest'
import { clientAt, createAccount } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

/** Signs in on the site and checks whether it knows who that is. */
async function expectLetIn(email: string, id: string): Promise<void> {
  const person = visitor()
  expect((await person.signIn(email)).result).toMatchObject({ ok: true })
  expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toMatchObject({ id })
  expect((await person.ask('/settings')).status).toBe(200)
}

// An account's metadata goes into its token and its cookies. The site must handle whatever the project accepts.
test.each([
  ['nothing', ''],
  ['a little', 'x'.repeat(500)],
  ['so much that the session needs several cookies', 'x'.repeat(1_500)],
  ['6,000 letters', 'x'.repeat(6_000)],
  ['9,900 letters', 'x'.repeat(9_900)],
  ['signs that a token spells with six letters each', '<&>'.repeat(650)],
  ['letters of several bytes', '漢'.repeat(600)],
])('an account that keeps %s about itself is let in', async (_, about) => {
  const email = newEmail()
  const id = await createAccount(email, password)
  const client = clientAt(newAddress())
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  const { error } = await client.auth.updateUser({ data: { about } })
  if (about.length <= 1_500) expect(error).toBeNull()
  await expectLetIn(email, id)
})

test('the site reads a real session from several cookies', async () => {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  const client = clientAt(newAddress())
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  await client.auth.updateUser({ data: { about: 'x'.repeat(1_000) } })
  await person.signIn(email)
  const chunks = [...person.cookies.keys()].filter((name) => /-auth-token\.\d$/.test(name))
  expect(chunks.length).toBeGreaterThan(1)
  for (const chunk of chunks) expect(person.cookies.get(chunk)!.length).toBeLessThanOrEqual(3_180)
  expect((await person.ask('/settings')).status).toBe(200)
})
