import { demoPassword } from '../../supabase/local/demo-accounts'
import { startGate } from '../support/gate'
import { expireCookies, sessionCookies } from '../support/session-cookies'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'

/** How long the auth service wants to be left alone, in seconds. */
const wait = 30
let gate: Awaited<ReturnType<typeof startGate>>
let own: Awaited<ReturnType<typeof startOwnSite>>
let refreshes = 0

test.beforeAll(async () => {
  test.setTimeout(180_000)
  own = await startOwnSite({
    supabase: async (backend) => {
      gate = await startGate(backend, ({ path }) => {
        if (!path.includes('grant_type=refresh_token')) return
        refreshes++
        const body = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }
        return { status: 429, headers: { 'retry-after': String(wait) }, body }
      })
      return gate.url
    },
  })
})
test.afterAll(async () => {
  await own?.stop()
  gate?.stop()
})

test('a limit on refreshing is asked about once for a session, whatever its tabs ask for', async () => {
  const account = { email: 'member@example.com', password: demoPassword }
  // The cookies are named after the host alone, which gate and backend share.
  const cookies = expireCookies(await sessionCookies(own.backend, account, own.url))
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ask = (path: string) => fetch(own.url + path, { headers: { cookie }, redirect: 'manual' })
  const paths = ['/settings', '/', '/notifications', '/api/viewer', '/api/viewer/unread', '/search?q=dark']
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(paths.map(ask))
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 503, 503, 200])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect(Number(answers[0]!.headers.get('retry-after'))).toBeLessThanOrEqual(wait)
  }
  expect(refreshes).toBe(1)
})
