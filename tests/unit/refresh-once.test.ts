import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const address = 'http://127.0.0.1:54321/auth/v1/token?grant_type=refresh_token'
const network = vi.fn()

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
