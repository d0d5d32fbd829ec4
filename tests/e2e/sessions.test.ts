import { randomUUID } from 'node:crypto'
import type { APIResponse } from 'playwright/test'
import { freshCookie } from '../../lib/session/cookie'
import { expireCookies, readSession } from '../support/session-cookies'
import { expect, test } from './fixtures'
import { createPerson, signIn, signInByDialog, sql } from './people'
import { cookieName, cookieOf, get, sessionOf } from './session-requests'

const { TEST_SITE_URL } = process.env as Record<string, string>

function expectNeverShared(response: APIResponse) {
  const headers = response.headersArray()
  const setsCookie = headers.some(({ name }) => name.toLowerCase() === 'set-cookie')
  const control = response.headers()['cache-control'] ?? ''
  if (setsCookie) expect(control).toMatch(/private|no-store/)
  if (setsCookie) expect(control).not.toMatch(/public|s-maxage/)
}

test('an expired token is refreshed, and the answer must not be stored', async ({ request }) => {
  const person = await createPerson()
  for (const path of ['/', '/new-features', '/settings', '/api/viewer']) {
    const response = await get(request, path, cookieOf(await sessionOf(person), { expired: true }))
    expect(response.status(), path).toBe(200)
    expect(response.headers()['set-cookie'], path).toContain(cookieName)
    expectNeverShared(response)
  }
})

test('a repeated search is stored for members too, until their session is due', async ({ request }) => {
  const path = `/search?q=repeated-${randomUUID()}`
  const session = cookieOf(await sessionOf(await createPerson()))
  const fresh = `${session}; ${freshCookie}=1`
  const ask = async (cookie: string) => (await get(request, path, cookie)).headers()
  await ask(fresh)
  await expect.poll(async () => (await ask(fresh))['x-nextjs-cache']).toBe('HIT')
  const stored = await ask(fresh)
  expect(stored['set-cookie']).toBeUndefined()
  expect(stored['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(stored['cross-origin-opener-policy']).toBe('same-origin')
  // Now the session has to be looked at.
  const checked = await ask(session)
  expect(checked['x-nextjs-cache']).toBeUndefined()
  expect(checked['set-cookie']).toContain(freshCookie)
})

test('parallel requests with one expired token sign no one out', async ({ request }) => {
  const person = await createPerson()
  const cookie = cookieOf(await sessionOf(person), { expired: true })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => get(request, index % 2 ? '/settings' : '/new-features', cookie)),
  )
  for (const answer of answers) {
    expect(answer.status()).toBe(200)
    expect(answer.headers()['set-cookie']).toContain('base64-')
    expectNeverShared(answer)
  }
})

test('the browser renews a session that comes due on an open page', async ({ page, context }) => {
  await signIn(page, await createPerson())
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  const before = await context.cookies()
  // While this cookie says that the session is fresh, the server doesn't renew it.
  expect(before.some(({ name }) => name === freshCookie)).toBe(true)
  await context.addCookies(expireCookies(before))
  await page.reload()
  await expect
    .poll(async () => readSession(await context.cookies()).refresh_token)
    .not.toBe(readSession(before).refresh_token)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
})

test('a broken, foreign or ended session is signed out and removed', async ({ request }) => {
  const person = await createPerson()
  const session = await sessionOf(person)
  const whole = cookieOf(session)
  const forged = { ...session, access_token: session.access_token.replace(/\.[^.]+$/, '.c2lnbmF0dXJl') }
  const broken = [
    whole.slice(0, whole.length / 2),
    `${cookieName}=base64-%%%%`,
    `${cookieName}=`,
    `${cookieName}={"access_token":`,
    `${cookieName}=base64-${Buffer.from('{"access_token":"x","refresh_token":"y","expires_at":1}').toString('base64url')}`,
    'sb-other-auth-token=base64-abc',
    `${cookieName}.0=base64-abc; ${cookieName}.7=def`,
    cookieOf(forged),
  ]
  for (const cookie of broken) {
    const page = await get(request, '/new-features', cookie)
    expect(page.status(), cookie.slice(0, 60)).toBe(200)
    expectNeverShared(page)
    const viewer = await get(request, '/api/viewer', cookie)
    expect(await viewer.json(), cookie.slice(0, 60)).toEqual({ viewer: null })
    const guarded = await get(request, '/settings', cookie)
    expect(guarded.status(), cookie.slice(0, 60)).toBe(307)
    expect(guarded.headers().location).toContain('auth=sign-in&next=%2Fsettings')
    expectNeverShared(guarded)
  }
})

