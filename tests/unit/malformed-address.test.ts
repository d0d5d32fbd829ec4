import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hideMalformedAddresses, isDecodable } from '../../lib/publish/malformed-address'

let server: Server
beforeAll(async () => {
  hideMalformedAddresses()
  server = createServer(({ url }, response) => response.end(url))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
})
afterAll(() => void server.close())

/** The address that Next gets. */
const passedOn = (path: string) =>
  new Promise<string>((done, fail) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', done)
    }).on('error', fail)
  })

describe.each([
  '/a/%ff',
  '/%',
  '/a/%zz',
  '/new-features/%E0%A4%A',
  '/x/%c0%af',
  '/x/%ed%a0%80',
  '/x/%f4%90%80%80',
  '/a/%00',
  '/a%00b/c',
  '/a%00b/c/feed.xml',
  '/a/%25',
  '/a/%2573',
  '/_next/static/%ff.js',
])('%s', (path) => {
  test('leads nowhere', async () => {
    expect(isDecodable(path)).toBe(false)
    expect(await passedOn(path)).toBe('/-/-/-')
    expect(await passedOn(`${path}?q=1`)).toBe('/-/-/-')
  })
})

test.each([
  '/',
  '/a/b',
  '/a/%01',
  '/a/%10',
  '/a/%2F',
  ...['한국어', 'हिन्दी', '暗色模式', 'é', '🎉'].map((slug) => `/a/${encodeURIComponent(slug)}`),
  '/search?q=%ff',
  '/search?q=100%25&after=%',
])('%s goes on as it is', async (path) => {
  expect(await passedOn(path)).toBe(path)
})
