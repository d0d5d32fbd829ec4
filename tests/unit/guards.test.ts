import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { dashboardAddress, readDashboardQuery } from '../../lib/post/dashboard-query'
import { guardOfPath } from '../../lib/session/guarded-paths'
import { findGuard } from '../../lib/session/guards'
import { safePath } from '../../lib/session/safe-path'
import { contentPolicy } from '../../lib/publish/content-policy'
import { securityHeaders } from '../../lib/publish/security-headers'
import { requestId } from '../../lib/log'

test.each([
  ['/', '/'],
  ['/settings', '/settings'],
  ['/search?q=a&b=c#d', '/search?q=a&b=c#d'],
  ['/new-features/暗色模式', '/new-features/%E6%9A%97%E8%89%B2%E6%A8%A1%E5%BC%8F'],
])('%s stays', (given, path) => {
  expect(safePath(given)).toBe(path)
})

test.each([
  '//evil.example',
  '//evil.example/phish',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,hi',
  'evil.example',
  '@evil.example',
  ' //evil.example',
  '',
  null,
  undefined,
])('%j leads nowhere else', (given) => {
  expect(safePath(given)).toBe('/')
})

test('guards are found by name and by path, and an unknown one throws', () => {
  expect(guardOfPath('/settings')).toBe('settings')
  expect(guardOfPath('/settings/export')).toBe('settings')
  expect(guardOfPath('/dashboard')).toBe('admin')
  expect(guardOfPath('/settingsx')).toBeNull()
  expect(guardOfPath('/')).toBeNull()
  for (const name of ['amdin', '', 'toString', '__proto__']) {
    expect(() => findGuard(name)).toThrow(`Unknown route guard: ${name}`)
  }
})

describe('whoever comes to a guarded place', () => {
  const outage = new AuthRetryableFetchError('x', 503)
  const comes = (guard: string, id: string | null, role: string | null, error: Error | null = null) =>
    findGuard(guard)({
      auth: { getUser: () => Promise.resolve({ data: { user: id ? { id } : null }, error }) },
      rpc: () => ({
        maybeSingle: () =>
          Promise.resolve(
            role === 'unknown'
              ? { data: null, error: new Error('fetch failed') }
              : { data: id ? { id, role } : null, error: null },
          ),
      }),
    } as never)

  test.each([
    ['settings', null, null, 'sign-in'],
    ['settings', 'kim', null, 'enter'],
    ['admin', null, null, 'sign-in'],
    ['admin', 'kim', null, 'not-found'],
    ['admin', 'kim', 'moderation', 'not-found'],
    ['admin', 'ada', 'admin', 'enter'],
    ['admin', 'ada', 'unknown', 'enter'],
  ])('%s, as %j with the role %j: %s', async (guard, id, role, verdict) => {
    expect(await comes(guard, id, role)).toBe(verdict)
  })

  test.each(['settings', 'admin'])(
    'is not sent to sign in while nobody can say who it is (%s)',
    async (guard) => {
      expect(await comes(guard, null, null, outage)).toBe('enter')
    },
  )
})

describe('the dashboard’s address', () => {
  test('says everything that is shown', () => {
    const address =
      '/dashboard?sort=votes.desc%2Ctitle&states=planned%2Cproposed&author=Kim&from=2026-01-01&min=3&q=dark&unanswered=1&after=%5B1%5D'
    const query = readDashboardQuery(Object.fromEntries(new URL(address, 'http://x').searchParams))
    expect(query).toEqual({
      filter: {
        states: ['planned', 'proposed'],
        author: 'Kim',
        created_from: '2026-01-01',
        votes_min: 3,
        text: 'dark',
        unanswered: true,
      },
      sort: [
        { by: 'votes', desc: true },
        { by: 'title', desc: false },
      ],
      cursor: '[1]',
      isBackwards: false,
    })
    expect(dashboardAddress(query)).toBe(address)
  })

  test('leaves out what cannot be understood', () => {
    expect(
      readDashboardQuery({
        sort: 'constructor,votes,votes.desc',
        states: 'nope',
        from: '2026-13-99',
        min: '-1',
        q: ' \0',
        author: '\0',
      }),
    ).toEqual({ filter: {}, sort: [{ by: 'votes', desc: false }], cursor: null, isBackwards: false })
  })
})

test('other origins are named only when they are configured, and https only where it is', () => {
  const local = {
    siteUrl: 'http://localhost:3000',
    supabaseUrl: 'http://127.0.0.1:54321',
  }
  expect(contentPolicy(local)).not.toContain('clarity')
  expect(contentPolicy(local)).not.toContain('unsafe-eval')
  expect(contentPolicy(local)).not.toContain('upgrade-insecure-requests')
  const hosted = contentPolicy({
    ...local,
    siteUrl: 'https://feedback.example.com',
    supabaseUrl: 'https://abc.supabase.co',
    clarityId: 'x',
  })
  expect(hosted).toContain(
    "connect-src 'self' blob: https://abc.supabase.co https://www.clarity.ms https://*.clarity.ms;",
  )
  expect(hosted).toContain("script-src 'self' 'unsafe-inline' https://www.clarity.ms https://*.clarity.ms;")
  expect(contentPolicy(local)).not.toMatch(/frame-src|cloudflare|hcaptcha/)
  const checked = contentPolicy({ ...local, captchaProvider: 'hcaptcha' })
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src']) {
    expect(checked).toMatch(new RegExp(`${name} [^;]*https://hcaptcha.com https://\\*.hcaptcha.com`))
  }
  expect(contentPolicy({ ...local, captchaProvider: 'turnstile' })).toContain(
    'frame-src https://challenges.cloudflare.com;',
  )
  const keys = (siteUrl: string) => securityHeaders(siteUrl).map(({ key }) => key)
  expect(keys('http://localhost:3000')).not.toContain('Strict-Transport-Security')
  expect(keys('https://feedback.example.com')).toContain('Strict-Transport-Security')
  // See the comment there: a colon would cost every request.
  for (const { value } of securityHeaders('https://feedback.example.com')) expect(value).not.toContain(':')
})

test('a request id is taken over only when it is a sane one', () => {
  expect(requestId('abc-123')).toBe('abc-123')
  for (const given of ['', 'x'.repeat(10_000), 'a b', 'a\nb', '{"level":"error"}', null]) {
    expect(requestId(given)).toMatch(/^[0-9a-f-]{36}$/)
  }
})
