import { unstable_doesMiddlewareMatch as matches } from 'next/experimental/testing/server'
import { expect, test } from 'vitest'
import { pagesPerRequest, requestPolicy } from '../../lib/publish/request-policy'
import { freshCookie, isSessionCookie } from '../../lib/session/cookie'
import { guardedPaths } from '../../lib/session/guarded-paths'
import { NextRequest } from 'next/server'
import middleware, { config } from '../../middleware'

const runsFor = (
  url: string,
  given: { headers?: Record<string, string>; cookies?: Record<string, string> } = {},
) => matches({ config, url, ...given })

test.each(guardedPaths)('%s is guarded, and everything below it', (path) => {
  expect(runsFor(path)).toBe(true)
  expect(runsFor(`${path}/export`)).toBe(true)
})

test.each(pagesPerRequest)('%s gets its nonce', (path) => {
  expect(runsFor(path)).toBe(true)
})

test.each([
  '/',
  '/new-features',
  '/new-features/dark-mode',
  '/feed.xml',
  '/api/viewer',
  '/settingsx',
  '/searching',
])('a visitor’s %s is a stored page', (path) => {
  expect(runsFor(path)).toBe(false)
})

test.each(['sb-127-auth-token', 'sb-abcdefgh-auth-token.0', 'sb-feedback-auth-token.12'])(
  'a request with %s has its session checked',
  (name) => {
    expect(isSessionCookie(name)).toBe(true)
    expect(runsFor('/', { cookies: { theme: 'dark', [name]: 'base64-x' } })).toBe(true)
    expect(runsFor('/new-features/dark-mode', { cookies: { [name]: 'base64-x' } })).toBe(true)
  },
)

test('with a fresh session, stored pages are used, except for guarded ones', () => {
  const cookies = { 'sb-127-auth-token': 'base64-x', [freshCookie]: '1' }
  expect(runsFor('/', { cookies })).toBe(false)
  expect(runsFor('/new-features/dark-mode', { cookies })).toBe(false)
  expect(runsFor('/settings', { cookies })).toBe(true)
  expect(runsFor('/', { cookies, headers: { 'content-type': 'text/plain' } })).toBe(true)
})

test('a search doesn’t read a fresh session, but a guarded page and a form do', async () => {
  /** A session that can't be read is removed by whoever reads it. */
  async function isRead(path: string, more: Record<string, string> = {}, method = 'GET') {
    const cookies = Object.entries({ 'sb-127-auth-token': 'base64-x', ...more }).map((pair) => pair.join('='))
    const headers = { cookie: cookies.join('; ') }
    const answer = await middleware(
      new NextRequest(`https://feedback.example.com${path}`, { headers, method }),
    )
    return answer.cookies.has('sb-127-auth-token')
  }
  const fresh = { [freshCookie]: '1' }
  expect(await isRead('/search?q=dark')).toBe(true)
  expect(await isRead('/search?q=dark', fresh)).toBe(false)
  expect(await isRead('/search?q=dark', fresh, 'POST')).toBe(true)
  expect(await isRead('/settings', fresh)).toBe(true)
})

/** The middleware’s answer to a session that expires after this many seconds. */
async function answerSession(seconds: number, more: Record<string, string> = {}) {
  const session = {
    access_token: 'a.b.c',
    refresh_token: 'x',
    expires_at: Math.round(Date.now() / 1_000) + seconds,
    user: {},
  }
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  const cookies = Object.entries({ 'sb-127-auth-token': value, ...more }).map((pair) => pair.join('='))
  return middleware(
    new NextRequest('https://feedback.example.com/', { headers: { cookie: cookies.join('; ') } }),
  )
}

