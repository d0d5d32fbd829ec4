import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { EventEmitter } from 'node:events'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sendBody } from '../../lib/webhook/send-body.ts'

/** Where requests to the internet would go, for one address and for all: none leaves this machine. */
const connections: string[] = []
vi.mock('node:https', () => ({
  request: (_url: URL, { lookup }: { lookup: LookupFunction }) => {
    lookup('', { all: false }, (_error, address) => connections.push(address as string))
    lookup('', { all: true }, (_error, places) => {
      for (const place of places as { address: string }[]) connections.push(place.address)
    })
    const asked = Object.assign(new EventEmitter(), {
      end: () => asked.emit('error', new Error('No network')),
    })
    return asked
  },
}))

let server: Server | undefined
let asked: IncomingMessage[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
  asked = []
})

/** A receiver on this machine. */
async function receive(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<string> {
  const made = createServer((request, response) => {
    asked.push(request)
    answer(response, request)
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/hook`
}

const send = (address: string, more: Partial<Parameters<typeof sendBody>[3]> = {}) =>
  sendBody(address, '{}', {}, { toLoopback: true, patience: 60_000, ...more })
const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()

describe('a request', () => {
  test.each([200, 204, 400, 410, 429, 500])('records the status of the answer: %i', async (status) => {
    const address = await receive((response) => response.writeHead(status).end())
    expect(await send(address)).toMatchObject({ status })
  })

  test('sends the body with its headers', async () => {
    let body = ''
    const address = await receive(async (response, request) => {
      body = await bodyOf(request)
      response.end()
    })
    await sendBody(address, '{"a":"é"}', { 'webhook-id': 'msg_1' }, { toLoopback: true })
    expect(body).toBe('{"a":"é"}')
    expect(asked[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'msg_1' })
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    const address = await receive((response) => response.writeHead(status, { location: '/elsewhere' }).end())
    expect(await send(address)).toMatchObject({ status, words: expect.stringContaining("aren't followed") })
    expect(asked).toHaveLength(1)
  })

  test('ends when the answer is another protocol', async () => {
    const address = await receive((response) =>
      response.socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    expect(await send(address)).toEqual({ status: 101, words: 'Responded with 101.' })
  })

  test('to an invalid address is refused without an exception', async () => {
    for (const address of ['https://[bad/hook', 'https://example.org:99999/hook', '']) {
      expect(await send(address)).toEqual({ status: null, words: "Not sent: this isn't a valid address." })
    }
  })

  test('times out when the answer is missing or trickles in', async () => {
    const silent = await receive(() => {})
    expect(await send(silent, { patience: 500 })).toEqual({
      status: null,
      words: 'No response within 0.5 seconds.',
    })
    server!.closeAllConnections()
    server!.close()
    const timers: NodeJS.Timeout[] = []
    const slow = await receive((response) => {
      timers.push(setInterval(() => response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'), 50))
    })
    expect(await send(slow, { patience: 500 })).toMatchObject({
      status: null,
      words: expect.stringContaining('within'),
    })
    timers.forEach(clearInterval)
  })

  test('reads little of an answer of a hundred megabytes', async () => {
    let written = 0
    const address = await receive((response) => {
      const part = Buffer.alloc(1_000_000)
      const write = () => {
        while (written < 100_000_000 && !response.destroyed) {
          written += part.length
          if (!response.write(part)) return response.once('drain', write)
        }
        return response.end()
      }
      write()
    })
    expect(await send(address)).toEqual({ status: 200, words: 'Responded with 200.' })
    expect(written).toBeLessThan(20_000_000)
  })

  test.each(['1000000', ''])('has its status although the answer’s body never ends: %j', async (length) => {
    const timers: NodeJS.Timeout[] = []
    const address = await receive((response) => {
      response.writeHead(200, length ? { 'content-length': length } : {})
      timers.push(setInterval(() => response.write('x'), 50))
    })
    const begun = Date.now()
    expect(await send(address, { patience: 4_000 })).toEqual({ status: 200, words: 'Responded with 200.' })
    expect(Date.now() - begun).toBeLessThan(3_000)
    timers.forEach(clearInterval)
  })

  test('reports when no one listens, or the answer isn’t HTTP', async () => {
    const address = await receive((response) => response.socket!.end('220 mail.example.com ESMTP\r\n'))
    expect(await send(address)).toMatchObject({
      status: null,
      words: expect.stringMatching(/^No response: HPE/),
    })
    await new Promise((resolve) => server!.close(resolve))
    expect(await send(address)).toEqual({ status: null, words: 'No response: ECONNREFUSED.' })
  })
})

test('a host name that isn’t found is reported in words', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
  const answer = await sendBody('https://nothing.example.com/', '{}', {}, { toLoopback: false, resolve })
  expect(answer).toEqual({ status: null, words: "The host name wasn't found." })
})

describe('a request into a private network', () => {
  const refusal = { status: null, words: 'Not sent: the address is on a private network.' }

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://0/',
  ])('is not sent: %s', async (address) => {
    expect(await send(address, { toLoopback: false })).toEqual(refusal)
  })

  test('is not sent, even with the setting for this machine', async () => {
    for (const host of ['10.0.0.1', '169.254.169.254', '[fc00::1]']) {
      expect(await send(`https://${host}/`)).toEqual(refusal)
    }
  })

  test('is not sent when one of several addresses is private', async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await send('https://receiver.example/', { resolve })).toEqual(refusal)
  })

  test('is not sent when a name resolves differently the second time', async () => {
    const answers = ['93.184.215.14', '127.0.0.1']
    const looked: string[] = []
    const resolve = async (host: string) => {
      looked.push(host)
      return [{ address: answers[looked.length - 1]!, family: 4 }]
    }
    await send('https://turncoat.example/', { toLoopback: false, resolve })
    expect(looked).toEqual(['turncoat.example'])
    expect(connections).toEqual(['93.184.215.14', '93.184.215.14'])
  })

  test('goes to the checked address, whatever the name resolves to later', async () => {
    const address = await receive((response) => response.end())
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const named = address.replace('127.0.0.1', 'nowhere.invalid')
    expect(await send(named, { resolve })).toMatchObject({ status: 200 })
    expect(asked[0]!.headers.host).toBe(new URL(named).host)
  })

  test('is sent to the internet only over HTTPS', async () => {
    const resolve = async () => [{ address: '93.184.215.14', family: 4 }]
    const answer = await send('http://receiver.example/', { toLoopback: false, resolve })
    expect(answer).toEqual({ status: null, words: 'Not sent: the address must use https.' })
  })

  test('waits for DNS no longer than for anything else', async () => {
    const resolve = () => new Promise<never>(() => {})
    expect(await send('https://receiver.example/', { resolve, patience: 100 })).toMatchObject({
      status: null,
    })
  })
})
