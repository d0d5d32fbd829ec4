import { routesOfBuild, segmentsOfBuild } from '../support/routes'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'

/** Older than pages stay fresh (30 s), so that a request renders them again; after six steps they expire. */
const step = 60_000
const marker = 'm4rk3r'
const tree = encodeURIComponent(JSON.stringify(['', { children: [marker, {}] }]))

/** Private data in a person’s requests; none of it may appear in other people’s answers. */
const query = ['token_hash', 'code', 'token', 'q', 'next', 'auth', 'anything', marker]
  .map((name) => `${name}=${marker}-${name}`)
  .join('&')
const headers: Record<string, string> = {
  'accept-language': `${marker}-language`,
  authorization: `Bearer ${marker}`,
  'content-security-policy': `script-src 'nonce-${marker}'`,
  'next-router-state-tree': tree,
  'next-url': `/${marker}`,
  referer: `http://localhost/${marker}`,
  'user-agent': marker,
  'x-forwarded-host': `${marker}.example.com`,
  'x-forwarded-for': `${marker}, 203.0.113.9`,
  'x-request-id': marker,
}
const cookies = [`theme=${marker}`, `theme=${marker}; sb-127-auth-token=base64-${btoa(marker)}`]

let own: Awaited<ReturnType<typeof startOwnSite>>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  own = await startOwnSite({ env: { CLOCK_STEP: String(step) } })
})
test.afterAll(() => own?.stop())

test('no answer contains anything from another person’s request', async () => {
  test.setTimeout(300_000)
  const build = process.env.SIGNPOST_BUILD_FOLDER!
  const rsc = { rsc: '1' }
  const forms: Record<string, string>[] = [
    {},
    rsc,
    { ...rsc, 'next-router-prefetch': '1' },
    ...segmentsOfBuild(build).map((segment) => ({
      ...rsc,
      'next-router-prefetch': '1',
      'next-router-segment-prefetch': segment,
    })),
  ]
  // Visible addresses, and the internal ones that they are rewritten to.
  const routes = [
    ...routesOfBuild(build),
    ...[
      '/',
      '/?view=table',
      '/new-features',
      '/new-features?sort=newest',
      '/no-such-page',
      '/bugs/no-such-post',
    ].map((path) => ({ path, isPage: true })),
  ]
  expect(routes.length).toBeGreaterThan(60)
  /** The marker, and the nonces given to others. */
  const secrets = new Set([marker])
  const ask = (path: string, init: RequestInit = {}) => fetch(own.url + path, { redirect: 'manual', ...init })

  async function askAsSomebody(): Promise<void> {
    for (const { path, isPage } of routes) {
      const address = `${path}${path.includes('?') ? '&' : '?'}${query}`
      const asked = cookies.flatMap((cookie) =>
        (isPage ? forms : [{}]).map((form) => ask(address, { headers: { ...headers, cookie, ...form } })),
      )
      if (isPage) {
        const body = new FormData()
        body.set(marker, marker)
        const sent = { origin: own.url, cookie: cookies[0]! }
        asked.push(ask(address, { method: 'POST', headers: { ...headers, ...sent }, body }))
        asked.push(ask(address, { method: 'POST', headers: { ...sent, 'next-action': marker }, body: '[]' }))
      }
      for (const answer of await Promise.all(asked)) {
        const policy = answer.headers.get('content-security-policy') ?? ''
        for (const [, nonce] of policy.matchAll(/'nonce-([^']+)'/g)) secrets.add(nonce!)
        await answer.arrayBuffer()
      }
    }
  }

  async function lookAsStranger(when: string): Promise<string[]> {
    const found: string[] = []
    for (const { path, isPage } of routes) {
      for (const form of isPage ? forms : [{}]) {
        const answer = await ask(path, { headers: form })
        const all = `${JSON.stringify([...answer.headers])}${await answer.text()}`
        const at = Math.max(...[...secrets].map((secret) => all.indexOf(secret)))
        if (at >= 0)
          found.push(`${when}: ${path} ${JSON.stringify(form)} …${all.slice(Math.max(0, at - 60), at + 20)}`)
      }
    }
    return found
  }

  await askAsSomebody()
  expect(await lookAsStranger('made for the first time')).toEqual([])
  await own.passTime()
  await askAsSomebody()
  expect(await lookAsStranger('made again behind a stale one')).toEqual([])
  for (let passed = 0; passed < 6; passed++) await own.passTime()
  await askAsSomebody()
  expect(await lookAsStranger('made again after it was gone')).toEqual([])
  // Each page was stored: none was refused for containing its address in an unknown form.
  expect(own.output()).not.toContain('prerender cache')
})

test('a link’s secret is removed from the address and the history', async ({ page }) => {
  await page.goto('/')
  for (const [link, bare] of [
    ['/auth/confirm?token_hash=s3cret&type=recovery', '/auth/confirm'],
    ['/auth/callback?code=s3cret', '/auth/callback'],
    ['/notifications/mail?token=s3cret', '/notifications/mail'],
  ]) {
    const response = await page.goto(link!)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(bare)
    expect(response!.headers()['cache-control']).toContain('no-store')
    expect(await page.evaluate(() => document.cookie)).not.toContain('s3cret')
    await page.goBack()
    await expect(page).toHaveURL('/')
  }
})
