import { createServerClient } from '@supabase/ssr'
import { AuthClient, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

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

test('requests with one used token share one answer, and each can read it', async () => {
  network.mockImplementation(async () => Response.json({ access_token: 'new' }))
  const answers = await Promise.all([refresh('a'), refresh('a'), refresh('a')])
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(
    answers.map(() => ({ access_token: 'new' })),
  )
  expect(network).toHaveBeenCalledOnce()
})

test('another token gets another answer; the same token later, too', async () => {
  network.mockImplementation(async () => Response.json({}))
  await refresh('a')
  await refresh('b')
  expect(network).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(30_000)
  await refresh('a')
  expect(network).toHaveBeenCalledTimes(3)
})

test('only the last thousand made-up tokens are remembered', async () => {
  network.mockImplementation(
    async () => new Response(null, { status: 429, headers: { 'Retry-After': '60' } }),
  )
  for (let n = 0; n < 1_001; n++) await refresh(`made up ${n}`)
  await refresh('made up 1000')
  expect(network).toHaveBeenCalledTimes(1_001)
  await refresh('made up 0')
  expect(network).toHaveBeenCalledTimes(1_002)
})

test('a failed refresh may be retried at once', async () => {
  network.mockResolvedValueOnce(new Response(null, { status: 500 })).mockRejectedValueOnce(new Error('gone'))
  network.mockResolvedValue(Response.json({}))
  expect((await refresh('a')).status).toBe(500)
  await expect(refresh('a')).rejects.toThrow('gone')
  expect((await refresh('a')).status).toBe(200)
})

test('an unresponsive backend is given up on', async () => {
  network.mockImplementation(
    (_, { signal }: RequestInit) =>
      new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const asked = refresh('a').catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await asked).toBe('aborted')
})

const limited = (headers: Record<string, string> = {}) =>
  Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429, headers },
  )

describe('while the service takes no more refreshes', () => {
  test('it is asked once per session until the time it names', async () => {
    network.mockImplementation(async () => limited({ 'Retry-After': '7' }))
    for (let count = 0; count < 20; count++) {
      const answer = await refresh('a')
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7'])
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(network).toHaveBeenCalledOnce()
    await refresh('b')
    expect(network).toHaveBeenCalledTimes(2)
    network.mockImplementation(async () => Response.json({}))
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await refresh('a')).status).toBe(200)
  })

  test('without such a time, pauses double up to a minute, and start over after a success', async () => {
    network.mockImplementation(async () => limited())
    const pauses: number[] = []
    for (let count = 0; count < 6; count++) {
      const pause = Number((await refresh('a')).headers.get('Retry-After'))
      pauses.push(pause)
      await vi.advanceTimersByTimeAsync(pause * 1_000)
      expect(network).toHaveBeenCalledTimes(count + 1)
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
    network.mockImplementationOnce(async () => Response.json({}))
    await refresh('a')
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await refresh('a')).headers.get('Retry-After')).toBe('5')
  })

  test.each(['-3', 'soon', '0', '1e9', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'a pause of %j is limited',
    async (named) => {
      network.mockImplementation(async () => limited({ 'Retry-After': named }))
      const pause = Number((await refresh('a')).headers.get('Retry-After'))
      expect(pause).toBeGreaterThanOrEqual(5)
      expect(pause).toBeLessThanOrEqual(60)
    },
  )
})

const session = {
  access_token: token,
  refresh_token: 'b',
  expires_at: 1,
  expires_in: 3600,
  user: { id: 'x' },
}

test('too many refreshes sign no one out in a browser: the session is kept and tried again', async () => {
  network.mockImplementation(async () => limited())
  const { refreshOnce } = await import('../../lib/supabase/refresh-once')
  const { rateLimitAsOutage } = await import('../../lib/supabase/refresh-once')
  const kept = new Map([['supabase.auth.token', JSON.stringify(session)]])
  const client = new AuthClient({
    url: 'http://127.0.0.1:54321/auth/v1',
    fetch: rateLimitAsOutage(refreshOnce),
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const asked = client.getSession()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isAuthRetryableFetchError((await asked).error)).toBe(true)
  expect(kept.size).toBe(1)
  expect(network.mock.calls.length).toBeLessThan(5)
  expect((await refreshOnce(address.replace('refresh_token', 'password'), { body: '{}' })).status).toBe(429)
})

test('too many refreshes sign no one out on the server, whose pages learn of it at once', async () => {
  // auth-js logs its errors.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.mockImplementation(async () => limited())
  const { watchRefreshes } = await import('../../lib/supabase/refresh-once')
  const { requestSession } = await import('../../lib/session/request-session')
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  for (let count = 0; count < 10; count++) {
    const refreshes = watchRefreshes()
    const changed: unknown[] = []
    const client = createServerClient('http://127.0.0.1:54321', 'key', {
      global: { fetch: refreshes.fetch },
      cookies: {
        getAll: () => [{ name: 'sb-127-auth-token', value }],
        setAll: (list) => {
          if (refreshes.wait() === 0) changed.push(...list)
        },
      },
    })
    const { error } = await requestSession(client)
    expect(isAuthRetryableFetchError(error)).toBe(true)
    expect(changed).toEqual([])
    expect(refreshes.wait()).toBe(5)
  }
  expect(network).toHaveBeenCalledOnce()
})
