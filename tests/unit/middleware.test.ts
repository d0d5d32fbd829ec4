import { unstable_doesMiddlewareMatch as matches } from 'next/experimental/testing/server'
import { expect, test } from 'vitest'
import { pagesPerRequest, requestPolicy } from '../../lib/publish/request-policy'
import { isSessionCookie } from '../../lib/session/cookie'
import { guardedPaths } from '../../lib/session/guarded-paths'
import { config } from '../../middleware'

const runsFor = (
  url: string,
  given: { headers?: Record<string, string>; cookies?: Record<string, string> } = {},
) => matches({ config, url, ...given })

test.each(guardedPaths)('%s is guarded, and whatever is under it', (path) => {
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
])('a visitor’s %s is a file', (path) => {
  expect(runsFor(path)).toBe(false)
})

test.each(['sb-127-auth-token', 'sb-abcdefgh-auth-token.0', 'sb-feedback-auth-token.12'])(
  'whoever holds %s has the session looked at',
  (name) => {
    expect(isSessionCookie(name)).toBe(true)
    expect(runsFor('/', { cookies: { theme: 'dark', [name]: 'base64-x' } })).toBe(true)
    expect(runsFor('/new-features/dark-mode', { cookies: { [name]: 'base64-x' } })).toBe(true)
  },
)

test('forms and calls of actions are looked at: other sites send none', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(runsFor('/new-features', { headers })).toBe(true)
  expect(runsFor('/new-features', { headers: { ...headers, 'next-action': 'x' } })).toBe(true)
})

test('a form sent without JavaScript gets the nonce of its answer, an action’s call none', () => {
  const nextUrl = { pathname: '/new-features' }
  const policyOf = (headers: Record<string, string>) =>
    requestPolicy({ method: 'POST', headers: new Headers(headers), nextUrl })
  expect(policyOf({})).toContain("'nonce-")
  expect(policyOf({ 'next-action': 'x' })).toBeNull()
})
