import { expect, test } from 'vitest'
import { clientAt, createAccount, keyOfLink } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

/** Uses up a network address's limit for setting name and password, as a company behind one address would. */
async function useUpChanges(address: string): Promise<void> {
  const email = newEmail()
  await createAccount(email, password)
  const client = clientAt(address)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  for (let count = 0; count < 400; count++) {
    const { error } = await client.auth.updateUser({ data: { count } })
    if (error?.status === 429) return
    expect(error).toBeNull()
  }
}

test('confirming sets name and password together, so no limit leaves an account without a password', async () => {
  const [person, email, address] = [visitor(), newEmail(), newAddress()]
  await person.signUp(email)
  const key = await keyOfLink(email, 'signup')
  await useUpChanges(address)
  const chosen = 'another correct horse'
  expect((await visitor(address).confirm(key, 'Nora Lin', chosen)).result).toMatchObject({ ok: true })
  expect((await visitor().signIn(email, chosen)).result).toMatchObject({ ok: true })
})

test('only the browser that signed up confirms with one click, once', async () => {
  const [person, stranger, email] = [visitor(), visitor(), newEmail()]
  await stranger.signUp(newEmail(), 'Somebody Else')
  await person.signUp(email, 'Nora Lin')
  const link = { tokenHash: await keyOfLink(email, 'signup'), type: 'signup' }
  const confirm = async (who: typeof person) =>
    (await who.act<{ cameFrom: string }>('/auth/confirm', 'confirmOwnSignUp', link)).result
  const form = { ok: false, reason: 'conflict' }
  expect(await confirm(visitor())).toMatchObject(form)
  expect(await confirm(stranger)).toMatchObject(form)
  expect(await confirm(person)).toMatchObject({ ok: true })
  expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toMatchObject({ email, name: 'Nora Lin' })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
  expect(await confirm(person)).toMatchObject(form)
})

// As much metadata as is kept, and far more, sent directly to the service.
test.each([1_990, 9_900, 20_000])(
  'whoever holds the mail of an account that a stranger filled with %i letters gets in',
  async (letters) => {
    const email = newEmail()
    const data = { name: 'x', junk: 'y'.repeat(letters), email_verified: 'z'.repeat(letters) }
    const signedUp = await clientAt(newAddress()).auth.signUp({
      email,
      password: 'of a stranger',
      options: { data },
    })
    expect(signedUp.error).toBeNull()
    const person = visitor()
    expect((await person.confirm(await keyOfLink(email, 'signup'), 'Nora Lin')).result).toMatchObject({
      ok: true,
    })
    expect((await person.ask('/settings')).status).toBe(200)
    expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
    expect((await visitor().signIn(email, 'of a stranger')).result).toMatchObject({ ok: false })
  },
)

test('a link that reached a limit still works when someone retries it', async () => {
  const [person, email, address] = [visitor(), newEmail(), newAddress()]
  await person.signUp(email)
  const key = await keyOfLink(email, 'signup')
  const { auth } = clientAt(address)
  for (let count = 0; count < 400; count++) {
    const { error } = await auth.verifyOtp({ token_hash: `of nobody ${count}`, type: 'signup' })
    if (error?.status === 429) break
  }
  const refused = await visitor(address).confirm(key, 'Nora Lin')
  expect(refused.result).toMatchObject({ ok: false, reason: 'rate-limit' })
  expect((await person.confirm(key, 'Nora Lin')).result).toMatchObject({ ok: true })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
})
