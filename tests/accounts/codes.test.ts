import { expect, test } from 'vitest'
import { rankDistance } from '../support/rank-distance'
import { anybody, clientAt, codeOf, createAccount, findAccount, keyOfLink } from './project'
import { newAddress, newEmail, password, visitor } from './visitor'

const tries = Number(process.env.TEST_TRIES ?? 60)

/** Someone who asked for a code, and the contents of the email. */
async function asked(email = newEmail()) {
  const person = visitor()
  expect((await person.sendCode(email)).result).toMatchObject({ ok: true })
  return { email, person, code: await codeOf(email) }
}

const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')
const letIn = (isUnnamed: boolean) => ({ ok: true, data: { isUnnamed, awaitsCode: false } })
const notLetIn = { ok: false, fieldErrors: { code: expect.any(String) } }

test('a code signs up someone without an account, who then chooses a name', async () => {
  const { email, person, code } = await asked()
  expect((await person.enterCode(email, code)).result).toEqual(letIn(true))
  expect((await person.act('/', 'updateProfile', { name: 'Nora Lin' })).result).toMatchObject({ ok: true })
  expect(await person.readViewer()).toMatchObject({ email, name: 'Nora Lin', hasPassword: false })
})

test('a code signs in to an existing account on another device once, and leaves it unchanged', async () => {
  const email = newEmail()
  await createAccount(email, password)
  const { code } = await asked(email)
  const [person, later] = [visitor(), visitor()]
  const { result } = await person.enterCode(email, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(result).toMatchObject({ ok: true })
  expect(await person.readViewer()).toMatchObject({ email, hasPassword: true })
  expect((await later.enterCode(email, code)).result).toMatchObject(notLetIn)
  expect(await later.readViewer()).toBeNull()
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
})

test('a code that proves the address removes everything a stranger signed up with', async () => {
  const email = newEmail()
  await visitor().signUp(email, 'Silly Stranger')
  const person = visitor()
  expect((await person.enterCode(email, await codeOf(email))).result).toEqual(letIn(true))
  expect(await person.readViewer()).toMatchObject({ name: 'New member', hasPassword: false })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: false })
  expect(JSON.stringify((await findAccount(email)).user_metadata)).not.toContain('Stranger')
})

test('a code typed into the sign-up form sets the name and password chosen there', async () => {
  const email = newEmail()
  const person = visitor()
  await person.signUp(email, 'Nora Lin')
  expect((await person.enterCode(email, await codeOf(email), true)).result).toEqual(letIn(false))
  expect(await person.readViewer()).toMatchObject({ email, name: 'Nora Lin', hasPassword: true })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
})

test("a code requested separately doesn't, in the browser where a stranger signed up with the address", async () => {
  const email = newEmail()
  const person = visitor()
  await person.signUp(email, 'Silly Stranger')
  expect((await person.enterCode(email, await codeOf(email))).result).toEqual(letIn(true))
  expect(await person.readViewer()).toMatchObject({ name: 'New member', hasPassword: false })
})

test('so does the link in another browser, where the password is optional', async () => {
  const { email } = await asked()
  const person = visitor()
  const confirmed = await person.confirm(await keyOfLink(email, 'signup'), 'Nora Lin', '')
  expect(confirmed.result).toMatchObject({ ok: true })
  expect(await person.readViewer()).toMatchObject({ email, name: 'Nora Lin', hasPassword: false })
})

test('a sign-up with one address gives nothing to another', async () => {
  const { email, code } = await asked()
  const stranger = visitor()
  await stranger.signUp(newEmail(), 'Silly Stranger')
  expect((await stranger.enterCode(email, code)).result).toEqual(letIn(true))
  expect(await stranger.readViewer()).toMatchObject({ email, name: 'New member', hasPassword: false })
})

test('a code only works for its own address', async () => {
  const [one, other] = [await asked(), await asked()]
  if (one.code === other.code) return
  expect((await visitor().enterCode(other.email, one.code)).result).toMatchObject(notLetIn)
  expect((await other.person.enterCode(other.email, other.code)).result).toMatchObject({ ok: true })
})

test("someone who guesses a code is stopped, but its owner isn't", async () => {
  const { email, person, code } = await asked()
  const stranger = visitor()
  const answers = []
  for (let count = 0; count < 12; count++) {
    answers.push((await stranger.enterCode(email, wrong(code))).result)
  }
  expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'rate-limit' })
  expect((await stranger.enterCode(email, code)).result).toMatchObject({ ok: false, reason: 'rate-limit' })
  expect((await person.enterCode(email, code)).result).toMatchObject({ ok: true })
})

test('someone who guesses codes of many addresses is stopped too', async () => {
  const stranger = visitor()
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => (await stranger.enterCode(newEmail(), '123456')).result),
  )
  expect(answers.filter((result) => !result.ok && result.reason === 'rate-limit').length).toBeGreaterThan(5)
})

test("someone who signed up with another person's address can't guess what its email contained", async () => {
  const stranger = visitor()
  await stranger.signUp(newEmail(), 'Silly Stranger')
  const guess = () =>
    stranger.act('/auth/confirm', 'confirmOwnSignUp', { type: 'signup', tokenHash: 'a'.repeat(56) })
  const answers = []
  for (let count = 0; count < 12; count++) answers.push((await guess()).result)
  expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'rate-limit' })
  const chosen = { token: 'a'.repeat(56), name: 'Silly Stranger', password }
  expect((await anybody.rpc('choose_first_password', chosen)).error?.code).toBe('42501')
})

test("asking for codes doesn't reveal whether the address has an account, and doesn't flood it", async () => {
  const email = newEmail()
  const times: [number[], number[]] = [[], []]
  for (let count = 0; count < tries; count++) {
    const known = newEmail()
    await createAccount(known, password)
    const pair = [...[known, newEmail()].entries()]
    // Alternate, so that nothing but the account makes a difference.
    for (const [index, address] of count % 2 ? pair : pair.toReversed()) {
      const { result, time } = await visitor().sendCode(address)
      expect(result).toEqual({ ok: true, data: null })
      times[index]!.push(time)
    }
  }
  expect(Math.abs(rankDistance(...times))).toBeLessThan(3)
  const stranger = visitor()
  const answers = []
  for (let count = 0; count < 7; count++) answers.push((await stranger.sendCode(email)).result)
  expect(answers.at(-1)).toMatchObject({ ok: false, reason: 'rate-limit' })
})

test("entering one doesn't reveal it either", async () => {
  const email = newEmail()
  await createAccount(email, password)
  const answers = [
    await visitor().enterCode(email, '000000'),
    await visitor().enterCode(newEmail(), '000000'),
  ]
  expect(answers[0]!.result).toEqual(answers[1]!.result)
  for (const { time } of answers) expect(time).toBeGreaterThan(690)
})

test('a session that someone planted in the browser gains nothing from a code', async () => {
  const stranger = newEmail()
  const id = await createAccount(stranger, password)
  const planted = clientAt(newAddress())
  const { data } = await planted.auth.signInWithPassword({ email: stranger, password })
  const { email, code } = await asked()
  const person = visitor()
  await person.signIn(stranger)
  await person.enterCode(email, code)
  expect(await person.readViewer()).toMatchObject({ email })
  const token = data.session!.access_token
  expect((await planted.auth.getUser(token)).data.user!.id).toBe(id)
  expect((await planted.auth.refreshSession()).data.user!.id).toBe(id)
})
