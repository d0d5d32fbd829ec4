import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expireCookies } from '../support/session-cookies'
import { createAccount, keyOfLink } from './project'
import { newEmail, password, visitor } from './visitor'

const site = process.env.TEST_SITE_URL!

async function member() {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  expect((await person.signIn(email)).result).toMatchObject({ ok: true })
  return { person, email }
}

test('a link that a scanner opened first still confirms once, in any browser', async () => {
  const email = newEmail()
  await visitor().signUp(email)
  const key = await keyOfLink(email, 'signup')
  for (const method of ['GET', 'HEAD']) {
    const opened = await visitor().ask(`/auth/confirm?token_hash=${key}&type=signup`, { method })
    expect(opened.status).toBeLessThan(400)
  }
  expect((await visitor().confirm(key, 'Nora Lin')).result).toMatchObject({ ok: true })
  expect((await visitor().confirm(key, 'Silly Stranger')).result).toMatchObject({ ok: false })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: true })
})

test('a wrong password signs no one in, and the right one only works after confirmation', async () => {
  const { email } = await member()
  const stranger = visitor()
  const wrong = (await stranger.signIn(email, 'not the password')).result
  expect(wrong).toMatchObject({ ok: false })
  const waiting = newEmail()
  await stranger.signUp(waiting)
  expect((await stranger.signIn(waiting)).result).toEqual(wrong)
  expect(await stranger.readViewer()).toBeNull()
})

test('a recovery link works once, replaces the password and ends every other session', async () => {
  const { person, email } = await member()
  const forgetful = visitor()
  expect((await forgetful.act('/forgot-password', 'requestRecovery', { email })).result).toMatchObject({
    ok: true,
  })
  const link = { type: 'recovery', tokenHash: await keyOfLink(email, 'recovery') }
  const follow = async (who: typeof person) =>
    (await who.act('/auth/confirm', 'confirmMailLink', link)).result
  expect(await follow(forgetful)).toMatchObject({ ok: true })
  expect(await follow(visitor())).toMatchObject({ ok: false })
  const chosen = 'another horse battery'
  const form = { password: chosen, repeatPassword: chosen }
  expect((await forgetful.act('/reset-password', 'resetPassword', form)).result).toMatchObject({ ok: true })
  expect(await person.readViewer()).toBeNull()
  expect(await forgetful.readViewer()).toMatchObject({ email })
  expect((await visitor().signIn(email)).result).toMatchObject({ ok: false })
  expect((await visitor().signIn(email, chosen)).result).toMatchObject({ ok: true })
})

test('six tabs with an expiring token stay signed in, round after round', async () => {
  const { person, email } = await member()
  for (let round = 0; round < 3; round++) {
    const cookies = [...person.cookies].map(([name, value]) => ({ name, value }))
    for (const { name, value } of expireCookies(cookies)) person.cookies.set(name, value)
    const tabs = Array.from({ length: 6 }, () => {
      const tab = visitor(person.address)
      for (const [name, value] of person.cookies) tab.cookies.set(name, value)
      return tab
    })
    const seen = await Promise.all(tabs.map((tab) => tab.readViewer()))
    expect(seen).toEqual(tabs.map(() => expect.objectContaining({ email })))
    for (const [name, value] of tabs[round]!.cookies) person.cookies.set(name, value)
    // Longer than the service accepts a replaced token.
    await sleep(11_000)
  }
  expect(await person.readViewer()).toMatchObject({ email })
})

test('signing out ends only this session', async () => {
  const { person, email } = await member()
  const elsewhere = visitor()
  await elsewhere.signIn(email)
  const left = await person.ask('/sign-out', { method: 'POST', headers: { origin: new URL(site).origin } })
  expect(left.status).toBe(303)
  expect(await person.readViewer()).toBeNull()
  expect(await elsewhere.readViewer()).toMatchObject({ email })
})
