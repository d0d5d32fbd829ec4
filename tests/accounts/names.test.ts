import { expect, test } from 'vitest'
import { type LinkType, clientAt, findAccount, keyOfLink, linkOf, operator } from './project'
import { signInAtGitHub } from './github'
import { newAddress, newEmail, password, visitor } from './visitor'

const nameOf = async (id: string) =>
  (await operator.from('profiles').select('name').eq('id', id).single().throwOnError()).data.name

/** An address that a stranger signed up with, under a name of their choice. */
async function claimed(name = 'Silly Stranger') {
  const email = newEmail()
  expect((await visitor().signUp(email, name)).result).toMatchObject({ ok: true })
  return { email, id: (await findAccount(email)).id }
}

/** Follows links in emails without the site, as with the project's own emails, and stops there. */
async function follow(email: string, ...types: LinkType[]) {
  const { auth } = clientAt(newAddress())
  const wanted = newEmail()
  const links = []
  for (const type of types) links.push(await linkOf(email, type, wanted))
  for (const link of links) expect((await auth.verifyOtp(link)).error).toBeNull()
}

const ways: [string, (email: string, id: string) => Promise<unknown>][] = [
  ['a confirmation', (email) => follow(email, 'signup')],
  ['a recovery', (email) => follow(email, 'recovery')],
  ['a link to sign in', (email) => follow(email, 'magiclink')],
  ['an invitation', (email) => follow(email, 'invite')],
  ['a new address', (email) => follow(email, 'email_change_current', 'email_change_new')],
  ['an operator', (_, id) => operator.auth.admin.updateUserById(id, { email_confirm: true })],
]

test.each(ways)('nothing that a stranger entered remains once %s proves the address', async (_, prove) => {
  const { email, id } = await claimed()
  await prove(email, id)
  expect(await nameOf(id)).toBe('New member')
  const { data } = await operator.auth.admin.getUserById(id)
  expect(data.user!.email_confirmed_at).toBeTruthy()
  expect(JSON.stringify(data.user!.user_metadata)).not.toContain('Stranger')
})

test('the person who first proves the address with a new password chooses the name too', async () => {
  const { email, id } = await claimed()
  const person = visitor()
  await person.act('/forgot-password', 'requestRecovery', { email })
  const link = { tokenHash: await keyOfLink(email, 'recovery'), type: 'recovery' }
  expect((await person.act('/auth/confirm', 'confirmMailLink', link)).result).toMatchObject({ ok: true })
  const form = { name: 'Nora Lin', password, repeatPassword: password }
  expect((await person.act('/reset-password', 'resetPassword', form)).result).toMatchObject({ ok: true })
  expect(await nameOf(id)).toBe('Nora Lin')
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
})

test('no one is renamed once the address is confirmed', async () => {
  const { email, id } = await claimed()
  const confirmed = await visitor().confirm(await keyOfLink(email, 'signup'), 'Nora Lin')
  expect(confirmed.result).toMatchObject({ ok: true })
  await operator.auth.admin.updateUserById(id, { user_metadata: { name: 'Octo Cat' } })
  expect(await nameOf(id)).toBe('Nora Lin')
})

test('an account that the operator creates keeps its name', async () => {
  const { data } = await operator.auth.admin.createUser({
    email: newEmail(),
    password,
    email_confirm: true,
    user_metadata: { name: 'Kim Tester' },
  })
  expect(await nameOf(data.user!.id)).toBe('Kim Tester')
})

// A project whose GitHub is a stand-in (CONTRIBUTING.md).
test.skipIf(!process.env.TEST_GITHUB).each([
  ['its name there', { login: 'octo', name: 'Octo Cat' }, 'Octo Cat'],
  ['its user name where it has no name there', { login: 'octo' }, 'octo'],
])('whoever comes with the address from GitHub has %s', async (_, who, name) => {
  for (const email of [newEmail(), (await claimed()).email, (await claimed(name)).email]) {
    const person = visitor()
    await signInAtGitHub(person, { ...who, email, verified: true })
    const { viewer } = JSON.parse((await person.ask('/api/viewer')).text)
    expect(viewer).toMatchObject({ email, name })
  }
})

test.skipIf(!process.env.TEST_GITHUB)(
  'whoever entered the address at GitHub, and did not check it, does not name its owner',
  async () => {
    const email = newEmail()
    const stranger = { login: 'stranger', name: 'Silly Stranger', email, verified: false }
    await signInAtGitHub(visitor(), stranger).catch(() => {})
    const { id } = await findAccount(email)
    await visitor().signUp(email, 'Silly Stranger')
    await follow(email, 'recovery')
    expect(await nameOf(id)).toBe('New member')
    const person = visitor()
    await signInAtGitHub(person, stranger).catch(() => {})
    expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toBeNull()
  },
)
