import { expect, test } from 'vitest'
import { createAccount, isEmailOn, operator } from './project'
import { newEmail, password, visitor } from './visitor'

test.each(['a@foo-.example.com', `${'a'.repeat(60)}@${`${'b'.repeat(50)}.`.repeat(4)}example.com`])(
  'the address %s is refused beside its field',
  async (email) => {
    const { result } = await visitor().signUp(email)
    expect(result).toMatchObject({
      ok: false,
      fieldErrors: { email: "This email address can't be used." },
    })
  },
)

test('the first of the two links for a new address says that the other one is still needed', async () => {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  const made = await operator.auth.admin.generateLink({
    type: 'email_change_current',
    email,
    newEmail: newEmail(),
  })
  if (made.error) throw made.error
  const link = { tokenHash: made.data.properties.hashed_token, type: 'email_change' }
  const { result } = await person.act('/auth/confirm', 'confirmMailLink', link)
  expect(result).toEqual({ ok: true, data: { isComplete: false } })
})

test('signing in and up say so if the project has email turned off', async () => {
  const isOn = await isEmailOn()
  const [signedIn, signedUp] = await Promise.all([visitor().signIn(newEmail()), visitor().signUp(newEmail())])
  const isOff = { ok: false, message: 'Email sign-in is turned off on this site.' }
  expect(signedIn.result).toMatchObject(
    isOn
      ? { ok: false, fieldErrors: { password: expect.stringContaining('Wrong email or password') } }
      : isOff,
  )
  expect(signedUp.result).toMatchObject(isOn ? { ok: true } : isOff)
})
