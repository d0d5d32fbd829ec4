import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchJson } from '@/lib/browser/fetch-json'

describe('fetch json', () => {
  const answer = (status: number) =>
    new Response(JSON.stringify({ status }), { status, headers: { 'content-type': 'application/json' } })

  /** A network that answers with these statuses in order. */
  function stubNetwork(...statuses: number[]) {
    const network = vi.fn(async () => answer(statuses.shift() ?? 200))
    vi.stubGlobal('fetch', network)
    return network
  }
  afterEach(() => vi.unstubAllGlobals())

  test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i is retried once', async (status) => {
    const network = stubNetwork(status)
    expect(await fetchJson('http://localhost/api')).toEqual({ status: 200 })
    expect(network).toHaveBeenCalledTimes(2)
  })

  test('the same twice is an error, and so is any other status from 400 to 599 at once', async () => {
    const network = stubNetwork(503, 503, 200)
    await expect(fetchJson('http://localhost/api')).rejects.toThrow('503')
    expect(network).toHaveBeenCalledTimes(2)
    for (const status of [400, 404, 422, 501, 599]) {
      const once = stubNetwork(status)
      await expect(fetchJson('http://localhost/api')).rejects.toThrow(String(status))
      expect(once).toHaveBeenCalledTimes(1)
    }
  })

  test('a request with a body is sent once, as JSON', async () => {
    const network = stubNetwork(503)
    await expect(fetchJson('http://localhost/api', { method: 'POST', body: { a: 1 } })).rejects.toThrow('503')
    expect(network).toHaveBeenCalledTimes(1)
    const [, sent] = network.mock.calls[0] as unknown as [string, RequestInit]
    expect(sent.body).toBe('{"a":1}')
    expect(new Headers(sent.headers).get('content-type')).toBe('application/json')
  })
})

describe('fetch with fallback', () => {
  let server: Server
  let url: string
  let answer: { status: number; body: string } | 'nothing' | 'hang up'

  beforeEach(async () => {
    server = createServer((request, response) => {
      if (answer === 'hang up') return void request.socket.destroy()
      if (answer !== 'nothing')
        response.writeHead(answer.status, { 'content-range': '0-0/1' }).end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    vi.resetModules()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })

  const load = async () => ({
    ...(await import('@/lib/supabase/fetch-with-fallback')),
  })
  const textOf = async (response: Promise<Response>) => (await response).text()

  test('during an outage, the last good answer to the same request is used', async () => {
    const { fetchWithFallback } = await load()
    answer = { status: 200, body: 'posts' }
    expect(await textOf(fetchWithFallback(`${url}/posts`))).toBe('posts')
    answer = { status: 503, body: 'down' }
    for (let round = 0; round < 5; round++) {
      const response = await fetchWithFallback(`${url}/posts`)
      expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
        200,
        '0-0/1',
        'posts',
      ])
    }
    expect((await fetchWithFallback(`${url}/others`)).status).toBe(503)
    answer = 'hang up'
    expect(await textOf(fetchWithFallback(`${url}/posts`))).toBe('posts')
    await expect(fetchWithFallback(`${url}/posts`, { method: 'POST', body: '{}' })).rejects.toThrow()
    answer = { status: 200, body: 'newer posts' }
    expect(await textOf(fetchWithFallback(`${url}/posts`))).toBe('newer posts')
  })

  test('a refusal is an answer and is not replaced', async () => {
    const { fetchWithFallback } = await load()
    answer = { status: 200, body: 'posts' }
    await fetchWithFallback(`${url}/posts`)
    answer = { status: 404, body: 'gone' }
    expect((await fetchWithFallback(`${url}/posts`)).status).toBe(404)
  })

  test('no one waits long for an unresponsive backend, and less once that is known', async () => {
    vi.useFakeTimers()
    // Node’s own timer can’t be controlled by a test.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Late', 'TimeoutError')), milliseconds)
      return controller.signal
    })
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const { fetchWithFallback } = await load()
    const times: number[] = []
    for (let round = 0; round < 4; round++) {
      const start = Date.now()
      const failed = fetchWithFallback(`${url}/a`).catch(() => times.push(Date.now() - start))
      await vi.advanceTimersByTimeAsync(60_000)
      await failed
    }
    expect(times).toEqual([10_000, 10_000, 10_000, 3_000])
  })

  test('something deleted does not come back in an outage', async () => {
    const { fetchWithFallback, clearFallbacks } = await load()
    answer = { status: 200, body: 'posts' }
    await fetchWithFallback(`${url}/posts`)
    clearFallbacks()
    answer = 'hang up'
    await expect(fetchWithFallback(`${url}/posts`)).rejects.toThrow()
  })

  test('the number of remembered answers is limited, and the oldest goes first', async () => {
    const { readFallback, storeFallback } = await load()
    const body = 'x'.repeat(10_000_000)
    for (const name of ['first', 'second', 'third', 'fourth'])
      storeFallback(name, { status: 200, headers: [], body })
    expect(readFallback('first')).toBeNull()
    for (const name of ['second', 'third', 'fourth']) expect(readFallback(name)).not.toBeNull()
  })

  test('the memory of short answers is limited as well', async () => {
    const { readFallback, storeFallback } = await load()
    for (let at = 0; at < 60_000; at++) storeFallback(`${at}`, { status: 200, headers: [], body: '[]' })
    expect(readFallback('0')).toBeNull()
    expect(readFallback('59999')).not.toBeNull()
  })

  test('only the headers that the client library reads are remembered', async () => {
    const { fetchWithFallback } = await load()
    answer = { status: 200, body: 'posts' }
    await fetchWithFallback(`${url}/posts`)
    answer = 'hang up'
    const { headers } = await fetchWithFallback(`${url}/posts`)
    expect([...headers.keys()]).toEqual(['content-range', 'content-type'])
  })
})
