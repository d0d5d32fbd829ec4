import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PictureError } from '../../lib/image/picture-error'
import { takeTurn } from '../../lib/image/picture-queue'

/** Work that lasts until it is told to end. */
function enter(person: string = randomUUID(), signal = new AbortController().signal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const result = takeTurn(person, signal, () => {
    hasBegun = true
    return promise
  })
  result.catch(() => {})
  return {
    result,
    end: () => resolve('done'),
    fail: () => reject(new Error('broken')),
    hasBegun: () => hasBegun,
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('one image is processed at a time, eight wait, and the next is refused', async () => {
  const all = Array.from({ length: 9 }, () => enter())
  const late = enter()
  await expect(late.result).rejects.toThrow(PictureError)
  await expect(late.result).rejects.toThrow('Try again in a minute')
  const begun = () => all.map(({ hasBegun }) => hasBegun()).lastIndexOf(true) + 1
  expect(begun()).toBe(1)
  for (const [index, { end, result }] of all.entries()) {
    end()
    expect(await result).toBe('done')
    await settle()
    expect(begun()).toBe(Math.min(9, index + 2))
  }
})

test('a person is in the queue once, and again afterwards, however it ended', async () => {
  const person = randomUUID()
  const first = enter(person)
  await expect(enter(person).result).rejects.toThrow('Your last image is still being processed.')
  first.fail()
  await expect(first.result).rejects.toThrow('broken')
  const second = enter(person)
  expect(second.hasBegun()).toBe(true)
  second.end()
  await second.result
})

test('a person who leaves frees the place in the queue and may return', async () => {
  const first = enter()
  const leaving = new AbortController()
  const person = randomUUID()
  const left = enter(person, leaving.signal)
  const others = Array.from({ length: 7 }, () => enter())
  leaving.abort()
  await expect(left.result).rejects.toThrow(PictureError)
  const again = enter(person)
  const all = [first, ...others, again]
  for (const { end, result } of all) {
    end()
    expect(await result).toBe('done')
  }
  expect(left.hasBegun()).toBe(false)
})

test('nothing is processed for a person who left before joining the queue', async () => {
  const left = enter(randomUUID(), AbortSignal.abort())
  await expect(left.result).rejects.toThrow(PictureError)
  expect(left.hasBegun()).toBe(false)
})

test('work that has begun is finished although its sender leaves', async () => {
  const leaving = new AbortController()
  const first = enter(randomUUID(), leaving.signal)
  const second = enter()
  leaving.abort()
  await settle()
  expect(second.hasBegun()).toBe(false)
  first.end()
  expect(await first.result).toBe('done')
  second.end()
  await second.result
})
