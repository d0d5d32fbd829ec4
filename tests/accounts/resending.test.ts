import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findAccount, keyOfLink } from './project'
import { newEmail, visitor } from './visitor'

test('asking for the confirmation again right away sends no email about a new password', async () => {
  const [person, email] = [visitor(), newEmail()]
  await person.signUp(email)
  const { result } = await person.act('/', 'resendConfirmation', { email })
  expect(result).toEqual({ ok: true, data: null })
  await sleep(4_000)
  const account = await findAccount(email)
  expect(account.confirmation_sent_at).toBeTruthy()
  expect(account.recovery_sent_at).toBeFalsy()
})

test('a minute later, the confirmation is sent again, and its link works', async () => {
  const [person, email] = [visitor(), newEmail()]
  await person.signUp(email)
  await sleep(2_000)
  const first = (await findAccount(email)).confirmation_sent_at
  await sleep(60_000)
  await person.act('/', 'resendConfirmation', { email })
  await sleep(4_000)
  expect((await findAccount(email)).confirmation_sent_at).not.toBe(first)
  const { result } = await person.confirm(await keyOfLink(email, 'signup'), 'Nora Lin')
  expect(result).toMatchObject({ ok: true })
})
