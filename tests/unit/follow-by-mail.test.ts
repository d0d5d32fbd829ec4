import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'

const { rpc, signInWithPassword } = vi.hoisted(() => ({ rpc: vi.fn(), signInWithPassword: vi.fn() }))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(new Headers()) }))
vi.mock('@/lib/supabase/secret', () => ({ secretClient: { rpc } }))
vi.mock('@/lib/supabase/visitor', () => ({ anonymousClient: { auth: { signInWithPassword } } }))
vi.mock('@/lib/actions/member-action', () => ({ memberAction: () => () => {} }))

const form = { id: 7, email: 'kim@example.com' }
const rejected = new AuthApiError('x', 400, 'captcha_failed')
const passed = new AuthApiError('x', 400, 'invalid_credentials')

async function follow(input: object, provider?: string, wait = 0) {
  vi.resetModules()
  vi.stubEnv('CAPTCHA_PROVIDER', provider)
  vi.stubEnv('CAPTCHA_SITE_KEY', provider && 'key')
  rpc.mockReset().mockResolvedValue({ data: wait, error: null })
  const { followByMail } = await import('../../lib/actions/follows')
  return followByMail(input)
}
afterEach(() => vi.unstubAllEnvs())

test.each([
  ['a captcha that failed', rejected],
  ['an auth service that is busy', new AuthApiError('x', 429, 'over_request_rate_limit')],
  ['an auth service that is away', new AuthRetryableFetchError('x', 503)],
])('%s sends no mail, and uses up nothing of the site’s limit', async (_, error) => {
  signInWithPassword.mockResolvedValue({ error })
  expect(await follow({ ...form, captchaToken: 'bad' }, 'turnstile')).toMatchObject({ ok: false })
  expect(rpc.mock.calls.map(([, { kind }]) => kind)).toEqual(['captcha'])
})

test('a passed CAPTCHA sends one email; its token works once', async () => {
  signInWithPassword.mockReset().mockResolvedValue({ error: passed })
  expect(await follow({ ...form, captchaToken: 'good' }, 'turnstile')).toMatchObject({ ok: true })
  expect(signInWithPassword).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ options: { captchaToken: 'good' } }),
  )
  expect(rpc.mock.calls.map(([name]) => name)).toEqual(['count_attempt', 'count_attempt', 'follow_by_mail'])
})

test('a network with too many failed CAPTCHAs is refused before the auth service is asked', async () => {
  signInWithPassword.mockReset()
  expect(await follow({ ...form, captchaToken: 'bad' }, 'turnstile', 60)).toMatchObject({
    reason: 'rate-limit',
  })
  expect(signInWithPassword).not.toHaveBeenCalled()
})

test('a site without a CAPTCHA asks for none, and counts visitors whose address it doesn’t know', async () => {
  signInWithPassword.mockReset()
  expect(await follow(form)).toMatchObject({ ok: true })
  expect(signInWithPassword).not.toHaveBeenCalled()
  expect(rpc).toHaveBeenCalledWith('count_attempt', { kind: 'follow', account: form.email, address: '' })
})
