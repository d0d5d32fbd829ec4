import { expect, test } from 'vitest'
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

test('a way back names the page and the vote, and nothing of the dialog', () => {
  expect(writeReturnPath('https://site.example/bugs/x?auth=sign-up&next=%2Fsettings#top', 7)).toBe(
    '/bugs/x?vote=7',
  )
  expect(writeReturnPath('/')).toBe('/')
})
