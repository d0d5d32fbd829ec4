import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PictureError } from '../../lib/image/picture-error'
import { takeTurn } from '../../lib/image/picture-line'

/** Work that lasts until it is told to end. */
function enter(person: string = randomUUID()) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const result = takeTurn(person, () => {
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

test('two pictures are read at once, eight wait, and the next one is told so', async () => {
  const all = Array.from({ length: 10 }, () => enter())
  const late = enter()
  await expect(late.result).rejects.toThrow(PictureError)
  await expect(late.result).rejects.toThrow('Try again in a minute')
  const begun = () => all.map(({ hasBegun }) => hasBegun()).lastIndexOf(true) + 1
  expect(begun()).toBe(2)
  for (const [index, { end, result }] of all.entries()) {
    end()
    expect(await result).toBe('done')
    await settle()
    expect(begun()).toBe(Math.min(10, index + 3))
  }
})

test('a person is in the line once, and again after it, however it ended', async () => {
  const person = randomUUID()
  const first = enter(person)
  await expect(enter(person).result).rejects.toThrow('Your last picture is still being read.')
  const other = enter()
  expect(other.hasBegun()).toBe(true)
  first.fail()
  await expect(first.result).rejects.toThrow('broken')
  const second = enter(person)
  expect(second.hasBegun()).toBe(true)
  for (const one of [second, other]) one.end()
  await Promise.all([second.result, other.result])
})
