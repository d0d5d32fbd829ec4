import { createServer, get, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerUnchanged } from '../../lib/cache/answer-unchanged'
import { keepDocuments } from '../../lib/cache/document-cache'
import { expireTags } from '../../lib/cache/tags'

let server: Server
let asked = 0
let stored: OutgoingHttpHeaders
let status = 200
/** Before the answer is sent. */
let meanwhile = () => {}

beforeAll(async () => {
  keepDocuments()
  answerUnchanged()
  // What Next answers, in pieces and compressed as it would be.
  server = createServer(({ headers }, response) => {
    const page = Buffer.from(`page ${++asked}`)
    const body = /gzip/.test(headers['accept-encoding'] ?? '') ? gzipSync(page) : page
    response.statusCode = status
    const more = {
      ...(body !== page && { 'content-encoding': 'gzip' }),
      ...(/-auth-token=/.test(headers.cookie ?? '') && { 'cross-origin-opener-policy': 'same-origin' }),
    }
    for (const [name, value] of Object.entries({ ...stored, ...more })) response.setHeader(name, value!)
    meanwhile()
    response.write(body.subarray(0, 3))
    response.end(body.subarray(3))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
})
afterAll(() => void server.close())
beforeEach(() => {
  asked = 0
  status = 200
  stored = { 'x-nextjs-cache': 'HIT', etag: 'W/"one"', 'content-type': 'text/html' }
  meanwhile = () => {}
  expireTags(['board'])
})
afterEach(() => vi.restoreAllMocks())

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

const ask = (headers: OutgoingHttpHeaders = {}, path = '/', method = 'GET') =>
  new Promise<Answer>((done, fail) => {
    const { port } = server.address() as AddressInfo
    get({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        done({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    }).on('error', fail)
  })

test('the second request for a stored page gets the same answer without Next', async () => {
  const [first, second] = [await ask(), await ask()]
  expect([first.body, second.body, asked]).toEqual(['page 1', 'page 1', 1])
  expect(second.headers).toMatchObject({
    etag: 'W/"one"',
    'content-type': 'text/html',
    'content-length': '6',
  })
})

test('each address and each encoding has its own answer', async () => {
  const packed = { 'accept-encoding': 'gzip, br' }
  for (let round = 0; round < 2; round++) {
    const one = await ask(packed)
    expect([one.headers['content-encoding'], one.body]).toEqual([
      'gzip',
      gzipSync('page 1').toString('latin1'),
    ])
    expect((await ask()).body).toBe('page 2')
    expect((await ask({}, '/?sort=new')).body).toBe('page 3')
  }
})

test('a change forgets every document, also one that is being sent', async () => {
  await ask()
  expireTags(['post:1'])
  meanwhile = () => expireTags(['post:1'])
  expect((await ask()).body).toBe('page 2')
  meanwhile = () => {}
  expect((await ask()).body).toBe('page 3')
  expect((await ask()).body).toBe('page 3')
})

test('a document is kept for ten seconds', async () => {
  await ask()
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_100)
  expect((await ask()).body).toBe('page 2')
})

test.each([
  ['made for this request', { 'x-nextjs-cache': 'MISS' }],
  ['older than its time', { 'x-nextjs-cache': 'STALE' }],
  ['that sets a cookie', { 'set-cookie': 'a=1' }],
])('a page %s is not kept', async (_, headers) => {
  Object.assign(stored, headers)
  await ask()
  expect((await ask()).body).toBe('page 2')
})

test.each([404, 500, 307])('%i is not kept', async (code) => {
  status = code
  await ask()
  expect((await ask()).body).toBe('page 2')
})

test.each([
  { rsc: '1' },
  { 'next-router-prefetch': '1' },
  { 'next-action': 'a' },
  { 'x-prerender-revalidate': 'a' },
  { 'x-middleware-subrequest': 'a' },
  { 'content-security-policy': "script-src 'nonce-a'" },
  { 'content-type': 'text/plain' },
  { origin: 'https://other.example' },
  { authorization: 'Bearer a' },
  { range: 'bytes=0-1' },
  { cookie: '__prerender_bypass=1' },
  { cookie: 'sb-a-auth-token=due' },
  { cookie: 'sb-a-auth-token=due; signpost-fresh=' },
  { cookie: 'sb-a-auth-tokens=1; signpost-fresh=1' },
])('a request with %j goes to Next, and nobody else gets its answer', async (headers) => {
  await ask(headers as OutgoingHttpHeaders)
  expect((await ask()).body).toBe('page 2')
  expect((await ask(headers as OutgoingHttpHeaders)).body).toBe('page 3')
})

test.each(['HEAD', 'POST', 'PUT'])('%s goes to Next', async (method) => {
  await ask()
  await ask({}, '/', method)
  expect(asked).toBe(2)
})

test("a member and a visitor don't share a document's headers", async () => {
  const cookie = 'sb-a-auth-token=x; signpost-fresh=1'
  const opener = async (headers = {}) => (await ask(headers)).headers['cross-origin-opener-policy']
  expect([await opener({ cookie }), await opener(), await opener({ cookie }), await opener()]).toEqual([
    'same-origin',
    undefined,
    'same-origin',
    undefined,
  ])
  expect(asked).toBe(2)
})

test('a browser that has the document is told that it is unchanged', async () => {
  await ask()
  const unchanged = await ask({ 'if-none-match': '"one"' })
  expect([unchanged.status, unchanged.body, asked]).toEqual([304, '', 1])
  expect((await ask({ 'if-none-match': '"two"' })).status).toBe(200)
})

test('of the requests that a connection sends at once, only the first is answered from memory', async () => {
  await ask()
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5))
  let answers = ''
  for await (const chunk of socket) {
    answers += String(chunk)
    if (answers.split('HTTP/1.1 200').length > 5) break
  }
  // The others are limited like all requests for Next (lib/publish/limit-concurrency.ts).
  expect(asked).toBe(5)
})
