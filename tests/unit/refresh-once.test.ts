import { AuthClient, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const address = 'http://127.0.0.1:54321/auth/v1/token?grant_type=refresh_token'
const network = vi.fn()
const token = ['{"alg":"HS256"}', '{"exp":1}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  network.mockReset()
  vi.stubGlobal('fetch', network)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refresh = async (token: string) => {
  const { refreshOnce } = await import('../../lib/supabase/refresh-once')
  return refreshOnce(address, { method: 'POST', body: JSON.stringify({ refresh_token: token }) })
}

test('requests with one used-up token share one answer, and each can read it', async () => {
  network.mockImplementation(async () => Response.json({ access_token: 'new' }))
  const answers = await Promise.all([refresh('a'), refresh('a'), refresh('a')])
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
    answers.map(() => ({ access_token: 'new' })),
  )
  expect(network).toHaveBeenCalledOnce()
})

test('another token, another answer; the same one later as well', async () => {
  network.mockImplementation(async () => Response.json({}))
  await refresh('a')
  await refresh('b')
  expect(network).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(30_000)
  await refresh('a')
  expect(network).toHaveBeenCalledTimes(3)
})

test('what failed may be tried again at once', async () => {
  network.mockResolvedValueOnce(new Response(null, { status: 500 })).mockRejectedValueOnce(new Error('gone'))
  network.mockResolvedValue(Response.json({}))
  expect((await refresh('a')).status).toBe(500)
  await expect(refresh('a')).rejects.toThrow('gone')
  expect((await refresh('a')).status).toBe(200)
})

test('a backend that answers nothing is given up', async () => {
  network.mockImplementation(
    (_, { signal }: RequestInit) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const asked = refresh('a').catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toBe('aborted')
})

test('too many refreshes sign nobody out: the session is kept and tried again', async () => {
  network.mockImplementation(async () =>
    Response.json(
      { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
      { status: 429 },
    ),
  )
  const { refreshOnce } = await import('../../lib/supabase/refresh-once')
  const kept = new Map<string, string>()
  const client = new AuthClient({
    url: 'http://127.0.0.1:54321/auth/v1',
    fetch: refreshOnce,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const session = {
    access_token: token,
    refresh_token: 'b',
    expires_at: 1,
    expires_in: 3600,
    user: { id: 'x' },
  }
  kept.set('supabase.auth.token', JSON.stringify(session))
  const asked = client.getSession()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isAuthRetryableFetchError((await asked).error)).toBe(true)
  expect(kept.size).toBe(1)
  expect((await refreshOnce(address.replace('refresh_token', 'password'), { body: '{}' })).status).toBe(429)
})
