import { beforeEach, expect, test, vi } from 'vitest'
import { forgetLink, takeLink } from '../../lib/session/browser/link-in-address.ts'

const refusal = 'The other site did not confirm your sign-in.'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
beforeEach(() => stored.clear())

function open(address: string) {
  const replaceState = vi.fn()
  vi.stubGlobal('location', new URL(address, 'https://feedback.example.com'))
  vi.stubGlobal('history', { state: null, replaceState })
  return replaceState
}

test('an invite’s tokens leave the address', () => {
  const claims = Buffer.from(JSON.stringify({ email: 'kim@example.com' })).toString('base64url')
  const replaceState = open(`/auth/callback?x=1#access_token=a.${claims}.c&refresh_token=r&type=invite`)
  expect(takeLink()).toEqual({
    kind: 'link',
    email: 'kim@example.com',
    link: { type: 'invite', tokens: { accessToken: `a.${claims}.c`, refreshToken: 'r' } },
  })
  expect(replaceState).toHaveBeenCalledWith(null, '', '/auth/callback?x=1')
})

test('a link outlives a reload, until it was used', () => {
  open('/auth/callback#access_token=a.b.c&refresh_token=r&type=signup')
  const link = takeLink()
  expect(link).toMatchObject({ kind: 'link' })
  open('/auth/callback')
  expect(takeLink()).toEqual(link)
  forgetLink()
  expect(takeLink()).toBeNull()
})

test('a page that no link led to is left as it is', () => {
  for (const hash of ['', '#comments', '#state=access_token=x']) {
    const replaceState = open(`/auth/callback${hash}`)
    expect(takeLink()).toBeNull()
    expect(replaceState).not.toHaveBeenCalled()
  }
})

test.each([
  ['error=access_denied&error_code=otp_expired', '', 'expired or was used already'],
  ['error=access_denied&error_code=otp_expired', refusal, 'expired or was used already'],
  ['error=access_denied&error_description=The+user+denied+your+application+access', refusal, refusal],
  ['error=server_error', '', 'This link cannot be used here.'],
  ['access_token=nonsense&type=signup', '', 'This link is not complete.'],
])('#%s says what went wrong', (hash, refused, text) => {
  open(`/auth/callback#${hash}`)
  expect(takeLink(refused)).toEqual({ kind: 'problem', text: expect.stringContaining(text) })
})

test('the first of two links for a new address is told from a problem', () => {
  open(
    '/auth/callback#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email',
  )
  expect(takeLink()).toEqual({ kind: 'first-of-two' })
})
