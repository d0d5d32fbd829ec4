import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extractInfoFromServerReferenceId } from 'next/dist/shared/lib/server-reference-info.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isActionBody, isCachedFunction } from '../../lib/publish/action-body'
import { gatherBytes } from '../../lib/publish/gather-bytes'
import { hideMalformedAddresses, isDecodable } from '../../lib/publish/malformed-address'

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

test.each([
  '[]',
  '[{"title":"$$5 off","state":null,"at":"$D2026-01-01T00:00:00.000Z"},"$undefined"]',
  '["$-0","$NaN","$Infinity","$-Infinity",[["a"]]]',
  '["a"," $1","__proto__"]',
  nested,
])('a call made by this site is accepted: %.60s', (body) => {
  expect(isActionBody(body)).toBe(true)
})

// Every letter that React gives a meaning: parts, streams, forms, maps, sets, iterators, files, typed arrays, numbers, …
const letters = [...'0123456789@FKQWiVOAoUSsLlGgMmrRxXhTBbnZjEPpkKtuCNIa']
test.each(letters.map((letter) => `["$${letter}1",{"a":["$${letter}2"]}]`))(
  'a reference is none: %s',
  (body) => {
    expect(isActionBody(body)).toBe(false)
  },
)

test.each(['', '{}', 'null', '"a"', '[', '0=%5B%22%24r1%22%5D', '["$"]', '["$undefined1"]'])(
  'an invalid call is refused: %s',
  (body) => {
    expect(isActionBody(body)).toBe(false)
  },
)

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
test('the id of a cached function is recognized as Next does', () => {
  for (const id of bytes.map((byte) => byte + 'a'.repeat(40))) {
    expect([id, isCachedFunction(id)]).toEqual([
      id,
      extractInfoFromServerReferenceId(id).type === 'use-cache',
    ])
  }
})

test('gathers chunks in order, and starts over after they were taken', () => {
  const gathered = gatherBytes(10)
  for (const text of ['ab', '', 'c']) expect(gathered.add(Buffer.from(text))).toBe(true)
  expect([gathered.size(), gathered.take().toString()]).toEqual([3, 'abc'])
  expect(gathered.add(Buffer.from('d'))).toBe(true)
  expect(gathered.take().toString()).toBe('d')
  expect(gathered.take().toString()).toBe('')
})

test('a chunk beyond the limit is refused and not kept', () => {
  const gathered = gatherBytes(3)
  expect([gathered.add(Buffer.from('abc')), gathered.add(Buffer.from('d'))]).toEqual([true, false])
  expect(gathered.take().toString()).toBe('abc')
})

test('a megabyte that arrives byte by byte takes at most twice as much memory', () => {
  const gathered = gatherBytes(1024 * 1024)
  const before = process.memoryUsage()
  for (let n = 0; n < 1024 * 1024; n++) gathered.add(Buffer.from('a'))
  global.gc?.()
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 * 1024 * 1024)
  expect(gathered.take().length).toBe(1024 * 1024)
})

describe('malformed address', () => {
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
})
