import { expect, test } from 'vitest'
import { gatherBytes } from '../../lib/publish/gather-bytes'

test('gathers chunks in their order, and begins anew once they were taken', () => {
  const gathered = gatherBytes(10)
  for (const text of ['ab', '', 'c']) expect(gathered.add(Buffer.from(text))).toBe(true)
  expect([gathered.size(), gathered.take().toString()]).toEqual([3, 'abc'])
  expect(gathered.add(Buffer.from('d'))).toBe(true)
  expect(gathered.take().toString()).toBe('d')
  expect(gathered.take().toString()).toBe('')
})

test('a chunk beyond the limit is refused and not kept', () => {
  const gathered = gatherBytes(3)
  expect([gathered.add(Buffer.from('abc')), gathered.add(Buffer.from('d'))]).toEqual([true, false])
  expect(gathered.take().toString()).toBe('abc')
})

test('a megabyte that comes byte by byte takes no more than twice as much', () => {
  const gathered = gatherBytes(1024 * 1024)
  const before = process.memoryUsage()
  for (let n = 0; n < 1024 * 1024; n++) gathered.add(Buffer.from('a'))
  global.gc?.()
  const after = process.memoryUsage()
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8 * 1024 * 1024)
  expect(gathered.take().length).toBe(1024 * 1024)
})
