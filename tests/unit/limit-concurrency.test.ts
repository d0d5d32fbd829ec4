import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
  server = createServer(async ({ url }, response) => {
    begun++
    most = Math.max(most, ++running)
    await sleep(patience)
    running--
    if (url === '/large') response.write(Buffer.alloc(32 * 1024 * 1024))
    else response.end('ok')
  })
  // Next listens for it and leaves most of these connections open.
  server.on('upgrade', () => {})
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
})
afterAll(() => void server.close())
beforeEach(() => {
  most = begun = 0
  patience = 20
})

const ask = (network = 1, headers: Record<string, string> = {}) =>
  new Promise<number>((done, fail) => {
    const from = { host: '127.0.0.1', localAddress: `127.0.0.${network}`, port: port() }
    get({ ...from, agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode!))
    }).on('error', fail)
  })
/** Requests from this many networks in turn. */
const askFrom = (networks: number, count: number) =>
  Array.from({ length: count }, (_, n) => ask(1 + (n % networks)).catch(() => 0))

test('a thousand simultaneous requests from ten networks are all answered, 256 at a time', async () => {
  // All of them arrive before the first is answered.
  patience = 1_000
  const answers = await Promise.all(askFrom(10, 1_000))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(most).toBe(256)
})

test('when 2,000 requests wait, the next is told to retry', async () => {
  patience = 3_000
  const answers = await Promise.all(
    askFrom(10, 2_600).map((one) =>
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

test('one network has 32 running and 500 waiting requests, and another is answered at once', async () => {
  patience = 3_000
  const flood = askFrom(1, 700)
  await Promise.race(flood.map((one) => one.then((status) => status === 503 || new Promise(() => {}))))
  patience = 20
  const start = performance.now()
  expect(await ask(2)).toBe(200)
  expect(performance.now() - start).toBeLessThan(1_000)
  const answers = await Promise.all(flood)
  expect(answers.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(532)
  expect(most).toBe(33)
})

test('a slow request counts for its network for ten seconds', async () => {
  patience = 12_000
  const slow = askFrom(1, 40)
  await expect.poll(() => running).toBe(32)
  await new Promise((done) => setTimeout(done, 6_000))
  expect(begun).toBe(32)
  await expect.poll(() => begun, { timeout: 5_000 }).toBe(40)
  await Promise.all(slow)
}, 40_000)

test('a request whose sender leaves counts for its network until its work ends', async () => {
  patience = 1_000
  const leave = (count: number) =>
    Array.from({ length: count }, () =>
      get({ host: '127.0.0.1', port: port(), agent: false }).on('error', () => {}),
    )
  const first = leave(32)
  await expect.poll(() => begun).toBe(32)
  for (const request of first) request.destroy()
  const second = leave(1)
  await new Promise((done) => setTimeout(done, 500))
  expect(begun).toBe(32)
  expect(await ask(2)).toBe(200)
  await expect.poll(() => begun, { timeout: 1_500 }).toBe(34)
  for (const request of second) request.destroy()
  await expect.poll(() => running).toBe(0)
}, 30_000)

test('a request whose reader is slow counts for its network for five seconds', async () => {
  const sockets = Array.from({ length: 32 }, () => connect({ port: port(), host: '127.0.0.1' }))
  for (const socket of sockets) socket.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => begun).toBe(32)
  const start = performance.now()
  expect(await ask()).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(3_000)
  expect(performance.now() - start).toBeLessThan(8_000)
  for (const socket of sockets) socket.destroy()
}, 30_000)

test('a connection that sends thousands of requests without reading answers is closed', async () => {
  const socket = connect(port(), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3_000))
  await new Promise((done) => socket.once('close', done).on('error', () => {}))
  expect(begun).toBeLessThanOrEqual(32)
  expect(await ask()).toBe(200)
})

test('a protocol upgrade is answered like any other request', async () => {
  expect(await ask(1, { Connection: 'Upgrade', Upgrade: 'x' })).toBe(200)
})

test('a slow request gives its slot to other networks after five seconds', async () => {
  patience = 7_000
  const slow = Promise.all(askFrom(8, 256))
  await expect.poll(() => running).toBe(256)
  patience = 20
  const start = performance.now()
  expect(await ask(9)).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(3_000)
  expect(running).toBeGreaterThan(0)
  await slow
}, 30_000)

test('of thousands of connections from one address the oldest are closed, and others get in', async () => {
  const sockets: Socket[] = []
  // As many pending connections as the system keeps for a busy server.
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

test('a connection has twenty seconds for its headers and two minutes to read', async () => {
  expect(await ask()).toBe(200)
  expect([server.headersTimeout, server.timeout]).toEqual([20_000, 120_000])
})
