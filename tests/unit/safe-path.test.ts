import { expect, test } from 'vitest'
import { safePath } from '../../lib/session/return-path'

test.each([
  ['/', '/'],
  ['/settings', '/settings'],
  ['/search?q=a&b=c#d', '/search?q=a&b=c#d'],
  ['/new-features/暗色模式', '/new-features/%E6%9A%97%E8%89%B2%E6%A8%A1%E5%BC%8F'],
])('%s stays', (given, path) => {
  expect(safePath(given)).toBe(path)
})

test.each([
  '//evil.example',
  '//evil.example/phish',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'https://evil.example',
  'HTTPS:evil.example',
  'javascript:alert(1)',
  'data:text/html,hi',
  'evil.example',
  '@evil.example',
  ' //evil.example',
  '',
  null,
  undefined,
])('%j leads nowhere else', (given) => {
  expect(safePath(given)).toBe('/')
})
