import { expect, test } from 'vitest'
import { sendingKey } from '../../lib/api/endpoints/posts.ts'

const caller = { keyId: 7, personId: '', scopes: [], idempotencyKey: 'ticket-4711' }

test('an idempotency key makes one post, one comment and one entry, each its own', () => {
  const all = (['post', 'comment', 'entry'] as const).map((thing) => sendingKey(caller, thing))
  expect(new Set(all).size).toBe(3)
  expect(sendingKey(caller, 'post')).toBe(all[0])
  expect(sendingKey({ ...caller, keyId: 8 }, 'post')).not.toBe(all[0])
  expect(sendingKey({ ...caller, idempotencyKey: null }, 'post')).not.toBe(
    sendingKey({ ...caller, idempotencyKey: null }, 'post'),
  )
})
