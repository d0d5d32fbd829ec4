import { expect, test } from 'vitest'
import { findAccount, keyOfLink, operator } from './project'
import { newEmail, visitor } from './visitor'

const nameOf = async (id: string) =>
  (await operator.from('profiles').select('name').eq('id', id).single().throwOnError()).data.name

/** Says what another site says of whoever signs in there, which is how the auth service links it to an account. */
async function link(id: string, data: object): Promise<void> {
  const { error } = await operator.auth.admin.updateUserById(id, { user_metadata: data })
  if (error) throw error
}

test('a stranger who signs up with an address does not name whoever comes with it from another site', async () => {
  const email = newEmail()
  await visitor().signUp(email, 'Silly Stranger')
  const { id } = await findAccount(email)
  expect(await nameOf(id)).toBe('Silly Stranger')
  await link(id, { name: 'Octo Cat', full_name: 'Octo Cat', user_name: 'octo' })
  await operator.auth.admin.updateUserById(id, { email_confirm: true })
  expect(await nameOf(id)).toBe('Octo Cat')
})

test('once the address is confirmed no sign-in at another site renames anybody', async () => {
  const [person, email] = [visitor(), newEmail()]
  await person.signUp(email, 'Silly Stranger')
  const { id } = await findAccount(email)
  const confirmed = await person.confirm(await keyOfLink(email, 'signup'), 'Nora Lin')
  expect(confirmed.result).toMatchObject({ ok: true })
  await link(id, { name: 'Octo Cat' })
  expect(await nameOf(id)).toBe('Nora Lin')
})
