import { afterEach, expect, test, vi } from 'vitest'
import { fetchJson } from '@/lib/browser/fetch-json'

const answer = (status: number) =>
  new Response(JSON.stringify({ status }), { status, headers: { 'content-type': 'application/json' } })

/** A network that gives these statuses one after the other. */
function stubNetwork(...statuses: number[]) {
  const network = vi.fn(async () => answer(statuses.shift() ?? 200))
  vi.stubGlobal('fetch', network)
  return network
}
afterEach(() => vi.unstubAllGlobals())

test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i is tried once more', async (status) => {
  const network = stubNetwork(status)
  expect(await fetchJson('http://localhost/api')).toEqual({ status: 200 })
  expect(network).toHaveBeenCalledTimes(2)
})

test('twice the same is an error, and so is any other status from 400 to 599 at once', async () => {
  const network = stubNetwork(503, 503, 200)
  await expect(fetchJson('http://localhost/api')).rejects.toThrow('503')
  expect(network).toHaveBeenCalledTimes(2)
  for (const status of [400, 404, 422, 501, 599]) {
    const once = stubNetwork(status)
    await expect(fetchJson('http://localhost/api')).rejects.toThrow(String(status))
    expect(once).toHaveBeenCalledTimes(1)
  }
})

test('what is sent is sent once, as JSON', async () => {
  const network = stubNetwork(503)
  await expect(fetchJson('http://localhost/api', { method: 'POST', body: { a: 1 } })).rejects.toThrow('503')
  expect(network).toHaveBeenCalledTimes(1)
  const [, sent] = network.mock.calls[0] as unknown as [string, RequestInit]
  expect(sent.body).toBe('{"a":1}')
  expect(new Headers(sent.headers).get('content-type')).toBe('application/json')
})
