import { expect, test } from 'vitest'
import { createAccount, operator } from './project'
import { newEmail, password, visitor } from './visitor'

type Type = 'signup' | 'invite' | 'magiclink' | 'recovery'

/** Follows a link that the project itself creates, as in its emails and dashboard. It leads back with tokens. */
async function follow(type: Type, email: string) {
  const made = await operator.auth.admin.generateLink(
    type === 'signup' ? { type, email, password: 'a password of a stranger' } : { type, email },
  )
  if (made.error) throw made.error
  const answer = await fetch(made.data.properties.action_link, { redirect: 'manual' })
  const { hash } = new URL(answer.headers.get('location')!)
  const said = new URLSearchParams(hash.slice(1))
  expect(said.get('type')).toBe(type)
  const tokens = { accessToken: said.get('access_token')!, refreshToken: said.get('refresh_token')! }
  return { type, tokens }
}

test.each(['signup', 'invite'] as const)(
  'the project’s own %s email creates a working account',
  async (type) => {
    const [person, email] = [visitor(), newEmail()]
    if (type === 'signup') await person.signUp(email)
    const form = { link: await follow(type, email), name: 'Nora Lin', password }
    expect((await person.act('/auth/callback', 'confirmSignUp', form)).result).toMatchObject({ ok: true })
    expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toMatchObject({
      email,
      name: 'Nora Lin',
    })
    expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
    expect((await visitor().signIn(email, 'a password of a stranger')).result).toMatchObject({ ok: false })
  },
)

test('the project’s own sign-in link signs in', async () => {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  const { result } = await person.act('/auth/callback', 'confirmMailLink', await follow('magiclink', email))
  expect(result).toMatchObject({ ok: true })
  expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toMatchObject({ email })
})

test('the project’s own recovery email leads to a new password in any browser', async () => {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  const link = await follow('recovery', email)
  expect((await person.act('/auth/callback', 'confirmMailLink', link)).result).toMatchObject({ ok: true })
  const chosen = `another ${password}`
  const form = { password: chosen, repeatPassword: chosen }
  expect((await person.act('/reset-password', 'resetPassword', form)).result).toMatchObject({ ok: true })
  expect((await visitor().signIn(email, chosen)).result).toMatchObject({ ok: true })
})

test('a link that names someone other than it signs in is refused', async () => {
  const [person, stranger, victim] = [visitor(), newEmail(), newEmail()]
  await createAccount(stranger, password)
  const { type, tokens } = await follow('magiclink', stranger)
  const claims = Buffer.from(JSON.stringify({ email: victim, exp: 1 })).toString('base64url')
  const accessToken = tokens.accessToken.replace(/\.[^.]+\./, `.${claims}.`)
  const { result } = await person.act('/auth/callback', 'confirmMailLink', {
    type,
    tokens: { ...tokens, accessToken },
  })
  expect(result).toMatchObject({ ok: false, reason: 'gone' })
  expect(JSON.parse((await person.ask('/api/viewer')).text).viewer).toBeNull()
})
