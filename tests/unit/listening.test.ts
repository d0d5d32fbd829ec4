import { afterEach, expect, test, vi } from 'vitest'
import { isLocalHost } from '@/lib/session/same-origin'
import { addressOf, chosenHost, isLoopback } from '../../supabase/commands/listening.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['0.0.0.0', '0.0.0.0'],
  ['::1', '::1'],
  ['localhost', 'localhost'],
  // What tcsh and openSUSE put there by themselves.
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
])('%s is this machine alone: %s', (host, alone, address) => {
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
