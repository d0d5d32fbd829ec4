import { expect, test } from 'vitest'
import { requestId } from '../../lib/log'

test('a request id is taken over only when it is a sane one', () => {
  expect(requestId('abc-123')).toBe('abc-123')
  for (const given of ['', 'x'.repeat(10_000), 'a b', 'a\nb', '{"level":"error"}', null]) {
    expect(requestId(given)).toMatch(/^[0-9a-f-]{36}$/)
  }
})
