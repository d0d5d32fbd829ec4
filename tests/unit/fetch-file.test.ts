import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchFile } from '../../lib/jobs/fetch-file'

let server: Server | undefined
let asked = 0
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  asked = 0
})

async function serve(answer: RequestListener): Promise<string> {
  const made = createServer((request, response) => {
    asked++
    answer(request, response)
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/kim.png`
}
const fetchHere = (address: string, more = {}) =>
  fetchFile(address, { maxBytes: 1_000, toLoopback: true, ...more })

describe('a file', () => {
  test('is read as it is', async () => {
    const address = await serve((_, response) => response.end('abc'))
    expect(Buffer.from(await fetchHere(address)).toString()).toBe('abc')
  })

  test.each([204, 206, 301, 302, 307, 404, 500])('is not read from an answer with %i', async (status) => {
    const address = await serve((_, response) => response.writeHead(status, { location: '/other' }).end())
    await expect(fetchHere(address)).rejects.toThrow(`status ${status}`)
    expect(asked).toBe(1)
  })

  test('is refused when it is too large, whatever its length says, and its rest is not read', async () => {
    let written = 0
    const address = await serve((_, response) => {
      const write = () => {
        while (written < 100_000_000 && !response.destroyed) {
          written += 100_000
          if (!response.write(Buffer.alloc(100_000))) return response.once('drain', write)
        }
        return response.end()
      }
      write()
    })
    await expect(fetchHere(address)).rejects.toThrow('too large')
    expect(written).toBeLessThan(20_000_000)
  })

  test('is not waited for longer than it may take', async () => {
    const timers: NodeJS.Timeout[] = []
    const address = await serve((_, response) => {
      timers.push(setInterval(() => response.write('x'), 20))
    })
    await expect(fetchHere(address, { patience: 300 })).rejects.toThrow()
    timers.forEach(clearInterval)
  })

  test('is not read from an answer in another protocol', async () => {
    const address = await serve((_, response) =>
      response.socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    await expect(fetchHere(address)).rejects.toThrow('status 101')
  })
})

describe('an address', () => {
  test.each([
    'https://127.0.0.1/kim.png',
    'https://[::ffff:10.0.0.1]/kim.png',
    'https://2130706433/kim.png',
    'http://169.254.169.254/latest/meta-data/',
  ])('in a private network is not asked: %s', async (address) =>
    expect(fetchHere(address, { toLoopback: false })).rejects.toThrow('private'),
  )

  test('whose name leads to a private network as well is not asked', async () => {
    const address = await serve((_, response) => response.end('secret'))
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await expect(fetchHere(address, { resolve })).rejects.toThrow('private')
    expect(asked).toBe(0)
  })

  test('on the internet without TLS is not asked', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
    await expect(fetchHere('http://example.com/kim.png', { resolve })).rejects.toThrow('plain')
  })
})