test('no public page sets a cookie for visitors or is cacheable with a member’s session', async ({
  request,
}) => {
  const person = await createPerson()
  const pages = ['/', '/?view=table', '/new-features', '/new-features/dark-mode', '/search?q=dark']
  for (const path of pages) {
    expect((await request.get(path)).headers()['set-cookie'], path).toBeUndefined()
    // An expired session is refreshed on every page.
    const member = await get(request, path, cookieOf(await sessionOf(person), { expired: true }))
    expect(member.headers()['set-cookie'], path).toContain(cookieName)
    expectNeverShared(member)
  }
  const cookie = cookieOf(await sessionOf(person))
  for (const path of ['/sitemap.xml', '/feed.xml']) {
    expect((await get(request, path, cookie)).headers()['set-cookie'], path).toBeUndefined()
  }
  for (const path of ['/api/viewer', '/api/viewer/votes?posts=1']) {
    expect((await get(request, path, cookie)).headers()['cache-control'], path).toBe('private, no-store')
  }
})

test('cookies are sent to this site only @long', async ({ page, context }) => {
  const person = await createPerson()
  await page.goto('/')
  await signInByDialog(page, person)
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('sb-'))
  expect(cookies.length).toBeGreaterThan(0)
  for (const { sameSite, path, expires } of cookies) {
    expect(sameSite).toBe('Lax')
    expect(path).toBe('/')
    expect(expires).toBeGreaterThan(Date.now() / 1000 + 390 * 24 * 60 * 60)
  }
})

test('another site’s form can neither sign out nor act, and no page can be framed', async ({ request }) => {
  const person = await createPerson()
  const cookie = cookieOf(await sessionOf(person))
  for (const origin of ['https://evil.example', 'null', 'garbage', 'http://', '']) {
    const response = await request.post('/sign-out', {
      headers: { cookie, ...(origin && { origin }) },
      maxRedirects: 0,
    })
    expect(response.status(), origin).toBe(403)
  }
  const opened = await request.get('/sign-out', { headers: { cookie }, maxRedirects: 0 })
  expect([opened.status(), opened.headers().location]).toEqual([307, '/'])
  expect(opened.headers()['set-cookie'] ?? '').not.toContain(cookieName)
  const action = await request.post('/new-features', {
    headers: { cookie, origin: 'https://evil.example', 'next-action': '0'.repeat(42) },
    data: '[]',
    maxRedirects: 0,
  })
  expect(action.status()).toBeGreaterThanOrEqual(400)
  for (const path of ['/', '/settings', '/new-features/dark-mode']) {
    const { 'content-security-policy': policy, 'x-frame-options': frames } = (
      await get(request, path, cookie)
    ).headers()
    expect(policy).toContain("frame-ancestors 'none'")
    expect(frames).toBe('DENY')
  }
})

test('a session that was ended elsewhere is removed from the browser @long', async ({ page, context }) => {
  const person = await createPerson()
  await signIn(page, person)
  await sql`delete from auth.sessions where user_id = ${person.id}`
  await page.goto('/bugs')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  const names = async () => (await context.cookies()).map(({ name }) => name)
  await expect.poll(names).not.toContainEqual(expect.stringMatching(/^sb-/))
})

test('another site’s page keeps no handle on a signed-in window @long', async ({ page, request }) => {
  const cookie = cookieOf(await sessionOf(await createPerson()))
  for (const path of ['/', '/new-features/dark-mode', '/settings', '/dashboard']) {
    expect((await get(request, path, cookie)).headers()['cross-origin-opener-policy'], path).toBe(
      'same-origin',
    )
  }
  // A visitor has nothing to lose, and this header makes the browser start a new process.
  expect((await request.get('/')).headers()).not.toHaveProperty('cross-origin-opener-policy')

  const [name, value] = cookie.split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: TEST_SITE_URL }])
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Evil</title>' }),
  )
  await page.goto('https://evil.example/')
  const opened = page.waitForEvent('popup')
  await page.evaluate((url) => void Object.assign(window, { held: window.open(url) }), TEST_SITE_URL)
  const popup = await opened
  await expect(popup.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  // The browser reports it a moment later.
  const isCutOff = () => page.evaluate(() => (window as unknown as { held: Window }).held.closed)
  await expect.poll(isCutOff).toBe(true)
})

test('a deleted account is signed out everywhere at once', async ({ request }) => {
  const person = await createPerson()
  const cookie = cookieOf(await sessionOf(person))
  expect((await (await get(request, '/api/viewer', cookie)).json()).viewer.id).toBe(person.id)
  await sql`delete from auth.users where id = ${person.id}`
  expect(await (await get(request, '/api/viewer', cookie)).json()).toEqual({ viewer: null })
  expect(await (await get(request, '/api/viewer/unread', cookie)).json()).toEqual({ unread: 0 })
  expect((await get(request, '/settings', cookie)).status()).toBe(307)
})
