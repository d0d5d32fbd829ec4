import postgres from 'postgres'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { startGate } from '../support/gate'
import { expireCookies, sessionCookies } from '../support/session-cookies'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'

/** The auth service’s Retry-After, in seconds. */
const wait = 30
let gate: Awaited<ReturnType<typeof startGate>>
let own: Awaited<ReturnType<typeof startOwnSite>>
let refreshes = 0

test.beforeAll(async () => {
  test.setTimeout(180_000)
  own = await startOwnSite({
    supabase: async (backend) => {
      const sql = postgres(backend.databaseUrl)
      await sql`update public.site_settings set language = 'ar'`
      await sql.end()
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

test('a rate-limited session refresh is tried once, however many tabs ask', async () => {
  const account = { email: 'member@example.com', password: demoPassword }
  // Cookies belong to the host without its port, so the proxy and the backend share them.
  const cookies = expireCookies(await sessionCookies(own.backend, account, own.url))
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ask = (path: string) => fetch(own.url + path, { headers: { cookie }, redirect: 'manual' })
  const paths = ['/settings', '/', '/notifications', '/api/viewer', '/api/viewer/unread', '/search?q=dark']
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(paths.map(ask))
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 503, 503, 200])
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect(Number(answers[0]!.headers.get('retry-after'))).toBeLessThanOrEqual(wait)
    const page = await answers[0]!.text()
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('<p>حاول مجددًا بعد دقيقة</p>')
  }
  expect(refreshes).toBe(1)
})
