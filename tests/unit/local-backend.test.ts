import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitAddresses } from '../../supabase/local/rate-limits'
import { claimFolder } from '../../supabase/local/claim'
import { limitGuesses } from '../../supabase/local/rate-limits'
import { paceMails } from '../../supabase/local/mail-pace'

describe('local limits', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const accept = async () => Response.json({})
  const auth = 'http://127.0.0.1:54321/auth/v1'

  test.each([
    ['POST', 'verify', 10],
    ['PUT', 'user', 10],
    ['POST', '%74oken?grant_type=refresh_token', 2],
    ['POST', 'signup/', 10],
  ])(
    '%s %s is limited for each address that the site forwards, and for no other',
    async (method, path, seconds) => {
      const answer = limitAddresses(accept, 'secret')
      const ask = async (address: string, apikey = 'secret') => {
        const headers = { apikey, 'Sb-Forwarded-For': address }
        return (await answer(new Request(`${auth}/${path}`, { method, headers }), '127.0.0.1')).status
      }
      for (let count = 0; count < 30; count++) expect(await ask('192.0.2.1')).toBe(200)
      expect(await ask('192.0.2.1')).toBe(429)
      expect(await ask('192.0.2.2')).toBe(200)
      expect(await ask('192.0.2.1', 'public')).toBe(200)
      vi.advanceTimersByTime(seconds * 1_000)
      expect(await ask('192.0.2.1')).toBe(200)
      expect(await ask('192.0.2.1')).toBe(429)
    },
  )

  test('reading one’s own account is not limited', async () => {
    const answer = limitAddresses(accept, 'secret')
    const headers = { apikey: 'secret', 'Sb-Forwarded-For': '192.0.2.1' }
    for (let count = 0; count < 60; count++) {
      expect((await answer(new Request(`${auth}/user`, { headers }), '')).status).toBe(200)
    }
  })

  const now = () => new Date().toISOString()
  const account = {
    id: 'kim',
    email: 'kim@example.com',
    isConfirmed: false,
    confirmationSentAt: null as string | null,
    recoverySentAt: null as string | null,
  }

  /** The answer for an address with this account, and the email’s code. */
  function mails(known: Partial<typeof account> | null, quota = 100, lite = accept) {
    const kept = known && { ...account, ...known }
    const sendConfirmation = vi.fn(async () => void (kept!.confirmationSentAt = now()))
    const accounts = { find: async () => kept, sendConfirmation }
    const answer = paceMails(lite, accounts, { interval: 60_000, quota })
    const ask = async (path: string) => {
      const body = JSON.stringify({ email: 'kim@example.com', type: 'signup' })
      const response = await answer(new Request(`${auth}/${path}`, { method: 'POST', body }), '')
      return [response.status, (await response.json()).msg]
    }
    return { ask, sendConfirmation }
  }

  test('an address gets one email a minute', async () => {
    const { ask, sendConfirmation } = mails({ confirmationSentAt: now(), recoverySentAt: now() })
    vi.advanceTimersByTime(20_000)
    const soon = 'For security purposes, you can only request this after 40 seconds.'
    expect(await ask('resend')).toEqual([429, soon])
    expect(await ask('recover')).toEqual([429, soon])
    vi.advanceTimersByTime(40_000)
    expect(await ask('resend')).toEqual([200, undefined])
    expect(await ask('recover')).toEqual([200, undefined])
    expect(sendConfirmation).toHaveBeenCalledOnce()
    expect((await ask('resend'))[0]).toBe(429)
  })

  test('a confirmation is sent again only to accounts that wait for it', async () => {
    for (const known of [null, { isConfirmed: true, confirmationSentAt: now() }]) {
      const { ask, sendConfirmation } = mails(known)
      expect(await ask('resend')).toEqual([200, undefined])
      expect(sendConfirmation).not.toHaveBeenCalled()
    }
  })

  test('sign-ups get the same answer for every address, and a waiting account gets its confirmation again', async () => {
    for (const [known, sent] of [
      [{ isConfirmed: true, confirmationSentAt: now() }, 0],
      [{ confirmationSentAt: now() }, 0],
      [{ confirmationSentAt: new Date(Date.now() - 61_000).toISOString() }, 1],
    ] as const) {
      const { ask, sendConfirmation } = mails(known, 100, async () => Response.json({}, { status: 429 }))
      expect((await ask('signup'))[0]).toBe(200)
      expect(sendConfirmation).toHaveBeenCalledTimes(sent)
    }
    const { ask } = mails({ isConfirmed: true }, 1)
    await ask('signup')
    expect(await ask('signup')).toEqual([429, 'email rate limit exceeded'])
  })

  test('the hourly limit on emails counts only those sent', async () => {
    const { ask } = mails(null, 2)
    for (let count = 0; count < 5; count++) expect((await ask('recover'))[0]).toBe(200)
    for (let count = 0; count < 2; count++) expect((await ask('signup'))[0]).toBe(200)
    expect(await ask('signup')).toEqual([429, 'email rate limit exceeded'])
    vi.advanceTimersByTime(3_600_000)
    expect((await ask('signup'))[0]).toBe(200)
  })
})

describe('claim', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-claim-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('a folder has one owner until it is released', () => {
    const giveUp = claimFolder(folder)
    expect(giveUp).not.toBeNull()
    expect(claimFolder(folder)).toBeNull()
    expect(claimFolder(folder)).toBeNull()
    giveUp!()
    giveUp!()
    const again = claimFolder(folder)
    expect(again).not.toBeNull()
    again!()
  })

  test('an unusable folder is reported by name', () => {
    const used = join(folder, 'used')
    // As for a user other than the owner of these files.
    mkdirSync(join(used, 'claim'), { recursive: true })
    expect(() => claimFolder(used)).toThrow(`Can't use the folder ${used}`)
  })
})

const refuse = async () => Response.json({}, { status: 400 })

test.each(['grant_type=password', 'grant_type=%70assword', 'x=1&grant_type=password'])(
  'the 21st wrong password is not checked, with %s',
  async (query) => {
    const answer = limitGuesses(refuse, 'secret')
    const guess = async (email: string) => {
      const body = JSON.stringify({ email, password: 'x' })
      const url = `http://127.0.0.1:54321/auth/v1/%74oken?${query}`
      return (await answer(new Request(url, { method: 'POST', body }), '127.0.0.1')).status
    }
    for (let count = 0; count < 20; count++) expect(await guess('kim@example.com')).toBe(400)
    expect(await guess(' Kim@example.com')).toBe(429)
    expect(await guess('ada@example.com')).toBe(400)
  },
)
