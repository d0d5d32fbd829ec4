import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeConnections } from '../../lib/instances/http-server'

test('a server that is to end closes the connections of a proxy that goes on asking', async () => {
  const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage]
    await answer.resume().toArray()
    return answer.headers.connection
  }
  expect(await ask()).toBe('keep-alive')
  closeConnections()
  expect(await ask()).toBe('close')
  const started = performance.now()
  await new Promise((done) => server.close(done))
  // Node would keep the connection open for five seconds.
  expect(performance.now() - started).toBeLessThan(4_000)
  agent.destroy()
})
