import { expect, test } from 'vitest'
import { createSendingKeys } from '@/lib/browser/sending-keys'

test('a key lasts for one content until it has arrived', () => {
  const { keyFor, arrived } = createSendingKeys()
  const first = keyFor('Hello')
  expect(keyFor('Hello')).toBe(first)
  const changed = keyFor('Hello there')
  expect(changed).not.toBe(first)
  expect(keyFor('Hello there')).toBe(changed)
  arrived()
  expect(keyFor('Hello there')).not.toBe(changed)
})
