import { expect, test } from 'vitest'
import { forwardToItself } from '@/lib/instances/http-server'

const variable = '__NEXT_PRIVATE_ORIGIN'

function forwarding(origin: string | undefined, argument: string, HOSTNAME?: string) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', [variable]: origin, HOSTNAME }
  forwardToItself({ argv: ['node', 'server.js', argument], env })
  return env[variable]
}

test('a server on every address forwards to an address that is its own', () => {
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

test('what forwards nowhere is left alone', () => {
  expect(forwarding(undefined, '')).toBeUndefined()
})
