import { expect, test } from 'vitest'
import { addressTag, categoryTag } from '../../lib/cache-tags'

test('a tag is of ASCII and of at most 256 letters, as Next takes it', () => {
  for (const tag of [
    addressTag('bugs', '한'.repeat(80)),
    addressTag('é'.repeat(300), 'a'),
    categoryTag('é'.repeat(300)),
  ]) {
    expect(tag).toMatch(/^[!-~]{256}$/)
  }
  expect(addressTag('bugs', 'dark-mode')).toBe('address:bugs/dark-mode')
})
