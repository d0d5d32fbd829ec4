import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anybody, clientAt, createAccount, keyOfLink, linkOf, operator } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

const chosen = `another ${password}`

/** Someone who is signed in outside the site. */
async function signedIn(email: string, given = password) {
  const client = clientAt(newAddress())
  const { data, error } = await client.auth.signInWithPassword({ email, password: given })
  return { client, session: data.session, error }
}

const rowsOf = async (id: string) => (await anybody.from('profiles').select('name').eq('id', id)).data
const isGone = async (id: string) =>
  (await operator.auth.admin.getUserById(id)).error?.status === 404 && (await rowsOf(id))?.length === 0

const isOutage = (status = 0) => status >= 500

test.each([false, true])(
  'an account that is confirmed and recovered at once has the name and password of one of both (deleted: %s)',
  async (isDeleted) => {
    const rounds = Array.from({ length: 6 }, async () => {
      const email = newEmail()
      await visitor().signUp(email, 'Silly Stranger')
      const key = await keyOfLink(email, 'signup')
      const recovery = await linkOf(email, 'recovery')
      const { data } = await operator.auth.admin.listUsers({ page: 1, perPage: 200 })
      const { id } = data.users.find((user) => user.email === email)!
      const [confirmed, again, recovered, deleted] = await Promise.all([
        visitor().confirm(key, 'Nora Lin', chosen),
        visitor().confirm(key, 'Nora Lin', chosen),
        clientAt(newAddress()).auth.verifyOtp(recovery),
        isDeleted ? operator.auth.admin.deleteUser(id) : null,
      ])
      for (const { status, result } of [confirmed, again]) {
        expect(status).toBe(200)
        if (!result.ok && !isDeleted) expect(result).toMatchObject({ reason: 'gone' })
      }
      for (const answer of [recovered, deleted]) expect(isOutage(answer?.error?.status)).toBe(false)
      if (isDeleted) return expect(await isGone(id)).toBe(true)
      const { error } = await signedIn(email, chosen)
      expect(await rowsOf(id)).toEqual([{ name: error ? 'New member' : 'Nora Lin' }])
    })
    await Promise.all(rounds)
  },
)

test('deleting an account works by the second try, whatever happens to it in the meantime', async () => {
  const rounds = Array.from({ length: 6 }, async () => {
    const [email, wanted] = [newEmail(), newEmail()]
    const id = await createAccount(email, password)
    const { client } = await signedIn(email)
    const other = await signedIn(email)
    const links = []
    for (const type of ['recovery', 'email_change_current', 'email_change_new'] as const) {
      links.push(await linkOf(email, type, wanted))
    }
    await Promise.all([
      client.rpc('delete_account', { remove_content: true }),
      other.client.rpc('delete_account', { remove_content: false }),
      other.client.auth.updateUser({ password: chosen }),
      other.client.auth.refreshSession(),
      ...links.map((link) => clientAt(newAddress()).auth.verifyOtp(link)),
    ])
    // The auth service locks an account and its keys in either order. If two meet, one is rolled back and retried.
    // The new password may have ended the first session.
    if (!(await isGone(id))) {
      expect((await other.client.rpc('delete_account', { remove_content: true })).error).toBeNull()
    }
    expect(await isGone(id)).toBe(true)
    const token = other.session!.access_token
    expect((await operator.auth.getUser(token)).error).not.toBeNull()
    expect((await other.client.auth.refreshSession(other.session!)).error).not.toBeNull()
  })
  await Promise.all(rounds)
})

test('if several passwords are set at once, one counts', async () => {
  const email = newEmail()
  await createAccount(email, password)
  const { client } = await signedIn(email)
  const wanted = Array.from({ length: 6 }, () => randomUUID())
  await Promise.all(wanted.map((one) => client.auth.updateUser({ password: one })))
  const works = []
  for (const one of [password, ...wanted]) if (!(await signedIn(email, one)).error) works.push(one)
  expect(works).toHaveLength(1)
})

test("a session of a deleted account can't write", async () => {
  const email = newEmail()
  const id = await createAccount(email, password)
  const { client, session } = await signedIn(email)
  await operator.auth.admin.deleteUser(id)
  const title = `Of nobody ${id}`
  const post = { category: 'new-features', title, details: '', sent_key: randomUUID() }
  expect((await client.rpc('create_post', post)).error?.code).toMatch(/42501|PGRST/)
  expect((await client.from('profiles').update({ name: 'Still here' }).eq('id', id)).error).not.toBeNull()
  expect((await client.auth.refreshSession(session!)).error).not.toBeNull()
  expect(await isGone(id)).toBe(true)
})
