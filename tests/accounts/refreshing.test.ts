import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expireCookies } from '../support/session-cookies'
import { clientAt, createAccount } from './project'
import { newEmail, password, visitor } from './visitor'

/** Uses up a network address's refreshes, and those that are granted while it runs, until it is stopped. */
async function crowdRefreshes(address: string): Promise<() => Promise<void>> {
  const { auth } = clientAt(address)
  let asked = 0
  const refresh = async () => {
    const { error } = await auth.refreshSession({ refresh_token: `of nobody ${asked++}` })
    return error?.status
  }
  while ((await refresh()) !== 429) if (asked > 400) throw new Error('400 refreshes reached no limit.')
  const end = new AbortController()
  // The project grants one more every other second. Without pauses, this takes them all.
  const going = Array.from({ length: 4 }, async () => {
    while (!end.signal.aborted) await refresh()
  })
  return async () => {
    end.abort()
    await Promise.all(going)
  }
}

test('too many refreshes from a network sign no one out; the page says when to try again, and then works', async () => {
  const [person, email] = [visitor(), newEmail()]
  await createAccount(email, password)
  expect((await person.signIn(email)).result).toMatchObject({ ok: true })
  const cookies = [...person.cookies].map(([name, value]) => ({ name, value }))
  for (const { name, value } of expireCookies(cookies)) person.cookies.set(name, value)
  const before = new Map(person.cookies)
  const end = await crowdRefreshes(person.address)

  const answer = await person.ask('/settings')
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('Try again in a minute')
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(120)
  // No one waits for something that is already known, and public content is shown.
  expect((await person.ask('/settings')).time).toBeLessThan(1_500)
  expect((await person.ask('/')).status).toBe(200)
  expect((await person.ask('/api/viewer')).status).toBe(503)
  expect(person.cookies).toEqual(before)

  await end()
  let status = 0
  for (let attempt = 0; attempt < 40 && status !== 200; attempt++) {
    await sleep(3_000)
    ;({ status } = await person.ask('/settings'))
  }
  expect(status).toBe(200)
})
