import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetLink, takeLink } from '../../lib/session/browser/link-in-address.ts'
import { claimIntent, handOver, ownerOf } from '@/lib/session/browser/intent'

describe('intent', () => {
  const kept = new Map<string, string>()

  beforeEach(() => {
    kept.clear()
    vi.useRealTimers()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })

  const hours = 3_600_000
  const minutes = 60_000

  test('an intent is only given to the first who asks', async () => {
    const owner = await ownerOf({ email: 'anna@example.com' })
    handOver({ kind: 'vote', id: 7, title: 'Dark mode' }, '/new-features/dark-mode', owner!)
    expect(claimIntent()).toMatchObject({ kind: 'vote', id: 7, path: '/new-features/dark-mode' })
    expect(claimIntent()).toBeNull()
  })

  test('an intent shows for whom it waits, without the address', async () => {
    const owner = await ownerOf({ email: ' Anna@Example.com' })
    handOver({ kind: 'vote', id: 7 }, '/', owner!)
    expect([...kept.values()].join()).not.toMatch(/anna/i)
    const claimed = claimIntent()
    expect(claimed?.owner).toBe(await ownerOf({ email: 'anna@example.com' }))
    expect(claimed?.owner).not.toBe(await ownerOf({ email: 'ben@example.com' }))
  })

  test.each([
    ['the mail', { email: 'anna@example.com' }, 23 * hours, 25 * hours],
    ['a sign-in at another site', { start: 'abc' }, 14 * minutes, 16 * minutes],
  ])('an intent is forgotten when %s that it waits for is too old', async (_, by, soon, late) => {
    const owner = await ownerOf(by)
    vi.useFakeTimers()
    handOver({ kind: 'vote', id: 7 }, '/', owner!)
    vi.advanceTimersByTime(soon)
    expect(claimIntent()).not.toBeNull()
    handOver({ kind: 'vote', id: 7 }, '/', owner!)
    vi.advanceTimersByTime(late)
    expect(claimIntent()).toBeNull()
    expect(kept.size).toBe(0)
  })

  test('an intent without an owner is ignored', () => {
    kept.set('signpost-intent', JSON.stringify({ kind: 'vote', id: 7, path: '/', until: Date.now() + hours }))
    expect(claimIntent()).toBeNull()
  })

  test('where a browser can’t hash, no intent waits', async () => {
    vi.stubGlobal('crypto', {})
    expect(await ownerOf({ email: 'anna@example.com' })).toBeNull()
    vi.unstubAllGlobals()
  })

  test('without browser storage, only the intent is lost', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
    })
    handOver({ kind: 'vote', id: 7 }, '/', 'start:abc')
    expect(claimIntent()).toBeNull()
  })
})

describe('link in address', () => {
  const refusal = "The other site didn't confirm your sign-in."

  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  })

  function open(address: string) {
    const replaceState = vi.fn()
    vi.stubGlobal('location', new URL(address, 'https://feedback.example.com'))
    vi.stubGlobal('history', { state: null, replaceState })
    return replaceState
  }

  test('an invite’s tokens are removed from the address', () => {
    const claims = Buffer.from(JSON.stringify({ email: 'kim@example.com' })).toString('base64url')
    const replaceState = open(`/auth/callback?x=1#access_token=a.${claims}.c&refresh_token=r&type=invite`)
    expect(takeLink()).toEqual({
      kind: 'link',
      email: 'kim@example.com',
      link: { type: 'invite', tokens: { accessToken: `a.${claims}.c`, refreshToken: 'r' } },
    })
    expect(replaceState).toHaveBeenCalledWith(null, '', '/auth/callback?x=1')
  })

  test('a link survives a reload until it is used', () => {
    open('/auth/callback#access_token=a.b.c&refresh_token=r&type=signup')
    const link = takeLink()
    expect(link).toMatchObject({ kind: 'link' })
    open('/auth/callback')
    expect(takeLink()).toEqual(link)
    forgetLink()
    expect(takeLink()).toBeNull()
  })

  test('a page opened without a link stays as it is', () => {
    for (const hash of ['', '#comments', '#state=access_token=x']) {
      const replaceState = open(`/auth/callback${hash}`)
      expect(takeLink()).toBeNull()
      expect(replaceState).not.toHaveBeenCalled()
    }
  })

  test.each([
    ['error=access_denied&error_code=otp_expired', '', 'expired or was already used'],
    ['error=access_denied&error_code=otp_expired', refusal, 'expired or was already used'],
    ['error=access_denied&error_description=The+user+denied+your+application+access', refusal, refusal],
    ['error=server_error', '', "This link doesn't work here."],
    ['access_token=nonsense&type=signup', '', 'This link is incomplete.'],
  ])('#%s becomes an error message', (hash, refused, text) => {
    open(`/auth/callback#${hash}`)
    expect(takeLink(refused)).toEqual({ kind: 'problem', text: expect.stringContaining(text) })
  })

  test('the first of two links for a new address isn’t mistaken for an error', () => {
    open(
      '/auth/callback#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email',
    )
    expect(takeLink()).toEqual({ kind: 'first-of-two' })
  })
})
