import { beforeEach, expect, test, vi } from 'vitest'

const { rpc, sent } = vi.hoisted(() => ({ rpc: vi.fn(), sent: new Headers() }))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(sent) }))
vi.mock('@supabase/supabase-js', async (original) => ({
  ...(await original<object>()),
  createClient: () => ({ rpc }),
}))

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllEnvs()
  vi.stubEnv('TRUSTED_PROXIES', '1')
  sent.set('x-forwarded-for', '192.0.2.1')
  rpc.mockReset()
})

const attempt = async (secretKey?: string) => {
  vi.stubEnv('SUPABASE_SECRET_KEY', secretKey)
  const { checkRateLimit } = await import('../../lib/session/rate-limit')
  return checkRateLimit('sign-in', 'kim@example.com')
}

test('an attempt is allowed while the database counts few', async () => {
  rpc.mockResolvedValue({ data: 0, error: null })
  expect(await attempt('sb_secret_x')).toBeNull()
  expect(rpc).toHaveBeenCalledWith('count_attempt', {
    kind: 'sign-in',
    account: 'kim@example.com',
    address: '192.0.2.1',
  })
})

test('an attempt over the limit is refused', async () => {
  rpc.mockResolvedValue({ data: 240, error: null })
  expect(await attempt('sb_secret_x')).toMatchObject({ ok: false, reason: 'rate-limit' })
})

test('an attempt that cannot be counted is refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  rpc.mockResolvedValue({ data: null, error: { message: 'fetch failed' } })
  expect(await attempt('sb_secret_x')).toMatchObject({ ok: false })
})

test('without a secret key nothing is counted', async () => {
  expect(await attempt()).toBeNull()
  expect(rpc).not.toHaveBeenCalled()
})

const visitor = new Headers({
  'x-forwarded-for': '192.0.2.1',
  'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140',
})

test('requests with a CAPTCHA are sent without the secret key, which would bypass it', async () => {
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_x')
  vi.stubEnv('TRUSTED_PROXIES', '1')
  vi.stubEnv('CAPTCHA_PROVIDER', 'turnstile')
  vi.stubEnv('CAPTCHA_SITE_KEY', '1x0')
  const { forwardVisitor } = await import('../../lib/supabase/secret')
  const ask = async (path: string) => {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
    await forwardVisitor(send, () => visitor)(`http://127.0.0.1/auth/v1/${path}`, {
      headers: { apikey: 'public' },
    })
    return new Headers(send.mock.calls[0]![1]?.headers).get('apikey')
  }
  const guarded = [
    'token?grant_type=password',
    'signup',
    'signup?redirect_to=x',
    'recover',
    'resend',
    'otp',
    'sso',
  ]
  for (const path of guarded) expect(await ask(path), path).toBe('public')
  const others = ['token?grant_type=refresh_token', 'token?grant_type=pkce', 'verify']
  for (const path of others) expect(await ask(path), path).toBe('sb_secret_x')
})

test.each([
  [
    'the secret key and the visitor’s address go to the auth service',
    '/auth/v1/token?grant_type=password',
    true,
  ],
  ['also when somebody asks for a mail', '/auth/v1/recover', true],
  ['and for the sign-in of a company', '/auth/v1/sso', true],
  ['to the data they never go', '/rest/v1/posts', false],
  ['nor when somebody’s own account is read', '/auth/v1/user', false],
])('%s', async (_, path, isForwarded) => {
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_x')
  vi.stubEnv('TRUSTED_PROXIES', '1')
  const { forwardVisitor } = await import('../../lib/supabase/secret')
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  await forwardVisitor(send, () => visitor)(`http://127.0.0.1${path}`, { headers: { apikey: 'public' } })
  const headers = new Headers(send.mock.calls[0]![1]?.headers)
  expect(headers.get('apikey')).toBe(isForwarded ? 'sb_secret_x' : 'public')
  expect(headers.get('sb-forwarded-for')).toBe(isForwarded ? '192.0.2.1' : null)
})

test('a signed-in person’s account changes are forwarded with that person’s session', async () => {
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_x')
  vi.stubEnv('TRUSTED_PROXIES', '1')
  const { forwardVisitor } = await import('../../lib/supabase/secret')
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  await forwardVisitor(send, () => visitor)('http://127.0.0.1/auth/v1/user', {
    method: 'PUT',
    headers: { apikey: 'public', Authorization: 'Bearer e30.e30.x' },
  })
  expect(Object.fromEntries(new Headers(send.mock.calls[0]![1]?.headers))).toEqual({
    apikey: 'sb_secret_x',
    authorization: 'Bearer e30.e30.x',
    'sb-forwarded-for': '192.0.2.1',
    'user-agent': 'Firefox on Linux',
  })
})
