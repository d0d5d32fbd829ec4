import { expect, test } from 'vitest'
import { safePath } from '../../lib/session/return-path'
import { readReturnPath, writeReturnPath } from '@/lib/session/return-path'

test.each([
  ['/new-features/dark-mode', '/new-features/dark-mode', null],
  ['/new-features/dark-mode?vote=12', '/new-features/dark-mode', 12],
  ['/?view=table&sort=newest&vote=12', '/?view=table&sort=newest', 12],
  ['https://evil.example/x?vote=1', '/', null],
  ['//evil.example/x?vote=1', '/', null],
  ['/x?vote=-1', '/x', null],
  ['/x?vote=1e99', '/x', null],
  ['', '/', null],
])('%j leads back to %j', (next, path, vote) => {
  expect(readReturnPath(next)).toEqual({ path, vote })
})

test('a return address names the page and the vote, and nothing of the dialog', () => {
  expect(writeReturnPath('https://site.example/bugs/x?auth=sign-up&next=%2Fsettings#top', 7)).toBe(
    '/bugs/x?vote=7',
  )
  expect(writeReturnPath('/')).toBe('/')
})

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
