import { expect, test } from 'vitest'
import { anybody, createAccount, findAccount, keyOfLink } from './project'
import { newEmail, password, visitor } from './visitor'

/** What anyone can read about an account, and the number of people. */
async function seen(id: string) {
  const all = await anybody.from('profiles').select('id', { count: 'exact', head: true }).throwOnError()
  const { data } = await anybody.from('profiles').select('id, name').eq('id', id).throwOnError()
  return { count: all.count!, rows: data }
}

test('a sign-up changes nothing that anyone can see, whether or not the address has an account', async () => {
  const [email, known] = [newEmail(), newEmail()]
  const id = await createAccount(known, password)
  const before = await seen(id)
  for (const address of [email, known]) await visitor().signUp(address, 'Silly Stranger')
  expect(await seen(id)).toEqual(before)
  const account = await findAccount(email)
  expect(await seen(account.id)).toEqual({ count: before.count, rows: [] })
  const { result } = await visitor().confirm(await keyOfLink(email, 'signup'), 'Nora Lin')
  expect(result).toMatchObject({ ok: true })
  expect(await seen(account.id)).toEqual({
    count: before.count + 1,
    rows: [{ id: account.id, name: 'Nora Lin' }],
  })
})
