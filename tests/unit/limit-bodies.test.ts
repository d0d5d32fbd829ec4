import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

const kilobyte = 1024
let server: Server
let open: ClientRequest[] = []
/** Requests that the server received. */
let begun = 0
/** Answers to GET wait for it. */
let turns: Promise<void> | undefined

beforeAll(async () => {
  vi.stubEnv('TRUSTED_PROXIES', '1')
  const { limitBodies } = await import('../../lib/publish/limit-bodies')
  const { limitConcurrency } = await import('../../lib/publish/limit-concurrency')
  limitConcurrency()
  limitBodies()
  server = createServer(async (asked, response) => {
    begun++
    if (asked.method === 'GET') await turns
    let size = 0
    for await (const part of asked) size += (part as Buffer).length
    response.end(String(size))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  vi.useRealTimers()
  const ended = open.map((one) => one.destroyed || new Promise((done) => one.once('close', done)))
  for (const one of open) one.destroy()
  await Promise.all(ended)
  open = []
  begun = 0
})
afterAll(() => void server.close())

type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

/** Sends the beginning of an action’s body with a larger Content-Length. */
function begin(from: string, size: number, declared = 256 * kilobyte, method = 'POST') {
  const asked = request({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    method,
    agent: false,
    headers: {
      'next-action': '4'.repeat(42),
      'x-forwarded-for': from,
      ...(declared ? { 'content-length': declared } : { 'transfer-encoding': 'chunked' }),
    },
  })
  open.push(asked)
  const answered = new Promise<Answer | null>((done) => {
    asked.on('error', () => done(null))
    asked.on('response', async (response) => {
      const text = (await response.toArray()).join('')
      done({ status: response.statusCode!, headers: response.headers, text })
    })
  })
  const written = new Promise<void>((done) => void asked.write(Buffer.alloc(size, ' '), () => done()))
  return { asked, answered, written }
}

/** Sends a complete action. */
function call(from: string, size = 100) {
  const { asked, answered } = begin(from, size - 2, size)
  asked.end('[]')
  return answered
}

/** Holds back this many bodies just before their end. */
const holdBack = async (count: number, from: (n: number) => string, size = 255 * kilobyte) => {
  const bodies = Array.from({ length: count }, (_, n) => begin(from(n), size))
  await Promise.all(bodies.map(({ written }) => written))
  return bodies
}

test('a sender who fills the pool makes room for all others', async () => {
  const bodies = await holdBack(400, () => '203.0.113.66')
  for (const size of [100, 16 * kilobyte, 200 * kilobyte])
    expect(await call('198.51.100.1', size)).toMatchObject({ status: 200, text: String(size) })
  const refused = await bodies[0]!.answered
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
})

test('ordinary forms get through however many networks fill the pool', async () => {
  await holdBack(400, (n) => `203.0.${n}.66`, 200 * kilobyte)
  expect(await call('198.51.100.1', 16 * kilobyte)).toMatchObject({ status: 200 })
})

test('ordinary forms get through when all senders share one address', async () => {
  await holdBack(400, () => '127.0.0.1')
  expect(await call('127.0.0.1', 16 * kilobyte)).toMatchObject({ status: 200 })
})

test('only received bytes take up room, not announced ones', async () => {
  const bodies = await holdBack(600, () => '203.0.113.66', 1)
  expect(await call('203.0.113.66', 200 * kilobyte)).toMatchObject({ status: 200 })
  bodies[0]!.asked.end(`${' '.repeat(256 * kilobyte - 3)}[]`)
  expect(await bodies[0]!.answered).toMatchObject({ status: 200 })
})

test('queued bodies make room as well', async () => {
  const answers = Promise.withResolvers<void>()
  turns = answers.promise
  const { port } = server.address() as AddressInfo
  const busy = Array.from({ length: 256 }, (_, n) =>
    fetch(`http://127.0.0.1:${port}`, { headers: { 'x-forwarded-for': `192.0.2.${n % 8}` } }),
  )
  await vi.waitUntil(() => begun === 256, 20_000)
  const waiting = Array.from({ length: 400 }, () => call('203.0.113.66', 250 * kilobyte))
  const refused = await Promise.race(waiting)
  expect(refused).toMatchObject({ status: 503 })
  const ordinary = call('198.51.100.1')
  answers.resolve()
  expect(await ordinary).toMatchObject({ status: 200 })
  const statuses = (await Promise.all(waiting)).map((answer) => answer?.status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(200)
  await Promise.all(busy)
})

test('TRACE is refused: Next would answer with 500', async () => {
  const asked = begin('203.0.113.66', 0, 0, 'TRACE')
  expect(await asked.answered).toMatchObject({ status: 405 })
})

test('a body over its limit is refused, and its room is free again', async () => {
  for (let n = 0; n < 3; n++) {
    const { answered } = begin('203.0.113.66', 300 * kilobyte, 0)
    expect(await answered).toMatchObject({ status: 413 })
  }
})

test('a body that has not arrived within a minute is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked, answered, written } = begin('203.0.113.66', 10)
  await written
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(59_000)
  asked.write(' ')
  await vi.advanceTimersByTimeAsync(1_000)
  // The connection closes a moment after the answer.
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await answered).toMatchObject({ status: 408, headers: { connection: 'close' } })
})