test('a session counts as fresh until it expires, on an answer that no cache stores', async () => {
  const answer = await answerSession(3_600)
  const fresh = answer.cookies.get(freshCookie)
  expect(fresh).toMatchObject({ value: '1', path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
  expect(fresh!.maxAge).toBeGreaterThan(3_480)
  expect(fresh!.maxAge).toBeLessThanOrEqual(3_500)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const again = await answerSession(3_600, { [freshCookie]: '1' })
  expect([again.cookies.get(freshCookie), again.headers.get('cache-control')]).toEqual([undefined, null])
  expect((await answerSession(95)).cookies.get(freshCookie)).toBeUndefined()
})

test('forms and action calls from other sites are refused', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(runsFor('/new-features', { headers })).toBe(true)
  expect(runsFor('/new-features', { headers: { ...headers, 'next-action': 'x' } })).toBe(true)
})

test.each(['/', '/a.b/c', '/_next/x'])('a request with an origin is checked: %s', (path) => {
  expect(runsFor(path, { headers: { origin: 'null' } })).toBe(true)
  expect(runsFor(path, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toBe(true)
})

test.each(['/api/pictures', '/api/imports', '/api/mail-events'])(
  'Next keeps no body of %s, whoever sends it',
  (path) => {
    const headers = { origin: 'null', 'content-type': 'application/json', 'content-security-policy': 'x' }
    expect(runsFor(path, { headers, cookies: { 'sb-127-auth-token': 'x' } })).toBe(false)
  },
)

test.each(['/api/pictures-x', '/api/mail-events/x'])('%s is checked: it may be a page', (path) => {
  expect(runsFor(path, { headers: { origin: 'null' } })).toBe(true)
})

const statusOf = async (headers: Record<string, string>) =>
  (await middleware(new NextRequest('https://feedback.example.com/', { method: 'POST', headers }))).status

test.each(['null', 'garbage', 'http://evil.test'])('nothing is accepted from %s', async (origin) => {
  expect(await statusOf({ origin, 'next-action': '' })).toBe(403)
  expect(await statusOf({ origin, 'content-type': 'multipart/form-data; boundary=x' })).toBe(403)
})

test('a form sent without JavaScript gets its answer’s nonce, an action call none', () => {
  const nextUrl = { pathname: '/new-features' }
  const policyOf = (headers: Record<string, string>) =>
    requestPolicy({ method: 'POST', headers: new Headers(headers), nextUrl })
  expect(policyOf({})).toContain("'nonce-")
  expect(policyOf({ 'next-action': 'x' })).toBeNull()
})

const ask = (path: string, method = 'GET') =>
  middleware(new NextRequest(`https://feedback.example.com${path}`, { method }))

test.each([
  ['/auth/confirm?token_hash=s3cret&type=signup&x=1', '/auth/confirm?x=1', 'token_hash=s3cret&type=signup'],
  ['/auth/callback?code=s3cret&next=%2Fbugs', '/auth/callback', 'code=s3cret&next=%2Fbugs'],
  ['/notifications/mail?token=s3cret&said=saved', '/notifications/mail?said=saved', 'token=s3cret'],
])('the secret of %s goes into a cookie for that page alone', async (asked, bare, query) => {
  const answer = await ask(asked)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`https://feedback.example.com${bare}`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  const cookie = answer.cookies.get('signpost-link')
  expect(cookie).toMatchObject({
    value: query,
    path: bare.split('?')[0],
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: 3600,
  })
})

test('a page that links lead to is never stored, and the browser keeps nothing but the link', async () => {
  const page = await ask('/auth/confirm')
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  const long = await ask(`/auth/confirm?token_hash=${'x'.repeat(4000)}`)
  expect(long.cookies.get('signpost-link')?.value).toBe('')
})

test.each(guardedPaths)('no cache stores private answers at %s', async (path) => {
  expect((await ask(path)).headers.get('cache-control')).toBe('private, no-store')
})

test('other pages keep their query', async () => {
  expect((await ask('/search?q=code&code=1')).status).toBe(200)
  expect((await ask('/auth/confirm?token_hash=x', 'POST')).status).toBe(200)
})
