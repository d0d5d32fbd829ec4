import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cursorPart, readCursorPart } from '../../lib/post/address'
import { projectRoot } from '../../supabase/local/backend'

test.each(['["Ünïcode 暗色 🎉", 12]', '[1.5e-7, 3]', '[]', '["a", 1]', '["ab", 1]'])(
  '%s comes back',
  (cursor) => {
    expect(cursorPart(cursor)).toMatch(/^[\w-]+$/)
    expect(readCursorPart(cursorPart(cursor))).toBe(cursor)
  },
)

test('what no list gave stays a text that is no cursor', () => {
  for (const part of ['zzz', 'a', '%', 'x'.repeat(2_001)]) expect(readCursorPart(part)).not.toMatch(/^\[/)
})

test('it brings no stand-in for Buffer to the browser', () => {
  expect(readFileSync(join(projectRoot, 'lib/post/address.ts'), 'utf8')).not.toMatch(/\bBuffer\./)
})
