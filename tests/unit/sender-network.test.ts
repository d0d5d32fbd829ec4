import type { IncomingMessage } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { networkOf } from '../../lib/publish/sender-network'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
  ['', ''],
  ['::1::2:3:4:5:6:7:8:9', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['whoever connects, when no proxy is trusted', '0', '203.0.113.7', '127.0.0.1'],
  ['whom the proxy names', '1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['an address that the proxy names with its port', '1', '203.0.113.7:4711', '203.0.113.7'],
  ['an address that it names in brackets', '1', '[2001:db8:1:2::6]:4711', '2001:db8:1:2'],
  ['whoever connects, when the proxy names nobody', '1', undefined, '127.0.0.1'],
])('a request comes from %s', async (_, proxies, forwarded, network) => {
  vi.resetModules()
  vi.stubEnv('TRUSTED_PROXIES', proxies)
  const { senderNetwork } = await import('../../lib/publish/sender-network')
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const socket = { remoteAddress: '127.0.0.1' } as IncomingMessage['socket']
  expect(senderNetwork({ headers, socket })).toBe(network)
})
