import { expect, test } from 'vitest'
import { readPostAddress } from '../../lib/post/address'

test.each([
  ['dark-mode', 'dark-mode'],
  ['%E3%83%80%E3%83%BC%E3%82%AF', 'ダーク'],
  ['ダーク', 'ダーク'],
  ['cafe%CC%81', 'café'],
  ['%F0%9F%8E%89'.repeat(18), '🎉'.repeat(18)],
])('of the slug %s a post is looked for by %s', (encoded, slug) => {
  expect(readPostAddress({ category: 'new-features', slug: encoded })).toEqual({
    category: 'new-features',
    slug,
  })
})

test.each([
  ['new-features', '%ff'],
  ['new-features', 'a%00b'],
  ['new-features', '%E3%81%82'.repeat(900)],
  ['new-features', 'あ'.repeat(900)],
  ['new-features', '\u0301'.repeat(1_400)],
  ['\u0301'.repeat(2_000), 'x'],
  ['New', 'x'],
  ['a'.repeat(61), 'x'],
  ['', 'x'],
])('no post is looked for at %s/%s', (category, slug) => {
  expect(readPostAddress({ category, slug })).toBeNull()
})
