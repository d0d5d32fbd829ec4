import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeConnections } from '../../lib/instances/http-server'
import { needsTls } from '../../lib/supabase/database-address'
import { addressOf, chosenHost, isLoopback } from '../../supabase/commands/listening.ts'
import { withMemoryLimits } from '../../supabase/commands/run-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { forwardToItself } from '@/lib/instances/http-server'
import { isLocalHost } from '@/lib/session/local-host'

describe('listening', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['::1', '::1'],
    ['localhost', 'localhost'],
    // What tcsh and openSUSE set by default.
    ['workstation', undefined],
    ['', undefined],
  ])('HOST=%s chooses %s', (value, chosen) => {
    vi.stubEnv('HOST', value)
    expect(chosenHost()).toBe(chosen)
  })

  test.each([
    ['127.0.0.1', true, 'http://localhost:3000'],
    ['::1', true, 'http://[::1]:3000'],
    ['localhost', true, 'http://localhost:3000'],
    ['0.0.0.0', false, 'http://localhost:3000'],
    ['::', false, 'http://localhost:3000'],
    ['192.0.2.7', false, 'http://192.0.2.7:3000'],
    ['127.evil.example', false, 'http://127.evil.example:3000'],
    [undefined, false, 'http://localhost:3000'],
  ])('%s is this machine only: %s', (host, alone, address) => {
    expect(isLoopback(host)).toBe(alone)
    expect(addressOf(host, 3000)).toBe(address)
  })

  test.each([
    ['localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['localhost', true],
    ['rebound.example:3000', false],
    ['localhost.example', false],
    ['127.0.0.1.example:3000', false],
    [null, false],
  ])('the mailbox answers a request for %s: %s', (host, answers) => {
    expect(isLocalHost(host)).toBe(answers)
  })
})

test('a server that is shutting down closes a busy proxy’s connections', async () => {
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

const variable = '__NEXT_PRIVATE_ORIGIN'

function forwarding(origin: string | undefined, argument: string, HOSTNAME?: string) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', [variable]: origin, HOSTNAME }
  forwardToItself({ argv: ['node', 'server.js', argument], env })
  return env[variable]
}

test('a server on every address forwards to its own address', () => {
  expect(forwarding('http://localhost:3000', '--hostname=0.0.0.0')).toBe('http://127.0.0.1:3000')
  expect(forwarding('http://localhost:3000', '', '0.0.0.0')).toBe('http://127.0.0.1:3000')
  expect(forwarding('http://localhost:3000', '')).toBe('http://127.0.0.1:3000')
})

test('a server on one address forwards there', () => {
  for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://feedback.example.com:3000'])
    expect(forwarding(origin, '')).toBe(origin)
  expect(forwarding('http://localhost:3000', '--hostname=localhost')).toBe('http://localhost:3000')
  expect(forwarding('http://localhost:3000', '', 'localhost')).toBe('http://localhost:3000')
})

test('requests that are not forwarded stay as they are', () => {
  expect(forwarding(undefined, '')).toBeUndefined()
})

test('every way to start the site sets the same limits', () => {
  for (const file of ['Dockerfile', 'deploy/systemd/signpost@.service']) {
    const text = readFileSync(join(projectRoot, file), 'utf8').replaceAll('"', '')
    expect(text, file).toContain(`NODE_OPTIONS=${withMemoryLimits()}\n`)
  }
})

test('keeps other options, and limits set by the operator', () => {
  expect(withMemoryLimits('--enable-source-maps')).toBe(`--enable-source-maps ${withMemoryLimits()}`)
  expect(withMemoryLimits('--max_old_space_size=2048')).toBe(
    '--max_old_space_size=2048 --max-semi-space-size=8',
  )
  expect(withMemoryLimits(withMemoryLimits())).toBe(withMemoryLimits())
})

test.each([
  ['postgresql://postgres.abc:pw@aws-0-eu-central-1.pooler.supabase.com:5432/postgres', true],
  ['postgresql://postgres:pw@localhost.example.com/postgres', true],
  ['postgresql://postgres:pw@10.0.0.5:5432/postgres', true],
  ['postgresql://postgres:pw@localhost:5432/postgres', false],
  ['postgresql://postgres:pw@127.0.0.1:54322/postgres', false],
  ['postgresql://postgres:pw@[::1]:54322/postgres', false],
  // The operator’s setting wins.
  ['postgresql://postgres:pw@db.example.com/postgres?sslmode=verify-full', false],
  ['postgresql://postgres:pw@db.internal/postgres?sslmode=disable', false],
])('%s: encrypted by us: %s', (url, expected) => {
  expect(needsTls(url)).toBe(expected)
})
