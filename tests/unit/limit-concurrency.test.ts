import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitConcurrency } from '../../lib/publish/limit-concurrency'

let server: Server
let running = 0
let most = 0
let begun = 0
/** How long each request takes, in milliseconds. */
let patience = 20
const port = () => (server.address() as AddressInfo).port

beforeAll(async () => {
  limitConcurrency()
  server = createServer((_, response) => {
    begun++
    most = Math.max(most, ++running)
    setTimeout(() => {
      running--
      response.end('ok')
    }, patience)
  })
  // Next listens for it, and leaves most of these connections open.
  server.on('upgrade', () => {})
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
})
afterAll(() => void server.close())
beforeEach(() => {
  most = begun = 0
  patience = 20
})

const ask = (headers: Record<string, string> = {}) =>
  new Promise<number>((done, fail) => {
    get({ host: '127.0.0.1', port: port(), agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode!))
    }).on('error', fail)
  })

test('of a thousand requests at once all are answered, and 256 are worked on', async () => {
  // All of them are there before the first is answered.
  patience = 1_000
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask()))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(most).toBe(256)
})

test('whoever finds 2,000 waiting is asked to come again', async () => {
  patience = 3_000
  const asked = Array.from({ length: 2_600 }, () => ask().catch(() => 0))
  const answers = await Promise.all(
    asked.map((one) =>
      one.then((status) => {
        if (status === 503) patience = 1
        return status
      }),
    ),
  )
  expect(answers.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2_256)
  expect(most).toBe(256)
}, 30_000)

test('a connection that sends thousands of requests before it reads an answer is closed', async () => {
  const socket = connect(port(), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3_000))
  await new Promise((done) => socket.once('close', done).on('error', () => {}))
  expect(begun).toBeLessThanOrEqual(32)
  expect(await ask()).toBe(200)
})

test('a request that asks for another protocol is answered like any other', async () => {
  expect(await ask({ Connection: 'Upgrade', Upgrade: 'x' })).toBe(200)
})

test('a request that takes long gives its slot to others after five seconds', async () => {
  patience = 7_000
  const slow = Promise.all(Array.from({ length: 256 }, () => ask()))
  await expect.poll(() => running).toBe(256)
  patience = 20
  const start = performance.now()
  expect(await ask()).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(3_000)
  expect(running).toBeGreaterThan(0)
  await slow
}, 30_000)

test('of thousands of connections from one address the oldest are closed, and others get in', async () => {
  const sockets: Socket[] = []
  // As many at once as the system keeps for a server that is busy.
  for (let n = 0; n < 42; n++) {
    const more = Array.from({ length: 100 }, () =>
      connect({ port: port(), host: '127.0.0.1', localAddress: '127.0.0.2' }),
    )
    for (const socket of more) sockets.push(socket.on('error', () => {}).resume())
    await Promise.all(more.map((socket) => once(socket, 'connect')))
  }
  const other = connect(port(), '127.0.0.1').on('error', () => {})
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(100)
  expect(await ask()).toBe(200)
  expect([sockets[0]!.destroyed, sockets.at(-1)!.destroyed, other.destroyed]).toEqual([true, false, false])
  for (const socket of [...sockets, other]) socket.destroy()
}, 60_000)

test('a connection has twenty seconds for its headers, and two minutes to read on', async () => {
  expect(await ask()).toBe(200)
  expect([server.headersTimeout, server.timeout]).toEqual([20_000, 120_000])
})
