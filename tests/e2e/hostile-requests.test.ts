import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { cachedFunctions } from '../support/routes'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

const siteLog = () => readFileSync(process.env.TEST_SITE_LOG!, 'utf8')

test('an unknown address gives a 404 page and logs nothing @long', async ({ request }) => {
  const before = siteLog().length
  const addresses = [
    '/a/%ff',
    '/%ff',
    '/new-features/%E0%A4%A',
    '/new-features/%E0%A4%A/feed.xml',
    '/new-features/%00',
    '/%00',
    '/a%00b/c',
    '/new-features/%2564ark-mode',
    '/new-features/%2564ark-mode/feed.xml',
    `/new-features/${'%E3%81%82'.repeat(900)}`,
    `/new-features/${'%CC%81'.repeat(1_400)}`,
    `/new-features/${'%CC%81'.repeat(1_400)}/feed.xml`,
    `/${'%CC%81'.repeat(2_000)}/x`,
    `/${'a'.repeat(3_000)}/x/feed.xml`,
    '/a%00b/c/feed.xml',
    '/search?q=a%00b',
    '/search?q=a&after=x',
    '/search?q=a&after=%00',
    '/search?q=a&after=%5B%22a%22%2C1%5D',
    '/?after=zzz',
    '/?after=%00',
    '/?view=table&sort=newest&after=WzFd',
    '/new-features?after=zzz',
    '/new-features?after=W251bGwsbnVsbCxudWxsXQ',
    '/new-features?state=planned&sort=title&after=%5B1%5D',
    '/more/new-features/zzz/top/all',
  ]
  for (const address of addresses) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(404)
    if (!address.endsWith('.xml')) expect(await response.text(), address).toContain('Oops! The page you are')
  }
  for (const [address, status] of Object.entries({
    '/new-features/feed.xml?state=%00': 404,
    '/feed.xml?state=x': 404,
    '/no%00thing/feed.xml': 404,
    '/new-features/%00/feed.xml': 404,
    '/api/share-image/categories/%00': 404,
    '/api/share-image/posts/%00': 404,
    '/sitemap/%00': 404,
    '/auth/confirm?token_hash=%00&type=%00': 200,
    '/auth/callback?code=%00&next=%00': 200,
  })) {
    expect((await request.get(address)).status(), address).toBe(status)
  }
  expect(siteLog().slice(before)).toBe('')
})

test('a request for `*` instead of an address gives a 404 page and logs nothing @desk', async ({
  baseURL,
}) => {
  const before = siteLog().length
  const { hostname, port } = new URL(baseURL!)
  const status = await new Promise((done, fail) => {
    get({ hostname, port, path: '*' }, (response) => done(response.resume().statusCode)).on('error', fail)
  })
  expect(status).toBe(404)
  expect(siteLog().slice(before)).toBe('')
})

test('missing things give a 404 also where pages are rendered for each request @long', async ({
  page,
  request,
}) => {
  for (const path of [
    '/mailbox/x',
    '/search/x',
    '/auth/x',
    '/auth/confirm/x',
    '/sign-out/x',
    '/more',
    '/lists',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
  const mailbox = await request.get('/mailbox', { headers: { host: 'feedback.example.com' } })
  expect(mailbox.status()).toBe(404)
  for (const admin of [false, true]) {
    await page.context().clearCookies()
    await signIn(page, await createPerson({ admin }))
    for (const path of ['/settings/x', '/dashboard/x', ...(admin ? [] : ['/dashboard'])]) {
      expect((await page.request.get(path)).status(), path).toBe(404)
    }
    expect((await page.request.get('/settings')).status()).toBe(200)
  }
})

test('an action or form from another site is refused, and nothing is logged', async ({ request }) => {
  const before = siteLog().length
  for (const origin of ['http://evil.test', 'garbage', 'null']) {
    for (const [name, value] of [
      ['next-action', '4'.repeat(42)],
      ['next-action', ''],
      ['content-type', 'application/x-www-form-urlencoded'],
    ] as const) {
      const response = await request.post('/new-features', { headers: { [name]: value, origin }, data: '' })
      expect(response.status(), `${name} from ${origin}`).toBe(403)
    }
  }
  expect(siteLog().slice(before)).toBe('')
})

test('a cached function cannot be called as an action by its id @long', async ({ request }) => {
  const before = siteLog().length
  const ids = cachedFunctions(process.env.SIGNPOST_BUILD_FOLDER!)
  expect(ids.length).toBeGreaterThan(10)
  for (const id of ids) {
    for (const path of ['/', '/new-features/dark-mode', '/search']) {
      for (const data of ['["new-features","dark-mode"]', `["${'x'.repeat(200_000)}"]`, '']) {
        const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }
        const response = await request.post(path, { headers, data })
        expect(response.status(), `${id} at ${path}`).toBe(400)
        expect(await response.text()).toBe('This action does not accept this request.')
      }
    }
  }
  expect(siteLog().slice(before)).toBe('')
})

test('invalid JSON is refused, and nothing is logged @long', async ({ request }) => {
  const before = siteLog().length
  const [post] = await sql`select id from public.posts where slug = 'dark-mode'`
  for (const address of [
    '/api/posts?after=zzz',
    '/api/posts?after=%00',
    '/api/posts?after=%5Bnull%2Cnull%2Cnull%5D',
    '/api/posts?category=%00&after=%5B1%5D',
    '/api/posts?state=%00&after=%5B1%5D',
    '/api/search?q=a&after=x',
    '/api/search?q=%00&after=',
    '/api/similar?title=%00',
    `/api/comments?post=${post!.id}&after=x`,
    `/api/comments?post=${post!.id}&after=%7B%7D`,
    `/api/comments?post=${post!.id}&after=%00`,
    '/api/comments?post=1e30&after=x',
    '/api/replies?comment=1&after=%5Bnull%2C1%5D',
    '/api/viewer/votes?posts=%00',
  ]) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(400)
    expect(await response.json(), address).toEqual({
      message: 'A parameter of this query isn’t valid. Check its name and value.',
    })
  }
  expect(siteLog().slice(before)).toBe('')
})

test('a forged session is ignored, and nothing is logged @long', async ({ request }) => {
  const before = siteLog().length
  const name = `sb-${new URL(process.env.TEST_SUPABASE_URL!).hostname.split('.')[0]}-auth-token`
  for (const token of ['a\nb', 'a.b.\0', 'ключ.b.c', 7, {}, 'e30.e30.x']) {
    const session = { access_token: token, refresh_token: 'x', expires_at: 4e9, user: { id: 'x' } }
    const cookie = `${name}=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
    for (const [path, status] of Object.entries({
      '/': 200,
      '/settings': 307,
      '/dashboard': 307,
      '/settings/export': 307,
      '/api/viewer': 200,
      '/api/viewer/votes?posts=1': 200,
    })) {
      const response = await request.get(path, { headers: { cookie }, maxRedirects: 0 })
      expect(response.status(), `${path} with ${JSON.stringify(token)}`).toBe(status)
    }
  }
  expect(siteLog().slice(before)).toBe('')
})
